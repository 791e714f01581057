package io.bmsql.chart;

import io.bmsql.chart.Drawing.Cut;
import io.bmsql.chart.Drawing.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jfree.chart.plot.XYPlot;

/**
 * Lines or stacked areas over the time of a run. JFreeChart lays out grid and lines; words are placed here, because
 * measuring them would need fonts (see {@link SvgCanvas}). All charts of time have the same left edge, right edge and
 * time axis, whatever their heights.
 */
public final class TimeChart {
    /** Height of a main chart. */
    public static final double TALL = 290;

    /** Height of one of many charts below each other. */
    public static final double LOW = 200;

    /** What stands more than this many times above all but two percent of the values is cut off the y axis. */
    private static final double SPIKE = 15;

    /** Where the y axis ends then, in the same measure. */
    private static final double SPIKE_CUT = 5;

    private TimeChart() {}

    /**
     * What a chart shows.
     *
     * @param title for those who cannot see it
     * @param axis what is measured, with its unit
     * @param limit upper end of the y axis where the quantity has one, such as 100%; {@link Double#NaN} otherwise
     * @param cutsSpikes false where the spikes are what readers look for
     */
    public record Subject(String title, String axis, double limit, boolean cutsSpikes) {
        /** Without a natural upper end; a few spikes do not press the rest to the ground. */
        public static Subject of(String title, String axis) {
            return new Subject(title, axis, Double.NaN, true);
        }
    }

    /** Lines, each with its band of lowest and highest values where it has one. */
    public static Drawing lines(Subject subject, List<Line> lines, TimeAxis time, double height) {
        return lines(subject, lines, time, Frame.WIDE, height);
    }

    /** The same for a small screen: half as wide, with fewer marks. */
    public static Drawing narrowLines(Subject subject, List<Line> lines, TimeAxis time, double height) {
        return lines(subject, lines, time, Frame.NARROW, height);
    }

    private static Drawing lines(Subject subject, List<Line> lines, TimeAxis time, double width, double height) {
        double cut = subject.cutsSpikes()
                ? cutFor(lines, time)
                : lines.stream().mapToDouble(Line::highest).max().orElse(1) * 1.02;
        Frame frame = frame(subject, lines, cut, time, width, height);
        XYPlot plot = plot(frame, time);
        Plots.addLines(plot, lines, frame.ticks().upper());
        finish(plot, frame, subject, time);
        return new Drawing(
                frame.canvas().toSvg(subject.title()),
                keys(lines, line -> false),
                cutOf(lines, frame.ticks().upper()));
    }

    /** Areas on top of each other, the first one at the bottom; the lines must have the same x. */
    public static Drawing stack(Subject subject, List<Line> lines, TimeAxis time, double height) {
        double[][] tops = tops(lines);
        double highest = Arrays.stream(tops[tops.length - 1])
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(1);
        Frame frame = frame(subject, lines, highest * 1.02, time, Frame.WIDE, height);
        XYPlot plot = plot(frame, time);
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            double[] bottom = i == 0 ? zeros(tops[0]) : tops[i - 1];
            Plots.addBand(
                    plot,
                    ChartTheme.area(line.role()),
                    line.x(),
                    bottom,
                    tops[i],
                    frame.ticks().upper());
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            Plots.addLine(
                    plot,
                    Line.of(line.label(), line.role(), line.x(), tops[i]),
                    frame.ticks().upper());
        }
        finish(plot, frame, subject, time);
        return new Drawing(frame.canvas().toSvg(subject.title()), keys(lines, line -> true), null);
    }

    private static Frame frame(
            Subject subject, List<Line> lines, double highest, TimeAxis time, double width, double height) {
        Ticks ticks = !Double.isNaN(subject.limit())
                ? Ticks.upTo(subject.limit())
                : lines.stream().allMatch(Line::isWhole) ? Ticks.ofCountsUpTo(highest) : Ticks.upTo(highest);
        return new Frame(SvgCanvas.create(width, height), width, height, time.from(), time.to(), ticks);
    }

    private static XYPlot plot(Frame frame, TimeAxis time) {
        XYPlot plot = Plots.plot(frame, frame.timeStep());
        Phases.shade(plot, time);
        return plot;
    }

    private static void finish(XYPlot plot, Frame frame, Subject subject, TimeAxis time) {
        Plots.draw(plot, frame);
        frame.labelY(subject.axis());
        frame.labelTime(time.words().title());
        Phases.label(frame, time);
    }

    private static double[][] tops(List<Line> lines) {
        double[][] tops = new double[lines.size()][];
        for (int i = 0; i < tops.length; i++) {
            double[] y = lines.get(i).y();
            tops[i] = y.clone();
            for (int point = 0; i > 0 && point < y.length; point++) {
                tops[i][point] += tops[i - 1][point];
            }
        }
        return tops;
    }

    private static double[] zeros(double[] like) {
        return Arrays.stream(like)
                .map(value -> Double.isNaN(value) ? Double.NaN : 0)
                .toArray();
    }

    private static List<Key> keys(List<Line> lines, Predicate<Line> isArea) {
        List<Key> keys = new ArrayList<>();
        for (Line line : lines) {
            keys.add(new Key(line.label(), line.role(), ChartTheme.dashText(line.role()), isArea.test(line)));
        }
        return keys;
    }

    /**
     * Where the y axis should end: at the highest value, or, when a few spikes would press all else to the ground, at
     * some height above the rest (as BenchmarkSQL does by its 98th percentile). What was measured decides: connecting, at
     * the start of the ramp-up, may take many times as long.
     */
    private static double cutFor(List<Line> lines, TimeAxis time) {
        double[] measured = values(lines, second -> second >= 0 && second <= time.measureUntil());
        double[] values = measured.length == 0 ? values(lines, second -> true) : measured;
        if (values.length == 0) {
            return 1;
        }
        double highest = values[values.length - 1];
        double usual = values[(int) Math.floor((values.length - 1) * 0.98)];
        return usual > 0 && highest > SPIKE * usual ? SPIKE_CUT * usual : highest * 1.02;
    }

    /** All values of those seconds, in ascending order. */
    private static double[] values(List<Line> lines, DoublePredicate isWanted) {
        return lines.stream()
                .flatMapToDouble(line -> {
                    double[] high = line.hasBand() ? line.high() : line.y();
                    return IntStream.range(0, high.length)
                            .filter(i -> isWanted.test(line.x()[i]))
                            .mapToDouble(i -> high[i]);
                })
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    private static @org.jspecify.annotations.Nullable Cut cutOf(List<Line> lines, double upper) {
        Cut cut = new Cut(0, 0, "", 0);
        for (Line line : lines) {
            double[] values = line.hasBand() ? line.high() : line.y();
            for (int i = 0; i < values.length; i++) {
                if (values[i] > upper * (1 + 1e-9)) {
                    cut = values[i] > cut.highest()
                            ? new Cut(cut.points() + 1, values[i], line.label(), line.x()[i])
                            : new Cut(cut.points() + 1, cut.highest(), cut.label(), cut.second());
                }
            }
        }
        return cut.points() == 0 ? null : cut;
    }
}
