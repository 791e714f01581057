package io.bmsql.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.NumberAxis;

/** Is the time axis of all charts of a page, in seconds from the window's start; what comes after its end is shaded. */
public record TimeAxis(
        double from, double to, double measureUntil, List<Span> spans, String title, String rampup, String drain) {
    public static final String SHADE = "shade";

    public static final String STALL = "stall";

    private static final String MOMENT = "mark";

    public TimeAxis {
        to = Math.max(to, from + 1);
        spans = List.copyOf(spans);
    }

    public record Span(double from, double to, String label, String role) {
        public static Span at(double moment, String label) {
            return new Span(moment, moment, label, MOMENT);
        }

        boolean isMoment() {
            return role.equals(MOMENT);
        }
    }

    public TimeAxis with(List<Span> added) {
        List<Span> more = new ArrayList<>(spans);
        more.addAll(added);
        return new TimeAxis(from, to, measureUntil, more, title, rampup, drain);
    }

    List<Span> allSpans() {
        List<Span> all = new ArrayList<>();
        all.add(new Span(from, 0, rampup, SHADE));
        all.add(new Span(measureUntil, to, drain, SHADE));
        all.addAll(spans);
        return all;
    }

    NumberAxis marked(double width) {
        return Plot.axis(from, to, Ticks.timeStep(to - from, width - Plot.LEFT - Plot.RIGHT));
    }
}
