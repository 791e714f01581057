package io.bmsql.study;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.annotation.EnumNaming;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.SummaryJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code study.json}: the plan of a study and its journal. The figures and the verdict of a run are in its own directory and
 * nowhere else. It holds no secret.
 *
 * @param bmsql the version that made the plan
 * @param runs in the order in which they are made
 * @param search of kind PEAK alone
 * @param peaks what a search found so far, one for each database and point
 */
public record StudyFile(
        int version,
        Kind kind,
        long startedEpochMillis,
        String bmsql,
        Plan plan,
        List<Run> runs,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Search search,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Peak> peaks) {

    public static final String NAME = "study.json";

    static final int VERSION = 1;

    public StudyFile {
        runs = List.copyOf(runs);
        peaks = List.copyOf(peaks);
    }

    @EnumNaming(EnumNamingStrategies.LowerCamelCaseStrategy.class)
    public enum Kind {
        /** How long a failover takes, and what it loses. */
        FAILOVER,
        /** How figures follow properties. */
        SWEEP,
        /** By how much two settings differ. */
        AB,
        /** Up to which rate thresholds hold. */
        PEAK
    }

    @EnumNaming(EnumNamingStrategies.LowerCamelCaseStrategy.class)
    public enum State {
        PLANNED,
        RUNNING,
        /** It has a result; whether that is valid is the result's to say. */
        DONE,
        FAILED
    }

    /**
     * What was asked for.
     *
     * @param vary the values of each property that is varied
     * @param repeats runs of each point; of pairs how many at the most
     * @param order blocks, shuffled or listed; of pairs whether they are made in turn or {@link PairStudy#TOGETHER together}
     * @param between nothing, reset, rebuild or a command
     * @param settings of {@code -D}
     * @param thresholds as in the property, empty for none
     * @param mayLoseSeconds of kind FAILOVER: what was acknowledged so shortly before the kill may be gone
     * @param processors of runs that are made together: those of each side, which they swap from pair to pair; empty for all
     */
    public record Plan(
            List<Database> databases,
            Map<String, List<String>> vary,
            int repeats,
            String order,
            String between,
            long seed,
            Map<String, String> settings,
            String thresholds,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) double mayLoseSeconds,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> processors) {
        public Plan {
            databases = List.copyOf(databases);
            vary = ordered(vary);
            settings = ordered(settings);
            processors = List.copyOf(Objects.requireNonNullElse(processors, List.of()));
        }

        /** True for pairs whose two runs are made at the same moments. */
        @JsonIgnore
        public boolean isTogether() {
            return order.equals(PairStudy.TOGETHER);
        }
    }

    /**
     * A props file.
     *
     * @param settings what the file and {@code -D} set when the plan was made, without secrets
     * @param loadedWarehouses what was loaded then; 0 where each run builds its own data, and in plans of older versions
     */
    public record Database(
            String label,
            String props,
            Map<String, String> settings,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int loadedWarehouses) {
        public Database {
            settings = ordered(settings);
        }
    }

    /** What runs that repeat each other share: the label of their database, and each varied property in the order of the plan. */
    public record Setting(String database, Map<String, String> point) {
        public Setting {
            point = ordered(point);
        }

        /** The same with this value of a property. */
        Setting with(String key, Object value) {
            Map<String, String> changed = new LinkedHashMap<>(point);
            changed.put(key, value.toString());
            return new Setting(database, changed);
        }

        /** For a line on the console, such as {@code pg: terminals=20, mixDeck=true}. */
        @Override
        public String toString() {
            String values = point.entrySet().stream()
                    .map(value -> value.getKey() + "=" + value.getValue())
                    .collect(Collectors.joining(", "));
            return values.isEmpty() ? database : database + ": " + values;
        }
    }

    /**
     * @param number from 1, in the order in which they are made
     * @param block the repeat, from 1
     * @param directory of its result, seen from the study's
     * @param startedEpochMillis 0 before it
     * @param endedEpochMillis 0 before it
     * @param note why it failed or was repeated, was not checked, or what its check found; else empty
     */
    public record Run(
            int number,
            int block,
            @JsonUnwrapped Setting setting,
            String directory,
            State state,
            long startedEpochMillis,
            long endedEpochMillis,
            String note) {
        Run in(State reached, long started, long ended, String reason) {
            return new Run(number, block, setting, directory, reached, started, ended, reason);
        }
    }

    /**
     * What a search for the peak asks.
     *
     * @param to 0 for no limit
     * @param events the setting of a run at a share of each peak; empty for no such run
     * @param eventsPercent that share
     */
    public record Search(
            String key,
            long from,
            long to,
            double precisionPercent,
            double confirmMinutes,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String events,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) double eventsPercent) {
        public Search {
            events = Objects.requireNonNullElse(events, "");
        }

        /** The same with another length of the run that confirms. */
        Search confirmedBy(double minutes) {
            return new Search(key, from, to, precisionPercent, minutes, events, eventsPercent);
        }
    }

    /**
     * The highest value of the searched property at which all thresholds hold.
     *
     * @param value 0 when they do not even hold at the lowest
     * @param limitedBy the threshold that failed above it; empty when the limit was never reached
     * @param confirmedBy number of the long run, 0 when there is none
     */
    public record Peak(@JsonUnwrapped Setting setting, long value, String limitedBy, int confirmedBy) {}

    public StudyFile withRuns(List<Run> changed) {
        return new StudyFile(version, kind, startedEpochMillis, bmsql, plan, changed, search, peaks);
    }

    StudyFile with(Peak found) {
        List<Peak> all = Stream.concat(peaks.stream(), Stream.of(found)).toList();
        return new StudyFile(version, kind, startedEpochMillis, bmsql, plan, runs, search, all);
    }

    /** The same with this run in the place of the one of its number, or behind all others. */
    public StudyFile with(Run run) {
        List<Run> changed = new ArrayList<>(runs);
        if (run.number() <= changed.size()) {
            changed.set(run.number() - 1, run);
        } else {
            changed.add(run);
        }
        return withRuns(changed);
    }

    /**
     * The time that all runs that are not done still take, the one under way counting from its start.
     *
     * @param plannedSeconds of a run, 0 when only the number of transactions ends it
     */
    public double secondsLeft(ToDoubleFunction<Run> plannedSeconds, long nowEpochMillis) {
        double beyond = secondsBeyond(plannedSeconds);
        double left = 0;
        for (Run run : runs) {
            double whole = plannedSeconds.applyAsDouble(run) + beyond;
            if (run.state() == State.PLANNED) {
                left += whole;
            } else if (run.state() == State.RUNNING) {
                left += Math.max(0, whole - (nowEpochMillis - run.startedEpochMillis()) / 1000.0);
            }
        }
        return left;
    }

    /** What a run that is done took on the average beyond its plan, for what is done between runs, connections and files. */
    public double secondsBeyond(ToDoubleFunction<Run> plannedSeconds) {
        return runs.stream()
                .filter(run -> run.state() == State.DONE)
                .mapToDouble(run -> (run.endedEpochMillis() - run.startedEpochMillis()) / 1000.0
                        - plannedSeconds.applyAsDouble(run))
                .map(seconds -> Math.max(0, seconds))
                .average()
                .orElse(0);
    }

    /** Reads the file; refuses a missing, damaged or newer one. */
    public static StudyFile read(Path path) {
        StudyFile study = SummaryJson.readChecked(path, StudyFile.class);
        if (study.version > VERSION) {
            throw new ResultReadException(path + " has format " + study.version + " and this program reads up to "
                    + VERSION + ": use a newer version of bmsql");
        }
        return study;
    }

    /** Replaces the file as a whole: a reader, or a killed study, finds the old or the new one, also after a power loss. */
    public void write(Path path) {
        FileReplacer.replaceForGood(path, SummaryJson.bytes(this), "make room, and start the same command again");
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
