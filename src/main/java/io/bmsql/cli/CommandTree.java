package io.bmsql.cli;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.Texts.Language;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Puts in only the commands that the words can mean: each costs the start of the program some milliseconds. */
final class CommandTree {
    /** By topic, in the order in which help shows them; help does not show those of the program's scripts, which have none. */
    private static final List<Map.Entry<String, List<Class<?>>>> COMMANDS = List.of(
            Map.entry(
                    "run a benchmark",
                    List.of(
                            InitCommand.class,
                            DoctorCommand.class,
                            BuildCommand.class,
                            LoadCommand.class,
                            RunCommand.class,
                            MarkCommand.class,
                            ReportCommand.class,
                            CheckCommand.class,
                            DestroyCommand.class)),
            Map.entry(
                    "studies",
                    List.of(
                            AbCommand.class,
                            SweepCommand.class,
                            FailoverCommand.class,
                            CompareCommand.class,
                            TrendCommand.class,
                            RerunCommand.class,
                            ResultsCommand.class,
                            SiteCommand.class)),
            Map.entry(
                    "data",
                    List.of(
                            ResetCommand.class,
                            PrepareCommand.class,
                            FingerprintCommand.class,
                            LedgerCommand.class,
                            AcidCommand.class,
                            SqlCommand.class)),
            Map.entry(
                    "tools",
                    List.of(
                            ValidateCommand.class,
                            WorkloadCommand.class,
                            DialectCommand.class,
                            DialectCommand.ListAll.class,
                            KlustronCommand.class,
                            AgentCommand.class,
                            MergeCommand.class,
                            Quickstart.class,
                            CompletionCommand.class,
                            CommandLine.HelpCommand.class)),
            Map.entry("", List.of(OldScript.PropertyCommand.class, OldScript.ClassPathCommand.class)));

    /** What help says, but for the library's own commands. */
    private static final ResourceBundle HELP = ResourceBundle.getBundle("cli.help", Locale.ROOT);

    private CommandTree() {}

    /** Takes the first word of a command, such as {@code ledger} of {@code ledger verify}. */
    private static String name(Class<?> command) {
        return words(command)[0];
    }

    private static String[] words(Class<?> command) {
        return command.getAnnotation(Command.class).name().split(" ");
    }

    /** Puts a command of two words below one of its first word, which lists it when it is called alone. */
    private static CommandLine made(Class<?> command) {
        String[] words = words(command);
        CommandLine made = new CommandLine(command);
        made.getCommandSpec().name(words[words.length - 1]);
        if (words.length == 1) {
            return made;
        }
        Base group = new Base();
        group.spec = CommandSpec.wrapWithoutInspection(group);
        return new CommandLine(group.spec).addSubcommand(words[1], made);
    }

    /** For each topic something that begins with the names of its commands. */
    private static String byTopic(BiFunction<String, List<String>, String> text) {
        return COMMANDS.stream()
                .filter(topic -> !topic.getKey().isEmpty())
                .map(topic -> text.apply(
                        topic.getKey(),
                        topic.getValue().stream().map(CommandTree::name).toList()))
                .collect(Collectors.joining());
    }

    /** A command; one that says nothing else only leads to others, and lists them when it is called alone. */
    static class Base implements Callable<Integer> {
        @SuppressWarnings("NullAway.Init") // set when the tree is made
        CommandContext context;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            throw wrongUsage(
                    "Say what to do: " + String.join(", ", spec.subcommands().keySet()) + ".");
        }

        /** For a call that cannot be meant: shows the usage. */
        final ParameterException wrongUsage(String message) {
            return new ParameterException(spec.commandLine(), message);
        }

        /** What the user typed, without secrets, for the record of a run. */
        final String commandLine() {
            List<String> words = spec.root().commandLine().getParseResult().originalArgs();
            return "bmsql " + String.join(" ", SecretText.hideIn(words));
        }
    }

    static final class InLanguage {
        @Option(names = "--lang", paramLabel = "LANG")
        private @Nullable Language language;

        /** What the command line says, else what the command finds out by itself. */
        Language or(Language other) {
            return language == null ? other : language;
        }
    }

    @Command(
            name = "bmsql",
            mixinStandardHelpOptions = true,
            scope = ScopeType.INHERIT,
            synopsisSubcommandLabel = "COMMAND",
            exitCodeListHeading = "%nExit status:%n")
    static final class Root extends Base {
        @Option(names = "--stacktrace", scope = ScopeType.INHERIT)
        boolean stackTrace;

        @Override
        public Integer call() {
            throw wrongUsage("Say what to do:"
                    + byTopic((topic, names) -> String.format("%n  %-15s  %s", topic, String.join(", ", names))));
        }
    }

    /** The commands for these words of the command line. */
    static CommandLine create(CommandContext context, List<String> words) {
        CommandLine tree = new CommandLine(Root.class);
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            meanings.put(Integer.toString(code.status()), code.meaning());
        }
        tree.getCommandSpec().usageMessage().exitCodeList(meanings);
        needed(words).forEach(command -> tree.addSubcommand(name(command), made(command)));
        tree.getHelpSectionMap()
                .put(
                        UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                        help -> byTopic((topic, names) -> {
                            Map<String, CommandLine.Help> commands = new LinkedHashMap<>(help.subcommands());
                            commands.keySet().retainAll(names);
                            return String.format("%n %s%n", topic) + help.commandList(commands);
                        }));
        complete(tree, context);
        FailureReport failures = new FailureReport(context);
        return tree.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(context.console().terminal())
                .setExecutionStrategy(parsed -> Signals.execute(context, parsed))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    /** Gives a command and those below it what their annotations do not say. What ours have below their help are examples. */
    private static void complete(CommandLine command, CommandContext context) {
        if (command.getCommand() instanceof Base ours) {
            ours.context = context;
        }
        command.getCommandSpec()
                .version(
                        "bmsql " + ProgramContext.version(),
                        "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name")
                                + " " + System.getProperty("os.arch"));
        command.getCommandSpec().resourceBundle(HELP);
        int examples = command.getCommandSpec().usageMessage().footer().length;
        if (examples > 0) {
            command.getCommandSpec().usageMessage().footerHeading(examples == 1 ? "%nExample:%n" : "%nExamples:%n");
        }
        command.getSubcommands().values().forEach(below -> complete(below, context));
    }

    /** The command that is called alone, unless it speaks of all others. */
    private static List<Class<?>> needed(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
            return List.of();
        }
        List<Class<?>> all = new ArrayList<>();
        COMMANDS.forEach(topic -> all.addAll(topic.getValue()));
        List<Class<?>> called = all.stream()
                .filter(command -> name(command).equals(first))
                .filter(command -> command != CompletionCommand.class && command != CommandLine.HelpCommand.class)
                .toList();
        return called.isEmpty() ? all : called;
    }
}
