package io.bmsql.result;

import java.util.Arrays;
import java.util.List;

/**
 * Which column of {@code result.csv} holds what, by its header: the form of BenchmarkSQL 5 and of this program, or of
 * 6.devel (contract 6.7).
 */
final class ResultLayout {
    /** What a column is read as. */
    enum Meaning {
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

    static final String DEVEL_HEADER = "run,ttype,startts,endts,startms,endms,delayms,latencyms,rbk,error";

    private static final ResultLayout FIVE = new ResultLayout(
            Meaning.IGNORED,
            Meaning.ELAPSED,
            Meaning.LATENCY,
            Meaning.SERVICE,
            Meaning.TYPE,
            Meaning.ROLLED_BACK,
            Meaning.SKIPPED,
            Meaning.ERROR);

    private static final ResultLayout DEVEL = new ResultLayout(
            Meaning.IGNORED,
            Meaning.TYPE,
            Meaning.IGNORED,
            Meaning.IGNORED,
            Meaning.IGNORED,
            Meaning.ELAPSED,
            Meaning.DELAY,
            Meaning.LATENCY,
            Meaning.ROLLED_BACK,
            Meaning.ERROR);

    private final List<Meaning> columns;

    private ResultLayout(Meaning... columns) {
        this.columns = Arrays.asList(columns);
    }

    /** Meanings in the order of the columns; further columns are left out. */
    Meaning[] columns() {
        return columns.toArray(new Meaning[0]);
    }

    /**
     * The layout that a header tells.
     *
     * @param source the file, for the message
     * @throws ResultReadException with one sentence for any other header
     */
    static ResultLayout of(String header, Object source) {
        if (header.equals(ResultCsv.HEADER) || header.startsWith(ResultCsv.HEADER + ",")) {
            return FIVE;
        }
        if (header.equals(DEVEL_HEADER) || header.startsWith(DEVEL_HEADER + ",")) {
            return DEVEL;
        }
        throw new ResultReadException(source + " does not start with the header " + ResultCsv.HEADER + " or "
                + DEVEL_HEADER + ": no version of BenchmarkSQL wrote it");
    }
}
