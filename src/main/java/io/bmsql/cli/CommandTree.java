package io.bmsql.cli;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.report.Words.Language;
import io.bmsql.tpcc.RandomStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
    private static final String RUN = "run a benchmark";
    private static final String STUDIES = "studies";
    private static final String DATA = "data";
    private static final String TOOLS = "tools";
    private static final List<String> TOPICS = List.of(RUN, STUDIES, DATA, TOOLS);

    /** In the order in which help shows them. */
    private static final List<Entry> COMMANDS = List.of(
            new Entry("init", InitCommand.class, RUN),
            new Entry("doctor", DoctorCommand.class, RUN),
            new Entry("build", BuildCommand.class, RUN),
            new Entry("load", LoadCommand.class, RUN),
            new Entry("run", RunCommand.class, RUN),
            new Entry("report", ReportCommand.class, RUN),
            new Entry("check", CheckCommand.class, RUN),
            new Entry("destroy", DestroyCommand.class, RUN),
            new Entry("ab", AbCommand.class, STUDIES),
            new Entry("sweep", SweepCommand.class, STUDIES),
            new Entry("compare", CompareCommand.class, STUDIES),
            new Entry("rerun", RerunCommand.class, STUDIES),
            new Entry("results", ResultsCommand.class, STUDIES),
            new Entry("reset", ResetCommand.class, DATA),
            new Entry("fingerprint", FingerprintCommand.class, DATA),
            new Entry("ledger", LedgerCommand.class, DATA),
            new Entry("acid", AcidCommand.class, DATA),
            new Entry("sql", SqlCommand.class, DATA),
            new Entry("validate", ValidateCommand.class, TOOLS),
            new Entry("dialect", DialectCommand.class, TOOLS),
            new Entry("dialects", DialectCommand.ListAll.class, TOOLS),
            new Entry("driver", DriverCommand.class, TOOLS),
            new Entry("klustron", KlustronCommand.class, TOOLS),
            new Entry("agent", AgentCommand.class, TOOLS),
            new Entry("merge", MergeCommand.class, TOOLS),
            new Entry("quickstart", Quickstart.Single.class, TOOLS),
            new Entry("cluster", Quickstart.Cluster.class, TOOLS),
            new Entry("completion", CompletionCommand.class, TOOLS),
            new Entry("help", CommandLine.HelpCommand.class, TOOLS),
            new Entry("property", OldScript.PropertyCommand.class, ""),
            new Entry("class-path", OldScript.ClassPathCommand.class, ""));

    /** They speak of all others. */
    private static final Set<Class<?>> OF_THE_WHOLE_TREE =
            Set.of(CompletionCommand.class, CommandLine.HelpCommand.class);

    private CommandTree() {}

    /** @param topic what the command is for; empty for those of the scripts of the program, which help does not show */
    private record Entry(String name, Class<?> type, String topic) {}

    private static List<String> commands(String topic) {
        return COMMANDS.stream()
                .filter(command -> command.topic.equals(topic))
                .map(Entry::name)
                .toList();
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

        /** Does this with each database that there is a folder for; those that cannot be used are said, with status 2. */
        final int eachDialect(Consumer<Dialect> action, Runnable end) {
            List<String> broken = new ArrayList<>();
            for (String db : DialectFolders.of(context.program()).available()) {
                try {
                    action.accept(DialectFolders.of(context.program()).load(db, ""));
                } catch (UsageException e) {
                    broken.add("db=" + db + " cannot be used: " + e.getMessage());
                }
            }
            end.run();
            broken.forEach(context::printError);
            return (broken.isEmpty() ? ExitCode.OK : ExitCode.USAGE).status();
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
            TOPICS.forEach(
                    topic -> message.append(String.format("  %-15s  %s%n", topic, String.join(", ", commands(topic)))));
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
                .setExecutionStrategy(parsed -> Signals.execute(context, parsed))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static String commandsByTopic(CommandLine.Help help) {
        StringBuilder text = new StringBuilder();
        for (String topic : TOPICS) {
            Map<String, CommandLine.Help> commands = new LinkedHashMap<>(help.subcommands());
            commands.keySet().retainAll(commands(topic));
            text.append(String.format("%n %s%n", topic)).append(help.commandList(commands));
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
