package io.bmsql.result;

/** What the inputs were like, over the window (clauses 2.4.1, 2.5.1, 2.6.1). */
public record WorkloadCounts(
        long orderLines,
        long remoteOrderLines,
        long payments,
        long remotePayments,
        long customersByName,
        long customersById) {
    public static final WorkloadCounts NONE = new WorkloadCounts(0, 0, 0, 0, 0, 0);

    public WorkloadCounts minus(WorkloadCounts before) {
        return plus(before, -1);
    }

    public WorkloadCounts plus(WorkloadCounts other) {
        return plus(other, 1);
    }

    private WorkloadCounts plus(WorkloadCounts other, int sign) {
        return new WorkloadCounts(
                orderLines + sign * other.orderLines,
                remoteOrderLines + sign * other.remoteOrderLines,
                payments + sign * other.payments,
                remotePayments + sign * other.remotePayments,
                customersByName + sign * other.customersByName,
                customersById + sign * other.customersById);
    }
}
