package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionTypesTest {
    @Test
    void tpccFillsTheListInTheOrderOfItsFiles() {
        TransactionTypes types = TpccTransaction.TYPES;
        assertThat(types).containsExactly(TpccTransaction.values());
        assertThat(types.named("STOCK_LEVEL")).isSameAs(TpccTransaction.STOCK_LEVEL);
        assertThat(types.foreground()).hasSize(5).doesNotContain(TpccTransaction.DELIVERY_BG);
        assertThat(types.inMetric()).containsExactly(TpccTransaction.NEW_ORDER);
        assertThat(types.leading()).isEqualTo(TpccTransaction.NEW_ORDER);
    }

    @Test
    void typesOfAnotherWorkloadSayLess() {
        TransactionTypes types = new TransactionTypes(
                "smallbank",
                List.of(
                        new TransactionTypes.Named("transfer", 0, true, 2, 0.5),
                        new TransactionTypes.Named("balance", 1, false, 0, 0)),
                Metric.TRANSACTIONS);
        assertThat(types.inMetric()).isEqualTo(types.list()).allMatch(TransactionType::isForeground);
        assertThat(types.named("balance").title()).isEqualTo("balance");
        assertThat(types.named("balance").limitSeconds()).isZero();
    }

    @Test
    void aNameThatNoTypeHasIsRefused() {
        assertThatThrownBy(() -> TpccTransaction.TYPES.named("transfer"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("transfer is no transaction of TPC-C");
    }
}
