package io.bmsql.result;

import io.bmsql.common.IoReason;
import io.bmsql.common.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** One run's results on disk (benchmarksql-formats.md, Result files): {@link #create} is for the run, {@link #open} for readers. */
public final class ResultDirectory {
    public static final String SUMMARY = "summary.json";

    private static final String DATA = "data";
    public static final String READINGS = DATA + "/readings.jsonl";
    /** Twice a summary with all its settings and many errors. */
    private static final int RESERVED_BYTES = 32 << 10;

    private static final Pattern DATE_FIELD = Pattern.compile("%t.?", Pattern.DOTALL);

    private final Path root;
    private final AppendedFile.Opener opener;
    private final AppendedFile.Warning warning = new AppendedFile.Warning();

    private ResultDirectory(Path root) {
        this(root, AppendedFile.Opener.NEW_FILE);
    }

    private ResultDirectory(Path root, AppendedFile.Opener opener) {
        this.root = root;
        this.opener = opener;
    }

    /** The same directory with files that are opened in another way. */
    public ResultDirectory with(AppendedFile.Opener other) {
        return new ResultDirectory(root, other);
    }

    /** Names no place where results can go; nothing was started yet. */
    public static final class PlaceException extends ResultWriteException {
        public PlaceException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Refuses a place where something is already, before anything else is begun. */
    public static void requireNew(Path path) {
        if (Files.exists(path)) {
            throw existsAlready(path.toAbsolutePath().normalize().toString(), null);
        }
    }

    private static PlaceException existsAlready(String place, @Nullable Throwable cause) {
        return new PlaceException(
                Files.isRegularFile(Path.of(place))
                        ? place + " is a file, not a directory: change resultDirectory"
                        : "The result directory " + place
                                + " exists already and is never overwritten: change resultDirectory or move the old one away",
                cause);
    }

    /**
     * The path that {@code resultDirectory} gives at this start time: only {@code %t} with a letter is a field, other per cent
     * signs are text (benchmarksql-formats.md, Settings).
     */
    public static Path dated(String pattern, ZonedDateTime start) throws UsageException {
        StringBuilder path = new StringBuilder();
        Matcher field = DATE_FIELD.matcher(pattern);
        while (field.find()) {
            if (field.group().length() == 2) {
                throw invalid(pattern, "ends in %t without the letter that says which part of the date is meant");
            }
            try {
                String part = String.format(Locale.ENGLISH, field.group(), start);
                field.appendReplacement(path, Matcher.quoteReplacement(part));
            } catch (IllegalFormatException e) {
                throw invalid(pattern, "holds " + field.group() + ", which is not a date field");
            }
        }
        field.appendTail(path);
        if (path.toString().isBlank()) {
            throw invalid(pattern, "is empty");
        }
        try {
            return Path.of(path.toString());
        } catch (InvalidPathException e) {
            throw invalid(pattern, "is not a path here (" + e.getReason() + ")");
        }
    }

    private static UsageException invalid(String pattern, String why) {
        return UsageException.about(
                "resultDirectory", "=" + pattern + " " + why + ": write for example my_result_%tY-%tm-%td_%tH%tM%tS");
    }

    /**
     * Makes a new, empty result directory and its missing parents, and proves that files can be written there. An
     * existing one is never touched; a failure leaves nothing behind, and {@link PlaceException} says what to change.
     */
    public static ResultDirectory create(Path path) {
        Path root = path.toAbsolutePath().normalize();
        Deque<Path> missing = new ArrayDeque<>();
        for (Path above = root.getParent(); above != null && !Files.isDirectory(above); above = above.getParent()) {
            missing.addFirst(above);
        }
        Deque<Path> made = new ArrayDeque<>();
        try {
            for (Path above : missing) {
                makeParent(above, made);
            }
            made.push(Files.createDirectory(root));
            made.push(Files.createDirectory(root.resolve(DATA)));
            Path probe = root.resolve(DATA).resolve(".probe");
            Files.writeString(probe, "probe\n");
            Files.delete(probe);
            return new ResultDirectory(root);
        } catch (FileAlreadyExistsException e) {
            undo(made);
            throw existsAlready(e.getFile(), e);
        } catch (IOException e) {
            undo(made);
            throw new PlaceException(
                    "Cannot create the result directory " + root + " (" + IoReason.of(e, root)
                            + "): set resultDirectory to a place where this user may write",
                    e);
        }
    }

    /** Another run that begins at this moment, such as the other side of a pair, may make the folder that both lie in. */
    private static void makeParent(Path folder, Deque<Path> made) throws IOException {
        try {
            made.push(Files.createDirectory(folder));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /** The place of an answer that is still to be made of what agents measure: it may hold their directories already. */
    public static ResultDirectory begin(Path root) {
        folder(root.resolve(DATA));
        return new ResultDirectory(root);
    }

    /** Makes a folder, and those above it, unless it is there; {@link ResultWriteException} when that is impossible. */
    public static Path folder(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot create " + path + " (" + IoReason.of(e, path) + ")", e);
        }
    }

    /** What lies in a folder, by name; {@link ResultReadException} when that cannot be found out. */
    public static List<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new ResultReadException("Cannot list " + folder + " (" + IoReason.of(e, folder) + ")", e);
        }
    }

    /** Removes what was made, innermost first; a directory that others have filled meanwhile stays. */
    private static void undo(Deque<Path> made) {
        boolean removed = true;
        while (removed && !made.isEmpty()) {
            removed = made.pop().toFile().delete();
        }
    }

    /** Opens an existing result directory, of this program or of BenchmarkSQL; refuses what is none. */
    public static ResultDirectory open(Path path) {
        Path root = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(root)) {
            throw new ResultReadException(
                    Files.exists(root)
                            ? path + " is a file: give the result directory that holds run.properties and data/"
                            : Files.notExists(root)
                                    ? "There is no result directory " + path + ": give the path that the run printed"
                                    : closed(root));
        }
        ResultDirectory directory = new ResultDirectory(root);
        for (Path needed : List.of(root, root.resolve(DATA))) {
            if (Files.isDirectory(needed) && !(Files.isReadable(needed) && Files.isExecutable(needed))) {
                throw new ResultReadException(closed(needed));
            }
        }
        if (!Files.isDirectory(root.resolve(DATA))
                || (!Files.isRegularFile(directory.runInfo()) && !Files.isRegularFile(directory.summary()))) {
            throw new ResultReadException(path
                    + " is not a result directory (neither data/runInfo.csv nor summary.json with data/ is in it):"
                    + " give the directory that the run printed");
        }
        return directory;
    }

    /** Reserves space on the disk for the summary at the end: a disk that fills up meanwhile must not cost the answer. */
    public void reserveSpace() {
        try {
            Files.write(reserve(), new byte[RESERVED_BYTES]);
        } catch (IOException e) {
            LoggerFactory.getLogger(ResultDirectory.class).debug("no space for {}", reserve(), e);
        }
    }

    /** The space of {@link #reserveSpace} is free again. */
    public void freeSpace() {
        File reserve = reserve().toFile();
        if (reserve.exists() && !reserve.delete()) {
            LoggerFactory.getLogger(ResultDirectory.class).warn("{} is left over", reserve);
        }
    }

    private Path reserve() {
        // Like all that ends so, it is not copied from agents.
        return data(".reserve.new");
    }

    private static String closed(Path directory) {
        return directory + " cannot be read: this user has no right to enter it";
    }

    /** Takes back a directory that {@link #create} made, with the files that were begun in it. */
    public void remove() {
        removeAll(root);
    }

    /** Removes a directory with all that is in it, if it is there. */
    public static void removeAll(Path root) {
        try {
            FileUtils.deleteDirectory(root.toFile());
        } catch (IOException e) {
            LoggerFactory.getLogger(ResultDirectory.class).warn("{} is left over: {}", root, e.getMessage());
        }
    }

    /** Says once for all files of this run that they cannot be written. */
    public AppendedFile.Warning warning() {
        return warning;
    }

    /** Begins a file of this run. Throws {@link ResultWriteException} when it cannot be made. */
    public AppendedFile append(Path path) {
        return AppendedFile.create(path, opener, warning);
    }

    /** The same for a table, whose header is its first line. */
    public AppendedFile append(CsvTable<?> table) {
        AppendedFile file = append(table.in(this));
        file.append(table.header());
        return file;
    }

    public Path root() {
        return root;
    }

    public Path runProperties() {
        return root.resolve("run.properties");
    }

    /** All numbers of the run: {@link RunSummary}. */
    public Path summary() {
        return root.resolve(SUMMARY);
    }

    public Path report() {
        return root.resolve("report.html");
    }

    /** One row about the run: {@link RunInfo}. */
    public Path runInfo() {
        return RunInfo.CSV.in(this);
    }

    /** One row a transaction: {@link ResultCsv}. */
    public Path result() {
        return data("result.csv");
    }

    /** All that the meters of an agent showed, a line a second: what a run of several agents is added up from. */
    public Path readings() {
        return root.resolve(READINGS);
    }

    public Path responseLog() {
        return data("response.hlog");
    }

    public Path serviceLog() {
        return data("service.hlog");
    }

    /** All that a check found wrong, when it found anything; {@code check} is what was checked, such as {@code ledger}. */
    public Path violations(String check) {
        return root.resolve(check + "_violations.txt");
    }

    public Path ledger() {
        return data("ledger.bin");
    }

    /** The folder with the directories of all agents of a run; not there without agents. */
    public Path agents() {
        return agentsOf(root);
    }

    /** What was committed, one file for each agent that wrote one; of a run without a ledger the name that it would have. */
    public List<Path> ledgers() {
        if (Files.exists(ledger()) || !Files.isDirectory(agents())) {
            return List.of(ledger());
        }
        List<Path> found = list(agents()).stream()
                .map(agent -> new ResultDirectory(agent).ledger())
                .filter(Files::isRegularFile)
                .toList();
        return found.isEmpty() ? List.of(ledger()) : found;
    }

    /** {@link #agents} of a result directory that may not be whole yet. */
    public static Path agentsOf(Path root) {
        return root.resolve("agents");
    }

    /** The name of an agent's own result directory in {@link #agents}. */
    public static String agentName(int number, String host) {
        return number + "_" + host.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** The ACID tests, when they were run: {@link AcidTrial}. */
    public Path acid() {
        return data("acid.json");
    }

    public Path transactionSummary() {
        return data("tx_summary.csv");
    }

    /** The agent's own CPU, garbage collection and heap: {@link SampleTable}. */
    public Path loadGenerator() {
        return data("load_generator.csv");
    }

    /** How fast the agent's host was: {@link HostSpeed}. */
    public Path cpuSpeedProbe() {
        return data("cpu_speed_probe.csv");
    }

    /** What the database showed over the run: {@link CollectorCsv#METRICS}. */
    public Path databaseMetrics() {
        return data("db_metrics.csv");
    }

    /** The database's settings that are not its default: {@link CollectorCsv#SETTINGS}. */
    public Path databaseSettings() {
        return data("db_settings.csv");
    }

    /** The costliest statements of the run: {@link CollectorCsv#STATEMENTS}. */
    public Path databaseStatements() {
        return data("db_statements.csv");
    }

    public Path collectors() {
        return data("collectors.csv");
    }

    /** The folder of all files but the summary, the properties and the report; host figures of the first host. */
    public Path data() {
        return root.resolve(DATA);
    }

    /** The folder for the figures of a further host, {@code user@host}; made when it is missing, named for the host. */
    public Path hostData(String address) {
        return folder(data(address.substring(address.indexOf('@') + 1).replaceAll("[^A-Za-z0-9._-]", "_")));
    }

    /** {@code data/} for the first or only host, and a directory in it for each further one, by name. */
    public List<Path> hostDirectories() {
        return Stream.concat(Stream.of(data()), list(data()).stream().filter(Files::isDirectory))
                .toList();
    }

    private Path data(String name) {
        return data().resolve(name);
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
