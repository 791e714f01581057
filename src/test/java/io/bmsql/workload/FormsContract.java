package io.bmsql.workload;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.TcpProxy;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the three forms of transactions must do on every server: the same inputs leave the same rows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FormsContract {
    @RegisterExtension
    final SharedServer plainServer;

    @RegisterExtension
    final SharedServer batchServer;

    @RegisterExtension
    final SharedServer procedureServer;

    private static final Map<StatementForm, String> FORMS = Map.of(
            StatementForm.PLAIN, "single statements",
            StatementForm.BATCH, "batches",
            StatementForm.PROCEDURES, "procedures");

    private SameWork.Result plain;

    private final String driver;

    FormsContract(String driver, Supplier<SharedServer> server) {
        this.driver = driver;
        plainServer = server.get();
        batchServer = server.get();
        procedureServer = server.get();
    }

    @BeforeAll
    void workPlainly() throws Exception {
        plain = work(plainServer, plainServer.connectionConfig(IsolationLevel.SERVER_DEFAULT), StatementForm.PLAIN);
    }

    static SameWork.Result work(SharedServer server, ConnectionConfig config, StatementForm form) throws Exception {
        server.becomeLoaded(SameWork.WAREHOUSES);
        try (Database database = server.open(config, 4)) {
            return SameWork.in(database, form);
        }
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
    void momentsKeepTheirMilliseconds() {
        assertThat(plain.moments()).containsOnly(new Timestamp(SameWork.NOW));
    }

    final void assertSameAsPlain(SameWork.Result result) {
        assertThat(result.answers()).isEqualTo(plain.answers());
        assertThat(result.tables()).isEqualTo(plain.tables());
    }

    @Test
    void batchesLeaveTheSameState() throws Exception {
        SameWork.Result batch =
                work(batchServer, batchServer.connectionConfig(IsolationLevel.SERVER_DEFAULT), StatementForm.BATCH);
        assertSameAsPlain(batch);
        assertThat(batch.moments()).isEqualTo(plain.moments());
    }

    @Test
    void proceduresLeaveTheSameState() throws Exception {
        assertSameAsPlain(work(
                procedureServer,
                procedureServer.connectionConfig(IsolationLevel.SERVER_DEFAULT),
                StatementForm.PROCEDURES));
    }

    @ParameterizedTest
    @EnumSource(StatementForm.class)
    void anItemThatIsMissingWithoutAPlanIsAnErrorInEveryForm(StatementForm form) throws Exception {
        TransactionInput input = order();
        input.itemIds[1] = 200_000;

        try (Database database = plainServer.open(IsolationLevel.SERVER_DEFAULT, 4)) {
            WorkerConnection connection = database.worker();
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), form);
            assertThrown(MissingRowException.class, () -> transactions.execute(input, 0), "200000");
            connection.close();
        }
    }

    @Test
    void aCustomerThatIsMissingIsAMissingRowForProceduresToo() throws Exception {
        try (Database database = plainServer.open(IsolationLevel.SERVER_DEFAULT, 4)) {
            assertCustomerIsMissing(database);
        }
    }

    static void assertCustomerIsMissing(Database database) throws Exception {
        TransactionInput input = order();
        input.customerId = 3_001;
        WorkerConnection connection = database.worker();
        TransactionSet transactions =
                new TransactionSet(connection, database.dialect().errors(), StatementForm.PROCEDURES);
        assertThatThrownBy(() -> transactions.execute(input, 0))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        e -> assertThat(database.dialect().errors().classify(e)).isEqualTo(ErrorClass.MISSING_ROW))
                .hasMessageContaining("no customer 3001 in warehouse 1, district 2");
        input.keyPayment(1, 2, 3_001, 100);
        input.byLastName = true;
        input.lastName = "NOBODY";
        assertThatThrownBy(() -> transactions.execute(input, 0))
                .hasMessageContaining("no customer NOBODY in warehouse 1, district 2");
        connection.close();
    }

    @Test
    void eachTransactionTakesAsManyRoundTripsAsTheDocumentsSay() throws Exception {
        String url = plainServer.connectionConfig(IsolationLevel.SERVER_DEFAULT).url();
        assertThat(tripsThrough(driver, url)).allMatch(documented()::contains);
    }

    static String documented() throws IOException {
        return Files.readString(Path.of("docs/performance.md"));
    }

    /** A line of a table for each form. */
    final List<String> tripsThrough(String driverAndServer, String url) throws Exception {
        int port = Integer.parseInt(url.replaceFirst(".*?:(\\d+)/.*", "$1"));
        List<String> rows = new ArrayList<>();
        try (TcpProxy proxy = new TcpProxy(port)) {
            ConnectionConfig config = plainServer
                    .connectionConfig(IsolationLevel.SERVER_DEFAULT)
                    .at(url.replace(":" + port + "/", ":" + proxy.port() + "/"));
            for (StatementForm form : StatementForm.values()) {
                try (Database database = plainServer.open(config, 1);
                        WorkerConnection connection = database.worker()) {
                    rows.add("| " + driverAndServer + " | " + FORMS.get(form)
                            + trips(
                                    new TransactionSet(
                                            connection, database.dialect().errors(), form),
                                    proxy) + " |");
                }
            }
        }
        return rows;
    }

    private static String trips(TransactionSet transactions, TcpProxy proxy) throws Exception {
        StringBuilder row = new StringBuilder();
        for (int kind = 0; kind <= 5; kind++) {
            int least = Integer.MAX_VALUE;
            // A driver sends the first ones in another way, and the pool of the program may say something.
            for (int time = 0; time < 9; time++) {
                TransactionInput input = new TransactionInput();
                for (int district = kind == 4 ? 1 : 10; district <= 10; district++) {
                    // There is an open order for each delivery.
                    input.keyNewOrder(1, district, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
                    transactions.execute(input, 0);
                }
                switch (kind) {
                    case 1 -> input.plannedRollback = true;
                    case 2 -> input.keyPayment(1, 1, 1, 100);
                    case 3 -> input.keyOrderStatus(1, 1, 1);
                    case 4 -> input.keyDeferredDelivery(1, 5);
                    case 5 -> {
                        input.type = TpccTransaction.STOCK_LEVEL;
                        input.threshold = 10;
                    }
                    default -> {}
                }
                input.itemIds[9] = kind == 1 ? 200_000 : 10;
                int before = proxy.trips();
                transactions.execute(input, 0);
                least = Math.min(least, proxy.trips() - before);
            }
            row.append(" | ").append(least);
        }
        return row.toString();
    }

    static TransactionInput order() {
        TransactionInput input = new TransactionInput();
        input.keyNewOrder(1, 2, 3, 10, 11);
        return input;
    }
}
