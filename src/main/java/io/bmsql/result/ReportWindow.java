package io.bmsql.result;

/** The interval that a report counts, in seconds from the start of the run's own; {@link #OPEN} for the run's end. */
public record ReportWindow(int fromSecond, int untilSecond) {
    public static final int OPEN = Integer.MAX_VALUE;

    public static final ReportWindow WHOLE = new ReportWindow(0, OPEN);

    private static final double SECONDS = 60;
    private static final double MAX_MINUTES = 10_000_000;

    public ReportWindow {
        if (fromSecond < 0 || untilSecond <= fromSecond) {
            throw new IllegalArgumentException(
                    "a window starts at 0 minutes or later and ends later than it starts, by a second at least");
        }
    }

    /** Begins after so many minutes. Throws {@link IllegalArgumentException} for a negative number. */
    public static ReportWindow skipping(double minutes) {
        return new ReportWindow(seconds(minutes), OPEN);
    }

    /** Reads {@code FROM,TO}, minutes with fractions; an empty end is the run's own. Refuses anything else. */
    public static ReportWindow parse(String text) {
        try {
            String[] ends = text.split(",", -1);
            if (ends.length != 2) {
                throw new NumberFormatException(ends.length + " numbers");
            }
            return new ReportWindow(
                    ends[0].isBlank() ? 0 : seconds(Double.parseDouble(ends[0].strip())),
                    ends[1].isBlank() ? OPEN : seconds(Double.parseDouble(ends[1].strip())));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a window is two numbers of minutes, FROM,TO, such as 5,15.5", e);
        }
    }

    private static int seconds(double minutes) {
        if (!(minutes >= 0 && minutes <= MAX_MINUTES)) {
            throw new IllegalArgumentException("a window is given in minutes from 0 on, not " + minutes);
        }
        return (int) Math.round(minutes * SECONDS);
    }

    public boolean isWhole() {
        return equals(WHOLE);
    }

    /** The end in a run of this length, seconds. */
    public double end(double runSeconds) {
        return Math.min(runSeconds, untilSecond);
    }
}
