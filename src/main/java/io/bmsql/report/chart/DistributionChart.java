package io.bmsql.report.chart;

import java.util.Arrays;
import java.util.List;

/** How often values occurred, percent by bin, as a stepped area from zero on; marks are ascending verticals. */
public record DistributionChart(
        String title, String axisX, String axisY, double[] shares, double binWidth, String role, List<Mark> marks) {
    private static final double WIDTH = 490;
    private static final double HEIGHT = 220;

    public record Mark(double value, String label) {}

    public Drawing draw() {
        double end = shares.length * binWidth;
        Ticks up = Ticks.upTo(Arrays.stream(shares).max().orElse(1) * 1.2);
        Ticks along = Ticks.upTo(end);
        Plot plot = new Plot(WIDTH, HEIGHT, Plot.axis(0, end, along.step()), Plot.axis(0, up.upper(), up.step()));
        plot.gridAt(up.values());
        double[] x = new double[2 * shares.length];
        double[] y = new double[x.length];
        Arrays.setAll(x, i -> (i + 1) / 2 * binWidth);
        Arrays.setAll(y, i -> shares[i / 2]);
        plot.band(CssPaint.pale(role), x, new double[y.length], y, up.upper());
        plot.line(Series.of(role, role, x, y), up.upper(), ChartTheme.FULL_LINE);
        List<Mark> shown = marks.stream().filter(mark -> mark.value() <= end).toList();
        shown.forEach(mark -> plot.vertical(mark.value()));
        plot.draw();
        plot.labelY(axisY, up.values(), up::text);
        plot.labelX(axisX, Ticks.between(0, end, along.step()), along::text);
        for (int i = 0; i < shown.size(); i++) {
            double at = plot.x(shown.get(i).value());
            boolean isLeft = i == 0 && at > Plot.LEFT + 50 || at > WIDTH - Plot.RIGHT - 40;
            plot.text(
                    at + (isLeft ? -4 : 4),
                    Plot.TOP + 11 + i * Plot.LINE_GAP,
                    isLeft ? "end" : "start",
                    "note",
                    shown.get(i).label());
        }
        return Drawing.of(title, plot.toSvg(title));
    }
}
