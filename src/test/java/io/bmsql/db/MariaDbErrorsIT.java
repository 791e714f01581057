package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.testing.Background;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real MariaDB says when things go wrong, through Connector/J and through MariaDB's own driver. */
class MariaDbErrorsIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    /** One of the two drivers. */
    private enum Driver {
        CONNECTOR_J(MARIADB::connectionConfig),
        MARIADB_DRIVER(MARIADB::mariadbDriverConfig);

        private final Function<IsolationLevel, ConnectionConfig> config;

        Driver(Function<IsolationLevel, ConnectionConfig> config) {
            this.config = config;
        }

        Database open() throws Exception {
            return MARIADB.open(config.apply(IsolationLevel.READ_COMMITTED), 2);
        }
    }

    @BeforeAll
    static void createTable() throws SQLException {
        MARIADB.execute(
                "create table pair (id integer primary key, n integer not null)",
                "insert into pair values (1, 0), (2, 0)");
    }

    /** After the first row the server must still be sending, 20 MB being more than any buffer of a socket. */
    @ParameterizedTest
    @EnumSource
    void aLongAnswerIsNotKeptInMemory(Driver driver) throws Exception {
        try (Database database = driver.open();
                WorkerConnection reader = database.worker();
                PreparedStatement query =
                        reader.connection().prepareStatement("select repeat('long answer', 2000) from seq_1_to_1000")) {
            query.setFetchSize(reader.fetchRows() > 0 ? 1 : reader.fetchRows());
            try (ResultSet answer = query.executeQuery()) {
                answer.next();
                assertThat(MARIADB.number("select count(*) from information_schema.processlist"
                                + " where command in ('Query', 'Execute') and info like 'select repeat(%'"))
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void deadlockIsRetried(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection first = database.connection();
                Connection second = database.connection()) {
            Sql.executeOn(first, "update pair set n = n + 1 where id = 1");
            Sql.executeOn(second, "update pair set n = n + 1 where id = 2");
            CompletableFuture<SQLException> other =
                    Background.call(() -> failure(first, "update pair set n = 9 where id = 2"));
            try {
                awaitLockWait();
                SQLException mine = failure(second, "update pair set n = 9 where id = 1");
                SQLException victim = mine;
                if (mine == null) {
                    second.rollback();
                    victim = other.get();
                }
                assertClass(victim, ErrorClass.DEADLOCK, 1213, "40001");
            } finally {
                second.rollback();
            }
            first.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void lockTimeoutIsRetriedAndTheTransactionIsStillOpen(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection holder = database.connection();
                Connection waiter = database.connection()) {
            Sql.executeOn(holder, "update pair set n = n + 1 where id = 1");
            Sql.executeOn(waiter, "set session innodb_lock_wait_timeout = 1");
            Sql.executeOn(waiter, "update pair set n = 77 where id = 2");

            SQLException timeout = failure(waiter, "update pair set n = 9 where id = 1");

            assertClass(timeout, ErrorClass.LOCK_TIMEOUT, 1205, driver == Driver.CONNECTOR_J ? "40001" : "HY000");
            assertThat(Sql.numberOn(waiter, "select n from pair where id = 2")).isEqualTo(77);
            waiter.rollback();
            assertThat(Sql.numberOn(waiter, "select n from pair where id = 2")).isNotEqualTo(77);
            waiter.rollback();
            holder.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void killedConnectionIsGone(Driver driver) throws Exception {
        try (Database database = driver.open();
                WorkerConnection worker = database.worker()) {
            long id = Sql.numberOn(worker.connection(), "select connection_id()");
            MARIADB.execute("kill " + id);

            SQLException gone = failure(worker.connection(), "select n from pair where id = 1");

            assertThat((Throwable) gone).isNotNull();
            assertThat(MARIADB.dialect().errors().classify(gone)).isEqualTo(ErrorClass.CONNECTION);
            assertThat(SqlErrors.sqlState(gone)).startsWith("08");
            assertThat(worker.isUsable()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDuplicateKeyIsAConstraintAndAKilledQueryATimeoutAndTheConnectionLives(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection connection = database.connection()) {
            assertClass(failure(connection, "insert into pair values (1, 0)"), ErrorClass.CONSTRAINT, 1062, "23000");
            Sql.executeOn(connection, "set session max_statement_time = 0.2");

            SQLException cut = failure(connection, "select count(*) from seq_1_to_100000000 where sqrt(seq) < 0");

            assertThat((Throwable) cut).isNotNull();
            assertThat(MARIADB.dialect().errors().classify(cut)).isEqualTo(ErrorClass.TIMEOUT);
            assertThat(SqlErrors.vendorCode(cut)).isEqualTo(1969);
            assertThat(Sql.numberOn(connection, "select 1")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isolationDefaultIsRepeatableReadAndIsRecorded(Driver driver) throws Exception {
        try (Database database = MARIADB.open(driver.config.apply(IsolationLevel.SERVER_DEFAULT), 1)) {
            Database.DatabaseFacts facts = database.facts();
            assertThat(facts.isolation()).isEqualTo("REPEATABLE_READ");
            assertThat(facts.product()).isEqualTo("MariaDB");
            assertThat(facts.productVersion()).matches("[0-9.]+");
        }
    }

    /** InnoDB shows its transactions from a copy that it renews only when nobody has looked for 0.1 s. */
    private static void awaitLockWait() throws Exception {
        await().pollInterval(Duration.ofMillis(200))
                .atMost(Duration.ofMinutes(2))
                .until(() -> MARIADB.number(
                                "select count(*) from information_schema.innodb_trx where trx_state = 'LOCK WAIT'")
                        > 0);
    }

    private static void assertClass(SQLException exception, ErrorClass expected, int vendorCode, String state)
            throws Exception {
        assertThat((Throwable) exception).isNotNull();
        assertThat(MARIADB.dialect().errors().classify(exception)).isEqualTo(expected);
        assertThat(List.of(SqlErrors.vendorCode(exception), SqlErrors.sqlState(exception)))
                .isEqualTo(List.of(vendorCode, state));
    }

    private static SQLException failure(Connection connection, String sql) {
        return catchThrowableOfType(SQLException.class, () -> Sql.executeOn(connection, sql));
    }
}
