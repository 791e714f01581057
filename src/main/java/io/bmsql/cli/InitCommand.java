package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsDraft;
import io.bmsql.config.PropsFile;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.result.FileReplacer;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.tpcc.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql init}: writes the props file of a database with the values that are given. */
@Command(name = "init")
final class InitCommand extends CommandTree.Base {
    private static final long BYTES_A_MEGABYTE = 1_000_000;

    @Parameters(index = "0", paramLabel = "DB")
    private String db = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "KEY=VALUE")
    private List<String> values = new ArrayList<>();

    @Option(names = "--workload", paramLabel = "NAME", completionCandidates = Workloads.class)
    private @Nullable String workload;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE")
    private @Nullable Path output;

    @Option(names = "--force")
    private boolean isForced;

    /** For the shell. */
    private static final class Workloads implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            ProgramContext program = CommandContext.ofProcess().program();
            return WorkloadFolder.available(program, program.workingDirectory()).iterator();
        }
    }

    private final PropsDraft draft = new PropsDraft();

    @Override
    public Integer call() throws UsageException, IOException {
        Map<PropertyKey, String> given = given();
        Dialect dialect = DialectFolders.of(context.program()).load(db, "");
        Path shown = output == null ? Path.of("props." + db) : output;
        Path file = context.program().resolve(shown);
        if (Files.exists(file) && !isForced) {
            throw new UsageException(shown + " is there already: --output FILE names another one, --force replaces it");
        }
        takeUsual(dialect);
        if (given.containsKey(PropertyKey.PASSWORD) || given.containsKey(PropertyKey.PASSWORD_FILE)) {
            draft.leaveOut(PropertyKey.PASSWORD);
        }
        given.forEach(draft::put);
        if (!given.containsKey(PropertyKey.TERMINALS) && !isOfFolder()) {
            draft.put(PropertyKey.TERMINALS, Long.toString(usualTerminals()));
        }
        String text = draft.text(
                "db=" + db + ". All keys: docs/properties.md. Check this file with: bmsql validate " + shown);
        LoadedConfig loaded = draft.checked(file, text, context.program().environment());
        context.program().secrets().use(loaded.secrets());
        ValidateCommand.driverWarnings(context, "", loaded.config(), ValidateCommand.usable(context, loaded));
        loaded.warnings().forEach(warning -> context.warn("", warning));
        FileReplacer.replace(file, text, "the props file", "give another place with --output");
        end(loaded, dialect, shown);
        return ExitCode.OK.status();
    }

    /** The settings of the command line; what no file shall have is refused. */
    private Map<PropertyKey, String> given() throws UsageException {
        Map<PropertyKey, String> given = new EnumMap<>(PropertyKey.class);
        for (String each : values) {
            String[] words = each.split("=", 2);
            UsageException.throwIf(words[0].isBlank(), "'" + each + "' has no key: write KEY=VALUE");
            PropertyKey key = PropertyKey.find(words[0])
                    .orElseThrow(() -> new UsageException(
                            words[0] + ": there is no such setting" + PropertyKey.nearest(words[0])));
            UsageException.throwIf(words.length == 1, each + ": write " + each + "=VALUE");
            boolean isSecret = key == PropertyKey.PASSWORD || key == PropertyKey.XA_PASSWORD;
            boolean isVariable = ConfigLoader.VARIABLE.matcher(words[1]).matches();
            UsageException.throwIf(
                    isSecret && !isVariable && !words[1].isEmpty(),
                    key.key() + ": a password on a command line can be read by others; write " + key.key()
                            + "='${NAME}' for an environment variable, or passwordFile=FILE");
            UsageException.throwIf(
                    !isSecret && !SecretText.findIn(words[1]).isEmpty(),
                    key.key() + ": it holds a password; leave it out, and give password or passwordFile");
            given.put(key, words[1]);
        }
        return given;
    }

    /** From the nearest database of the chain that has a sample in run/; where none has one, a run like theirs. */
    private void takeUsual(Dialect dialect) throws IOException, UsageException {
        draft.put(PropertyKey.USER, "benchmarksql");
        draft.put(PropertyKey.RAMPUP_MINS, "1");
        draft.put(PropertyKey.RESULT_DIRECTORY, "my_result_%tY-%tm-%td_%tH%tM%tS");
        draft.put(PropertyKey.TERMINALS, "10");
        draft.put(PropertyKey.RUN_MINS, "10");
        if (workload != null && isOfFolder()) {
            draft.put(PropertyKey.WORKLOAD, workload);
            Map<String, String> variables = WorkloadFolder.open(
                            context.program(), context.program().workingDirectory(), workload, List.of(), Map.of())
                    .values(Map.of());
            draft.put(
                    PropertyKey.SCRIPT_VARIABLES,
                    variables.entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")));
        } else {
            draft.put(PropertyKey.WAREHOUSES, "10");
            takeSample(dialect);
        }
        draft.put(PropertyKey.DB, db);
        draft.leaveOut(PropertyKey.DRIVER);
        if (!dialect.properties().driver().isEmpty()) {
            draft.put(PropertyKey.DRIVER, dialect.properties().driver());
        }
        draft.put(PropertyKey.CONN, dialect.properties().urlExample());
        draft.leaveOut(PropertyKey.PASSWORD_FILE);
        draft.put(PropertyKey.PASSWORD, "${BMSQL_PASSWORD}");
    }

    private void takeSample(Dialect dialect) throws IOException, UsageException {
        Path folder = context.program().programRoot().resolve("run");
        Map<String, PropsFile> samples = new HashMap<>();
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
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
                return;
            }
        }
    }

    private boolean isOfFolder() {
        return workload != null && !workload.equals(ScriptsConfig.TPCC);
    }

    /** With think times ten a warehouse (clause 4.2.2), else those of the sample, and no more than ten a warehouse. */
    private long usualTerminals() {
        long most = Scale.TERMINALS_PER_WAREHOUSE * Math.max(1, number(PropertyKey.WAREHOUSES));
        boolean waits = !draft.value(PropertyKey.THINK_TIME_MULTIPLIER).matches("0?");
        return waits ? most : Math.min(number(PropertyKey.TERMINALS), most);
    }

    /** Takes what is no number as 10: what is wrong with it is said when the file is checked. */
    private long number(PropertyKey key) {
        String value = draft.value(key).strip();
        return value.matches("[1-9][0-9]{0,8}") ? Long.parseLong(value) : 10;
    }

    private void end(LoadedConfig loaded, Dialect dialect, Path shown) {
        int warehouses = loaded.config().load().warehouses();
        String size = isOfFolder()
                ? "workload=" + workload
                : NumberText.counted(warehouses, "warehouse") + ", about "
                        + NumberText.bytes(BYTES_A_MEGABYTE
                                * warehouses
                                * dialect.properties().megabytesPerWarehouse())
                        + " on disk";
        boolean waits = loaded.config().run().pace().mode() == PacingMode.THINK_TIME;
        context.printf(
                "%s: db=%s, %s, %s %s",
                shown,
                db,
                size,
                NumberText.counted(loaded.config().run().terminals(), "terminal"),
                waits ? "with keying and think times" : "without waits");
        context.print("Next:");
        draft.unsetVariables(context.program().environment())
                .forEach(variable -> context.print("  export " + variable + "=…"));
        List.of("doctor", "build", "run").forEach(command -> context.print("  bmsql " + command + " " + shown));
    }
}
