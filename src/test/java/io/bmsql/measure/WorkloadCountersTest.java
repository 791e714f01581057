package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import org.junit.jupiter.api.Test;

class WorkloadCountersTest {
    @Test
    void everyWarehouseHasALineWithWhatRanThere() {
        WorkloadCounters counters = new WorkloadCounters(TpccTransaction.TYPES, 3);
        count(counters, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1);
        count(counters, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 1);
        count(counters, TpccTransaction.PAYMENT, Outcome.COMMITTED, 3);
        count(counters, TpccTransaction.STOCK_LEVEL, Outcome.COMMITTED, 3);
        count(counters, TpccTransaction.DELIVERY_BG, Outcome.FAILED, 3);
        count(counters, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 4);
        count(counters, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0);
        assertThat(counters.warehousesCsv()).isEqualTo("w_id,new_orders,payments,failed\n1,2,0,0\n2,0,0,0\n3,0,1,1\n");
    }

    private static void count(WorkloadCounters counters, TransactionType type, Outcome outcome, int warehouse) {
        EndedTransaction ended = Ends.of(type, outcome, 1, 0, 0, 0, 0);
        ended.warehouseId = warehouse;
        counters.count(ended);
    }
}
