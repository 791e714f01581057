package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** Texts as servers show them. */
class KnownStatementsTest {
    private static KnownStatements.Sampled of(String db, String text) throws Exception {
        return new KnownStatements(TestDatabase.folders().load(db, "")).of(text);
    }

    @Test
    void valuesBlanksAndCommentsDoNotMatter() throws Exception {
        KnownStatements.Sampled paid =
                new KnownStatements.Sampled("PAYMENT", "Payment.updateWarehouse", "bmsql_warehouse");
        assertThat(of("postgres", "UPDATE bmsql_warehouse\n    SET w_ytd = w_ytd + $1\n    WHERE w_id = $2"))
                .isEqualTo(paid);
        assertThat(of("mariadb", "/* x */ update bmsql_warehouse set w_ytd=w_ytd + 12.50 where w_id = 3;"))
                .isEqualTo(paid);
    }

    @Test
    void rowsThatTheDriverPutTogetherAreOneStatement() throws Exception {
        assertThat(of(
                                "postgres",
                                "INSERT INTO bmsql_new_order (no_o_id, no_d_id, no_w_id) VALUES ($1, $2, $3),($4, $5, $6)")
                        .statement())
                .isEqualTo("NewOrder.insertNewOrder");
    }

    @Test
    void aTextOfTwoTypesHasBothAndAnotherHasNone() throws Exception {
        assertThat(of(
                                "postgres",
                                "SELECT c_id FROM bmsql_customer WHERE c_w_id = $1 AND c_d_id = $2 AND c_last = $3 ORDER BY c_first")
                        .type())
                .isEqualTo("PAYMENT|ORDER_STATUS");
        assertThat(of("postgres", "COMMIT")).isEqualTo(new KnownStatements.Sampled("", "commit", ""));
        assertThat(of("postgres", "SELECT out_low_stock FROM bmsql_proc_stock_level($1, $2, $3)")
                        .statement())
                .isEqualTo("Procedure.stockLevel");
    }
}
