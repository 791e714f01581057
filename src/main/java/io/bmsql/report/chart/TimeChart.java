package io.bmsql.report.chart;

import io.bmsql.report.chart.Drawing.Cut;
import io.bmsql.report.chart.Drawing.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines or stacked areas over the time of a run; all have the same edges and time axis. The limit is that of the
 * quantity, such as 100%, or {@link Double#NaN}; of a stack, whose series have the same x, the first is at the bottom.
 */
public record TimeChart(String title, String axis, Form form, double limit, List<Series> series) {
    /** A chart this flat shows nothing but its mean; share of the y axis. */
    private static final double FLAT = 0.01;

    /** What is more than this many times above all but two percent of the values is cut off the y axis. */
    private static final double SPIKE = 15;

    /** Where the y axis ends then, in the same measure. */
    private static final double SPIKE_CUT = 5;

    public enum Form {
        LINES,
        /** Lines whose few spikes are cut off, so that they do not press the rest to the ground. */
        LINES_WITHOUT_SPIKES,
        STACK
    }

    /** Width and height in the units of the drawing. */
    public enum Size {
        TALL(Plot.WIDE, Plot.TALL),
        /** One of many charts below each other. */
        LOW(Plot.WIDE, 190),
        NARROW(480, Plot.TALL),
        NARROW_LOW(480, 190);

        private final double width;
        private final double height;

        Size(double width, double height) {
            this.width = width;
            this.height = height;
        }
    }

    /** Series without their own role get one by their place. */
    public TimeChart {
        List<Series> coloured = new ArrayList<>();
        series.forEach(one -> coloured.add(one.role().isEmpty() ? one.in(ChartTheme.series(coloured.size())) : one));
        series = List.copyOf(coloured);
    }

    /** Lines without a natural upper end. */
    public static TimeChart lines(String title, String axis, List<Series> series) {
        return new TimeChart(title, axis, Form.LINES, Double.NaN, series);
    }

    /** The same with fewer points: see {@link Series#thinned}. Areas have no bands. */
    public TimeChart thinned(TimeAxis time, int most, int mostBands) {
        List<Series> thinned = series.stream()
                .map(one -> one.thinned(time, most, mostBands))
                .map(one -> form == Form.STACK ? one.with(one.x(), one.y()) : one)
                .toList();
        return new TimeChart(title, axis, form, limit, thinned);
    }

    /** True when nothing could be seen but level lines. */
    public boolean isFlat() {
        double end = ticks(series.stream().mapToDouble(Series::highest).max().orElse(0))
                .upper();
        return series.stream()
                .allMatch(one -> one.statistics().getCount() == 0 || one.highest() - one.lowest() <= FLAT * end);
    }

    public Drawing draw(TimeAxis time, Size size) {
        boolean isStack = form == Form.STACK;
        double[][] tops = stacked();
        Ticks ticks = ticks(
                switch (form) {
                    case STACK -> Series.measured(tops[tops.length - 1]).max().orElse(1) * 1.02;
                    case LINES ->
                        series.stream().mapToDouble(Series::highest).max().orElse(1) * 1.02;
                    case LINES_WITHOUT_SPIKES -> endWithoutSpikes(time);
                });
        Plot plot =
                Plot.of(size.width, size.height, time.marked(size.width), Plot.axis(0, ticks.upper(), ticks.step()));
        Phases phases = new Phases(plot, time);
        phases.shade();
        plot.gridAt(ticks.values());
        if (isStack) {
            addAreas(plot, tops, ticks.upper());
        } else {
            addLines(plot, ticks.upper());
        }
        plot.draw();
        plot.labelY(axis, ticks.values(), ticks::text);
        plot.labelTime(time);
        phases.label();
        return new Drawing(
                title,
                plot.toSvg(title),
                Stream.concat(keys(series, isStack).stream(), phases.keys().stream())
                        .toList(),
                isStack ? null : cutAt(ticks.upper()),
                "",
                () -> ChartValues.of(this, time, plot.box(), ticks.upper()));
    }

    private Ticks ticks(double highest) {
        return !Double.isNaN(limit)
                ? Ticks.upTo(limit)
                : series.stream().allMatch(Series::isWhole) ? Ticks.ofCountsUpTo(highest) : Ticks.upTo(highest);
    }

    /** Bands below all lines; the first line is on top. */
    private void addLines(Plot plot, double upper) {
        for (Series one : series) {
            if (one.hasBand()) {
                plot.band(CssPaint.pale(one.role()), one.x(), one.low(), one.high(), upper);
            }
        }
        for (int i = series.size() - 1; i >= 0; i--) {
            plot.line(series.get(i), upper, ChartTheme.dash(series.get(i).role()));
        }
    }

    private void addAreas(Plot plot, double[][] tops, double upper) {
        double[] bottom = new double[tops[0].length];
        for (int i = 0; i < tops.length; i++) {
            plot.band(CssPaint.area(series.get(i).role()), series.get(i).x(), bottom, tops[i], upper);
            bottom = tops[i];
        }
        for (int i = 0; i < tops.length; i++) {
            Series one = series.get(i);
            plot.line(one.with(one.x(), tops[i]), upper, ChartTheme.dash(one.role()));
        }
    }

    private double[][] stacked() {
        double[][] tops = new double[series.size()][];
        for (int i = 0; i < tops.length; i++) {
            tops[i] = series.get(i).y().clone();
            for (int point = 0; i > 0 && form == Form.STACK && point < tops[i].length; point++) {
                tops[i][point] += tops[i - 1][point];
            }
        }
        return tops;
    }

    static List<Key> keys(List<Series> series, boolean areAreas) {
        return series.stream()
                .map(one -> new Key(one.label(), one.role(), ChartTheme.dashText(one.role()), areAreas))
                .toList();
    }

    /**
     * Where the y axis should end: at the highest value, or, when a few spikes would press all else to the ground,
     * above the rest (as BenchmarkSQL does). What was measured decides: connecting may take many times as long.
     */
    private double endWithoutSpikes(TimeAxis time) {
        double[] measured = values(second -> second >= 0 && second <= time.measureUntil());
        double[] values = measured.length == 0 ? values(second -> true) : measured;
        if (values.length == 0) {
            return 1;
        }
        double highest = values[values.length - 1];
        double usual = values[(int) Math.floor((values.length - 1) * 0.98)];
        return usual > 0 && highest > SPIKE * usual ? SPIKE_CUT * usual : highest * 1.02;
    }

    private double[] values(DoublePredicate isWanted) {
        return series.stream()
                .flatMapToDouble(one -> IntStream.range(0, one.x().length)
                        .filter(i -> isWanted.test(one.x()[i]))
                        .mapToDouble(i -> one.tops()[i]))
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    private @Nullable Cut cutAt(double upper) {
        Cut cut = new Cut(0, 0, "", 0);
        for (Series one : series) {
            double[] values = one.tops();
            for (int i = 0; i < values.length; i++) {
                if (values[i] > upper * (1 + 1e-9)) {
                    cut = values[i] > cut.highest()
                            ? new Cut(cut.points() + 1, values[i], one.label(), one.x()[i])
                            : new Cut(cut.points() + 1, cut.highest(), cut.label(), cut.second());
                }
            }
        }
        return cut.points() == 0 ? null : cut;
    }
}
