package io.bmsql.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Puts the commands together and hands each the surroundings. */
final class CommandTree {
    private CommandTree() {}

    static CommandLine create(Surroundings surroundings) {
        IFactory factory = new Factory(surroundings);
        CommandLine tree = new CommandLine(BmsqlCommand.class, factory);
        FailureReport failures = new FailureReport(surroundings.console().err(), surroundings.shield());
        return tree.setOut(new PrintWriter(surroundings.console().out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(surroundings.console().err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(surroundings.console().terminal())
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    /** Makes commands with the constructor that takes the surroundings, and everything else picocli's way. */
    private record Factory(Surroundings surroundings) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                Class<?>[] parameters = constructor.getParameterTypes();
                if (parameters.length == 1 && parameters[0] == Surroundings.class) {
                    return type.cast(constructor.newInstance(surroundings));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
