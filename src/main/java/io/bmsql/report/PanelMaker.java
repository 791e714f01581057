package io.bmsql.report;

import io.bmsql.chart.ChartTheme;
import io.bmsql.chart.Line;
import io.bmsql.chart.TimeAxis;
import io.bmsql.report.ReportModel.TimePanel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays collected series on the axis of the page. All of them share a budget of points, so that a page with many devices
 * stays small; a point that stands for several samples keeps their lowest and highest.
 */
final class PanelMaker {
    /** Points of single samples on a whole page, and points with a band, which take three times the room. */
    private static final int BUDGET_PLAIN = 45_000;

    private static final int BUDGET_BANDS = 22_000;
    private static final int MOST_POINTS = 1000;
    private static final int LEAST_POINTS = 60;

    /** A pause longer than this many intervals is a gap. */
    private static final double PAUSE = 4;

    private final TimeAxis axis;
    private final int plainPoints;
    private final int bandPoints;

    /** @param lines how many lines the page will have in all */
    PanelMaker(TimeAxis axis, int lines) {
        this.axis = axis;
        this.plainPoints = Math.max(LEAST_POINTS, Math.min(MOST_POINTS, BUDGET_PLAIN / Math.max(1, lines)));
        this.bandPoints = Math.max(LEAST_POINTS, Math.min(MOST_POINTS / 2, BUDGET_BANDS / Math.max(1, lines)));
    }

    TimePanel panel(PanelPlan plan) {
        List<Line> lines = new ArrayList<>();
        for (Measured series : plan.series()) {
            lines.add(line(series, ChartTheme.series(lines.size()), !plan.isStacked()));
        }
        return new TimePanel(plan.title(), plan.axis(), plan.isStacked(), plan.limit(), lines);
    }

    /** A series as a line; its points lie in the middle of the time that they stand for. */
    Line line(Measured series, String role, boolean withBand) {
        double interval = interval(series.seconds());
        int from = firstIn(series.seconds(), interval);
        int to = from;
        while (to < series.seconds().length && series.seconds()[to] - interval / 2 <= axis.to()) {
            to++;
        }
        int together = to - from <= plainPoints ? 1 : (to - from + bandPoints - 1) / bandPoints;
        Builder line = new Builder((to - from) / together + 2);
        for (int i = from; i < to; i += together) {
            int end = Math.min(to, i + together);
            if (i > from && series.seconds()[i] - series.seconds()[i - 1] > PAUSE * interval) {
                line.gap((series.seconds()[i] + series.seconds()[i - 1]) / 2);
            }
            line.add(series, i, end, interval);
        }
        return line.build(series.label(), role, withBand && together > 1);
    }

    private int firstIn(double[] seconds, double interval) {
        int first = 0;
        while (first < seconds.length && seconds[first] - interval / 2 < axis.from()) {
            first++;
        }
        return first;
    }

    /** The usual distance of two samples, seconds. */
    static double interval(double[] seconds) {
        if (seconds.length < 2) {
            return 1;
        }
        double[] distances = new double[seconds.length - 1];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = seconds[i + 1] - seconds[i];
        }
        Arrays.sort(distances);
        return distances[distances.length / 2];
    }

    private static final class Builder {
        private final double[] x;
        private final double[] y;
        private final double[] low;
        private final double[] high;
        private int size;

        Builder(int capacity) {
            x = new double[capacity * 2];
            y = new double[x.length];
            low = new double[x.length];
            high = new double[x.length];
        }

        void gap(double second) {
            x[size] = second;
            y[size] = Double.NaN;
            low[size] = Double.NaN;
            high[size++] = Double.NaN;
        }

        void add(Measured series, int from, int to, double interval) {
            double sum = 0;
            int count = 0;
            double least = Double.NaN;
            double most = Double.NaN;
            for (int i = from; i < to; i++) {
                double value = series.values()[i];
                if (!Double.isNaN(value)) {
                    sum += value;
                    least = count == 0 ? value : Math.min(least, value);
                    most = count == 0 ? value : Math.max(most, value);
                    count++;
                }
            }
            x[size] = (series.seconds()[from] - interval + series.seconds()[to - 1]) / 2;
            y[size] = count == 0 ? Double.NaN : sum / count;
            low[size] = least;
            high[size++] = most;
        }

        Line build(String label, String role, boolean withBand) {
            return new Line(
                    label,
                    role,
                    Arrays.copyOf(x, size),
                    Arrays.copyOf(y, size),
                    withBand ? Arrays.copyOf(low, size) : new double[0],
                    withBand ? Arrays.copyOf(high, size) : new double[0]);
        }
    }
}
