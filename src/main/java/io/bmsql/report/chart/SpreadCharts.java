package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import io.bmsql.report.chart.TimeAxis.Span;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jfree.chart.axis.NumberAxis;

/** How values are spread: by share, by percentile, by cell. These charts stay as they are drawn. */
public final class SpreadCharts {
    /** Cells in a row of a grid. */
    public static final int COLUMNS = 50;

    private static final double ROW_HEIGHT = 16;
    private static final double FILLED = 0.9;
    private static final double NARROW = 490;
    private static final double LOW = 220;

    private SpreadCharts() {}

    /** Values as rows of {@link #COLUMNS} coloured cells, 0 for the palest and 1 for the strongest, and a label each. */
    public static Drawing grid(
            String title, String axis, double[] shares, List<String> rowLabels, String few, String many) {
        int rows = rowLabels.size();
        NumberAxis across = Plot.axis(0, COLUMNS, COLUMNS);
        across.setVisible(false);
        Plot plot = Plot.of(Plot.WIDE, Plot.TOP + rows * ROW_HEIGHT, across, Plot.axis(0, rows, rows));
        double[][] cells = new double[3][shares.length];
        Arrays.setAll(cells[0], cell -> cell % COLUMNS);
        Arrays.setAll(cells[1], cell -> rows - 1 - cell / COLUMNS);
        cells[2] = shares;
        plot.cells(cells, FILLED, FILLED);
        plot.draw();
        List<Double> middles =
                IntStream.range(0, rows).mapToObj(row -> rows - row - 0.5).toList();
        plot.labelY(axis, middles, middle -> rowLabels.get(rows - (int) Math.ceil(middle)));
        plot.heatKey(few, many);
        return Drawing.of(title, plot.toSvg(title));
    }

    /**
     * How often values occurred, as a stepped area from zero on.
     *
     * @param shares percent by bin
     * @param marks verticals with their labels
     */
    public static Drawing histogram(
            String title, String axisX, String axisY, double[] shares, double binWidth, String role, List<Span> marks) {
        double end = shares.length * binWidth;
        Ticks up = Ticks.upTo(Arrays.stream(shares).max().orElse(1) * 1.2);
        Ticks along = Ticks.upTo(end);
        Plot plot = Plot.of(NARROW, LOW, Plot.axis(0, end, along.step()), Plot.axis(0, up.upper(), up.step()));
        plot.gridAt(up.values());
        double[] x = new double[2 * shares.length];
        double[] y = new double[x.length];
        Arrays.setAll(x, i -> (i + 1) / 2 * binWidth);
        Arrays.setAll(y, i -> shares[i / 2]);
        plot.band(CssPaint.pale(role), x, new double[y.length], y, up.upper());
        plot.line(Series.of(role, role, x, y), up.upper(), ChartTheme.FULL_LINE);
        List<Span> shown = marks.stream().filter(mark -> mark.from() <= end).toList();
        shown.forEach(mark -> plot.vertical(mark.from()));
        plot.draw();
        plot.labelY(axisY, up.values(), up::text);
        plot.labelX(axisX, Ticks.between(0, end, along.step()), along::text);
        for (int i = 0; i < shown.size(); i++) {
            Span mark = shown.get(i);
            double across = plot.x(mark.from());
            double down = Plot.TOP + 11 + i * Plot.LINE_GAP;
            boolean isLeft = i == 0 && across > Plot.LEFT + 50 || across > NARROW - Plot.RIGHT - 40;
            plot.text(across + (isLeft ? -4 : 4), down, isLeft ? "end" : "start", "note", mark.label());
        }
        return Drawing.of(title, plot.toSvg(title));
    }

    /** Where a percentile below 100 lies on the axis of {@link #percentiles}: 0 for 0%, 1 for 90%, 2 for 99%. */
    static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    /**
     * Values by percentile, x in {@link #nines}: to the right each step is one more nine (90%, 99%, 99.9% …), so that the
     * tail is as wide as the bulk. The values, above 0, are on a logarithmic axis.
     */
    public static Drawing percentiles(String title, String axisX, String axisY, List<Series> series) {
        double most = series.stream().mapToDouble(Series::highest).max().orElse(1);
        double least = series.stream().mapToDouble(SpreadCharts::median).min().orElse(most / 10);
        double[] range = Ticks.logRange(least, most);
        double end = series.stream()
                .mapToDouble(one -> one.x()[one.x().length - 1])
                .max()
                .orElse(1);
        Plot plot = Plot.of(Plot.WIDE, Plot.TALL, Plot.axis(0, Math.max(1, end), 1), Plot.logAxis(range[0], range[1]));
        List<Double> marks = Ticks.logMarks(range[0], range[1]);
        plot.gridAt(marks);
        for (int i = series.size() - 1; i >= 0; i--) {
            Series one = series.get(i);
            double[] onAxis = Arrays.stream(one.y())
                    .map(value -> value < range[0] ? Double.NaN : value)
                    .toArray();
            plot.line(one.with(one.x(), onAxis), range[1], ChartTheme.dash(one.role()));
        }
        plot.draw();
        plot.labelY(axisY, marks, mark -> NumberText.trimmed(mark, 6));
        List<Double> nines = Stream.of(0.0, 50.0, 90.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 99.99999)
                .map(SpreadCharts::nines)
                .filter(mark -> mark <= Math.max(1, end) + 1e-9)
                .toList();
        plot.labelX(axisX, nines, mark -> NumberText.trimmed(100 * (1 - Math.pow(10, -mark)), 5) + "%");
        return Drawing.of(title, plot.toSvg(title)).withLegend(TimeChart.keys(series, false));
    }

    /** What is faster than the fastest type's median would make the tail narrow. */
    private static double median(Series one) {
        int at = 0;
        while (at < one.x().length - 1 && one.x()[at] < nines(50)) {
            at++;
        }
        return one.y()[at];
    }
}
