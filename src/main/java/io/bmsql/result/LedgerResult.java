package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a ledger compared with the database; {@code standing} says what it cannot decide, and why.
 *
 * @param violationsFile in the result directory, with all violations; null when there are none
 */
public record LedgerResult(
        boolean passed,
        List<String> standing,
        @JsonUnwrapped Counts counts,
        double seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String violationsFile,
        List<Check> checks) {

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
