package io.bmsql.script;

import io.bmsql.common.IoReason;
import io.bmsql.common.NearestWord;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.ScriptsConfig.Entry;
import io.bmsql.config.Threshold;
import io.bmsql.dialect.DialectFolders;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * A workload as a folder {@code workload.<name>/}: looked for in the working directory, beside the props file, beside the program, then in its jar.
 * For a database whatever is in {@code sql.<db>/} of it comes first, by the chain of the dialect. Threads: one at a time.
 *
 * @param chain the database's folders, the nearest first; empty where no database is known
 * @param texts of the files that were read, by their names; an agent has no places, but all texts that it needs
 */
public record WorkloadFolder(
        String name, List<String> chain, List<Path> places, Properties settings, Map<String, String> texts) {
    private static final String PREFIX = "workload.";
    private static final String SETTINGS = "workload.properties";
    private static final String MIX = "mix";
    private static final String TRANSACTIONS = "transactions/";
    private static final Pattern TRANSACTION = Pattern.compile(".*transactions[/\\\\]([^/\\\\]+)\\.sql");
    private static final String VARIABLES = "variables";
    private static final List<String> KEYS = List.of(VARIABLES, MIX, "metric", "limits", "closing", "scale.unit");
    private static final List<String> FILES =
            List.of(SETTINGS, "tables.sql", "indexes.sql", "drop.sql", "checks.sql", "loaded.sql", "transactions");

    /** With the texts that another program read there; without any it is read here. */
    public static WorkloadFolder open(
            ProgramContext program, Path beside, String name, List<String> chain, Map<String, String> sent)
            throws UsageException {
        WorkloadFolder folder = find(program, beside, name, chain, sent);
        if (folder.file(SETTINGS).isEmpty()
                && folder.places.stream().anyMatch(place -> Files.isDirectory(place.resolve("analytics")))) {
            throw UsageException.about(
                    "workload",
                    "=" + name + " has queries alone, which run beside TPC-C: leave workload"
                            + " out, and set analyticStreams=2");
        }
        Place source = folder.required(SETTINGS);
        try {
            folder.settings.load(new StringReader(source.text()));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(source.file() + " is no properties file (" + e.getMessage() + ")", e);
        }
        for (String key : folder.settings.stringPropertyNames()) {
            if (!KEYS.contains(key) && !key.startsWith(MIX + ".")) {
                throw folder.mistake(
                        key,
                        key,
                        "is no setting of a workload" + NearestWord.question(key, KEYS.stream()) + "; use one of "
                                + String.join(", ", KEYS) + ", mix.<name>");
            }
        }
        for (Path place : folder.places) {
            try (Stream<Path> files = Files.list(place)) {
                for (String file : files.map(path -> path.getFileName().toString())
                        .sorted()
                        .toList()) {
                    Optional<String> near = NearestWord.to(file, FILES.stream());
                    if (near.isPresent() && !FILES.contains(file) && !FILES.contains(file.toLowerCase(Locale.ROOT))) {
                        throw new UsageException(
                                place.resolve(file) + " is not used: did you mean `" + near.get() + "`?");
                    }
                }
            } catch (IOException e) {
                throw new UsageException(place + " cannot be read (" + IoReason.of(e, place) + ")", e);
            }
        }
        return folder;
    }

    /** The same without its settings, which a folder of queries has not. */
    public static WorkloadFolder find(
            ProgramContext program, Path beside, String name, List<String> chain, Map<String, String> sent)
            throws UsageException {
        List<Path> places = roots(program, beside)
                .map(root -> root.resolve(PREFIX + name))
                .filter(place -> sent.isEmpty() && Files.isDirectory(place))
                .toList();
        if (sent.isEmpty() && places.isEmpty()) {
            Set<String> known = available(program, beside);
            String where = Stream.of(program.workingDirectory(), beside, program.programRoot())
                    .distinct()
                    .map(Path::toString)
                    .collect(Collectors.joining(", "));
            throw UsageException.about(
                    "workload",
                    "=" + name + ": there is no folder " + PREFIX + name + " in " + where + "; available are "
                            + String.join(", ", known) + NearestWord.question(name, known.stream()));
        }
        return new WorkloadFolder(name, chain, places, new Properties(), new LinkedHashMap<>(sent));
    }

    private static Stream<Path> roots(ProgramContext program, Path beside) {
        return Stream.concat(
                        Stream.of(program.workingDirectory(), beside, program.programRoot()),
                        DialectFolders.bundled("/workloads/workload.pgbench/workload.properties").stream())
                .distinct();
    }

    /** What {@code workload=} can be, TPC-C too. */
    public static Set<String> available(ProgramContext program, Path beside) {
        Set<String> known = new TreeSet<>(List.of(ScriptsConfig.TPCC));
        roots(program, beside).forEach(root -> known.addAll(DialectFolders.named(root, PREFIX, SETTINGS)));
        return known;
    }

    public Optional<Place> file(String file) throws UsageException {
        List<String> tries = new ArrayList<>(
                chain.stream().map(db -> "sql." + db + "/" + file).toList());
        tries.add(file);
        for (String each : tries) {
            String key = PREFIX + name + "/" + each;
            Optional<Path> path = places.stream()
                    .map(place -> place.resolve(each))
                    .filter(Files::isRegularFile)
                    .findFirst();
            try {
                if (path.isPresent() && !texts.containsKey(key)) {
                    texts.put(key, UserText.read(path.get()));
                }
            } catch (IOException e) {
                throw new UsageException(
                        path.get() + " cannot be read (" + IoReason.of(e, path.get()) + "): save it in UTF-8", e);
            }
            if (texts.containsKey(key)) {
                return Optional.of(new Place(key, texts.get(key), 0));
            }
        }
        return Optional.empty();
    }

    public Place required(String file) throws UsageException {
        return file(file).orElseThrow(() -> new UsageException(PREFIX + name + " holds no " + file + ": add the file"));
    }

    /** The statements of a file, none where it is missing. */
    public List<TableStatement> statements(String file, Map<String, String> values, long seed) throws UsageException {
        Optional<Place> source = file(file);
        return source.isEmpty() ? List.of() : TableStatement.read(source.get(), values, seed);
    }

    /** Returns for every variable of the folder what the user gave, else its default. Others are refused. */
    public Map<String, String> values(Map<String, String> given) throws UsageException {
        Map<String, String> values =
                ScriptsConfig.<UsageException>variables(settings.getProperty(VARIABLES, ""), word -> {
                    throw mistake(VARIABLES, word, "has " + word + ", which is no name=value");
                });
        values.putIfAbsent("scale", "1");
        for (String variable : given.keySet()) {
            if (!values.containsKey(variable) && !ScriptVariables.AUTOMATIC.contains(variable)) {
                throw new UsageException("-D " + variable + ": neither a setting nor a variable of workload=" + name
                        + ", which has " + String.join(", ", values.keySet())
                        + NearestWord.question(variable, values.keySet().stream()));
            }
        }
        values.putAll(given);
        return values;
    }

    /** The transactions that are run, with weights: those that the user names, or those of a mix; by default the folder's. */
    public List<Entry> mix(List<Entry> wanted) throws UsageException {
        if (wanted.size() > 1) {
            return wanted;
        }
        String key = wanted.size() == 1 ? MIX + "." + wanted.get(0).file() : MIX;
        String text = settings.getProperty(key);
        if (text == null && !wanted.isEmpty()) {
            return wanted;
        }
        FailableConsumer<String, UsageException> wrong = word -> {
            throw mistake(
                    key,
                    word,
                    "has " + (word.isEmpty() ? "no transaction" : word + ", which is no transaction@weight")
                            + "; write " + key + " = a@3 b@1");
        };
        List<Entry> mix = ScriptsConfig.entries(text == null ? "" : text, wrong);
        if (mix.isEmpty()) {
            wrong.accept("");
        }
        for (Entry entry : mix) {
            if (file(TRANSACTIONS + entry.file() + ".sql").isEmpty()) {
                throw mistake(
                        key, entry.file(), "names " + entry.file() + ", which is no transaction" + known(entry.file()));
            }
            if (mix.size() > 1 && entry.weight() == Entry.OF_THE_FILE) {
                throw mistake(key, entry.file(), "gives " + entry.file() + " no weight; write " + entry.file() + "@1");
            }
        }
        return mix;
    }

    public Place transaction(String transaction) throws UsageException {
        Optional<Place> found = file(TRANSACTIONS + transaction + ".sql");
        if (found.isEmpty()) {
            throw UsageException.about(
                    "scripts",
                    ": workload=" + name + " has no transaction or mix " + transaction + known(transaction)
                            + ", or leave scripts out");
        }
        return found.get();
    }

    /** For the end of a message: the transactions and mixes that there are. */
    private String known(String unknown) throws UsageException {
        Set<String> known = new TreeSet<>();
        for (Path place : places) {
            try (Stream<Path> files = Files.walk(place, 3)) {
                files.map(path -> TRANSACTION.matcher(path.toString()))
                        .filter(Matcher::matches)
                        .forEach(path -> known.add(path.group(1)));
            } catch (IOException e) {
                throw new UsageException(place + " cannot be read (" + IoReason.of(e, place) + ")", e);
            }
        }
        settings.stringPropertyNames().stream()
                .filter(key -> key.startsWith(MIX + "."))
                .forEach(key -> known.add(key.substring(MIX.length() + 1)));
        return NearestWord.question(unknown, known.stream()) + "; known are " + String.join(", ", known);
    }

    /** Bounds of figures of a run, {@code limits = balance.p90<5ms}, where the user sets none. */
    public List<Threshold> limits() throws UsageException {
        try {
            return Threshold.parseOfScripts(settings.getProperty("limits", ""), List.of());
        } catch (IllegalArgumentException e) {
            throw mistake("limits", "", String.valueOf(e.getMessage()));
        }
    }

    /** What is wrong with a word of a setting of the folder, with its place. */
    private UsageException mistake(String key, String word, String what) throws UsageException {
        Place source = required(SETTINGS);
        Matcher line = Pattern.compile("(?m)^[ \\t]*" + Pattern.quote(key) + "[ \\t]*[=:][ \\t]*")
                .matcher(source.text());
        int value = line.find() ? line.end() : 0;
        return source.at(Math.max(value, source.text().indexOf(word, value))).error(key + " " + what);
    }

    /** The unit of scale and the name of the figure, for people; nothing where the folder does not say. */
    public String description() {
        String unit = settings.getProperty("scale.unit", "");
        String metric = settings.getProperty("metric", "");
        return name + (unit.isEmpty() ? "" : ", scale 1 is " + unit) + (metric.isEmpty() ? "" : ", figure " + metric);
    }

    /** Lines that a run ends with, as the tool wrote them whose workload this is; with {@code {count}} and the like in them. */
    public Optional<String> closing() {
        return Optional.ofNullable(settings.getProperty("closing"));
    }
}
