package io.bmsql.result;

/**
 * Is a row of {@code data/waits.csv}: a terminal, or {@link #ALL}, waited longer than a tenth of a second for a
 * commit.
 */
public record WaitRow(int terminal, double fromSeconds, double untilSeconds) {
    public static final CsvTable<WaitRow> CSV = new CsvTable<>("waits.csv", WaitRow.class);

    public static final int ALL = -1;

    public double seconds() {
        return untilSeconds - fromSeconds;
    }

    public boolean overlaps(double from, double until) {
        return untilSeconds > from && fromSeconds < until;
    }
}
