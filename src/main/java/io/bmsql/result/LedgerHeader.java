package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bmsql.config.AgentShare;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first block: this run's mark, the marks found at its start, its home warehouses and their baseline. */
public record LedgerHeader(
        RunMark runMark,
        List<RunMark> earlierMarks,
        int runId,
        long seed,
        long startEpochMillis,
        int firstWarehouse,
        int lastWarehouse,
        Baseline baseline) {

    public ByteBuffer bytes() {
        return ByteBuffer.wrap(SummaryJson.line(this).getBytes(StandardCharsets.UTF_8));
    }

    static LedgerHeader read(ByteBuffer bytes) throws IOException {
        return SummaryJson.ofLine(new String(bytes.array(), StandardCharsets.UTF_8), LedgerHeader.class);
    }

    /**
     * A row of {@code bmsql_config} by which the last run on a range of warehouses is known: {@code ledger 1-50} (at most 30
     * characters), for one of several agents {@code ledger 1-50 d2}, and a value that differs for each run. It shows a ledger
     * whether later runs took place, and whether the database was restored to a state before the run. The value of one of several
     * agents ends in {@code 2/3} and their group.
     */
    public record RunMark(String name, String value) {
        private static final Pattern NAME = Pattern.compile("ledger (\\d{1,9})-(\\d{1,9})( d\\d+)?");
        private static final Pattern SHARED = Pattern.compile("\\S+ (\\d{1,9})/(\\d{1,9}) (\\w+)");

        public static RunMark of(
                int firstWarehouse, int lastWarehouse, AgentShare share, long epochMillis, long nanos) {
            String range = "ledger " + firstWarehouse + "-" + lastWarehouse;
            String run = String.format(Locale.ROOT, "%d-%08x", epochMillis, (int) (nanos ^ nanos >>> 32));
            return share.isWhole()
                    ? new RunMark(range, run)
                    : new RunMark(
                            range + " d" + share.number(),
                            run + " " + share.number() + "/" + share.agents() + " " + share.group());
        }

        /** Differs for each run, and for each agent: up to 26 characters without blanks. */
        public String id() {
            return value.split(" ", 2)[0];
        }

        /** Which of several agents left it; the whole when there was only one. */
        public AgentShare share() {
            Matcher matcher = SHARED.matcher(value);
            return matcher.matches()
                    ? new AgentShare(
                            Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)), matcher.group(3))
                    : AgentShare.WHOLE;
        }

        /** True when the run used one of these warehouses, and for a name that cannot be read. */
        public boolean touches(int firstWarehouse, int lastWarehouse) {
            Matcher matcher = NAME.matcher(name);
            return !matcher.matches()
                    || Integer.parseInt(matcher.group(1)) <= lastWarehouse
                            && Integer.parseInt(matcher.group(2)) >= firstWarehouse;
        }
    }

    /**
     * How the database stood when a run began.
     *
     * @param historyMark no row of the history had a higher number
     * @param historySince with the mark it selects the rows of the history that are newer: from this date on, as {@code
     *     BoundStatement.keptMillis} reads it; {@link #ANY_DATE} where numbers are enough; 0 where nothing selects them, and in ledgers
     *     of older versions
     */
    public record Baseline(long historyMark, long historySince, List<Warehouse> warehouses) {
        /** 1980-01-01: before the dates of all rows, and not too early for any server. */
        public static final long ANY_DATE = 315_532_800_000L;

        @JsonIgnore
        public boolean isHistoryKnown() {
            return historySince > 0;
        }

        /** True when it selects all rows that a run with the other baseline, not earlier than this one, made too. */
        public boolean selectsHistoryOf(Baseline other) {
            return historyMark <= other.historyMark && (historySince == ANY_DATE || other.isHistoryKnown());
        }

        @JsonFormat(shape = JsonFormat.Shape.ARRAY)
        public record Warehouse(int id, long ytdCents, List<District> districts) {}

        /** A district with the first order numbers that this run can give out and deliver. */
        @JsonFormat(shape = JsonFormat.Shape.ARRAY)
        public record District(int id, int nextOrderId, int oldestOpenOrderId, long ytdCents) {}
    }
}
