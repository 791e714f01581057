package io.bmsql.cli;

import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.EffectiveSetting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql property}: one setting, for {@code getProp} of scripts that were written for BenchmarkSQL. */
@Command(name = "property", hidden = true, description = "Prints one effective setting; the password as stars.")
final class PropertyCommand extends PropsCommand {
    @Parameters(index = "1", paramLabel = "KEY", description = "The setting.")
    private String key = "";

    PropertyCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws ConfigException {
        read(ConfigPurpose.PRINT_SQL).settings().stream()
                .filter(setting -> setting.key().equals(key))
                .map(EffectiveSetting::value)
                .forEach(context.console().out()::println);
        return ExitCode.OK.status();
    }
}
