package io.bmsql.result;

/**
 * A row of {@code data/waits.csv}: a terminal waited for a commit, or there was none at all. Only longer ones than a tenth of a second.
 *
 * @param terminal its number, or {@link #ALL}
 * @param fromSeconds from the start of the window
 */
public record WaitRow(int terminal, double fromSeconds, double untilSeconds) {
    public static final CsvTable<WaitRow> CSV = new CsvTable<>("waits.csv", WaitRow.class);

    /** There was no commit of any terminal. */
    public static final int ALL = -1;

    public double seconds() {
        return untilSeconds - fromSeconds;
    }

    /** True when some of it lies in [from, until). */
    public boolean overlaps(double from, double until) {
        return untilSeconds > from && fromSeconds < until;
    }
}
