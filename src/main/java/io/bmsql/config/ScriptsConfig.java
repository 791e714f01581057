package io.bmsql.config;

import static io.bmsql.config.PropertyKey.SCRIPTS;
import static io.bmsql.config.PropertyKey.SCRIPT_VARIABLES;
import static io.bmsql.config.PropertyKey.WORKLOAD;

import io.bmsql.config.Threshold.Figure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableConsumer;

/**
 * What runs instead of TPC-C: a workload folder, or scripts of pgbench alone.
 *
 * @param workload {@link #TPCC} or the name of a folder
 * @param scripts files; of a folder names of its transactions or of a mix, none for its own mix
 * @param variables values as the user wrote them, by name
 * @param allowsShell scripts may start programs
 */
public record ScriptsConfig(String workload, List<Entry> scripts, Map<String, String> variables, boolean allowsShell) {
    /** The workload that is no folder. */
    public static final String TPCC = "tpcc";

    /** Before the name of a script that comes with the program. */
    public static final String BUILTIN = "builtin:";

    /** Where a run keeps copies of its scripts, in its results. */
    public static final String FOLDER = "scripts";

    private static final int MOST = 100;

    private static final Pattern ENTRY = Pattern.compile("(\\S+?)(?:@(\\d{1,9}))?");
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z0-9_]+)=(\\S*)");

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
     * One script.
     *
     * @param file relative to the working directory, or {@link #BUILTIN} and a name
     * @param weight its share of the draws, against the sum of all; {@link #OF_THE_FILE} when the file decides
     */
    public record Entry(String file, int weight) {
        public static final int OF_THE_FILE = -1;

        /** The transaction type: the file's name without folder and ending. */
        public String name() {
            return file.substring(BUILTIN.length() * (file.startsWith(BUILTIN) ? 1 : 0))
                    .replaceFirst("^.*[/\\\\]", "")
                    .replaceFirst("\\.[^.]*$", "");
        }
    }

    /** The same setting with the copies of its files that a run kept beside its results. */
    public static String keptIn(Path results, String scripts) {
        return entries(scripts, word -> {}).stream()
                .map(entry -> (entry.file.startsWith(BUILTIN)
                                ? entry.file
                                : results.resolve(FOLDER).resolve(entry.name() + ".sql"))
                        + (entry.weight == Entry.OF_THE_FILE ? "" : "@" + entry.weight))
                .collect(Collectors.joining(" "));
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
                (file, weight) ->
                        entries.add(new Entry(file, weight == null ? Entry.OF_THE_FILE : Integer.parseInt(weight))));
        return entries;
    }

    /** Values of variables, {@code n=10 scale=5}, with the same. */
    public static <X extends Exception> Map<String, String> variables(String text, FailableConsumer<String, X> wrong)
            throws X {
        Map<String, String> variables = new LinkedHashMap<>();
        read(VARIABLE, text, wrong, variables::put);
        return variables;
    }

    private static <X extends Exception> void read(
            Pattern form, String text, FailableConsumer<String, X> wrong, BiConsumer<String, String> parts) throws X {
        for (String word : text.strip().split("[\\s,]+")) {
            Matcher found = form.matcher(word);
            if (found.matches()) {
                parts.accept(found.group(1), found.group(2));
            } else if (!word.isEmpty()) {
                wrong.accept(word);
            }
        }
    }

    static ScriptsConfig read(Settings settings, List<Threshold> thresholds) {
        String workload = settings.name(WORKLOAD);
        List<Entry> scripts = entries(
                settings.text(SCRIPTS),
                word -> settings.reject(
                        SCRIPTS, "has " + word + ", which is no file@weight", "Write scripts=a.sql@3 b.sql."));
        if (scripts.stream().map(Entry::name).distinct().count() < scripts.size()) {
            settings.reject(SCRIPTS, "names two scripts alike", "Give files with different names.");
        } else if (scripts.size() > MOST) {
            settings.reject(SCRIPTS, "names more than " + MOST + " scripts", "Give fewer.");
        } else if (!scripts.isEmpty() && scripts.stream().allMatch(script -> script.weight == 0)) {
            settings.reject(SCRIPTS, "gives no script a weight above 0", "Write scripts=a.sql@3 b.sql.");
        }
        Map<String, String> variables = variables(
                settings.text(SCRIPT_VARIABLES),
                word -> settings.reject(
                        SCRIPT_VARIABLES,
                        "has " + word + ", which is no name=value",
                        "Write scriptVariables=n=10 m=2."));
        if (settings.isOfScripts()) {
            if (!settings.variables().isEmpty()) {
                variables.putAll(settings.variables());
                settings.show(
                        SCRIPT_VARIABLES,
                        variables.entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")),
                        "-D");
            }
            TPCC_ONLY.stream()
                    .filter(key -> key != PropertyKey.CHECK_AFTER_RUN || workload.equals(TPCC))
                    .filter(settings::isGiven)
                    .filter(key -> !List.of("false", "0", "").contains(settings.text(key)))
                    .forEach(key ->
                            settings.reject(key, "cannot be used with scripts, which are not TPC-C", "Leave it out."));
            if (thresholds.stream().anyMatch(bound -> Set.of(Figure.TPM_C, Figure.EFFICIENCY, Figure.LOST)
                    .contains(bound.figure()))) {
                settings.reject(
                        PropertyKey.THRESHOLDS,
                        "bounds what only TPC-C has",
                        "Bound tpmTotal, errors, failed, retries, outages or a figure of a script, such as a.p90<5ms.");
            }
        }
        return new ScriptsConfig(workload, List.copyOf(scripts), variables, settings.flag(PropertyKey.SCRIPT_SHELL));
    }
}
