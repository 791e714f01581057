package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says what an event did to the run, in seconds from the start of the window.
 *
 * @param status exit status or why there is none; empty for a mark, or without a known end
 * @param before up to a minute before it; null when less than {@link #LEAST_SECONDS} of the window were
 * @param during through the second in which throughput was back; null when nothing was measured after it
 * @param after up to a minute after that; null when there was no such time
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
    public static final int LEAST_SECONDS = 5;

    /**
     * Says what it cost.
     *
     * @param outageSeconds of the longest time without a commit until throughput was back; 0 when chance explains it
     * @param lastCommitSeconds the last commit before that time; null when there was none
     * @param medianTerminalSeconds how long half of the terminals waited for a commit at least; null when not known
     * @param to95Seconds until three seconds have 95% of the rate before; 0 when it never fell, null when not back
     * @param workLost transactions that the rate before would have brought; null without such a rate
     */
    public record Effect(
            double outageSeconds,
            @Nullable Double lastCommitSeconds,
            @Nullable Double medianTerminalSeconds,
            @Nullable Double worstTerminalSeconds,
            @Nullable Double to95Seconds,
            @Nullable Double workLost) {}

    /** True when its command ended with status 0. {@code is} would make it a field of the file. */
    public boolean succeeded() {
        return status.equals("status 0");
    }

    public String label() {
        return EventRow.label(name, text);
    }

    public String line() {
        Double to95Seconds = effect.to95Seconds;
        Double workLost = effect.workLost;
        Double worst = effect.worstTerminalSeconds;
        Double median = effect.medianTerminalSeconds;
        String recovery = to95Seconds == null
                ? before == null ? "no rate before it" : "95% of the rate before not reached again"
                : to95Seconds == 0
                        ? "throughput did not fall"
                        : "95% after " + NumberText.decimal(to95Seconds, 1) + " s";
        LoadStep.Type then = before == null ? null : before.type(TpccTransaction.NEW_ORDER);
        LoadStep.Type now = during == null ? null : during.type(TpccTransaction.NEW_ORDER);
        return label() + " at " + NumberText.decimal(atSeconds, 1) + " s"
                + (status.isEmpty() ? "" : ", " + status)
                + ": "
                + (effect.outageSeconds > 0 ? seconds(effect.outageSeconds) + " without a commit, " : "")
                + (worst == null || median == null || worst == 0
                        ? ""
                        : "terminals waited " + seconds(median) + " (median) to " + seconds(worst) + " (worst), ")
                + recovery
                + (workLost == null || workLost < 1
                        ? ""
                        : ", " + NumberText.count(Math.round(workLost)) + " transactions less")
                + (then == null || now == null
                        ? ""
                        : "; New-Order 99% "
                                + NumberText.latency(then.response().p99Ms()) + " before, "
                                + NumberText.latency(now.response().p99Ms()) + " during");
    }

    private static String seconds(double seconds) {
        return NumberText.decimal(seconds, seconds < 1 ? 2 : 1) + " s";
    }

    /** Holds the run between two moments: {@code failed} were given up, {@code errors} are failed attempts by class. */
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
