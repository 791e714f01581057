package io.bmsql.chart;

import java.awt.BasicStroke;
import java.awt.geom.Path2D;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.plot.XYPlot;

/**
 * How many values fell into each cell of time and size, the size on a logarithmic scale. The darkness of a cell grows
 * with the logarithm of its count. Cells of one darkness are one path, so that thousands of them stay small.
 */
public final class HeatMap {
    private static final double HEIGHT = 300;

    private HeatMap() {}

    /**
     * The cells.
     *
     * @param scale of the values
     * @param rows number of rows on that scale
     * @param columns from left to right
     */
    public record Cells(LogScale scale, int rows, List<Column> columns) {
        /** The highest count of all cells. */
        public long most() {
            return columns.stream()
                    .flatMapToLong(column -> Arrays.stream(column.counts()))
                    .max()
                    .orElse(0);
        }
    }

    /**
     * What was counted between two moments.
     *
     * @param counts by row, the lowest values first
     */
    public record Column(double fromSecond, double toSecond, long[] counts) {}

    /**
     * Draws.
     *
     * @param axis what the values are, with their unit
     * @param scaleEnds words at the two ends of the scale of colours: few and many
     */
    public static Drawing draw(String title, String axis, Cells cells, TimeAxis time, List<String> scaleEnds) {
        Frame frame = new Frame(
                SvgCanvas.create(Frame.WIDE, HEIGHT), Frame.WIDE, HEIGHT, time.from(), time.to(), new Ticks(1, 1));
        XYPlot plot = Plots.plot(frame, Ticks.timeStep(frame.to() - frame.from(), 12));
        plot.setRangeGridlinesVisible(false);
        Phases.shade(plot, time);
        Plots.draw(plot, frame);
        drawCells(frame, cells);
        for (double mark : cells.scale().marks()) {
            frame.text(
                    Frame.LEFT - 8,
                    frame.y(cells.scale().place(mark)) + 4.5,
                    "end",
                    "tick",
                    NumberText.trimmed(mark, 6));
        }
        frame.text(0, 14, "start", "axis", axis);
        frame.labelTime(time.words().title());
        Phases.label(frame, time);
        Ramp.draw(frame, scaleEnds);
        return new Drawing(frame.canvas().toSvg(title), List.of(), null);
    }

    private static void drawCells(Frame frame, Cells cells) {
        Path2D[] paths = new Path2D[Ramp.LEVELS];
        Arrays.setAll(paths, i -> new Path2D.Double());
        double most = Math.log1p(cells.most());
        double rowHeight = frame.plotHeight() / cells.rows();
        for (Column column : cells.columns()) {
            double left = frame.x(Math.max(frame.from(), column.fromSecond()));
            double right = frame.x(Math.min(frame.to(), column.toSecond()));
            int row = 0;
            while (row < cells.rows()) {
                int level = Ramp.level(column.counts()[row], most);
                int end = row + 1;
                while (end < cells.rows() && Ramp.level(column.counts()[end], most) == level) {
                    end++;
                }
                if (level >= 0 && right > left) {
                    double bottom = frame.height() - Frame.BOTTOM - row * rowHeight;
                    rectangle(paths[level], left, bottom - (end - row) * rowHeight, right, bottom);
                }
                row = end;
            }
        }
        frame.canvas().setStroke(new BasicStroke(1f));
        for (int level = 0; level < paths.length; level++) {
            frame.canvas().setPaint(Ramp.paint(level));
            frame.canvas().fill(paths[level]);
        }
    }

    private static void rectangle(Path2D path, double left, double top, double right, double bottom) {
        path.moveTo(left, top);
        path.lineTo(right, top);
        path.lineTo(right, bottom);
        path.lineTo(left, bottom);
        path.closePath();
    }
}
