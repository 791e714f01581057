package io.bmsql.measure;

import io.bmsql.result.RunSummary.WorkloadCounts;
import java.util.concurrent.atomic.LongAdder;

/** What the clause table needs to know of the inputs. Safe for use by any thread. */
final class WorkloadCounters {
    private final LongAdder orderLines = new LongAdder();
    private final LongAdder remoteOrderLines = new LongAdder();
    private final LongAdder payments = new LongAdder();
    private final LongAdder remotePayments = new LongAdder();
    private final LongAdder customersByName = new LongAdder();
    private final LongAdder customersById = new LongAdder();

    void orderLines(int lines, int remoteLines) {
        orderLines.add(lines);
        remoteOrderLines.add(remoteLines);
    }

    void payment(boolean remote) {
        payments.increment();
        if (remote) {
            remotePayments.increment();
        }
    }

    void customer(boolean byName) {
        (byName ? customersByName : customersById).increment();
    }

    WorkloadCounts counts() {
        return new WorkloadCounts(
                orderLines.sum(),
                remoteOrderLines.sum(),
                payments.sum(),
                remotePayments.sum(),
                customersByName.sum(),
                customersById.sum());
    }
}
