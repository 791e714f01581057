package io.bmsql.chart;

import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** What every chart has in common, in JFreeChart's terms: bare axes, thin grid lines, lines and bands. */
final class Plots {
    static final BasicStroke HAIR = new BasicStroke(1f);
    private static final RectangleInsets NO_INSETS = new RectangleInsets(0, 0, 0, 0);
    private static final float LINE_WIDTH = 1.5f;

    private Plots() {}

    /**
     * An empty plot in a frame, with a grid line at each step of y.
     *
     * @param stepX distance of the tick marks
     */
    static XYPlot plot(Frame frame, double stepX) {
        NumberAxis x = axis(frame.from(), frame.to(), stepX);
        x.setAxisLineVisible(true);
        x.setAxisLinePaint(new CssPaint("axis"));
        x.setAxisLineStroke(HAIR);
        x.setTickMarksVisible(true);
        x.setTickMarkPaint(new CssPaint("axis"));
        x.setTickMarkStroke(HAIR);
        x.setTickMarkOutsideLength(4);
        XYPlot plot =
                new XYPlot(null, x, axis(0, frame.ticks().upper(), frame.ticks().step()), null);
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setInsets(NO_INSETS);
        plot.setAxisOffset(NO_INSETS);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(new CssPaint("grid"));
        plot.setRangeGridlineStroke(HAIR);
        plot.setRangeZeroBaselineVisible(false);
        plot.setNoDataMessage(null);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        AxisSpace bottom = new AxisSpace();
        bottom.setBottom(Frame.BOTTOM);
        plot.setFixedDomainAxisSpace(bottom);
        AxisSpace left = new AxisSpace();
        left.setLeft(Frame.LEFT);
        plot.setFixedRangeAxisSpace(left);
        return plot;
    }

    private static NumberAxis axis(double from, double to, double step) {
        NumberAxis axis = new NumberAxis(null);
        axis.setTickLabelFont(SvgCanvas.font());
        axis.setLabelFont(SvgCanvas.font());
        axis.setTickLabelsVisible(false);
        axis.setTickMarksVisible(false);
        axis.setAxisLineVisible(false);
        axis.setMinorTickMarksVisible(false);
        axis.setAutoTickUnitSelection(false, false);
        axis.setTickUnit(new NumberTickUnit(step), false, false);
        axis.setRange(from, to);
        return axis;
    }

    /** Draws the plot and what was added to it. */
    static void draw(XYPlot plot, Frame frame) {
        // Without an owner some renderers fail; entities (the areas for mouse pointers) are of no use here.
        ChartRenderingInfo info = new ChartRenderingInfo(null);
        Rectangle2D area =
                new Rectangle2D.Double(0, Frame.TOP, frame.width() - Frame.RIGHT, frame.height() - Frame.TOP);
        plot.draw(frame.canvas(), area, null, null, new PlotRenderingInfo(info));
    }

    /** Adds lines, their bands below all of them; the first line lies on top. Values above {@code limit} end there. */
    static void addLines(XYPlot plot, List<Line> lines, double limit) {
        for (Line line : lines) {
            if (line.hasBand()) {
                addBand(plot, ChartTheme.pale(line.role()), line.x(), line.low(), line.high(), limit);
            }
        }
        for (int i = lines.size() - 1; i >= 0; i--) {
            addLine(plot, lines.get(i), limit);
        }
    }

    /** Adds one line above all that was added before. */
    static void addLine(XYPlot plot, Line line, double limit) {
        XYSeries series = new XYSeries(line.label(), false, true);
        for (int point = 0; point < line.x().length; point++) {
            series.add(line.x()[point], Math.min(line.y()[point], limit), false);
        }
        add(plot, new XYSeriesCollection(series), lineRenderer(line.role(), line.x().length == 1));
    }

    private static XYLineAndShapeRenderer lineRenderer(String role, boolean isPoint) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, isPoint);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setSeriesPaint(0, ChartTheme.paint(role));
        renderer.setSeriesShape(0, new Ellipse2D.Double(-3, -3, 6, 6));
        renderer.setSeriesStroke(
                0,
                new BasicStroke(
                        LINE_WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, ChartTheme.dash(role), 0f));
        return renderer;
    }

    /** Fills between two lines, leaving gaps where the upper one has none. */
    static void addBand(XYPlot plot, CssPaint paint, double[] x, double[] low, double[] high, double limit) {
        YIntervalSeriesCollection band = new YIntervalSeriesCollection();
        DeviationRenderer renderer = new DeviationRenderer(false, false);
        renderer.setAlpha(1f);
        int from = 0;
        while (from < x.length) {
            int to = from;
            YIntervalSeries stretch = new YIntervalSeries(from, false, true);
            while (to < x.length && !Double.isNaN(high[to]) && !Double.isNaN(low[to])) {
                double bottom = Math.min(low[to], limit);
                stretch.add(x[to], bottom, bottom, Math.min(high[to], limit));
                to++;
            }
            if (to > from) {
                renderer.setSeriesFillPaint(band.getSeriesCount(), paint);
                band.addSeries(stretch);
            }
            from = to + 1;
        }
        add(plot, band, renderer);
    }

    static void add(
            XYPlot plot, org.jfree.data.xy.XYDataset data, org.jfree.chart.renderer.xy.XYItemRenderer renderer) {
        int index = plot.getDatasetCount() == 1 && plot.getDataset(0) == null ? 0 : plot.getDatasetCount();
        plot.setDataset(index, data);
        plot.setRenderer(index, renderer);
    }

    /** A full line of a role's colour, whatever the role's dash. */
    static XYLineAndShapeRenderer outline(String role) {
        XYLineAndShapeRenderer outline = new XYLineAndShapeRenderer(true, false);
        outline.setDrawSeriesLineAsPath(true);
        outline.setSeriesPaint(0, ChartTheme.paint(role));
        outline.setSeriesStroke(0, new BasicStroke(LINE_WIDTH));
        return outline;
    }
}
