package io.bmsql.cli;

import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Puts the commands together and hands each the context. Only the commands that the words can mean are put in: each
 * one costs the start of the program some milliseconds.
 */
final class CommandTree {
    /** In the order in which help shows them. */
    private static final List<Entry> COMMANDS = List.of(
            new Entry("build", BuildCommand.class),
            new Entry("load", LoadCommand.class),
            new Entry("run", RunCommand.class),
            new Entry("report", ReportCommand.class),
            new Entry("check", CheckCommand.class),
            new Entry("ledger", LedgerCommand.class),
            new Entry("acid", AcidCommand.class),
            new Entry("destroy", DestroyCommand.class),
            new Entry("sql", SqlCommand.class),
            new Entry("validate", ValidateCommand.class),
            new Entry("klustron", KlustronCommand.class),
            new Entry("dialect", DialectCommand.class),
            new Entry("dialects", DialectsCommand.class),
            new Entry("quickstart", OwnServerCommand.QuickstartCommand.class),
            new Entry("cluster", OwnServerCommand.ClusterCommand.class),
            new Entry("property", PropertyCommand.class),
            new Entry("class-path", ClassPathCommand.class),
            new Entry("generate-completion", AutoComplete.GenerateCompletion.class),
            new Entry("help", CommandLine.HelpCommand.class));

    /** They speak of all others. */
    private static final Set<Class<?>> OF_THE_WHOLE_TREE =
            Set.of(AutoComplete.GenerateCompletion.class, CommandLine.HelpCommand.class);

    private CommandTree() {}

    private record Entry(String name, Class<?> type) {}

    /** The tree for these words of the command line. */
    static CommandLine create(CommandContext context, List<String> words) {
        IFactory factory = new Factory(context);
        CommandLine tree = new CommandLine(BmsqlCommand.class, factory);
        for (Entry command : needed(words)) {
            tree.addSubcommand(command.name(), command.type());
        }
        listExitCodes(tree);
        FailureReport failures =
                new FailureReport(context.console().err(), context.program().secrets());
        return tree.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(context.console().terminal())
                .setExecutionStrategy(new StopStrategy(context))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static void listExitCodes(CommandLine command) {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            meanings.put(Integer.toString(code.status()), code.meaning());
        }
        command.getCommandSpec().usageMessage().exitCodeList(meanings);
        command.getSubcommands().values().forEach(CommandTree::listExitCodes);
    }

    private static List<Entry> needed(List<String> words) {
        if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
            return List.of();
        }
        for (Entry command : COMMANDS) {
            boolean isFirst = !words.isEmpty() && words.get(0).equals(command.name());
            if (isFirst && !OF_THE_WHOLE_TREE.contains(command.type())) {
                return List.of(command);
            }
        }
        return COMMANDS;
    }

    /** Makes commands with the constructor that takes the context, and everything else picocli's way. */
    private record Factory(CommandContext context) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                Class<?>[] parameters = constructor.getParameterTypes();
                if (parameters.length == 1 && parameters[0] == CommandContext.class) {
                    return type.cast(constructor.newInstance(context));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
