package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.StatementForm;
import io.bmsql.spec.TransactionType;
import io.bmsql.testing.MariaDbExtension;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The three forms of transactions on a real MariaDB: the same inputs leave the same rows. */
@Timeout(300)
class MariaDbFormsIT {
    @RegisterExtension
    static final MariaDbExtension PLAIN = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension BATCH = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension PROCEDURES = new MariaDbExtension();

    private static SameWork.Result plain;

    @BeforeAll
    static void workPlainly() throws Exception {
        plain = work(PLAIN, StatementForm.PLAIN);
    }

    private static SameWork.Result work(MariaDbExtension server, StatementForm form) throws Exception {
        try (Database database = open(server)) {
            return SameWork.in(database, form);
        }
    }

    private static Database open(MariaDbExtension server) throws Exception {
        return server.open(server.connectionConfig(IsolationLevel.SERVER_DEFAULT), 4);
    }

    @Test
    void theWorkMeetsEveryCase() {
        assertThat(plain.answers())
                .anyMatch(answer -> answer.startsWith("NEW_ORDER ROLLED_BACK"))
                .anyMatch(answer -> answer.startsWith("NEW_ORDER COMMITTED"))
                .anyMatch(answer -> answer.contains(" skipped 10 "))
                .anyMatch(answer -> answer.contains(" skipped 2 "))
                .anyMatch(answer -> answer.contains("STOCK_LEVEL COMMITTED") && !answer.contains(" low 0 "));
    }

    @Test
    void batchesLeaveTheSameState() throws Exception {
        SameWork.Result batch = work(BATCH, StatementForm.BATCH);

        assertThat(batch.answers()).isEqualTo(plain.answers());
        assertThat(batch.tables()).isEqualTo(plain.tables());
    }

    @Test
    void checklist55_proceduresLeaveTheSameState() throws Exception {
        SameWork.Result procedures = work(PROCEDURES, StatementForm.PROCEDURES);

        assertThat(procedures.answers()).isEqualTo(plain.answers());
        assertThat(procedures.tables()).isEqualTo(plain.tables());
    }

    @ParameterizedTest
    @EnumSource(StatementForm.class)
    void anItemThatIsMissingWithoutAPlanIsAnErrorInEveryForm(StatementForm form) throws Exception {
        TransactionInput input = order();
        input.itemIds[1] = 200_000;

        try (Database database = open(PLAIN)) {
            WorkerConnection connection = database.worker();
            TransactionSet transactions =
                    SameWork.set(connection, database.dialect().errors(), form);
            assertThatThrownBy(() -> transactions.execute(input, 0))
                    .isInstanceOf(MissingRowException.class)
                    .hasMessageContaining("200000");
            connection.close();
        }
    }

    @Test
    void aCustomerThatIsMissingIsAMissingRowForProceduresToo() throws Exception {
        TransactionInput input = order();
        input.customerId = 3_001;

        try (Database database = open(PLAIN)) {
            WorkerConnection connection = database.worker();
            TransactionSet transactions =
                    SameWork.set(connection, database.dialect().errors(), StatementForm.PROCEDURES);
            assertThatThrownBy(() -> transactions.execute(input, 0))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(
                                    database.dialect().errors().classify(e))
                            .isEqualTo(ErrorClass.MISSING_ROW))
                    .hasMessageContaining("no customer 3001 in warehouse 1, district 2");
            input.type = TransactionType.PAYMENT;
            input.customerWarehouseId = 1;
            input.customerDistrictId = 2;
            input.byLastName = true;
            input.lastName = "NOBODY";
            input.paymentCents = 100;
            assertThatThrownBy(() -> transactions.execute(input, 0))
                    .hasMessageContaining("no customer NOBODY in warehouse 1, district 2");
            connection.close();
        }
    }

    private static TransactionInput order() {
        TransactionInput input = new TransactionInput();
        input.type = TransactionType.NEW_ORDER;
        input.warehouseId = 1;
        input.districtId = 2;
        input.customerId = 3;
        input.lineCount = 2;
        for (int line = 0; line < 2; line++) {
            input.lineNumbers[line] = line + 1;
            input.itemIds[line] = 10 + line;
            input.supplyWarehouseIds[line] = 1;
            input.quantities[line] = 5;
        }
        return input;
    }
}
