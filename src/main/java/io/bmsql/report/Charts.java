package io.bmsql.report;

import io.bmsql.report.ReportModel.Distribution;
import io.bmsql.report.ReportModel.Event;
import io.bmsql.report.ReportModel.Line;
import io.bmsql.report.ReportModel.OverTime;
import java.awt.BasicStroke;
import java.awt.geom.Rectangle2D;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/**
 * Draws numbers as SVG. JFreeChart lays out grid and lines; words are placed here, because measuring them would need
 * fonts (see {@link SvgCanvas}). All charts of time share the left edge, the right edge and the time axis of the plot.
 */
final class Charts {
    private static final double WIDE = 1000;
    private static final double WIDE_HEIGHT = 290;
    private static final double SMALL = 490;
    private static final double SMALL_HEIGHT = 220;
    private static final double LEFT = 72;
    private static final double RIGHT = 26;
    private static final double TOP = 30;
    private static final double BOTTOM = 46;
    private static final double LINE_GAP = 17;

    private static final BasicStroke HAIR = new BasicStroke(1f);
    private static final RectangleInsets NO_INSETS = new RectangleInsets(0, 0, 0, 0);

    /** What stands more than this many times above all but two percent of the values is cut off the y axis. */
    private static final double SPIKE = 15;

    /** Where the y axis ends then, in the same measure. */
    private static final double SPIKE_CUT = 5;

    /**
     * A drawn chart.
     *
     * @param note a sentence about values above the axis; empty when there are none
     */
    record Chart(String svg, List<Line> legend, String note) {}

    /**
     * Lines over the time of the run, with ramp-up and drain shaded and events as verticals.
     *
     * @param title what the chart shows, for those who cannot see it
     * @param axis what is measured
     * @param unit its unit
     */
    Chart overTime(String title, String axis, String unit, List<Line> lines, OverTime time) {
        double cut = cutFor(lines);
        Ticks ticks = Ticks.upTo(cut);
        SvgCanvas canvas = SvgCanvas.create(WIDE, WIDE_HEIGHT);
        Frame frame = new Frame(
                canvas, WIDE, WIDE_HEIGHT, time.fromSecond(), Math.max(time.toSecond(), time.fromSecond() + 1), ticks);
        XYPlot plot = plot(frame, Ticks.timeStep(frame.to() - frame.from(), 12));
        addLines(plot, lines, ticks.upper());
        shade(plot, frame, time);
        for (Event event : time.events()) {
            plot.addDomainMarker(new ValueMarker(event.second(), new CssPaint("mark"), HAIR), Layer.FOREGROUND);
        }
        draw(plot, frame);
        frame.labelY(axis + ", " + unit);
        frame.labelTime();
        labelPhases(frame, time);
        return new Chart(canvas.toSvg(title), lines, cutNote(lines, cut, unit));
    }

    /** How often response times of one type occurred, up to four times its 90th percentile. */
    Chart distribution(Distribution distribution) {
        double[] shares = distribution.sharePercent();
        Ticks ticks = Ticks.upTo(Arrays.stream(shares).max().orElse(1) * 1.2);
        SvgCanvas canvas = SvgCanvas.create(SMALL, SMALL_HEIGHT);
        Frame frame = new Frame(canvas, SMALL, SMALL_HEIGHT, 0, shares.length * distribution.binMs(), ticks);
        Ticks along = Ticks.upTo(frame.to());
        XYPlot plot = plot(frame, along.step());
        addArea(plot, shares, distribution.binMs(), ReportTheme.role(distribution.type()));
        double[] marks = {
            distribution.response().p50Ms(),
            distribution.response().p90Ms(),
            distribution.response().p99Ms()
        };
        for (double mark : marks) {
            if (mark <= frame.to()) {
                plot.addDomainMarker(new ValueMarker(mark, new CssPaint("mark"), HAIR), Layer.FOREGROUND);
            }
        }
        draw(plot, frame);
        frame.labelY("Share of transactions, %");
        frame.labelX(along, "Response time, ms");
        String[] names = {"median", "90%", "99%"};
        for (int i = 0; i < marks.length; i++) {
            if (marks[i] <= frame.to()) {
                boolean isLeft = i == 0 && frame.x(marks[i]) > LEFT + 50 || frame.x(marks[i]) > SMALL - RIGHT - 40;
                double x = frame.x(marks[i]) + (isLeft ? -4 : 4);
                frame.text(x, TOP + 11 + i * LINE_GAP, isLeft ? "end" : "start", "note", names[i]);
            }
        }
        return new Chart(canvas.toSvg("Response times of " + distribution.type().title()), List.of(), "");
    }

    /**
     * Where the y axis should end: at the highest value, or, when a few spikes would press all else to the ground, at
     * some height above the rest (as BenchmarkSQL does by its 98th percentile).
     */
    private static double cutFor(List<Line> lines) {
        double[] values = lines.stream()
                .flatMapToDouble(line -> Arrays.stream(line.hasBand() ? line.high() : line.y()))
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (values.length == 0) {
            return 1;
        }
        double highest = values[values.length - 1];
        double usual = values[(int) Math.floor((values.length - 1) * 0.98)];
        return usual > 0 && highest > SPIKE * usual ? SPIKE_CUT * usual : highest * 1.02;
    }

    private static String cutNote(List<Line> lines, double cut, String unit) {
        double highest = 0;
        double when = 0;
        String label = "";
        long above = 0;
        for (Line line : lines) {
            double[] values = line.hasBand() ? line.high() : line.y();
            for (int i = 0; i < values.length; i++) {
                above += values[i] > Ticks.upTo(cut).upper() ? 1 : 0;
                if (values[i] > highest) {
                    highest = values[i];
                    when = line.x()[i];
                    label = line.label();
                }
            }
        }
        return above == 0
                ? ""
                : NumberText.count(above) + (above == 1 ? " point lies" : " points lie")
                        + " above the scale; the highest is " + NumberText.millis(highest) + " " + unit + " (" + label
                        + ") at " + NumberText.clock(when) + ".";
    }

    private static XYPlot plot(Frame frame, double stepX) {
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
        AxisSpace bottom = new AxisSpace();
        bottom.setBottom(BOTTOM);
        plot.setFixedDomainAxisSpace(bottom);
        AxisSpace left = new AxisSpace();
        left.setLeft(LEFT);
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

    private static void addLines(XYPlot plot, List<Line> lines, double limit) {
        int index = 0;
        for (Line line : lines) {
            if (line.hasBand()) {
                addBand(plot, index++, line, limit);
            }
        }
        // Later data sets lie on top with this order; the first line of the legend is the one to see.
        for (int i = lines.size() - 1; i >= 0; i--) {
            Line line = lines.get(i);
            XYSeries series = new XYSeries(line.label(), false, true);
            for (int point = 0; point < line.x().length; point++) {
                series.add(line.x()[point], Math.min(line.y()[point], limit), false);
            }
            plot.setDataset(index, new XYSeriesCollection(series));
            plot.setRenderer(index++, lineRenderer(line.role(), line.x().length == 1));
        }
        plot.setDatasetRenderingOrder(org.jfree.chart.plot.DatasetRenderingOrder.FORWARD);
    }

    private static XYItemRenderer lineRenderer(String role, boolean isPoint) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, isPoint);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setSeriesPaint(0, ReportTheme.paint(role));
        renderer.setSeriesShape(0, new java.awt.geom.Ellipse2D.Double(-3, -3, 6, 6));
        renderer.setSeriesStroke(
                0, new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, ReportTheme.dash(role), 0f));
        return renderer;
    }

    private static void addBand(XYPlot plot, int index, Line line, double limit) {
        YIntervalSeries series = new YIntervalSeries(line.label(), false, true);
        for (int i = 0; i < line.x().length; i++) {
            if (!Double.isNaN(line.y()[i])) {
                series.add(line.x()[i], line.low()[i], Math.min(line.low()[i], limit), Math.min(line.high()[i], limit));
            }
        }
        YIntervalSeriesCollection band = new YIntervalSeriesCollection();
        band.addSeries(series);
        DeviationRenderer renderer = new DeviationRenderer(false, false);
        renderer.setAlpha(1f);
        renderer.setSeriesFillPaint(0, ReportTheme.pale(line.role()));
        plot.setDataset(index, band);
        plot.setRenderer(index, renderer);
    }

    private static void addArea(XYPlot plot, double[] shares, double binMs, String role) {
        XYSeries steps = new XYSeries(role, false, true);
        for (int bin = 0; bin < shares.length; bin++) {
            steps.add(bin * binMs, shares[bin], false);
            steps.add((bin + 1) * binMs, shares[bin], false);
        }
        XYAreaRenderer area = new XYAreaRenderer(XYAreaRenderer.AREA);
        area.setSeriesPaint(0, ReportTheme.pale(role));
        area.setOutline(false);
        plot.setDataset(0, new XYSeriesCollection(steps));
        plot.setRenderer(0, area);
        plot.setDataset(1, new XYSeriesCollection(steps));
        plot.setRenderer(1, new Outline(role));
        plot.setDatasetRenderingOrder(org.jfree.chart.plot.DatasetRenderingOrder.FORWARD);
    }

    private static void shade(XYPlot plot, Frame frame, OverTime time) {
        if (time.fromSecond() < 0) {
            plot.addDomainMarker(new IntervalMarker(frame.from(), 0, new CssPaint("shade")), Layer.BACKGROUND);
        }
        if (time.measureUntilSecond() < frame.to()) {
            IntervalMarker drain = new IntervalMarker(
                    Math.max(frame.from(), time.measureUntilSecond()), frame.to(), new CssPaint("shade"));
            plot.addDomainMarker(drain, Layer.BACKGROUND);
        }
    }

    private static void labelPhases(Frame frame, OverTime time) {
        double rampupWidth = frame.x(0) - frame.x(frame.from());
        if (time.fromSecond() < 0 && rampupWidth > 60) {
            frame.text(frame.x(frame.from()) + 6, TOP + 14, "start", "note", "ramp-up");
        }
        if (frame.x(frame.to()) - frame.x(time.measureUntilSecond()) > 60) {
            frame.text(frame.x(time.measureUntilSecond()) + 6, TOP + 14, "start", "note", "drain");
        }
        for (Event event : time.events()) {
            boolean isLate = frame.x(event.second()) > WIDE * 0.8;
            frame.text(
                    frame.x(event.second()) + (isLate ? -5 : 5),
                    TOP + 14,
                    isLate ? "end" : "start",
                    "note",
                    event.label());
        }
    }

    private static void draw(XYPlot plot, Frame frame) {
        // Without an owner some renderers fail; entities (the areas for mouse pointers) are of no use here.
        ChartRenderingInfo info = new ChartRenderingInfo(null);
        Rectangle2D area = new Rectangle2D.Double(0, TOP, frame.width() - RIGHT, frame.height() - TOP);
        plot.draw(frame.canvas(), area, null, null, new PlotRenderingInfo(info));
    }

    /** The outline of a distribution: a full line, whatever the type's dash. */
    private static final class Outline extends XYLineAndShapeRenderer {
        private static final long serialVersionUID = 1L;

        Outline(String role) {
            super(true, false);
            setDrawSeriesLineAsPath(true);
            setSeriesPaint(0, ReportTheme.paint(role));
            setSeriesStroke(0, new BasicStroke(1.5f));
        }
    }

    /** The plot's place on the canvas and its scales, for the words around it. */
    private record Frame(SvgCanvas canvas, double width, double height, double from, double to, Ticks ticks) {
        double x(double value) {
            return LEFT + (value - from) / (to - from) * (width - LEFT - RIGHT);
        }

        double y(double value) {
            return height - BOTTOM - value / ticks.upper() * (height - BOTTOM - TOP);
        }

        void text(double x, double y, String anchor, String style, String text) {
            canvas.text(x, y, anchor, style, text);
        }

        void labelY(String title) {
            for (double value : ticks.values()) {
                text(LEFT - 8, y(value) + 4.5, "end", "tick", ticks.text(value));
            }
            text(0, 14, "start", "axis", title);
        }

        void labelX(Ticks along, String title) {
            for (double value : Ticks.between(from, to, along.step())) {
                text(x(value), height - BOTTOM + 20, "middle", "tick", along.text(value));
            }
            text(x((from + to) / 2), height - 6, "middle", "axis", title);
        }

        void labelTime() {
            for (double value : Ticks.between(from, to, Ticks.timeStep(to - from, 12))) {
                text(x(value), height - BOTTOM + 20, "middle", "tick", NumberText.clock(value));
            }
            text(
                    x((from + to) / 2),
                    height - 6,
                    "middle",
                    "axis",
                    "Time from the start of the window, minutes:seconds");
        }
    }
}
