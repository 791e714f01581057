package io.bmsql.study;

import io.bmsql.analysis.Knee;
import io.bmsql.analysis.Repeats;
import io.bmsql.report.chart.PointChart;
import io.bmsql.report.chart.PointChart.Scale;
import io.bmsql.result.SampleTable;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a study say, by point. The points lie on lines: the first property that was varied runs along a line, the
 * database and the others tell lines apart. All is worked out once: a page asks for it for each of its cells.
 */
final class StudyFigures {
    static final String TPMC = "tpmC";

    private final StudyFile study;
    private final List<String> keys;
    private final List<Point> points;
    private final List<StudyRun> runs;
    private final List<String> figureKeys;
    private final List<String> along;
    private final List<Line> lines;
    private final Map<String, Point> best = new LinkedHashMap<>();
    private final Map<Setting, Point> knees = new LinkedHashMap<>();

    /** Runs that repeat each other. */
    record Point(Setting setting, List<StudyRun> runs) {
        List<StudyRun> counted() {
            return runs.stream().filter(StudyRun::isCounted).toList();
        }

        /** Of the runs that count. */
        Repeats figure(String key) {
            return Repeats.of(values(key, StudyRun::isCounted));
        }

        double[] values(String key, Predicate<StudyRun> isWanted) {
            return runs.stream()
                    .filter(isWanted)
                    .mapToDouble(run -> run.figure(key))
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
        }

        /** False when a run that counts passed a limit, or none counts. */
        boolean isWithinLimits() {
            List<StudyRun> counted = counted();
            return !counted.isEmpty()
                    && counted.stream().allMatch(run -> run.missed().isEmpty());
        }

        String value(String key) {
            return setting.point().getOrDefault(key, "");
        }
    }

    /** Points that a line of a chart joins. */
    record Line(String label, List<Point> points) {}

    StudyFile study() {
        return study;
    }

    /** The varied properties; empty when only the databases differ. */
    List<String> keys() {
        return keys;
    }

    /** In the order of the plan, those without a run too. */
    List<Point> points() {
        return points;
    }

    /** The fastest point of a database that keeps the limits. */
    @Nullable
    Point best(String database) {
        return best.get(database);
    }

    private @Nullable Point findBest(String database) {
        return points.stream()
                .filter(point -> point.setting().database().equals(database))
                .filter(Point::isWithinLimits)
                .max(Comparator.comparingDouble(point -> point.figure(TPMC).mean()))
                .orElse(null);
    }

    /** @param read runs that an earlier call has read; those that are read now are added */
    static StudyFigures of(StudyFile study, Path directory, Map<StudyFile.Run, StudyRun> read) {
        Set<String> keys = new LinkedHashSet<>();
        if (study.search() != null) {
            keys.add(study.search().key());
        }
        study.plan().vary().forEach(vary -> keys.add(vary.key()));
        study.runs().forEach(run -> keys.addAll(run.setting().point().keySet()));
        Map<Setting, List<StudyRun>> runs = new LinkedHashMap<>();
        for (StudyFile.Run run : study.runs()) {
            List<StudyRun> made = runs.computeIfAbsent(run.setting(), setting -> new ArrayList<>());
            if (run.state() == State.DONE || run.state() == State.FAILED) {
                made.add(read.computeIfAbsent(run, entry -> StudyRun.read(entry, directory)));
            }
        }
        return new StudyFigures(study, List.copyOf(keys), runs);
    }

    private StudyFigures(StudyFile study, List<String> keys, Map<Setting, List<StudyRun>> runs) {
        this.study = study;
        this.keys = keys;
        List<String> databases = databases();
        Comparator<Setting> order = Comparator.comparingInt(setting -> databases.indexOf(setting.database()));
        for (String key : keys) {
            List<String> values = values(key);
            order = order.thenComparingInt(
                    setting -> values.indexOf(setting.point().getOrDefault(key, "")));
        }
        this.points = runs.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(order))
                .map(one -> new Point(one.getKey(), one.getValue()))
                .toList();
        this.runs = points.stream()
                .flatMap(point -> point.runs().stream())
                .sorted(Comparator.comparingInt(run -> run.entry().number()))
                .toList();
        this.figureKeys = this.runs.stream()
                .flatMap(run -> run.figures().keySet().stream())
                .distinct()
                .toList();
        this.along = keys.isEmpty() ? databases : values(keys.get(0));
        this.lines = findLines();
        for (String database : databases) {
            Point found = findBest(database);
            if (found != null) {
                best.put(database, found);
            }
        }
        for (Line line : lines) {
            Point found = findKnee(line);
            if (found != null) {
                knees.put(line.points().get(0).setting(), found);
            }
        }
    }

    List<String> databases() {
        return study.plan().databases().stream().map(StudyFile.Database::label).toList();
    }

    /** All values of a varied property: numbers ascending, others in the order of the plan. */
    List<String> values(String key) {
        List<String> values = Stream.concat(
                        study.plan().vary().stream()
                                .filter(vary -> vary.key().equals(key))
                                .flatMap(vary -> vary.values().stream()),
                        study.runs().stream().map(run -> run.setting().point().getOrDefault(key, "")))
                .distinct()
                .toList();
        return areNumbers(values)
                ? values.stream()
                        .sorted(Comparator.comparingDouble(Double::parseDouble))
                        .toList()
                : values;
    }

    private static boolean areNumbers(List<String> values) {
        return !values.isEmpty() && values.stream().noneMatch(value -> Double.isNaN(SampleTable.number(value)));
    }

    /** The values along the lines: of the first key, or the databases where nothing else was varied. */
    List<String> along() {
        return along;
    }

    /** The place of a point along its line. */
    int place(Point point) {
        return along().indexOf(keys.isEmpty() ? point.setting().database() : point.value(keys.get(0)));
    }

    PointChart.Axis axis(String title) {
        List<String> values = along();
        boolean areNumbers = isAlongNumbers();
        double[] numbers = areNumbers
                ? values.stream().mapToDouble(Double::parseDouble).toArray()
                : IntStream.range(0, values.size()).asDoubleStream().toArray();
        Scale scale = areNumbers
                ? Scale.of(IntStream.range(0, numbers.length).mapToDouble(i -> numbers[i]))
                : Scale.CATEGORIES;
        return new PointChart.Axis(title, scale, numbers, values);
    }

    /** False where words or databases stand on the axis: they have no order. */
    boolean isAlongNumbers() {
        return !keys.isEmpty() && areNumbers(along());
    }

    /** Lines in the order of their first points. */
    List<Line> lines() {
        return lines;
    }

    private List<Line> findLines() {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        points.forEach(point -> lines.computeIfAbsent(lineLabel(point), label -> new ArrayList<>())
                .add(point));
        return lines.entrySet().stream()
                .map(line -> new Line(line.getKey(), List.copyOf(line.getValue())))
                .toList();
    }

    private String lineLabel(Point point) {
        if (keys.isEmpty()) {
            return "";
        }
        Stream<String> database =
                databases().size() > 1 ? Stream.of(point.setting().database()) : Stream.empty();
        return Stream.concat(database, keys.stream().skip(1).map(key -> key + "=" + point.value(key)))
                .collect(Collectors.joining(", "));
    }

    /** A point as sentences name it. */
    String name(Point point) {
        Stream<String> database = databases().size() > 1 || keys.isEmpty()
                ? Stream.of(point.setting().database())
                : Stream.empty();
        return Stream.concat(
                        database,
                        keys.stream()
                                .filter(point.setting().point()::containsKey)
                                .map(key -> key + "=" + point.value(key)))
                .collect(Collectors.joining(", "));
    }

    /** Where throughput stops following a property that is a number; null without such a point. */
    @Nullable
    Point knee(Line line) {
        return knees.get(line.points().get(0).setting());
    }

    private @Nullable Point findKnee(Line line) {
        if (!isAlongNumbers()) {
            return null;
        }
        double[] along = axis("").values();
        List<Point> measured = line.points().stream()
                .filter(point -> !point.counted().isEmpty())
                .toList();
        int knee = Knee.of(
                measured.stream().mapToDouble(point -> along[place(point)]).toArray(),
                measured.stream()
                        .mapToDouble(point -> point.figure(TPMC).mean())
                        .toArray(),
                measured.stream()
                        .mapToDouble(point -> point.figure(TPMC).variation())
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0));
        return knee < 0 ? null : measured.get(knee);
    }

    /** All figures that any run has, in the order of a run. */
    List<String> figureKeys() {
        return figureKeys;
    }

    /** Those that were begun. */
    Stream<StudyRun> runs() {
        return runs.stream();
    }

    /** Hosts with figures of their processors. */
    Set<String> hostKeys() {
        return figureKeys().stream()
                .filter(key -> key.startsWith("hostCpuPercent"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
