package io.bmsql.result;

import java.util.List;

/**
 * Which column of {@code result.csv} holds what.
 *
 * @param header the first line, byte for byte; further columns are left out
 * @param columns their meanings in order
 */
public record ResultLayout(String header, List<Meaning> columns) {
    /** What a column is read as. */
    public enum Meaning {
        IGNORED,
        ELAPSED,
        LATENCY,
        SERVICE,
        DELAY,
        TYPE,
        ROLLED_BACK,
        SKIPPED,
        ERROR
    }

    /** Of this program and of BenchmarkSQL 5. */
    public static final ResultLayout FIVE = new ResultLayout(
            ResultCsv.HEADER,
            List.of(
                    Meaning.IGNORED,
                    Meaning.ELAPSED,
                    Meaning.LATENCY,
                    Meaning.SERVICE,
                    Meaning.TYPE,
                    Meaning.ROLLED_BACK,
                    Meaning.SKIPPED,
                    Meaning.ERROR));

    /** True for the first line of a file of this layout. */
    public boolean fits(String firstLine) {
        return firstLine.equals(header) || firstLine.startsWith(header + ",");
    }
}
