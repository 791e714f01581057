package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.cli.console.Dialogue;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigException;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsDraft;
import io.bmsql.config.PropsFile;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ResultWriteException;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.tpcc.Scale;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql init}: writes a props file, by asking or from  */
@Command(
        name = "init",
        description = {
            "Writes a props file with a comment above each line. In a terminal it asks for what the flags do not say; elsewhere"
                    + " flags must say where the database is and how its password is given.",
            "What it does not ask comes from the folder of the database and from the sample in run/. It connects to nothing, and"
                    + " overwrites nothing without --force."
        },
        footer = {
            "  bmsql init",
            "  bmsql init postgres --conn jdbc:postgresql://db1:5432/bench --user bench --password-env PGPASSWORD",
            "  bmsql init mariadb --warehouses 100 --think-times -D osCollectorScript=builtin"
        })
final class InitCommand extends CommandTree.Base {
    private static final long BYTES_A_MEGABYTE = 1_000_000;
    private static final String DEFAULT_VARIABLE = "BMSQL_PASSWORD";
    private static final List<String> PASSWORD_FLAGS =
            List.of("--password-env", "--password-file", "--password-in-clear", "--no-password");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DB",
            description = "One of the databases of 'bmsql dialects', such as postgres.")
    private @Nullable String db;

    @Option(names = "--conn", paramLabel = "URL", description = "JDBC URL of the database, without a password.")
    private @Nullable String conn;

    @Option(names = "--user", paramLabel = "NAME", description = "Database user.")
    private @Nullable String user;

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "Take the password from this environment variable at each start.")
    private @Nullable String passwordEnv;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "Take the password from the first line of this file at each start.")
    private @Nullable String passwordFile;

    @Option(
            names = "--password-in-clear",
            description = "Ask for the password and write it into the file, which only you may read then.")
    private boolean isPasswordInClear;

    @Option(names = "--no-password", description = "The server asks for none.")
    private boolean isWithoutPassword;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            completionCandidates = Workloads.class,
            description = "A workload of a folder instead of TPC-C, such as sysbench.")
    private @Nullable String workload;

    @Option(names = "--warehouses", paramLabel = "N", description = "Warehouses to load and to use.")
    private @Nullable Integer warehouses;

    @Option(names = "--terminals", paramLabel = "N", description = "Emulated users.")
    private @Nullable Integer terminals;

    @Option(names = "--minutes", paramLabel = "N", description = "Minutes to measure, such as 10 or 0.5.")
    private @Nullable BigDecimal minutes;

    @Option(
            names = "--think-times",
            negatable = true,
            description = "Users wait between transactions, as TPC-C asks; then 10 terminals a warehouse.")
    private @Nullable Boolean hasThinkTimes;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write; by default props.DB in this directory.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean isForced;

    @Mixin
    private final PropsCommand.Overrides others = new PropsCommand.Overrides();

    /** For the shell. */
    private static final class Workloads implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return WorkloadFolder.available(CommandContext.ofProcess().program())
                    .iterator();
        }
    }

    private final PropsDraft draft = new PropsDraft();
    /** By its name what each flag says, or was answered in its place; empty for a flag without a value. */
    private final Map<String, @Nullable String> flags = new LinkedHashMap<>();

    private Optional<Dialogue> terminal = Optional.empty();
    private Path shown = Path.of("");
    private Path file = Path.of("");

    @SuppressWarnings("NullAway.Init") // set before the first question
    private Dialect dialect;

    @Override
    public Integer call() throws Exception {
        return call(Dialogue.ofTerminal());
    }

    int call(Optional<Dialogue> terminal) throws UsageException, IOException {
        this.terminal = terminal;
        flags.put("--conn", conn);
        flags.put("--user", user);
        flags.put("--password-env", passwordEnv);
        flags.put("--password-file", passwordFile);
        flags.put("--password-in-clear", isPasswordInClear ? "" : null);
        flags.put("--no-password", isWithoutPassword ? "" : null);
        flags.put("--workload", workload);
        flags.put("--warehouses", warehouses == null ? null : warehouses.toString());
        flags.put("--terminals", terminals == null ? null : terminals.toString());
        flags.put("--minutes", minutes == null ? null : minutes.toPlainString());
        requireFlags();
        Map<PropertyKey, String> given = given();
        String chosen = db == null
                ? oneOf("Database", DialectFolders.of(context.program()).available(), "postgres", "sql.")
                : db;
        dialect = DialectFolders.of(context.program()).load(chosen, "");
        shown = output == null ? Path.of("props." + chosen) : output;
        file = context.program().resolve(shown);
        if (Files.exists(file) && !isForced) {
            throw new UsageException(shown + " is there already: --output FILE names another one, --force replaces it");
        }
        String typed = typed();
        if (workload == null && terminal.isPresent() && !given.containsKey(PropertyKey.WORKLOAD)) {
            workload = oneOf("Workload", WorkloadFolder.available(context.program()), ScriptsConfig.TPCC, "workload.");
            flags.put("--workload", isOfFolder() ? workload : null);
        }
        beginDraft();
        given.forEach(draft::put);
        for (PropertyKey key : given.keySet()) {
            String mistake = mistake(key);
            UsageException.throwIf(mistake != null, "-D " + key.key() + ": " + mistake);
        }
        try {
            fillIn();
            given.forEach(draft::put);
            finish();
        } catch (UsageException | ResultWriteException e) {
            if (!typed().equals(typed)) {
                context.printError("The answers so far, as flags: bmsql init " + chosen + typed());
            }
            throw e;
        }
        return ExitCode.OK.status();
    }

    private void finish() throws UsageException {
        String text = draft.text("db=" + dialect.name()
                + ". All keys: docs/properties.md. Check this file with: bmsql validate " + shown);
        LoadedConfig loaded = draft.checked(file, text, context.program().environment());
        context.program().secrets().use(loaded.secrets());
        ValidateCommand.driverWarnings(context, loaded.config().connection(), ValidateCommand.usable(context, loaded));
        loaded.warnings().forEach(warning -> context.printError("Warning: " + warning));
        write(text);
        end(loaded);
    }

    /** What {@code bmsql validate} would refuse of this key; null when nothing. A driver that is not here is said at the end. */
    private @Nullable String mistake(PropertyKey key) {
        try {
            LoadedConfig loaded =
                    draft.checked(file, draft.text(""), context.program().environment());
            if (key == PropertyKey.CONN) {
                Dialect dialect = Dialect.of(context.program(), loaded.config().connection());
                DriverFolders.of(context.program()).driver(loaded.config().connection(), dialect);
            }
            return null;
        } catch (ConfigException e) {
            return e.problems().stream()
                    .filter(problem -> problem.key().equals(key.key()))
                    .map(problem -> problem.why() + ". " + problem.suggestion())
                    .findFirst()
                    .orElse(null);
        } catch (CannotConnectException.DriverMissing e) {
            return null;
        } catch (UsageException e) {
            return e.getMessage();
        }
    }

    /** From the nearest database of the chain that has a sample in run/; where none has one, a run like theirs. */
    private void beginDraft() throws IOException, UsageException {
        draft.put(PropertyKey.RAMPUP_MINS, "1");
        draft.put(PropertyKey.RESULT_DIRECTORY, "my_result_%tY-%tm-%td_%tH%tM%tS");
        draft.put(PropertyKey.TERMINALS, "10");
        draft.put(PropertyKey.RUN_MINS, "10");
        if (!isOfFolder()) {
            draft.put(PropertyKey.WAREHOUSES, "10");
        } else {
            String name = Objects.requireNonNull(workload);
            draft.put(PropertyKey.WORKLOAD, name);
            Map<String, String> variables = WorkloadFolder.open(context.program(), name, List.of(), Map.of())
                    .values(Map.of());
            draft.put(
                    PropertyKey.SCRIPT_VARIABLES,
                    variables.entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")));
        }
        Path folder = context.program().programRoot().resolve("run");
        Map<String, PropsFile> samples = new HashMap<>();
        try (Stream<Path> files = Files.isDirectory(folder) && !isOfFolder() ? Files.list(folder) : Stream.of()) {
            for (Path path : files.filter(file -> file.getFileName().toString().startsWith("props."))
                    .sorted()
                    .toList()) {
                PropsFile sample = PropsFile.read(path);
                sample.entries().stream()
                        .filter(entry -> entry.key().equals(PropertyKey.DB.key()))
                        .forEach(entry -> samples.putIfAbsent(entry.value(), sample));
            }
        }
        for (String name : dialect.chain()) {
            PropsFile sample = samples.get(name);
            if (sample != null) {
                draft.takeFrom(sample, name.equals(dialect.name()));
                break;
            }
        }
        draft.put(PropertyKey.DB, dialect.name());
        draft.leaveOut(PropertyKey.DRIVER);
        if (!dialect.properties().driver().isEmpty()) {
            draft.put(PropertyKey.DRIVER, dialect.properties().driver());
        }
        draft.put(PropertyKey.CONN, dialect.properties().urlExample());
    }

    private boolean isOfFolder() {
        return workload != null && !workload.equals(ScriptsConfig.TPCC);
    }

    /** The settings behind -D: they win over what is asked, so their mistakes are said before the first question. */
    private Map<PropertyKey, String> given() throws UsageException {
        Map<PropertyKey, String> given = new EnumMap<>(PropertyKey.class);
        for (Map.Entry<String, String> other : others.settings.entrySet()) {
            PropertyKey key = PropertyKey.find(other.getKey())
                    .orElseThrow(() -> new UsageException("-D " + other.getKey() + ": there is no such setting"
                            + PropertyKey.nearest(other.getKey())));
            if (key == PropertyKey.PASSWORD || key == PropertyKey.XA_PASSWORD) {
                throw new UsageException("-D " + key.key() + ": a password on a command line can be read by others; use"
                        + " --password-env, --password-file or --password-in-clear");
            }
            given.put(key, other.getValue());
        }
        return given;
    }

    private void write(String text) {
        String advice = "give another place with --output";
        if (isPasswordInClear) {
            FileReplacer.replaceSecret(file, text, "the props file", advice);
        } else {
            FileReplacer.replace(file, text, "the props file", advice);
        }
    }

    private void end(LoadedConfig loaded) {
        boolean waits = loaded.config().run().pace().mode() == PacingMode.THINK_TIME;
        context.printf(
                "%s: db=%s, %s, %s %s",
                shown,
                dialect.name(),
                isOfFolder()
                        ? "workload=" + workload
                        : NumberText.counted(loaded.config().load().warehouses(), "warehouse") + ", "
                                + size(loaded.config().load().warehouses()) + " on disk",
                NumberText.counted(loaded.config().run().terminals(), "terminal"),
                waits ? "with keying and think times" : "without waits");
        context.print("Next:");
        draft.unsetVariables(context.program().environment())
                .forEach(variable -> context.print("  export " + variable + "=…"));
        List.of("doctor", "build", "run").forEach(command -> context.print("  bmsql " + command + " " + shown));
    }

    /** The flags as they would be typed, those that were answers among them. */
    private String typed() {
        StringBuilder line = new StringBuilder();
        flags.forEach((name, value) -> {
            if (value != null) {
                boolean isPlain = value.matches("[A-Za-z0-9_./:@-]*");
                String word = isPlain ? value : "'" + value.replace("'", "'\\''") + "'";
                line.append(' ').append(name).append(word.isEmpty() ? "" : " ").append(word);
            }
        });
        return line + (hasThinkTimes == null ? "" : hasThinkTimes ? " --think-times" : " --no-think-times");
    }

    /** Refuses what contradicts itself, and what is missing without a terminal to ask in. */
    private void requireFlags() throws UsageException {
        UsageException.throwIf(
                waysToPassword() > 1,
                "give only one of " + String.join(", ", PASSWORD_FLAGS.subList(0, 3)) + " and "
                        + PASSWORD_FLAGS.get(3));
        if (terminal.isPresent()) {
            return;
        }
        UsageException.throwIf(
                isPasswordInClear,
                "--password-in-clear asks for the password, for which there is no terminal here: use --password-env"
                        + " or --password-file");
        List<String> missing = new ArrayList<>(db == null ? List.of("DB") : List.of());
        Stream.of("--conn", "--user").filter(flag -> flags.get(flag) == null).forEach(missing::add);
        if (waysToPassword() == 0) {
            missing.add("one of --password-env, --password-file and --no-password");
        }
        UsageException.throwIf(
                !missing.isEmpty(),
                "there is no terminal to ask in, so these must be given: " + String.join(", ", missing));
    }

    private long waysToPassword() {
        return PASSWORD_FLAGS.stream().filter(flag -> flags.get(flag) != null).count();
    }

    private String oneOf(String what, Collection<String> known, String usual, String folder) throws UsageException {
        say(what + "s: " + String.join(", ", known));
        return ask(what, usual, answer -> known.contains(answer) ? null : "there is no " + folder + answer);
    }

    /** Puts the answers into the draft, and into the flags, so that they can be given again. */
    private void fillIn() throws UsageException {
        if (conn == null) {
            say("The database must be there already, best one for nothing else: bmsql makes and drops tables in it.");
        }
        settle(
                "--conn",
                "JDBC URL, without a password",
                draft.value(PropertyKey.CONN),
                url -> put(PropertyKey.CONN, url, urlMistake(url)));
        String usual = draft.value(PropertyKey.USER);
        String name = settle(
                "--user",
                "User",
                usual.isEmpty() ? "benchmarksql" : usual,
                user -> user.startsWith("jdbc:") || user.contains("://")
                        ? "this is a URL; write the name of the database user"
                        : null);
        draft.put(PropertyKey.USER, name);
        password();
        sizes();
    }

    /** What is wrong with a value by itself, or else with the file that has it. */
    private @Nullable String put(PropertyKey key, String value, @Nullable String own) {
        if (own != null) {
            return own;
        }
        draft.put(key, value);
        return mistake(key);
    }

    private @Nullable String urlMistake(String url) {
        if (!SecretText.findIn(url).isEmpty()) {
            return "it holds a password; leave it out, it is given in another way";
        }
        return url.startsWith("jdbc:")
                ? null
                : "a JDBC URL begins with jdbc: and looks like "
                        + dialect.properties().urlExample();
    }

    private void password() throws UsageException {
        draft.leaveOut(PropertyKey.PASSWORD);
        draft.leaveOut(PropertyKey.PASSWORD_FILE);
        String way = passwordEnv != null ? "e" : passwordFile != null ? "f" : isPasswordInClear ? "w" : "n";
        if (waysToPassword() == 0) {
            say("The password does not stand in the file, unless you want that.");
            way = ask(
                    "Password from an environment variable (e), a file (f), none at all (n), or written into the file (w)",
                    "e",
                    answer -> answer.matches("[efnw]") ? null : "write e, f, n or w");
        }
        switch (way) {
            case "e" -> {
                String name = settle(
                        "--password-env",
                        "Its name",
                        DEFAULT_VARIABLE,
                        answer -> answer.matches("[A-Za-z_][A-Za-z0-9_]*")
                                ? null
                                : "this is no name of an environment variable, such as " + DEFAULT_VARIABLE);
                draft.put(PropertyKey.PASSWORD, "${" + name + "}");
            }
            case "f" ->
                settle(
                        "--password-file",
                        "Path of the file",
                        "",
                        path -> put(PropertyKey.PASSWORD_FILE, path, path.isEmpty() ? "give a path" : null));
            case "w" -> {
                isPasswordInClear = true;
                flags.put("--password-in-clear", "");
                draft.put(PropertyKey.PASSWORD, answer(dialogue().askHidden("Password (is not shown): ")));
            }
            default -> flags.put("--no-password", "");
        }
    }

    private void sizes() throws UsageException {
        int most = Integer.MAX_VALUE;
        if (!isOfFolder()) {
            if (warehouses == null || terminals == null) {
                terminal.ifPresent(unused -> advise());
            }
            int chosen = number("--warehouses", "Warehouses", PropertyKey.WAREHOUSES);
            most = (int) Math.min(most, (long) Scale.TERMINALS_PER_WAREHOUSE * chosen);
        } else if (warehouses != null) {
            throw new UsageException("--warehouses is for TPC-C; the size of workload=" + workload
                    + " is in scriptVariables: -D \"scriptVariables=" + draft.value(PropertyKey.SCRIPT_VARIABLES)
                    + "\"");
        } else if (hasThinkTimes == null) {
            hasThinkTimes = false;
        }
        if (hasThinkTimes == null) {
            hasThinkTimes = terminal.isPresent()
                    && ask(
                                    "Users who wait, as TPC-C asks (y), or none (n)",
                                    "n",
                                    answer -> answer.matches("[yn]") ? null : "write y or n")
                            .equals("y");
        }
        draft.put(PropertyKey.KEYING_TIME_MULTIPLIER, hasThinkTimes ? "1" : "0");
        draft.put(PropertyKey.THINK_TIME_MULTIPLIER, hasThinkTimes ? "1" : "0");
        int usual = hasThinkTimes && !isOfFolder() ? most : Math.min(usual(PropertyKey.TERMINALS), most);
        draft.put(PropertyKey.TERMINALS, Integer.toString(usual));
        number("--terminals", "Terminals", PropertyKey.TERMINALS);
        if (minutes != null || terminal.isPresent()) {
            settle(
                    "--minutes",
                    "Minutes to measure",
                    draft.value(PropertyKey.RUN_MINS),
                    answer -> put(
                            PropertyKey.RUN_MINS,
                            answer,
                            answer.matches("[0-9]+([.][0-9]+)?") && new BigDecimal(answer).signum() > 0
                                    ? null
                                    : "write a number above 0, such as 10 or 0.5"));
        }
    }

    private int number(String flag, String question, PropertyKey key) throws UsageException {
        return Integer.parseInt(settle(
                flag,
                question,
                Integer.toString(usual(key)),
                answer -> put(key, answer, answer.matches("[1-9][0-9]*") ? null : "write a whole number from 1 on")));
    }

    private int usual(PropertyKey key) {
        String sample = draft.value(key);
        return sample.matches("[1-9][0-9]{0,6}") ? Integer.parseInt(sample) : 10;
    }

    /**
     * What the flag says, or in a terminal the answer, which the flag has then, or else what is usual.
     *
     * @param check takes it, or says what is wrong with it
     */
    private String settle(String flag, String question, String usual, Function<String, @Nullable String> check)
            throws UsageException {
        String given = flags.get(flag);
        if (given == null && terminal.isPresent()) {
            String answer = ask(question, usual, check);
            flags.put(flag, answer);
            return answer;
        }
        String value = given == null ? usual : given;
        String mistake = check.apply(value);
        UsageException.throwIf(mistake != null, flag + ": " + mistake);
        return value;
    }

    private void advise() {
        say(NumberText.format(
                "A warehouse takes %s on disk. With waits TPC-C gives it %d terminals (clause 4.2.2) and at most %.2f"
                        + " tpmC.",
                size(1), Scale.TERMINALS_PER_WAREHOUSE, Scale.MAX_TPMC_PER_WAREHOUSE));
        say("Without waits, BenchmarkSQL's habit, a few terminals load a server; such a number is not comparable with"
                + " published results.");
    }

    private String size(int count) {
        return "about "
                + NumberText.bytes(
                        BYTES_A_MEGABYTE * count * dialect.properties().megabytesPerWarehouse());
    }

    /** Asks until there is an answer without a mistake; Enter alone takes the usual one. */
    private String ask(String question, String usual, Function<String, @Nullable String> mistake)
            throws UsageException {
        while (true) {
            String typed = answer(dialogue().ask(question + (usual.isEmpty() ? ": " : " [" + usual + "]: ")))
                    .strip();
            String chosen = typed.isEmpty() ? usual : typed;
            String why = mistake.apply(chosen);
            if (why == null) {
                return chosen;
            }
            say("- " + why);
        }
    }

    private String answer(@Nullable String typed) throws UsageException {
        if (typed == null) {
            say("");
            throw new UsageException("there was no answer, so nothing was written");
        }
        return typed;
    }

    private Dialogue dialogue() {
        return terminal.orElseThrow();
    }

    private void say(String line) {
        Console.paragraph("", line, dialogue().columns()).forEach(dialogue()::say);
    }
}
