package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Values by percentile, x in {@link #nines}: to the right each step is one more nine (90%, 99%, 99.9% …), so that the
 * tail is as wide as the bulk. The values, above 0, are on a logarithmic axis.
 */
public record PercentileCurve(String title, String axisX, String axisY, List<Series> series) {
    /** Where a percentile below 100 lies on the axis of nines: 0 for 0%, 1 for 90%, 2 for 99%. */
    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    public Drawing draw() {
        double most = series.stream().mapToDouble(Series::highest).max().orElse(1);
        double least =
                series.stream().mapToDouble(PercentileCurve::median).min().orElse(most / 10);
        double[] range = Ticks.logRange(least, most);
        double end = series.stream()
                .mapToDouble(one -> one.x()[one.x().length - 1])
                .max()
                .orElse(1);
        Plot plot = new Plot(Plot.WIDE, Plot.TALL, Plot.axis(0, Math.max(1, end), 1), Plot.logAxis(range[0], range[1]));
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
                .map(PercentileCurve::nines)
                .filter(mark -> mark <= Math.max(1, end) + 1e-9)
                .toList();
        plot.labelX(axisX, nines, mark -> NumberText.trimmed(100 * (1 - Math.pow(10, -mark)), 5) + "%");
        return new Drawing(title, plot.toSvg(title), TimeChart.keys(series, false), null, "", Map::of);
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
