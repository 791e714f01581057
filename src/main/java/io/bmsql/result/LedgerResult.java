package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What became of a ledger compared with the database; {@code standing} says what it cannot decide, and why.
 *
 * @param passed false too when a ledger was cut or changed after its run, though no rule is violated
 * @param partial true when a ledger has no end, or that of one of several agents is missing
 * @param gone what was acknowledged and is not there; null when nothing is gone
 * @param violationsFile in the result directory, with all violations; null when there are none
 */
public record LedgerResult(
        boolean passed,
        List<String> standing,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean partial,
        @JsonUnwrapped Counts counts,
        double seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String violationsFile,
        List<Check> checks,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Gone gone) {
    /** What a ledger that holds proves; of loaded rows that no transaction touched it knows nothing. */
    public static final String NOTHING_MISSING = "nothing of what the run committed is missing";

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

    private boolean isOpen() {
        return checks.stream().anyMatch(check -> check.state == State.OPEN);
    }

    /** True when a ledger that is not whole may hide more violations than it shows, or left rows undecided. */
    public boolean hides() {
        return partial && isOpen() || !passed && violations() == 0;
    }

    /** What a ledger proves of what the run committed, the worst first. */
    public enum Proof {
        FAILED,
        SURPLUS,
        CUT,
        OPEN,
        WHOLE
    }

    /** What it proves: losses first, and of what is not decided that it is not. */
    public Proof proves() {
        return hasLosses()
                ? Proof.FAILED
                : violations() > 0 ? Proof.SURPLUS : hides() ? Proof.CUT : isOpen() ? Proof.OPEN : Proof.WHOLE;
    }

    /** Transactions in the ledger: committed by type, failed, and unknown with those of them that happened. */
    public record Counts(
            long newOrders, long payments, long deliveries, long failed, long unknown, long unknownHappened) {
        public long committed() {
            return newOrders + payments + deliveries;
        }
    }

    public enum State {
        OK,
        FAILED,
        /** There is more than the ledger knows, and {@code standing} says why. */
        OPEN
    }

    /**
     * False when all that is wrong are rows, or sums, that are more than what was committed, or the ledger itself. A summary that says no
     * more than that it did not pass is taken at its worst.
     */
    public boolean hasLosses() {
        return !passed && (checks.isEmpty() || violations() > surplus());
    }

    /** Violations that take nothing from what was committed. */
    public long surplus() {
        return checks.stream().mapToLong(Check::surplus).sum();
    }

    /** Counts the violations of each rule by {@code of}, such as {@link Check#surplus}, where there are any. */
    public Map<String, Long> violations(ToLongFunction<Check> of) {
        Map<String, Long> found = new LinkedHashMap<>();
        checks.stream()
                .filter(check -> check.state == State.FAILED && of.applyAsLong(check) > 0)
                .forEach(check -> found.put(check.name, of.applyAsLong(check)));
        return found;
    }

    /**
     * One thing that must hold; samples are the first violations, or what became of unknown transactions.
     *
     * @param surplus violations that are rows that no run made or the server stored twice, or a sum that is more
     */
    public record Check(
            String name,
            String description,
            @JsonProperty("verdict") State state,
            long checked,
            long violations,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long surplus,
            List<String> samples) {
        /** Violations by which something that was committed is missing, less or another. */
        public long losses() {
            return violations - surplus;
        }
    }
}
