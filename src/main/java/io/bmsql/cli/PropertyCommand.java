package io.bmsql.cli;

import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.EffectiveSetting;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmsql property}: one setting, for {@code getProp} of scripts that were written for BenchmarkSQL. */
@Command(name = "property", hidden = true, description = "Prints one effective setting; the password as stars.")
final class PropertyCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Parameters(index = "1", paramLabel = "KEY", description = "The setting.")
    private String key = "";

    PropertyCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
        props.read(context, ConfigPurpose.PRINT_SQL).settings().stream()
                .filter(setting -> setting.key().equals(key))
                .map(EffectiveSetting::value)
                .forEach(context.console().out()::println);
        return ExitCode.OK.status();
    }
}
