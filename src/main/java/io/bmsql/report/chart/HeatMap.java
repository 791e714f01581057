package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How many values fell into each cell of time and size; a cell darkens with the logarithm of its count. */
public record HeatMap(String title, String axis, Cells cells, String few, String many) {

    /** Counts by column and row, the lowest first; rows are equally high on the logarithmic scale. */
    public record Cells(double fromSecond, double columnSeconds, double lower, double upper, long[][] counts) {
        public long most() {
            return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
        }

        /** The cells in which something was counted: x, y in powers of ten, strength. */
        private double[][] filled() {
            double most = Math.log1p(most());
            int rows = counts[0].length;
            int[] places = IntStream.range(0, counts.length * rows)
                    .filter(at -> counts[at / rows][at % rows] > 0)
                    .toArray();
            double[][] filled = new double[3][places.length];
            Arrays.setAll(filled[0], i -> fromSecond + places[i] / rows * columnSeconds);
            Arrays.setAll(filled[1], i -> Math.log10(lower) + places[i] % rows * rowHeight());
            Arrays.setAll(filled[2], i -> Math.log1p(counts[places[i] / rows][places[i] % rows]) / most);
            return filled;
        }

        private double rowHeight() {
            return Math.log10(upper / lower) / counts[0].length;
        }
    }

    public Drawing draw(TimeAxis time) {
        double low = Math.log10(cells.lower());
        double high = Math.log10(cells.upper());
        Plot plot = new Plot(Plot.WIDE, Plot.TALL, time.marked(Plot.WIDE), Plot.axis(low, high, high - low));
        Phases phases = new Phases(plot, time);
        phases.shade();
        plot.cells(cells.filled(), cells.columnSeconds(), cells.rowHeight());
        plot.draw();
        List<Double> marks = Ticks.logMarks(cells.lower(), cells.upper()).stream()
                .map(Math::log10)
                .toList();
        plot.labelY(axis, marks, mark -> NumberText.trimmed(Math.pow(10, mark), 6));
        plot.labelTime(time);
        phases.label();
        plot.heatKey(few, many);
        return Drawing.of(title, plot.toSvg(title)).with(() -> ChartValues.overTime("cells", time, plot.box()));
    }
}
