package io.bmsql.study.page;

import io.bmsql.analysis.Knee;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.chart.PointChart;
import io.bmsql.report.chart.PointChart.Scale;
import io.bmsql.result.SampleTable;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a study say, by point. The points lie on lines: the first property that was varied runs along a line, the
 * database and the others tell lines apart. All is worked out once: a page asks for it for each of its cells.
 *
 * @param keys the varied properties; empty when only the databases differ
 * @param points in the order of the plan, those without a run too
 * @param runs those that were begun
 * @param figureKeys all figures that any run has, in the order of a run
 * @param along the values along the lines: of the first key, or the databases where nothing else was varied
 * @param lines in the order of their first points
 * @param best the fastest point of a database that keeps the limits
 */
record StudyFigures(
        StudyFile study,
        List<String> keys,
        List<Point> points,
        List<StudyRun> runs,
        List<String> figureKeys,
        List<String> along,
        List<Line> lines,
        Map<String, Point> best) {
    record Point(Setting setting, List<StudyRun> runs) {
        List<StudyRun> counted() {
            return runs.stream().filter(StudyRun::isCounted).toList();
        }

        /** Takes the runs that count. */
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

    /** Points that a line of a chart joins; at the knee throughput stops following a property that is a number, null without one. */
    record Line(String label, List<Point> points, @Nullable Point knee) {}

    /** @param read runs that an earlier call has read; those that are read now are added */
    static StudyFigures of(StudyFile study, Path directory, Map<StudyFile.Run, StudyRun> read) {
        Set<String> varied = new LinkedHashSet<>();
        if (study.search() != null) {
            varied.add(study.search().key());
        }
        varied.addAll(study.plan().vary().keySet());
        study.runs().forEach(run -> varied.addAll(run.setting().point().keySet()));
        List<String> keys = List.copyOf(varied);
        List<String> databases =
                study.plan().databases().stream().map(StudyFile.Database::label).toList();
        Comparator<Setting> order = Comparator.comparingInt(setting -> databases.indexOf(setting.database()));
        for (String key : keys) {
            List<String> values = values(study, key);
            order = order.thenComparingInt(
                    setting -> values.indexOf(setting.point().getOrDefault(key, "")));
        }
        Map<Setting, List<StudyRun>> made = new TreeMap<>(order);
        List<StudyRun> runs = new ArrayList<>();
        for (StudyFile.Run run : study.runs()) {
            List<StudyRun> ofPoint = made.computeIfAbsent(run.setting(), setting -> new ArrayList<>());
            if (run.state() == State.DONE || run.state() == State.FAILED) {
                StudyRun found = read.computeIfAbsent(run, entry -> StudyRun.read(entry, directory));
                ofPoint.add(found);
                runs.add(found);
            }
        }
        List<Point> points = made.entrySet().stream()
                .map(one -> new Point(one.getKey(), one.getValue()))
                .toList();
        List<String> figureKeys = runs.stream()
                .flatMap(run -> run.figures().keySet().stream())
                .distinct()
                .toList();
        List<String> along = keys.isEmpty() ? databases : values(study, keys.get(0));
        Map<String, List<Point>> labelled = new LinkedHashMap<>();
        Map<String, Point> best = new LinkedHashMap<>();
        StudyFigures flat = new StudyFigures(study, keys, points, runs, figureKeys, along, List.of(), best);
        points.forEach(point -> labelled.computeIfAbsent(
                        keys.isEmpty() ? "" : label(point, keys.stream().skip(1), databases.size() > 1),
                        label -> new ArrayList<>())
                .add(point));
        databases.forEach(database -> points.stream()
                .filter(point -> point.setting().database().equals(database))
                .filter(Point::isWithinLimits)
                .max(Comparator.comparingDouble(point -> flat.rate(point).mean()))
                .ifPresent(point -> best.put(database, point)));
        List<Line> lines = labelled.entrySet().stream()
                .map(line -> new Line(line.getKey(), line.getValue(), flat.knee(line.getValue())))
                .toList();
        return new StudyFigures(study, keys, points, runs, figureKeys, along, lines, best);
    }

    /** Those of the first run: all of a study run one workload. */
    TransactionTypes types() {
        return runs.isEmpty() ? TpccTransaction.TYPES : runs.get(0).types();
    }

    /** The figure that points are ranked by: tpmC, or tpmTotal of scripts. */
    String rateKey() {
        return types().metric().name();
    }

    Repeats rate(Point point) {
        return point.figure(rateKey());
    }

    List<String> databases() {
        return study.plan().databases().stream().map(StudyFile.Database::label).toList();
    }

    /** All values of a varied property: numbers ascending, others in the order of the plan. */
    private static List<String> values(StudyFile study, String key) {
        List<String> values = Stream.concat(
                        study.plan().vary().getOrDefault(key, List.of()).stream(),
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

    int place(Point point) {
        return along.indexOf(keys.isEmpty() ? point.setting().database() : point.value(keys.get(0)));
    }

    PointChart.Axis axis(String title) {
        boolean areNumbers = isAlongNumbers();
        double[] numbers = areNumbers
                ? along.stream().mapToDouble(Double::parseDouble).toArray()
                : IntStream.range(0, along.size()).asDoubleStream().toArray();
        Scale scale = areNumbers
                ? Scale.of(IntStream.range(0, numbers.length).mapToDouble(i -> numbers[i]))
                : Scale.CATEGORIES;
        return new PointChart.Axis(title, scale, numbers, along);
    }

    /** False where words or databases stand on the axis: they have no order. */
    boolean isAlongNumbers() {
        return !keys.isEmpty() && areNumbers(along);
    }

    /** A point as sentences name it. */
    String name(Point point) {
        return label(point, keys.stream(), databases().size() > 1 || keys.isEmpty());
    }

    /** What a point has in common with others: without the number of streams. */
    String frontierLabel(Point point) {
        Stream<String> others = keys.stream().filter(key -> !key.equals(PropertyKey.ANALYTIC_STREAMS.key()));
        return label(point, others, databases().size() > 1);
    }

    private static String label(Point point, Stream<String> shown, boolean hasDatabase) {
        Stream<String> database = hasDatabase ? Stream.of(point.setting().database()) : Stream.empty();
        return Stream.concat(
                        database,
                        shown.filter(point.setting().point()::containsKey).map(key -> key + "=" + point.value(key)))
                .collect(Collectors.joining(", "));
    }

    private @Nullable Point knee(List<Point> line) {
        if (!isAlongNumbers()) {
            return null;
        }
        double[] values = axis("").values();
        List<Point> measured = measured(line);
        int knee = Knee.of(
                measured.stream().mapToDouble(point -> values[place(point)]).toArray(),
                measured.stream().mapToDouble(point -> rate(point).mean()).toArray(),
                measured.stream()
                        .mapToDouble(point -> rate(point).variation())
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0));
        return knee < 0 ? null : measured.get(knee);
    }

    List<Point> measured(List<Point> line) {
        return line.stream().filter(point -> !point.counted().isEmpty()).toList();
    }

    Set<String> hostKeys() {
        return figureKeys().stream()
                .filter(key -> key.startsWith("hostCpuPercent"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
