package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What became of a ledger that was held against the database.
 *
 * @param standing what the ledger cannot decide, and why; empty when it decides everything
 * @param newOrders committed New-Orders in the ledger
 * @param payments committed Payments in it
 * @param deliveries committed Deliveries in it
 * @param failed transactions in it that failed
 * @param unknown transactions in it whose outcome was unknown
 * @param unknownHappened how many of those turned out to have happened
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
     * @param name as the console shows it
     * @param checked how many entries or rows were looked at
     * @param violations how many broke it, or stay open
     * @param samples the first of those, with their keys; or what became of unknown transactions
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Check(
            String name, String description, @JsonProperty("verdict") State state, long checked, long violations, List<String> samples) {}
}
