package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of a ledger compared with the database; {@code standing} says what it cannot decide, and why.
 *
 * @param gone what was acknowledged and is not there; null when nothing is gone
 * @param violationsFile in the result directory, with all violations; null when there are none
 */
public record LedgerResult(
        boolean passed,
        List<String> standing,
        @JsonUnwrapped Counts counts,
        double seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String violationsFile,
        List<Check> checks,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Gone gone) {

    /**
     * New-Orders, Payments and deliveries of an order that were acknowledged to the load generator and are gone as a whole.
     *
     * @param oldestEpochMillis when the oldest of them was acknowledged
     * @param byEpochSecond how many were acknowledged in each second
     * @param explains violations that are these, or no more than what follows from them, such as a sum that is less by as much
     */
    public record Gone(long oldestEpochMillis, Map<Long, Long> byEpochSecond, long explains) {
        public Gone {
            byEpochSecond = Collections.unmodifiableMap(new TreeMap<>(byEpochSecond));
        }

        public long count() {
            return byEpochSecond.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Violations of all that must hold; what the ledger cannot decide is none. */
    public long violations() {
        return checks.stream()
                .filter(check -> check.state == State.FAILED)
                .mapToLong(Check::violations)
                .sum();
    }

    /** Transactions in the ledger: committed by type, failed, and unknown with those of them that happened. */
    public record Counts(
            long newOrders, long payments, long deliveries, long failed, long unknown, long unknownHappened) {}

    /** One thing that must hold. */
    public enum State {
        OK,
        FAILED,
        /** There is more than the ledger knows, and {@code standing} says why. */
        OPEN
    }

    /** One thing that must hold; samples are the first violations, or what became of unknown transactions. */
    public record Check(
            String name,
            String description,
            @JsonProperty("verdict") State state,
            long checked,
            long violations,
            List<String> samples) {}
}
