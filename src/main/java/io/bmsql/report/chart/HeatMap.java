package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many values fell into each cell of time and size; a cell darkens with the logarithm of its count.
 *
 * @param counts by column and row, the lowest first; rows are equally high on the logarithmic scale
 */
public record HeatMap(double fromSecond, double columnSeconds, double lower, double upper, long[][] counts) {
    public long most() {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
    }

    public Drawing draw(String title, String axis, String few, String many, TimeAxis time) {
        double low = Math.log10(lower);
        double high = Math.log10(upper);
        Plot plot = Plot.of(Plot.WIDE, Plot.TALL, time.marked(Plot.WIDE), Plot.axis(low, high, high - low));
        Phases phases = new Phases(plot, time);
        phases.shade();
        double most = Math.log1p(most());
        int rows = counts[0].length;
        double rowHeight = Math.log10(upper / lower) / rows;
        int[] places = IntStream.range(0, counts.length * rows)
                .filter(at -> counts[at / rows][at % rows] > 0)
                .toArray();
        double[][] filled = new double[3][places.length];
        Arrays.setAll(filled[0], i -> fromSecond + places[i] / rows * columnSeconds);
        Arrays.setAll(filled[1], i -> low + places[i] % rows * rowHeight);
        Arrays.setAll(filled[2], i -> Math.log1p(counts[places[i] / rows][places[i] % rows]) / most);
        plot.cells(filled, columnSeconds, rowHeight);
        plot.draw();
        List<Double> marks =
                Ticks.logMarks(lower, upper).stream().map(Math::log10).toList();
        plot.labelY(axis, marks, mark -> NumberText.trimmed(Math.pow(10, mark), 6));
        plot.labelTime(time);
        phases.label();
        plot.heatKey(few, many);
        return new Drawing(
                title, plot.toSvg(title), List.of(), null, "", () -> ChartValues.overTime("cells", time, plot.box()));
    }
}
