package io.bmsql.report.chart;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.axis.NumberAxis;

/** Values as rows of {@link #COLUMNS} coloured cells, 0 for the palest and 1 for the strongest, and a label each. */
public record CellGrid(String title, String axis, double[] shares, List<String> rowLabels, String few, String many) {
    public static final int COLUMNS = 50;

    private static final double ROW_HEIGHT = 16;
    private static final double FILLED = 0.9;

    public Drawing draw() {
        int rows = rowLabels.size();
        NumberAxis across = Plot.axis(0, COLUMNS, COLUMNS);
        across.setVisible(false);
        Plot plot = new Plot(Plot.WIDE, Plot.TOP + rows * ROW_HEIGHT, across, Plot.axis(0, rows, rows));
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
}
