package io.bmsql.cli;

import io.bmsql.dialect.DialectFolders;
import io.bmsql.db.DriverFolders;
import io.bmsql.common.NumberText;
import io.bmsql.cli.console.Dialogue;
import io.bmsql.config.ConfigException;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsDraft;
import io.bmsql.config.PropsFile;
import io.bmsql.db.CannotConnectException;
import io.bmsql.dialect.Dialect;
import io.bmsql.result.FileReplacer;
import io.bmsql.config.PacingMode;
import io.bmsql.common.UsageException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql init}: writes a props file, by asking or from flags. */
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
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DB",
            description = "One of the databases of 'bmsql dialects', such as postgres.")
    @Nullable
    String db;

    @Mixin
    final Flags flags = new Flags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write; by default props.DB in this directory.")
    private @Nullable Path output;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean isForced;

    @Mixin
    private final PropsCommand.Overrides others = new PropsCommand.Overrides();

    /** What can be said without being asked. */
    static final class Flags {
        @Option(names = "--conn", paramLabel = "URL", description = "JDBC URL of the database, without a password.")
        @Nullable
        String conn;

        @Option(names = "--user", paramLabel = "NAME", description = "Database user.")
        @Nullable
        String user;

        @Option(
                names = "--password-env",
                paramLabel = "NAME",
                description = "Take the password from this environment variable at each start.")
        @Nullable
        String passwordEnv;

        @Option(
                names = "--password-file",
                paramLabel = "FILE",
                description = "Take the password from the first line of this file at each start.")
        @Nullable
        String passwordFile;

        @Option(
                names = "--password-in-clear",
                description = "Ask for the password and write it into the file, which only you may read then.")
        boolean isPasswordInClear;

        @Option(names = "--no-password", description = "The server asks for none.")
        boolean isWithoutPassword;

        @Option(names = "--warehouses", paramLabel = "N", description = "Warehouses to load and to use.")
        @Nullable
        Integer warehouses;

        @Option(names = "--terminals", paramLabel = "N", description = "Emulated users.")
        @Nullable
        Integer terminals;

        @Option(names = "--minutes", paramLabel = "N", description = "Minutes to measure, such as 10 or 0.5.")
        @Nullable
        BigDecimal minutes;

        @Option(
                names = "--think-times",
                negatable = true,
                description = "Users wait between transactions, as TPC-C asks; then 10 terminals a warehouse.")
        @Nullable
        Boolean hasThinkTimes;

        /** The flags as they would be typed, those that were answers among them. */
        String typed() {
            Map<String, @Nullable Object> valued = new LinkedHashMap<>();
            valued.put("--conn", conn);
            valued.put("--user", user);
            valued.put("--password-env", passwordEnv);
            valued.put("--password-file", passwordFile);
            valued.put("--warehouses", warehouses);
            valued.put("--terminals", terminals);
            valued.put("--minutes", minutes);
            StringBuilder line = new StringBuilder();
            valued.forEach((name, value) -> {
                if (value != null) {
                    String word = value.toString();
                    line.append(' ').append(name).append(' ');
                    line.append(word.matches("[A-Za-z0-9_./:@-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
                }
            });
            return line
                    + (isPasswordInClear ? " --password-in-clear" : "")
                    + (isWithoutPassword ? " --no-password" : "")
                    + (hasThinkTimes == null ? "" : hasThinkTimes ? " --think-times" : " --no-think-times");
        }
    }

    @Override
    public Integer call() throws Exception {
        return call(Dialogue.ofTerminal());
    }

    int call(Optional<Dialogue> terminal) throws UsageException, IOException {
        InitQuestions questions = new InitQuestions(flags, terminal);
        List<String> known = DialectFolders.of(context.program()).available();
        questions.requireFlags(db);
        Map<PropertyKey, String> given = given();
        String chosen = db == null ? questions.database(known) : db;
        Dialect dialect = DialectFolders.of(context.program()).load(chosen, "");
        Path shown = output == null ? Path.of("props." + chosen) : output;
        Path file = context.program().resolve(shown);
        if (Files.exists(file) && !isForced) {
            throw new UsageException(
                    shown + " is there already: --output FILE names another one, --force replaces it");
        }
        PropsDraft draft = draft(dialect);
        given.forEach(draft::put);
        for (PropertyKey key : given.keySet()) {
            String mistake = mistake(draft, file, key);
            if (mistake != null) {
                throw new UsageException("-D " + key.key() + ": " + mistake);
            }
        }
        String typed = flags.typed();
        try {
            questions.fillIn(draft, dialect, key -> mistake(draft, file, key));
            given.forEach(draft::put);
            finish(draft, dialect, shown, file);
        } catch (UsageException | IOException e) {
            if (!flags.typed().equals(typed)) {
                context.complain("The answers so far, as flags: bmsql init " + chosen + flags.typed());
            }
            throw e;
        }
        return ExitCode.OK.status();
    }

    private void finish(PropsDraft draft, Dialect dialect, Path shown, Path file) throws UsageException, IOException {
        String text = draft.text("db=" + dialect.name()
                + ". All keys: docs/properties.md. Check this file with: bmsql validate " + shown);
        LoadedConfig loaded = draft.checked(file, text, context.program().environment());
        context.program().secrets().use(loaded.secrets());
        ValidateCommand.driverWarnings(context, loaded.config().connection(), ValidateCommand.usable(context, loaded));
        loaded.warnings().forEach(warning -> context.complain("Warning: " + warning));
        write(file, text);
        end(shown, draft, loaded, dialect);
    }

    /** What {@code bmsql validate} would refuse of this key; null when nothing. A driver that is not here is said at the end. */
    private @Nullable String mistake(PropsDraft draft, Path file, PropertyKey key) {
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

    /** Of the nearest database of the chain that has a sample; where none has one, a run like theirs. */
    private PropsDraft draft(Dialect dialect) throws IOException {
        PropsDraft draft = new PropsDraft();
        draft.put(PropertyKey.RAMPUP_MINS, "1");
        draft.put(PropertyKey.RESULT_DIRECTORY, "my_result_%tY-%tm-%td_%tH%tM%tS");
        for (PropertyKey size : List.of(PropertyKey.WAREHOUSES, PropertyKey.TERMINALS, PropertyKey.RUN_MINS)) {
            draft.put(size, "10");
        }
        Map<String, PropsFile> samples = samples();
        for (String name : dialect.chain()) {
            PropsFile sample = samples.get(name);
            if (sample != null) {
                draft.takeFrom(sample, name.equals(dialect.name()));
                break;
            }
        }
        draft.put(PropertyKey.DB, dialect.name());
        if (dialect.access().driver().isEmpty()) {
            draft.leaveOut(PropertyKey.DRIVER);
        } else {
            draft.put(PropertyKey.DRIVER, dialect.access().driver());
        }
        draft.put(PropertyKey.CONN, dialect.access().urlExample());
        return draft;
    }

    /** The first file by name for each database. */
    private Map<String, PropsFile> samples() throws IOException {
        Path folder = context.program().programRoot().resolve("run");
        Map<String, PropsFile> samples = new LinkedHashMap<>();
        if (Files.isDirectory(folder)) {
            List<Path> files;
            try (Stream<Path> all = Files.list(folder)) {
                files = all.filter(file -> file.getFileName().toString().startsWith("props."))
                        .sorted()
                        .toList();
            }
            for (Path file : files) {
                PropsFile sample = PropsFile.read(file);
                sample.entries().stream()
                        .filter(entry -> entry.key().equals(PropertyKey.DB.key()))
                        .forEach(entry -> samples.putIfAbsent(entry.value(), sample));
            }
        }
        return samples;
    }

    /** The settings behind -D: they win over what is asked, so their mistakes are said before the first question. */
    private Map<PropertyKey, String> given() throws UsageException {
        Map<PropertyKey, String> given = new EnumMap<>(PropertyKey.class);
        for (Map.Entry<String, String> other : others.settings.entrySet()) {
            PropertyKey key = PropertyKey.find(other.getKey())
                    .orElseThrow(() -> new UsageException("-D " + other.getKey() + ": there is no such setting"
                            + PropertyKey.nearest(other.getKey())));
            if (key == PropertyKey.PASSWORD || key == PropertyKey.XA_PASSWORD) {
                throw new UsageException(
                        "-D " + key.key() + ": a password on a command line can be read by others; use"
                                + " --password-env, --password-file or --password-in-clear");
            }
            given.put(key, other.getValue());
        }
        return given;
    }

    private void write(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (flags.isPasswordInClear && !Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        FileReplacer.replace(file, bytes, "the props file", "give another place with --output");
        if (flags.isPasswordInClear) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    private void end(Path shown, PropsDraft draft, LoadedConfig loaded, Dialect dialect) {
        boolean waits = loaded.config().run().pace().mode() == PacingMode.THINK_TIME;
        context.printf(
                "%s: db=%s, %s, %s on disk, %s %s",
                shown,
                dialect.name(),
                NumberText.counted(loaded.config().load().warehouses(), "warehouse"),
                InitQuestions.size(loaded.config().load().warehouses(), dialect),
                NumberText.counted(loaded.config().run().terminals(), "terminal"),
                waits ? "with keying and think times" : "without waits");
        List<String> next = new ArrayList<>();
        draft.unsetVariables(context.program().environment())
                .forEach(variable -> next.add("export " + variable + "=…"));
        for (String command : List.of("doctor", "build", "run")) {
            next.add("bmsql " + command + " " + shown);
        }
        context.print("Next:");
        next.forEach(line -> context.print("  " + line));
    }
}
