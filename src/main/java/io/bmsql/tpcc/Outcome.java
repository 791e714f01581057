package io.bmsql.tpcc;

/** How a transaction ended, all its attempts taken together. */
public enum Outcome {
    /** The commit was acknowledged. */
    COMMITTED,
    /** The planned rollback of a New-Order with an item that does not exist (clause 2.4.1.4): counts in tpmC. */
    ROLLED_BACK,
    /** Given up; never in tpmC. */
    FAILED,
    /** The connection broke during the commit. The outcome is unknown: never sent again, never in tpmC. */
    UNKNOWN;

    public boolean isCompleted() {
        return this == COMMITTED || this == ROLLED_BACK;
    }
}
