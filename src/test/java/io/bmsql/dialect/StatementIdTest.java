package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementIdTest {
    @Test
    void aCallHasItsOutputsBesideItsParameters() {
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.parameters()).containsExactly("w_id", "d_id", "threshold");
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.outputs())
                .extracting(StatementId.OutputParameter::name)
                .containsExactly("out_low_stock");
        assertThat(StatementId.PROCEDURE_STOCK_LEVEL.mayBeEmpty()).isTrue();
        assertThat(StatementId.NEW_ORDER_ITEM.mayBeEmpty()).isFalse();
    }
}
