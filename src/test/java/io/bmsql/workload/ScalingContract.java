package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.Background;
import io.bmsql.testing.SharedServer;
import io.bmsql.tpcc.Scale;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold on every server however long a run lasts and however many sessions it has; on one warehouse. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ScalingContract {
    private static final int SESSIONS = 3;
    private static final int ROUNDS = 4;
    private static final int MAX_ATTEMPTS = 1_000;
    private static final long NOW = 1_800_000_000_000L;

    @RegisterExtension
    final SharedServer server;

    ScalingContract(SharedServer server) {
        this.server = server;
    }

    @BeforeAll
    void load() throws Exception {
        server.becomeLoaded(1);
    }

    static Stream<Arguments> levelsAndForms() {
        return Stream.of(IsolationLevel.READ_COMMITTED, IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE)
                .flatMap(level -> Stream.of(StatementForm.values()).map(form -> Arguments.of(level, form)));
    }

    @ParameterizedTest
    @MethodSource("levelsAndForms")
    void deliveriesOfTheSameDistrictsTakeEachOrderOnce(IsolationLevel isolation, StatementForm form) throws Exception {
        try (Database database = server.open(isolation, SESSIONS + 1)) {
            long first = server.number("SELECT min(no_o_id) FROM bmsql_new_order");
            long counted = server.number("SELECT sum(c_delivery_cnt) FROM bmsql_customer");

            List<int[]> deliveries = deliverAtTheSameTime(database, form);

            int each = SESSIONS * ROUNDS;
            List<Integer> expected =
                    IntStream.range((int) first, (int) first + each).boxed().toList();
            for (int district = 0; district < Scale.DISTRICTS_PER_WAREHOUSE; district++) {
                int column = district;
                assertThat(deliveries.stream().map(orders -> orders[column]).sorted())
                        .as("district %d", district + 1)
                        .isEqualTo(expected);
            }
            String taken = " BETWEEN " + first + " AND " + (first + each - 1);
            assertThat(server.number("SELECT count(*) FROM bmsql_new_order WHERE no_o_id" + taken))
                    .isZero();
            assertThat(server.number(
                            "SELECT count(*) FROM bmsql_oorder WHERE o_carrier_id IS NOT NULL AND o_id" + taken))
                    .isEqualTo(10L * each);
            assertThat(server.number(
                            "SELECT count(*) FROM bmsql_order_line WHERE ol_delivery_d IS NULL AND ol_o_id" + taken))
                    .isZero();
            assertThat(server.number("SELECT sum(c_delivery_cnt) FROM bmsql_customer") - counted)
                    .as("customers who paid")
                    .isEqualTo(10L * each);
        }
    }

    private static List<int[]> deliverAtTheSameTime(Database database, StatementForm form) {
        CyclicBarrier start = new CyclicBarrier(SESSIONS);
        return Stream.generate(() -> Background.call(() -> deliver(database, form, start)))
                .limit(SESSIONS)
                .toList()
                .stream()
                .flatMap(session -> session.join().stream())
                .toList();
    }

    private static List<int[]> deliver(Database database, StatementForm form, CyclicBarrier start) throws Exception {
        List<int[]> delivered = new ArrayList<>();
        try (WorkerConnection connection = database.worker()) {
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), form);
            TransactionInput input = new TransactionInput();
            for (int round = 0; round < ROUNDS; round++) {
                start.await(1, TimeUnit.MINUTES);
                input.keyDeferredDelivery(1, 1 + round);
                untilDone(database, transactions, input);
                delivered.add(input.deliveredOrderIds.clone());
            }
        }
        return delivered;
    }

    private static void untilDone(Database database, TransactionSet transactions, TransactionInput input)
            throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                transactions.execute(input, NOW);
                return;
            } catch (SQLException e) {
                if (attempt == MAX_ATTEMPTS
                        || !database.dialect().errors().classify(e).isRetryable()) {
                    throw e;
                }
            }
        }
    }

    /** The text of a statement with its parameters written out, in the order in which they stand in it. */
    static String text(Database database, StatementId id, Object... values) {
        String sql = database.dialect().statements().get(id).sql();
        for (Object value : values) {
            sql = sql.replaceFirst("\\?", value.toString());
        }
        return sql;
    }

    /** A customer of district 5 whose newest order is the district's oldest: without an index it takes all to find it. */
    final long customerWithTheOldestOrder() throws SQLException {
        return server.number("SELECT o_c_id FROM bmsql_oorder o WHERE o_w_id = 1 AND o_d_id = 5 AND o_id = ("
                + "SELECT min(o_id) FROM bmsql_oorder WHERE o_w_id = 1 AND o_d_id = 5)");
    }

    /** The first column of what the last of these statements gives, all in one transaction that is rolled back. */
    static List<String> lines(Database database, String... statements) throws SQLException {
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            List<String> lines = new ArrayList<>();
            for (String sql : statements) {
                lines.clear();
                if (statement.execute(sql)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            lines.add(rows.getString(1));
                        }
                    }
                }
            }
            connection.rollback();
            return lines;
        }
    }
}
