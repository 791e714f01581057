package io.bmsql.study;

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
 * Is {@code study.json}: plan and journal of a study; figures are in the runs' directories alone. It holds no secret.
 *
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
        FAILOVER,
        SWEEP,
        AB,
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
     * Says what was asked for.
     *
     * @param repeats runs of each point; of pairs how many at the most
     * @param between nothing, reset, rebuild or a command
     * @param mayLoseSeconds of kind FAILOVER: what was acknowledged so shortly before the kill may be gone
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
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) double mayLoseSeconds) {
        public Plan {
            databases = List.copyOf(databases);
            vary = ordered(vary);
            settings = ordered(settings);
        }
    }

    /**
     * Is a props file; {@code settings} without secrets, {@code loadedWarehouses} 0 where each run builds its own
     * data.
     */
    public record Database(
            String label,
            String props,
            Map<String, String> settings,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int loadedWarehouses) {
        public Database {
            settings = ordered(settings);
        }

        public Database(String label, String props, Map<String, String> settings) {
            this(label, props, settings, 0);
        }
    }

    /** Is what runs that repeat each other share: a database's label and the value of each varied property. */
    public record Setting(String database, Map<String, String> point) {
        public Setting {
            point = ordered(point);
        }

        Setting with(String key, Object value) {
            Map<String, String> changed = new LinkedHashMap<>(point);
            changed.put(key, value.toString());
            return new Setting(database, changed);
        }

        @Override
        public String toString() {
            String values = point.entrySet().stream()
                    .map(value -> value.getKey() + "=" + value.getValue())
                    .collect(Collectors.joining(", "));
            return values.isEmpty() ? database : database + ": " + values;
        }
    }

    /** Is one run, in the order in which they are made; moments are 0 before it, {@code note} says why it failed. */
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

    /** Says what a search asks: {@code to} is 0 for no limit, {@code events} run at a share of each peak. */
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

        Search confirmedBy(double minutes) {
            return new Search(key, from, to, precisionPercent, minutes, events, eventsPercent);
        }
    }

    /**
     * Is the highest value at which all thresholds hold; 0 when they do not at the lowest.
     *
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

    public StudyFile with(Run run) {
        List<Run> changed = new ArrayList<>(runs);
        if (run.number() <= changed.size()) {
            changed.set(run.number() - 1, run);
        } else {
            changed.add(run);
        }
        return withRuns(changed);
    }

    /** Gives the time that all runs that are not done still take, the one under way counting from its start. */
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

    /** Gives what a run took on average beyond its plan, for data, connections and files. */
    public double secondsBeyond(ToDoubleFunction<Run> plannedSeconds) {
        return runs.stream()
                .filter(run -> run.state() == State.DONE)
                .mapToDouble(run -> (run.endedEpochMillis() - run.startedEpochMillis()) / 1000.0
                        - plannedSeconds.applyAsDouble(run))
                .map(seconds -> Math.max(0, seconds))
                .average()
                .orElse(0);
    }

    public static StudyFile read(Path path) {
        StudyFile study = SummaryJson.readChecked(path, StudyFile.class);
        if (study.version > VERSION) {
            throw new ResultReadException(path + " has format " + study.version + " and this program reads up to "
                    + VERSION + ": use a newer version of bmsql");
        }
        return study;
    }

    /** Replaces the file: a reader, a killed study or a power loss leaves the old or the new one. */
    public void write(Path path) {
        FileReplacer.replaceForGood(path, SummaryJson.bytes(this), "make room, and start the same command again");
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
