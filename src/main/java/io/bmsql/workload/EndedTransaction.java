package io.bmsql.workload;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;

/**
 * One transaction that has ended, all its attempts taken together. Each worker owns one object and fills every field again
 * for each transaction, so that a report allocates nothing: read it during the call only. Moments are {@link
 * io.bmsql.common.RunClock#nanoTime} values.
 */
public final class EndedTransaction {
    public TransactionType type = TpccTransaction.NEW_ORDER;
    public Outcome outcome = Outcome.COMMITTED;
    /** 1 or more. */
    public int attempts = 1;

    /** The number of the terminal that waited for it; negative for a deferred Delivery. */
    public int terminal = -1;

    /** When it should have started: response time counts from here. */
    public long dueNanos;
    /** When its first attempt started: service time counts from here. */
    public long beginNanos;
    /** When its last attempt ended; decides the phase. */
    public long endNanos;

    public int warehouseId;
    /** NEW_ORDER with the number of the order, once it is committed; ORDER_STATUS with that of the one shown; STOCK_LEVEL. */
    public int districtId;

    public int orderId;
    /** Whose order it is. */
    public int customerId;
    /** A Stock-Level sets the district's next order number, 0 where the statements do not show it. */
    public int nextOrderId;
    /** The copy of the database that answered, from 1 on; 0 for the database itself. */
    public int copy;
    /** Districts without an open order, DELIVERY_BG only, else 0. */
    public int skippedDistricts;
    /** A New-Order sets it. */
    public int orderLines;
    /** Those that another warehouse supplies (clause 2.4.1.5). */
    public int remoteLines;
    /** Payment: the customer belongs to another warehouse (clause 2.5.1.2). */
    public boolean remotePayment;
    /** Payment and Order-Status: the customer was chosen by last name (clauses 2.5.1.2, 2.6.1.2). */
    public boolean byLastName;

    /** Statements of a script's last attempt that write, and those of them that touched no row. */
    public int writes;

    public int writesWithoutRow;

    /** Negative when it does not think. Counted where it begins: those that end in a short run are too short. */
    public long thinkNanos = -1;
}
