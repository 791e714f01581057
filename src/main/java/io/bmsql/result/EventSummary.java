package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event of a run and what it did to the run. Seconds count from the start of the window.
 *
 * @param status exit status or why there is none; empty for a mark, or for a command that was not seen to end
 * @param text the command, or what the mark says
 * @param before up to a minute before the event; null when less than {@link #MIN_SECONDS} of the window were before it
 * @param during from the event through the second in which throughput was back, or a second when it never fell; null when nothing was measured after it
 * @param after up to a minute after that; null when throughput did not come back, or the window or the next event ended it at once
 */
public record EventSummary(
        String name,
        double atSeconds,
        String status,
        String text,
        double commandSeconds,
        @Nullable Interval before,
        @Nullable Interval during,
        @Nullable Interval after,
        @JsonUnwrapped Effect effect) {
    /** Fewer seconds say nothing of the rate before an event. */
    public static final int MIN_SECONDS = 5;

    /**
     * What it cost.
     *
     * @param outageSeconds of the longest time without a commit that overlaps that from the event until throughput was back; 0 when none
     *     was longer than chance would have it
     * @param lastCommitSeconds the last commit before that time; null when there was none
     * @param medianTerminalSeconds for how long a terminal waited meanwhile for a commit at the longest, 0 for less than a tenth of a
     *     second: half of them longer than that; null when it is not known of each
     * @param worstTerminalSeconds the same of the one that waited for the longest
     * @param to95Seconds from the event until three seconds together have 95% of the rate before; 0 when it never fell, null when it
     *     did not come back, or that is not known
     * @param workLost transactions that the rate before would have brought until throughput was back, and that were not; null without
     *     a rate before, or time to see whether throughput fell
     */
    public record Effect(
            double outageSeconds,
            @Nullable Double lastCommitSeconds,
            @Nullable Double medianTerminalSeconds,
            @Nullable Double worstTerminalSeconds,
            @Nullable Double to95Seconds,
            @Nullable Double workLost) {}

    /** There was a rate before it, and time to see what became of that. */
    public boolean wasSeen() {
        return effect.workLost() != null;
    }

    /** Its command ended with status 0; no {@code is}, which would be a field of the file. */
    public boolean succeeded() {
        return status.equals("status 0");
    }

    public boolean failed() {
        return status.startsWith("status ") && !succeeded();
    }

    /** A few words for a chart: an event's name, or the text of a mark. */
    public String label() {
        return EventRow.label(name, text);
    }

    /**
     * The run between two moments.
     *
     * @param failed transactions given up
     * @param unknown transactions whose commit was under way when the connection broke; the ledger says what became of them
     * @param errors failed attempts by class, those that there were
     */
    public record Interval(
            double fromSeconds,
            double untilSeconds,
            double tpmC,
            double tpmTotal,
            long failed,
            long unknown,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> errors,
            List<LoadStep.Type> types) {
        public LoadStep.@Nullable Type newOrder() {
            return type(TpccTransaction.NEW_ORDER);
        }

        public LoadStep.@Nullable Type type(TransactionType type) {
            return LoadStep.Type.of(type, types);
        }
    }
}
