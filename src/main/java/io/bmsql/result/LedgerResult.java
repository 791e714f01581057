package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What became of a ledger that was held against the database: how many of its transactions committed, failed or were of
 * unknown outcome, and how many of the unknown ones turned out to have happened.
 *
 * @param standing what the ledger cannot decide, and why; empty when it decides everything
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LedgerResult(
        boolean passed,
        List<String> standing,
        long newOrders,
        long payments,
        long deliveries,
        long failed,
        long unknown,
        long unknownHappened,
        double seconds,
        List<Check> checks) {

    /** One thing that must hold. */
    public enum State {
        OK,
        FAILED,
        /** There is more than the ledger knows, and {@code standing} says why. */
        OPEN
    }

    /**
     * One thing that must hold.
     *
     * @param violations how many of those checked broke it, or stay open
     * @param samples the first of those, with their keys; or what became of unknown transactions
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Check(
            String name,
            String description,
            @JsonProperty("verdict") State state,
            long checked,
            long violations,
            List<String> samples) {}
}
