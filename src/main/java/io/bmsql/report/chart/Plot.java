package io.bmsql.report.chart;

import io.bmsql.common.NumberText;
import java.awt.BasicStroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.jspecify.annotations.Nullable;

/** JFreeChart draws axes, grid, lines, areas and cells; the words are placed here, as measuring them needs fonts. */
record Plot(
        SvgCanvas canvas,
        double width,
        double height,
        double bottom,
        Rectangle2D area,
        ValueAxis x,
        ValueAxis y,
        XYPlot plot) {
    /** Width of a chart in the units of the drawing: what half a wide page shows at about its own size. */
    static final double WIDE = 720;

    static final double TALL = 260;

    static final double LEFT = 72;
    static final double RIGHT = 26;
    static final double TOP = 30;
    static final double BOTTOM = 46;
    static final double LINE_GAP = 17;

    private static final BasicStroke HAIR = new BasicStroke(1f);
    private static final float LINE_WIDTH = 1.5f;
    private static final double CAP = 6;
    private static final RectangleInsets NO_INSETS = new RectangleInsets(0, 0, 0, 0);
    private static final double SWATCH = 16;

    /** Closer than this share of their height two cells touch. */
    private static final double TOUCHING = 0.01;

    static Plot of(double width, double height, NumberAxis x, ValueAxis y) {
        x.setAxisLineVisible(true);
        x.setAxisLinePaint(new CssPaint("axis"));
        x.setAxisLineStroke(HAIR);
        x.setTickMarksVisible(true);
        x.setTickMarkPaint(new CssPaint("axis"));
        x.setTickMarkStroke(HAIR);
        x.setTickMarkOutsideLength(4);
        // Without a renderer no marker is drawn.
        XYPlot plot = new XYPlot(null, x, y, new XYLineAndShapeRenderer());
        plot.setBackgroundPaint(null);
        plot.setOutlineVisible(false);
        plot.setInsets(NO_INSETS);
        plot.setAxisOffset(NO_INSETS);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinesVisible(false);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        double bottom = x.isVisible() ? BOTTOM : 0;
        AxisSpace space = new AxisSpace();
        space.setBottom(bottom);
        space.setLeft(LEFT);
        plot.setFixedDomainAxisSpace(space);
        plot.setFixedRangeAxisSpace(space);
        Rectangle2D area = new Rectangle2D.Double(LEFT, TOP, width - LEFT - RIGHT, height - TOP - bottom);
        return new Plot(SvgCanvas.create(width, height), width, height, bottom, area, x, y, plot);
    }

    /** A plain axis, marked at the multiples of {@code step}. */
    static NumberAxis axis(double from, double to, double step) {
        NumberAxis axis = bare(new NumberAxis(null), from, to);
        axis.setAutoTickUnitSelection(false, false);
        axis.setTickUnit(new NumberTickUnit(step), false, false);
        return axis;
    }

    static LogAxis logAxis(double from, double to) {
        LogAxis axis = new LogAxis(null);
        axis.setSmallestValue(from);
        axis.setAutoTickUnitSelection(false, false);
        axis.setTickUnit(new NumberTickUnit(1), false, false);
        return bare(axis, from, to);
    }

    private static <T extends ValueAxis> T bare(T axis, double from, double to) {
        axis.setTickLabelFont(new SvgCanvas.NamedFont());
        axis.setLabelFont(new SvgCanvas.NamedFont());
        axis.setTickLabelsVisible(false);
        axis.setTickMarksVisible(false);
        axis.setAxisLineVisible(false);
        axis.setMinorTickMarksVisible(false);
        axis.setRange(from, to);
        return axis;
    }

    double x(double value) {
        return x.valueToJava2D(value, area, RectangleEdge.BOTTOM);
    }

    double y(double value) {
        return y.valueToJava2D(value, area, RectangleEdge.LEFT);
    }

    /** Left, top, width and height of the area inside the axes, in the units of the drawing. */
    double[] box() {
        return new double[] {area.getX(), area.getY(), area.getWidth(), area.getHeight()};
    }

    void shade(double from, double to, CssPaint paint) {
        plot.addDomainMarker(new IntervalMarker(from, to, paint), Layer.BACKGROUND);
    }

    void vertical(double at) {
        plot.addDomainMarker(new ValueMarker(at, new CssPaint("mark"), HAIR), Layer.FOREGROUND);
    }

    void gridAtX(double at) {
        plot.addDomainMarker(new ValueMarker(at, new CssPaint("grid"), HAIR), Layer.BACKGROUND);
    }

    void gridAt(List<Double> values) {
        values.forEach(
                value -> plot.addRangeMarker(new ValueMarker(value, new CssPaint("grid"), HAIR), Layer.BACKGROUND));
    }

    /** Adds a line above all that was added before; values above {@code limit} end there. */
    void line(Series series, double limit, float[] dash) {
        boolean isPoint = series.x().length == 1;
        XYSeries points = new XYSeries(series.label(), false, true);
        for (int i = 0; i < series.x().length; i++) {
            points.add(series.x()[i], Math.min(series.y()[i], limit), false);
        }
        XYLineAndShapeRenderer renderer = renderer(!isPoint, isPoint, series.role(), 6);
        renderer.setDrawSeriesLineAsPath(true);
        float @Nullable [] pattern = dash.length == 0 ? null : dash;
        int join = BasicStroke.JOIN_ROUND;
        renderer.setSeriesStroke(0, new BasicStroke(LINE_WIDTH, BasicStroke.CAP_BUTT, join, 1f, pattern, 0f));
        add(new XYSeriesCollection(points), renderer);
    }

    private static XYLineAndShapeRenderer renderer(boolean hasLine, boolean hasDots, String role, double size) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(hasLine, hasDots);
        renderer.setSeriesPaint(0, new CssPaint(role));
        renderer.setSeriesShape(0, new Ellipse2D.Double(-size / 2, -size / 2, size, size));
        return renderer;
    }

    /** Adds round marks at these x and y; what lies behind them does not shine through those of the colour {@code ground}. */
    void dots(String role, String filling, List<double[]> at, double size) {
        XYSeries points = new XYSeries(role, false, true);
        at.forEach(point -> points.add(point[0], point[1], false));
        XYLineAndShapeRenderer renderer = renderer(false, true, role, size);
        renderer.setUseFillPaint(true);
        renderer.setSeriesFillPaint(0, new CssPaint(filling));
        renderer.setUseOutlinePaint(true);
        renderer.setSeriesOutlinePaint(0, new CssPaint(role));
        renderer.setSeriesOutlineStroke(0, new BasicStroke(LINE_WIDTH));
        add(new XYSeriesCollection(points), renderer);
    }

    /** Adds intervals, each an x, a lower and an upper end. */
    void whiskers(String role, List<double[]> bounds) {
        YIntervalSeries series = new YIntervalSeries(role, false, true);
        bounds.forEach(bound -> series.add(bound[0], bound[1], bound[1], bound[2]));
        YIntervalSeriesCollection intervals = new YIntervalSeriesCollection();
        intervals.addSeries(series);
        XYErrorRenderer renderer = new XYErrorRenderer();
        renderer.setDefaultShapesVisible(false);
        renderer.setDrawXError(false);
        renderer.setCapLength(CAP);
        renderer.setErrorPaint(new CssPaint(role));
        renderer.setErrorStroke(HAIR);
        add(intervals, renderer);
    }

    /** Fills between two lines, leaving gaps where one of them has none. */
    void band(CssPaint paint, double[] at, double[] low, double[] high, double limit) {
        YIntervalSeriesCollection band = new YIntervalSeriesCollection();
        DeviationRenderer renderer = new DeviationRenderer(false, false);
        renderer.setAlpha(1f);
        int from = 0;
        while (from < at.length) {
            int to = from;
            YIntervalSeries stretch = new YIntervalSeries(from, false, true);
            while (to < at.length && !Double.isNaN(high[to]) && !Double.isNaN(low[to])) {
                double bottom = Math.min(low[to], limit);
                stretch.add(at[to], bottom, bottom, Math.min(high[to], limit));
                to++;
            }
            if (to > from) {
                renderer.setSeriesFillPaint(band.getSeriesCount(), paint);
                band.addSeries(stretch);
            }
            from = to + 1;
        }
        add(band, renderer);
    }

    /**
     * Draws cells of one size by x and y of their lower left corners, and their strengths from 0 to 1. Equal ones on top of each other, the
     * lowest first, become one.
     */
    void cells(double[][] cells, double cellWidth, double cellHeight) {
        double[] left = cells[0];
        double[] bottom = cells[1];
        int from = 0;
        for (int i = 0; i < left.length; i++) {
            int level = level(cells[2][i]);
            boolean goesOn = i + 1 < left.length
                    && left[i + 1] == left[i]
                    && level(cells[2][i + 1]) == level
                    && Math.abs(bottom[i + 1] - bottom[i] - cellHeight) < TOUCHING * cellHeight;
            if (!goesOn) {
                canvas.cell(level, x(left[i]), y(bottom[i] + cellHeight), x(left[i] + cellWidth), y(bottom[from]));
                from = i + 1;
            }
        }
    }

    private static int level(double strength) {
        return (int) Math.min(ChartTheme.HEAT_LEVELS - 1, strength * ChartTheme.HEAT_LEVELS);
    }

    private void add(XYDataset data, XYItemRenderer renderer) {
        int index = plot.getDataset(0) == null ? 0 : plot.getDatasetCount();
        plot.setDataset(index, data);
        plot.setRenderer(index, renderer);
    }

    /** Draws what was added; words come after it. */
    void draw() {
        // Without an owner some renderers fail; entities (the areas for mouse pointers) are of no use here.
        PlotRenderingInfo info = new PlotRenderingInfo(new ChartRenderingInfo(null));
        plot.draw(canvas, new Rectangle2D.Double(0, TOP, width - RIGHT, height - TOP), null, null, info);
    }

    void text(double atX, double atY, String anchor, String style, String text) {
        canvas.text(atX, atY, anchor, style, text);
    }

    void labelY(String title, List<Double> marks, DoubleFunction<String> format) {
        marks.forEach(mark -> text(LEFT - 8, y(mark) + 4.5, "end", "tick", format.apply(mark)));
        text(0, 14, "start", "axis", title);
    }

    void labelX(String title, List<Double> marks, DoubleFunction<String> format) {
        marks.forEach(mark -> text(x(mark), height - bottom + 20, "middle", "tick", format.apply(mark)));
        text((LEFT + width - RIGHT) / 2, height - 6, "middle", "axis", title);
    }

    void labelTime(TimeAxis time) {
        double step = Ticks.timeStep(time.to() - time.from(), area.getWidth());
        labelX(time.title(), Ticks.between(time.from(), time.to(), step), NumberText::clock);
    }

    /** Explains the colours of cells, at the right of the line above the plot. */
    void heatKey(String few, String many) {
        double right = width - RIGHT - SvgCanvas.roughWidth(many) - 8;
        double left = right - ChartTheme.HEAT_LEVELS * SWATCH;
        for (int level = 0; level < ChartTheme.HEAT_LEVELS; level++) {
            canvas.swatch(left + level * SWATCH, 4, SWATCH, 11, CssPaint.heat(level));
        }
        text(left - 7, 14, "end", "note", few);
        text(right + 7, 14, "start", "note", many);
    }

    String toSvg(String title) {
        return canvas.toSvg(title);
    }
}
