package io.bmsql.cli;

import io.bmsql.tpcc.RandomStream;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.common.ProgramContext;
import io.bmsql.report.Words.Language;
import io.bmsql.common.SecretText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Puts in only the commands that the words can mean: each costs the start of the program some milliseconds. */
final class CommandTree {
    /** In the order in which help shows them. */
    private static final List<Entry> COMMANDS = List.of(
            new Entry("init", InitCommand.class, Topic.RUN),
            new Entry("doctor", DoctorCommand.class, Topic.RUN),
            new Entry("build", BuildCommand.class, Topic.RUN),
            new Entry("load", LoadCommand.class, Topic.RUN),
            new Entry("run", RunCommand.class, Topic.RUN),
            new Entry("report", ReportCommand.class, Topic.RUN),
            new Entry("check", CheckCommand.class, Topic.RUN),
            new Entry("destroy", DestroyCommand.class, Topic.RUN),
            new Entry("ab", AbCommand.class, Topic.STUDIES),
            new Entry("sweep", SweepCommand.class, Topic.STUDIES),
            new Entry("compare", CompareCommand.class, Topic.STUDIES),
            new Entry("rerun", RerunCommand.class, Topic.STUDIES),
            new Entry("results", ResultsCommand.class, Topic.STUDIES),
            new Entry("reset", ResetCommand.class, Topic.DATA),
            new Entry("fingerprint", FingerprintCommand.class, Topic.DATA),
            new Entry("ledger", LedgerCommand.class, Topic.DATA),
            new Entry("acid", AcidCommand.class, Topic.DATA),
            new Entry("sql", SqlCommand.class, Topic.DATA),
            new Entry("validate", ValidateCommand.class, Topic.TOOLS),
            new Entry("dialect", DialectCommand.class, Topic.TOOLS),
            new Entry("dialects", DialectCommand.ListAll.class, Topic.TOOLS),
            new Entry("driver", DriverCommand.class, Topic.TOOLS),
            new Entry("klustron", KlustronCommand.class, Topic.TOOLS),
            new Entry("agent", AgentCommand.class, Topic.TOOLS),
            new Entry("merge", MergeCommand.class, Topic.TOOLS),
            new Entry("quickstart", Quickstart.Single.class, Topic.TOOLS),
            new Entry("cluster", Quickstart.Cluster.class, Topic.TOOLS),
            new Entry("completion", CompletionCommand.class, Topic.TOOLS),
            new Entry("help", CommandLine.HelpCommand.class, Topic.TOOLS),
            new Entry("property", OldScript.PropertyCommand.class, Topic.HIDDEN),
            new Entry("class-path", OldScript.ClassPathCommand.class, Topic.HIDDEN));

    /** They speak of all others. */
    private static final Set<Class<?>> OF_THE_WHOLE_TREE =
            Set.of(CompletionCommand.class, CommandLine.HelpCommand.class);

    private CommandTree() {}

    private record Entry(String name, Class<?> type, Topic topic) {}

    /** What a command is for. */
    private enum Topic {
        RUN("run a benchmark"),
        STUDIES("studies"),
        DATA("data"),
        TOOLS("tools"),
        /** For the scripts of the program. */
        HIDDEN("");

        static final Set<Topic> SHOWN = EnumSet.complementOf(EnumSet.of(HIDDEN));

        private final String title;

        Topic(String title) {
            this.title = title;
        }

        List<String> commands() {
            return COMMANDS.stream()
                    .filter(command -> command.topic() == this)
                    .map(Entry::name)
                    .toList();
        }
    }

    abstract static class Base implements Callable<Integer> {
        @SuppressWarnings("NullAway.Init") // set by the factory
        CommandContext context;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        CommandSpec spec;

        /** For a call that cannot be meant: shows the usage. */
        final ParameterException wrongUsage(String message) {
            return new ParameterException(spec.commandLine(), message);
        }

        /** Reads and checks settings, which these override, without a word. */
        final LoadedConfig read(Path props, Map<String, String> overrides, ConfigPurpose purpose)
                throws ConfigException {
            ProgramContext program = context.program();
            LoadedConfig loaded = new ConfigLoader(program.environment(), () -> RandomStream.drawSeed(program.clock()))
                    .load(program.resolve(props), overrides, purpose);
            program.secrets().use(loaded.secrets());
            return loaded;
        }

        /** What the user typed, without secrets, for the record of a run. */
        final String commandLine() {
            List<String> words = spec.root().commandLine().getParseResult().originalArgs();
            return "bmsql " + String.join(" ", SecretText.hideIn(words));
        }
    }

    static final class InLanguage {
        @Option(
                names = "--lang",
                paramLabel = "LANG",
                defaultValue = "EN",
                description = "Language of tables, sentences and pages: en or zh. Default: en.")
        Language language = Language.EN;
    }

    /** A word that only leads to others; alone it lists them. */
    abstract static class Group extends Base {
        @Override
        public Integer call() {
            throw wrongUsage(
                    "Say what to do: " + String.join(", ", spec.subcommands().keySet()) + ".");
        }
    }

    @Command(
            name = "bmsql",
            description =
                    "Loads a TPC-C database, drives it and reports what it saw. Reads BenchmarkSQL's props files.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            scope = ScopeType.INHERIT,
            synopsisSubcommandLabel = "COMMAND",
            exitCodeListHeading = "%nExit status:%n",
            footer = {
                "  bmsql build props.pg                    tables, rows, indexes, keys",
                "  bmsql run props.pg                      the timed run",
                "  bmsql run props.pg -D terminals=50      with another setting",
                "  bmsql report my_result_2026-11-20       an HTML page from its results",
                "  run/quickstart.sh                       all of it on an own PostgreSQL",
                "  . <(bmsql completion)                   TAB completes, in bash and zsh"
            })
    static final class Root extends Group {
        @Option(
                names = "--stacktrace",
                scope = ScopeType.INHERIT,
                description = "Show where in the program an error happened, for a bug report.")
        private boolean stackTrace;

        boolean wantsStackTrace() {
            return stackTrace;
        }

        @Override
        public Integer call() {
            StringBuilder message = new StringBuilder("Say what to do:\n");
            Topic.SHOWN.forEach(topic ->
                    message.append(String.format("  %-15s  %s%n", topic.title, String.join(", ", topic.commands()))));
            throw wrongUsage(message.toString().stripTrailing());
        }
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "bmsql " + ProgramContext.version(),
                "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                        + System.getProperty("os.arch")
            };
        }
    }

    /** The commands for these words of the command line. */
    static CommandLine create(CommandContext context, List<String> words) {
        CommandLine tree = new CommandLine(Root.class, new Factory(context));
        Map<String, String> meanings = new LinkedHashMap<>();
        for (ExitCode code : ExitCode.values()) {
            meanings.put(Integer.toString(code.status()), code.meaning());
        }
        tree.getCommandSpec().usageMessage().exitCodeList(meanings);
        needed(words).forEach(command -> tree.addSubcommand(command.name(), command.type()));
        tree.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandTree::commandsByTopic);
        headExamples(tree);
        FailureReport failures = new FailureReport(context);
        return tree.setOut(new PrintWriter(context.console().out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.console().err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(context.console().terminal())
                .setExecutionStrategy(new StopStrategy(context))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static String commandsByTopic(CommandLine.Help help) {
        StringBuilder text = new StringBuilder();
        for (Topic topic : Topic.SHOWN) {
            Map<String, CommandLine.Help> commands = new LinkedHashMap<>(help.subcommands());
            commands.keySet().retainAll(topic.commands());
            text.append(String.format("%n %s%n", topic.title)).append(help.commandList(commands));
        }
        return text.toString();
    }

    /** What our commands have below their help are examples. */
    private static void headExamples(CommandLine command) {
        int examples = command.getCommandSpec().usageMessage().footer().length;
        if (examples > 0) {
            command.getCommandSpec().usageMessage().footerHeading(examples == 1 ? "%nExample:%n" : "%nExamples:%n");
        }
        command.getSubcommands().values().forEach(CommandTree::headExamples);
    }

    private static List<Entry> needed(List<String> words) {
        if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
            return List.of();
        }
        return COMMANDS.stream()
                .filter(command -> !words.isEmpty() && words.get(0).equals(command.name()))
                .filter(command -> !OF_THE_WHOLE_TREE.contains(command.type()))
                .findFirst()
                .map(List::of)
                .orElse(COMMANDS);
    }

    /** Makes everything picocli's way, and hands commands the context. */
    private record Factory(CommandContext context) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            K made = CommandLine.defaultFactory().create(type);
            if (made instanceof Base command) {
                command.context = context;
            }
            return made;
        }
    }
}
