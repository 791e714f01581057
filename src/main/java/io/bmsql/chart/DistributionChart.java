package io.bmsql.chart;

import java.util.Arrays;
import java.util.List;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** How often values occurred, as a stepped area from zero on, with labelled verticals. Half a column wide. */
public final class DistributionChart {
    private static final double WIDTH = 490;
    private static final double HEIGHT = 220;

    private DistributionChart() {}

    /** A labelled vertical. */
    public record Mark(double value, String label) {}

    /**
     * Draws.
     *
     * @param axes titles of the x and the y axis, with units
     * @param shares of each bin, percent
     * @param binWidth in the unit of x
     * @param marks ascending; those beyond the last bin are left out
     */
    public static Drawing draw(
            String title, List<String> axes, double[] shares, double binWidth, String role, List<Mark> marks) {
        Ticks ticks = Ticks.upTo(Arrays.stream(shares).max().orElse(1) * 1.2);
        SvgCanvas canvas = SvgCanvas.create(WIDTH, HEIGHT);
        Frame frame = new Frame(canvas, WIDTH, HEIGHT, 0, shares.length * binWidth, ticks);
        Ticks along = Ticks.upTo(frame.to());
        XYPlot plot = Plots.plot(frame, along.step());
        addArea(plot, shares, binWidth, role);
        List<Mark> shown =
                marks.stream().filter(mark -> mark.value() <= frame.to()).toList();
        for (Mark mark : shown) {
            plot.addDomainMarker(new ValueMarker(mark.value(), new CssPaint("mark"), Plots.HAIR), Layer.FOREGROUND);
        }
        Plots.draw(plot, frame);
        frame.labelY(axes.get(1));
        frame.labelX(along, axes.get(0));
        for (int i = 0; i < shown.size(); i++) {
            double at = frame.x(shown.get(i).value());
            boolean isLeft = i == 0 && at > Frame.LEFT + 50 || at > WIDTH - Frame.RIGHT - 40;
            frame.text(
                    at + (isLeft ? -4 : 4),
                    Frame.TOP + 11 + i * Frame.LINE_GAP,
                    isLeft ? "end" : "start",
                    "note",
                    shown.get(i).label());
        }
        return new Drawing(canvas.toSvg(title), List.of(), null);
    }

    private static void addArea(XYPlot plot, double[] shares, double binWidth, String role) {
        XYSeries steps = new XYSeries(role, false, true);
        for (int bin = 0; bin < shares.length; bin++) {
            steps.add(bin * binWidth, shares[bin], false);
            steps.add((bin + 1) * binWidth, shares[bin], false);
        }
        XYAreaRenderer area = new XYAreaRenderer(XYAreaRenderer.AREA);
        area.setSeriesPaint(0, ChartTheme.pale(role));
        area.setOutline(false);
        Plots.add(plot, new XYSeriesCollection(steps), area);
        Plots.add(plot, new XYSeriesCollection(steps), Plots.outline(role));
    }
}
