package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.StatementForm;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.stub.StubAnswer;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.math.BigDecimal;
import java.sql.Timestamp;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What useStoredProcedures=true sends: one call, and the end of the transaction. */
class ProcedureCallsTest extends StubTransactions {
    private static final String UNUSED_ITEM_STATE = "BM001";

    ProcedureCallsTest() {
        super(StatementForm.PROCEDURES);
    }

    @BeforeEach
    void key() {
        server.answer(StatementId.PROCEDURE_NEW_ORDER, StubAnswer.row(3_001, new BigDecimal("127.72")));
        newOrder(new int[] {3, 100, 1, 5}, new int[] {1, 200, 4, 7}, new int[] {2, 300, 4, 9});
    }

    @Test
    void linesGoAsTheyWereKeyedWithTheOrderOfTheirLocks() throws Exception {
        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog())
                .containsExactly(
                        "Procedure.newOrder 1 2 3 4,4,1 200,300,100 7,9,5 3,1,2 " + new Timestamp(NOW), "commit");
        assertThat(input.orderId).isEqualTo(3_001);
        assertThat(input.totalCents).isEqualTo(12_772);
        assertThat(input.foundCustomerId).isEqualTo(3);
    }

    /** The ledger compares dates with the driver's clock. */
    @Test
    void aPaymentCarriesTheDriversDate() throws Exception {
        server.answer(StatementId.PROCEDURE_PAYMENT, StubAnswer.row(7));
        input.type = TpccTransaction.PAYMENT;
        input.paymentCents = 1_250;

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog().get(0)).endsWith(" 12.50 " + new Timestamp(NOW));
    }

    @Test
    void theErrorOfAnUnusedItemIsThePlannedRollback() throws Exception {
        input.plannedRollback = true;
        server.failNext("Procedure.newOrder", UNUSED_ITEM_STATE);

        assertThat(execute()).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(server.takeLog()).endsWith("rollback").doesNotContain("commit");
    }

    /** An unused item without a plan is a missing row; any other error stays what it is even when a rollback was planned. */
    @ParameterizedTest
    @CsvSource({"false, BM001, io.bmsql.workload.MissingRowException", "true, 40P01, java.sql.SQLException"})
    void noOtherErrorIsAPlannedRollback(boolean isPlanned, String state, Class<? extends Exception> error) {
        input.plannedRollback = isPlanned;
        server.failNext("Procedure.newOrder", state);

        assertThatThrownBy(this::execute).isInstanceOf(error);
        assertThat(server.takeLog()).endsWith("rollback");
    }

    @Test
    void aConnectionThatBreaksInTheCommitLeavesTheOutcomeOpen() {
        server.breakNext(StubServer.COMMIT);

        assertThatThrownBy(this::execute).isInstanceOf(CommitOutcomeUnknownException.class);
    }

    @Test
    void skippedDistrictsAreTheZerosOfTheList() throws Exception {
        server.answer(StatementId.PROCEDURE_DELIVERY, StubAnswer.row("2101,0,2103,2104,2105,0,2107,2108,2109,2110"));
        input.keyDeferredDelivery(1, 8);

        execute();

        assertThat(input.skippedDistricts).isEqualTo(2);
        assertThat(input.deliveredOrderIds[1]).isZero();
        assertThat(input.deliveredOrderIds[9]).isEqualTo(2_110);
        assertThat(server.takeLog()).hasSize(2).endsWith("commit");
    }
}
