package io.bmsql.config;

import io.bmsql.common.UsageException;
import io.bmsql.config.Threshold.Figure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * What runs instead of TPC-C: a workload folder, or scripts of pgbench alone.
 *
 * @param workload {@link #TPCC} or the name of a folder
 * @param scripts files; of a folder names of its transactions or of a mix, none for its own mix
 * @param variables values as the user wrote them, by name
 * @param allowsShell scripts may start programs
 * @param directory of the props file, where folders are looked for, too
 */
public record ScriptsConfig(
        String workload, List<Entry> scripts, Map<String, String> variables, boolean allowsShell, Path directory) {
    /** The workload that is no folder. */
    public static final String TPCC = "tpcc";

    /** Before the name of a script that comes with the program. */
    public static final String BUILTIN = "builtin:";

    /** Where a run keeps copies of its scripts, in its results. */
    public static final String FOLDER = "scripts";

    private static final int MOST = 100;

    private static final List<String> BUILTINS = List.of("tpcb-like", "simple-update", "select-only");

    /** Up to a blank or comma; what is in double quotes may hold both. */
    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s,\"])++");

    private static final Pattern ENTRY = Pattern.compile("([^@]+)|(.*[^@])@(\\d{1,9})");
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z0-9_]+)=(.*)");

    /** What a run of TPC-C has and scripts have not; folders are checked, too. */
    private static final List<PropertyKey> TPCC_ONLY = List.of(
            PropertyKey.LEDGER,
            PropertyKey.REPLICAS,
            PropertyKey.ANALYTIC_STREAMS,
            PropertyKey.USE_STORED_PROCEDURES,
            PropertyKey.BATCH_STATEMENTS,
            PropertyKey.MIX_DECK,
            PropertyKey.CHECK_AFTER_RUN);

    /**
     * @param file relative to the working directory, or {@link #BUILTIN} and a name
     * @param weight its share of the draws, against the sum of all; {@link #OF_THE_FILE} when the file decides
     */
    public record Entry(String file, int weight) {
        public static final int OF_THE_FILE = -1;

        /** The transaction type: the file's name without folder and ending. */
        public String name() {
            return file.substring(BUILTIN.length() * (file.startsWith(BUILTIN) ? 1 : 0))
                    .replaceFirst("^.*[/\\\\]", "")
                    .replaceFirst("(?<=.)\\.[^.]*$", "")
                    // Neither result.csv nor the logs of histograms can hold these characters, and nobody sees the last
                    // ones.
                    .replaceAll("[\\s,\"\\p{Cc}\\p{Cf}]", "_");
        }
    }

    /** The transaction types, all different: the second {@code a} is {@code a_2}. */
    public static List<String> names(List<Entry> entries) {
        Set<String> names = new LinkedHashSet<>();
        for (Entry entry : entries) {
            String name = entry.name();
            for (int number = 2; !names.add(name); number++) {
                name = entry.name() + "_" + number;
            }
        }
        return List.copyOf(names);
    }

    /** The setting for these words, each a file or a variable. */
    public static String setting(Stream<String> words) {
        return words.map(word -> word.matches(".*[\\s,].*") ? '"' + word + '"' : word)
                .collect(Collectors.joining(" "));
    }

    /** One that comes with the program, by the beginning of its name: {@code tpcb@2}. */
    public static String builtin(String word) throws UsageException {
        String name = word.replaceFirst("@.*", "");
        List<String> found = BUILTINS.contains(name)
                ? List.of(name)
                : BUILTINS.stream().filter(known -> known.startsWith(name)).toList();
        UsageException.throwIf(
                found.size() != 1,
                "-b " + word + ": the program's scripts are " + String.join(", ", BUILTINS)
                        + "; give one, or a beginning that only one has");
        return BUILTIN + found.get(0) + word.substring(name.length());
    }

    /** The same setting with the copies of its files that a run kept beside its results. */
    public static String keptIn(Path results, String scripts) {
        List<Entry> entries = entries(scripts, word -> {});
        List<String> names = names(entries);
        return setting(IntStream.range(0, names.size()).mapToObj(at -> {
            Entry entry = entries.get(at);
            Path copy = results.resolve(FOLDER).resolve(names.get(at) + ".sql");
            return (entry.file.startsWith(BUILTIN) ? entry.file : copy)
                    + (entry.weight == Entry.OF_THE_FILE ? "" : "@" + entry.weight);
        }));
    }

    public boolean isTpcc() {
        return !isFolder() && scripts.isEmpty();
    }

    public boolean isFolder() {
        return !workload.equals(TPCC);
    }

    /** Names with weights, {@code a.sql@3 b.sql}; what is none goes to the second argument. */
    public static <X extends Exception> List<Entry> entries(String text, FailableConsumer<String, X> wrong) throws X {
        List<Entry> entries = new ArrayList<>();
        read(
                ENTRY,
                text,
                wrong,
                word -> entries.add(
                        word.group(1) != null
                                ? new Entry(word.group(1), Entry.OF_THE_FILE)
                                : new Entry(word.group(2), Integer.parseInt(word.group(3)))));
        return entries;
    }

    /** Values of variables, {@code n=10 scale=5}, with the same. */
    public static <X extends Exception> Map<String, String> variables(String text, FailableConsumer<String, X> wrong)
            throws X {
        Map<String, String> variables = new LinkedHashMap<>();
        read(VARIABLE, text, wrong, word -> variables.put(word.group(1), word.group(2)));
        return variables;
    }

    private static <X extends Exception> void read(
            Pattern form, String text, FailableConsumer<String, X> wrong, Consumer<Matcher> parts) throws X {
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            Matcher found = form.matcher(words.group().replace("\"", ""));
            if (found.matches()) {
                parts.accept(found);
            } else {
                wrong.accept(words.group());
            }
        }
    }

    static ScriptsConfig read(Settings settings, List<Threshold> thresholds, Path directory) {
        String workload = settings.name(PropertyKey.WORKLOAD);
        boolean isFolder = !workload.equals(TPCC);
        List<Entry> scripts = entries(
                settings.text(PropertyKey.SCRIPTS),
                word -> settings.mistake(PropertyKey.SCRIPTS, isFolder ? "scripts.types" : "scripts.files", word));
        if (scripts.size() > MOST) {
            settings.mistake(PropertyKey.SCRIPTS, "scripts.many", MOST);
        } else if (!scripts.isEmpty() && scripts.stream().allMatch(script -> script.weight == 0)) {
            settings.mistake(PropertyKey.SCRIPTS, "scripts.weights");
        }
        Map<String, String> variables = variables(
                settings.text(PropertyKey.SCRIPT_VARIABLES),
                word -> settings.mistake(PropertyKey.SCRIPT_VARIABLES, "scripts.variable", word));
        if (settings.isOfScripts()) {
            if (!settings.variables().isEmpty()) {
                variables.putAll(settings.variables());
                settings.show(
                        PropertyKey.SCRIPT_VARIABLES,
                        setting(variables.entrySet().stream().map(Object::toString)),
                        "-D");
            }
            TPCC_ONLY.stream()
                    .filter(key -> key != PropertyKey.CHECK_AFTER_RUN || workload.equals(TPCC))
                    .filter(settings::isGiven)
                    .filter(key -> !List.of("false", "0", "").contains(settings.text(key)))
                    .forEach(key -> settings.mistake(key, "scripts.tpcc"));
            if (thresholds.stream().anyMatch(bound -> Set.of(Figure.TPM_C, Figure.EFFICIENCY, Figure.LOST)
                    .contains(bound.figure()))) {
                settings.mistake(PropertyKey.THRESHOLDS, "scripts.bounds");
            }
        }
        boolean allowsShell = settings.flag(PropertyKey.SCRIPT_SHELL);
        return new ScriptsConfig(workload, List.copyOf(scripts), variables, allowsShell, directory);
    }
}
