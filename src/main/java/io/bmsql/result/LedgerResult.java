package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** What became of a ledger compared with the database; {@code standing} says what it cannot decide, and why. */
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

    /** One thing that must hold; samples are the first violations, or what became of unknown transactions. */
    public record Check(
            String name,
            String description,
            @JsonProperty("verdict") State state,
            long checked,
            long violations,
            List<String> samples) {}
}
