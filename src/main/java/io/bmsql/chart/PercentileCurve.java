package io.bmsql.chart;

import io.bmsql.chart.Drawing.Key;
import java.awt.BasicStroke;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.plot.XYPlot;

/**
 * Values by percentile. To the right each step is one more nine (90%, 99%, 99.9% …), so that the tail gets as much room as
 * the bulk; values stand on a logarithmic scale.
 */
public final class PercentileCurve {
    private static final double HEIGHT = 320;

    private PercentileCurve() {}

    /**
     * Where a percentile lies on the axis of nines: 0 for 0%, 1 for 90%, 2 for 99%.
     *
     * @param percentile below 100
     */
    public static double nines(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    /**
     * Draws.
     *
     * @param axes titles of the x and the y axis, with units
     * @param lines x in {@link #nines}, y above 0
     */
    public static Drawing draw(String title, List<String> axes, List<Line> lines) {
        double most = lines.stream().mapToDouble(Line::highest).max().orElse(1);
        LogScale scale = LogScale.around(
                lines.stream().mapToDouble(PercentileCurve::bulk).min().orElse(most / 10), most);
        double end = lines.stream()
                .mapToDouble(line -> line.x()[line.x().length - 1])
                .max()
                .orElse(1);
        Frame frame = new Frame(
                SvgCanvas.create(Frame.WIDE, HEIGHT), Frame.WIDE, HEIGHT, 0, Math.max(1, end), new Ticks(1, 1));
        XYPlot plot = Plots.plot(frame, 1);
        plot.setRangeGridlinesVisible(false);
        List<Line> placed = new ArrayList<>();
        List<Key> keys = new ArrayList<>();
        for (Line line : lines) {
            double[] y = Arrays.stream(line.y())
                    .map(value -> value < scale.lower() ? Double.NaN : scale.place(value))
                    .toArray();
            placed.add(Line.of(line.label(), line.role(), line.x(), y));
            keys.add(new Key(line.label(), line.role(), ChartTheme.dashText(line.role()), false));
        }
        grid(frame, scale);
        Plots.addLines(plot, placed, 1);
        Plots.draw(plot, frame);
        label(frame, scale, axes);
        return new Drawing(frame.canvas().toSvg(title), keys, null);
    }

    /** The median: what is faster still would cost the tail its room. */
    private static double bulk(Line line) {
        double[] x = line.x();
        int at = 0;
        while (at < x.length - 1 && x[at] < nines(50)) {
            at++;
        }
        return line.y()[at];
    }

    private static void grid(Frame frame, LogScale scale) {
        Path2D lines = new Path2D.Double();
        for (double mark : scale.marks()) {
            lines.moveTo(Frame.LEFT, frame.y(scale.place(mark)));
            lines.lineTo(frame.width() - Frame.RIGHT, frame.y(scale.place(mark)));
        }
        frame.canvas().setPaint(new CssPaint("grid"));
        frame.canvas().setStroke(new BasicStroke(1f));
        frame.canvas().draw(lines);
    }

    private static void label(Frame frame, LogScale scale, List<String> axes) {
        for (double mark : scale.marks()) {
            frame.text(Frame.LEFT - 8, frame.y(scale.place(mark)) + 4.5, "end", "tick", NumberText.trimmed(mark, 6));
        }
        frame.text(0, 14, "start", "axis", axes.get(1));
        double[] percentiles = {0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999};
        for (double percentile : percentiles) {
            double x = nines(percentile);
            if (x <= frame.to() + 1e-9) {
                frame.text(
                        frame.x(x),
                        frame.height() - Frame.BOTTOM + 20,
                        "middle",
                        "tick",
                        NumberText.trimmed(percentile, 5) + "%");
            }
        }
        frame.titleX(axes.get(0));
    }
}
