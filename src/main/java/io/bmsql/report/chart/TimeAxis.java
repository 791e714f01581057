package io.bmsql.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.NumberAxis;

/**
 * The time axis of all charts of a page, in seconds from the window's start; what comes after its end is shaded.
 *
 * @param rampup stands over the shaded part before the window, {@code drain} over that after it
 */
public record TimeAxis(
        double from, double to, double measureUntil, List<Span> spans, String title, String rampup, String drain) {
    /** Role of what does not count: ramp-up, drain, what a report skips. */
    public static final String SHADE = "shade";

    /** Role of seconds in which next to nothing was completed. */
    public static final String STALL = "stall";

    private static final String MOMENT = "mark";

    public TimeAxis {
        to = Math.max(to, from + 1);
        spans = List.copyOf(spans);
    }

    /** Something that lasted, shaded in its role's colour, or that happened at a moment, a thin vertical. */
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

    /** Ramp-up and drain before all others; some may be empty or lie outside. */
    List<Span> allSpans() {
        List<Span> all = new ArrayList<>();
        all.add(new Span(from, 0, rampup, SHADE));
        all.add(new Span(measureUntil, to, drain, SHADE));
        all.addAll(spans);
        return all;
    }

    /** Makes the axis that JFreeChart draws, with marks that read well. */
    NumberAxis marked(double width) {
        return Plot.axis(from, to, Ticks.timeStep(to - from, width - Plot.LEFT - Plot.RIGHT));
    }
}
