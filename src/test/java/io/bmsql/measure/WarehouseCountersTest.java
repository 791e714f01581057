package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.TransactionType;
import org.junit.jupiter.api.Test;

class WarehouseCountersTest {
    @Test
    void everyWarehouseHasALineWithWhatRanThere() {
        WarehouseCounters counters = new WarehouseCounters(3);
        counters.count(TransactionType.NEW_ORDER, true, 1);
        counters.count(TransactionType.NEW_ORDER, true, 1);
        counters.count(TransactionType.PAYMENT, true, 3);
        counters.count(TransactionType.STOCK_LEVEL, true, 3);
        counters.count(TransactionType.DELIVERY_BG, false, 3);
        counters.count(TransactionType.NEW_ORDER, true, 4);
        counters.count(TransactionType.NEW_ORDER, true, 0);
        assertThat(counters.csv()).isEqualTo("w_id,new_orders,payments,failed\n1,2,0,0\n2,0,0,0\n3,0,1,1\n");
    }
}
