package io.bmsql.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.analysis.Repeats;
import io.bmsql.result.CsvTable;
import io.bmsql.study.StudyFigures.Point;
import io.bmsql.study.StudyFile.Setting;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code results.json}: the figures of a study for programs, worked out of its runs. {@code study.json} stays the plan and the
 * journal.
 *
 * @param bestTpmC the highest tpmC of the best points; null without any
 * @param leftOut directories of runs that are in no mean and no claim, with the verdict or the reason
 * @param best the fastest point within the limits, of each database that has one
 * @param knees where throughput stops following the varied property
 */
record StudyResults(
        int version,
        StudyFile.Kind kind,
        @JsonUnwrapped Progress progress,
        @JsonInclude @Nullable Double bestTpmC,
        List<PointResult> points,
        List<Setting> best,
        List<Setting> knees,
        Map<String, String> leftOut) {
    private static final int VERSION = 1;

    private static final MathContext DIGITS = new MathContext(6);

    /** How far the study is; {@code runsDone} ended, whether they count or not. */
    record Progress(int runsPlanned, int runsDone) {}

    /** One point; figures by name, of the runs that count. */
    record PointResult(
            @JsonUnwrapped Setting setting, int runs, int counted, boolean withinLimits, Map<String, Figure> figures) {}

    /**
     * One figure.
     *
     * @param low lower end of the 95% interval of the mean; null with a single repeat or where one is 0
     * @param variationPercent standard deviation of the repeats in percent of their mean; null with a single repeat
     */
    @JsonInclude
    record Figure(
            @Nullable Double mean,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double variationPercent,
            double[] repeats) {
        private static Figure of(Point point, String key) {
            Repeats repeats = point.figure(key);
            return new Figure(
                    known(repeats.mean()),
                    known(repeats.low()),
                    known(repeats.high()),
                    known(repeats.variation() * 100),
                    point.values(key, StudyRun::isCounted));
        }

        private static @Nullable Double known(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }

    static StudyResults of(StudyFigures figures) {
        Map<String, String> leftOut = new LinkedHashMap<>();
        figures.runs().filter(run -> !run.isCounted()).forEach(run -> {
            boolean isFailed = run.entry().state() == StudyFile.State.FAILED || run.verdict() == null;
            leftOut.put(run.entry().directory(), isFailed ? "FAILED" : String.valueOf(run.verdict()));
        });
        return new StudyResults(
                VERSION,
                figures.study().kind(),
                new Progress(figures.study().runs().size(), (int) figures.runs().count()),
                figures.databases().stream()
                        .map(figures::best)
                        .filter(Objects::nonNull)
                        .map(point -> point.figure(StudyFigures.TPMC).mean())
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                figures.points().stream().map(point -> result(point, figures)).toList(),
                settings(figures.databases().stream().map(figures::best)),
                settings(figures.lines().stream().map(figures::knee)),
                leftOut);
    }

    private static List<Setting> settings(Stream<@Nullable Point> points) {
        return points.filter(Objects::nonNull).map(Point::setting).toList();
    }

    private static PointResult result(Point point, StudyFigures figures) {
        Map<String, Figure> named = new LinkedHashMap<>();
        figures.figureKeys().forEach(key -> named.put(key, Figure.of(point, key)));
        return new PointResult(
                point.setting(), point.runs().size(), point.counted().size(), point.isWithinLimits(), named);
    }

    /** {@code study.csv}: one line a point; each figure with the ends of its interval, empty where they are not known. */
    static String csv(StudyFigures figures) {
        List<String> head = new ArrayList<>(List.of("database"));
        head.addAll(figures.keys());
        head.addAll(List.of("runs", "counted", "withinLimits"));
        figures.figureKeys().forEach(key -> head.addAll(List.of(key, key + ".low", key + ".high")));
        StringBuilder csv = new StringBuilder(CsvTable.line(head));
        for (Point point : figures.points()) {
            List<String> cells = new ArrayList<>(List.of(point.setting().database()));
            figures.keys().forEach(key -> cells.add(point.value(key)));
            cells.add(Integer.toString(point.runs().size()));
            cells.add(Integer.toString(point.counted().size()));
            cells.add(Boolean.toString(point.isWithinLimits()));
            for (String key : figures.figureKeys()) {
                Repeats repeats = point.figure(key);
                DoubleStream.of(repeats.mean(), repeats.low(), repeats.high())
                        .forEach(value -> cells.add(number(value)));
            }
            csv.append(CsvTable.line(cells));
        }
        return csv.toString();
    }

    /** Six digits are more than a benchmark can repeat. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString()
                : "";
    }
}
