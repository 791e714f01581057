package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * What became of a ledger that was held against the database.
 *
 * @param standing sentences about what the ledger cannot tell; empty when it can tell everything
 * @param newOrders committed New-Orders in the ledger
 * @param payments committed Payments in it
 * @param deliveries committed Deliveries in it
 * @param failed transactions in it that failed
 * @param unknown transactions in it whose outcome nobody knew
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
    public enum Verdict {
        OK,
        FAILED,
        /** There is more than the ledger knows, and the standing says why nobody can tell where from. */
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
            String name, String description, Verdict verdict, long checked, long violations, List<String> samples) {}
}
