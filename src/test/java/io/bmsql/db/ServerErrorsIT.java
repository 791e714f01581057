package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.testing.Background;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What real servers say when things go wrong, through each driver. */
class ServerErrorsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    /** A driver and what it says of errors: class, code and state. */
    private enum Driver {
        PGJDBC(
                POSTGRES::connectionConfig,
                "DEADLOCK 0 40P01",
                "LOCK_TIMEOUT 0 55P03",
                "TIMEOUT 0 57014",
                "CONSTRAINT 0 23505"),
        CONNECTOR_J(
                MARIADB::connectionConfig,
                "DEADLOCK 1213 40001",
                "LOCK_TIMEOUT 1205 40001",
                "TIMEOUT 1969 70100",
                "CONSTRAINT 1062 23000"),
        MARIADB_DRIVER(
                MARIADB::mariadbDriverConfig,
                "DEADLOCK 1213 40001",
                "LOCK_TIMEOUT 1205 HY000",
                "TIMEOUT 1969 70100",
                "CONSTRAINT 1062 23000");

        private final Function<IsolationLevel, ConnectionConfig> config;
        private final List<String> says;

        Driver(Function<IsolationLevel, ConnectionConfig> config, String... says) {
            this.config = config;
            this.says = List.of(says);
        }

        SharedServer server() {
            return this == PGJDBC ? POSTGRES : MARIADB;
        }

        /** In the words of its server. */
        String words(String ofPostgres, String ofMariaDb) {
            return this == PGJDBC ? ofPostgres : ofMariaDb;
        }

        Database open() throws Exception {
            return server().open(config.apply(IsolationLevel.READ_COMMITTED), 2);
        }
    }

    @BeforeAll
    static void createTables() throws SQLException {
        for (SharedServer server : List.of(POSTGRES, MARIADB)) {
            server.execute(
                    "create table pair (id integer primary key, n integer not null)",
                    "insert into pair values (1, 0), (2, 0)");
        }
    }

    /** After the first row the server must still be sending, 20 MB being more than any buffer of a socket. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PGJDBC")
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
    void aDeadlockHasOneVictim(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection one = database.connection();
                Connection two = database.connection()) {
            Sql.executeOn(one, "update pair set n = n + 1 where id = 1");
            Sql.executeOn(two, "update pair set n = n + 1 where id = 2");
            CompletableFuture<SQLException> other = Background.call(() -> {
                SQLException failure = failure(one, "update pair set n = 9 where id = 2");
                one.rollback();
                return failure;
            });

            SQLException mine = failure(two, "update pair set n = 9 where id = 1");
            two.rollback();

            SQLException others = other.get(2, TimeUnit.MINUTES);
            assertThat(mine == null).as("one of both goes on").isNotEqualTo(others == null);
            assertSays(driver, ErrorClass.DEADLOCK, mine == null ? others : mine);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLockTimeoutIsOneAndMariaDbsTransactionIsStillOpen(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection holder = database.connection();
                Connection waiter = database.connection()) {
            Sql.executeOn(holder, "update pair set n = n + 1 where id = 1");
            Sql.executeOn(
                    waiter,
                    driver.words("set local lock_timeout = '50ms'", "set session innodb_lock_wait_timeout = 1"),
                    "update pair set n = 77 where id = 2");

            assertSays(driver, ErrorClass.LOCK_TIMEOUT, failure(waiter, "update pair set n = 9 where id = 1"));

            if (driver != Driver.PGJDBC) {
                assertThat(Sql.numberOn(waiter, "select n from pair where id = 2"))
                        .isEqualTo(77);
            }
            waiter.rollback();
            assertThat(Sql.numberOn(waiter, "select n from pair where id = 2")).isNotEqualTo(77);
            waiter.rollback();
            holder.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKilledSessionIsALostConnectionAndIsReplaced(Driver driver) throws Exception {
        String id = driver.words("select pg_backend_pid()", "select connection_id()");
        try (Database database = driver.open()) {
            WorkerConnection victim = database.worker();
            long killed = Sql.numberOn(victim.connection(), id);
            driver.server()
                    .execute(driver.words("select pg_terminate_backend(%d)", "kill %d")
                            .formatted(killed));

            SQLException gone = failure(victim.connection(), "select n from pair where id = 1");

            assertThat(driver.server().dialect().errors().classify(gone)).isEqualTo(ErrorClass.CONNECTION);
            assertThat(SqlErrors.sqlState(gone)).matches(driver.words("57P01|08.*", "08.*"));
            assertThat(victim.isUsable()).isFalse();
            victim.close();
            try (WorkerConnection one = database.worker();
                    WorkerConnection two = database.worker()) {
                assertThat(List.of(Sql.numberOn(one.connection(), id), Sql.numberOn(two.connection(), id)))
                        .doesNotContain(killed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDuplicateKeyIsAConstraintAndACutQueryATimeoutAndTheConnectionLives(Driver driver) throws Exception {
        try (Database database = driver.open();
                Connection connection = database.connection()) {
            assertSays(driver, ErrorClass.CONSTRAINT, failure(connection, "insert into pair values (1, 0)"));
            connection.rollback();
            Sql.executeOn(
                    connection,
                    driver.words("set local statement_timeout = '50ms'", "set session max_statement_time = 0.2"));
            String slow =
                    driver.words("select pg_sleep(60)", "select count(*) from seq_1_to_100000000 where sqrt(seq) < 0");

            assertSays(driver, ErrorClass.TIMEOUT, failure(connection, slow));

            connection.rollback();
            assertThat(Sql.numberOn(connection, "select 1")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "PGJDBC")
    void isolationDefaultIsRepeatableReadAndIsRecorded(Driver driver) throws Exception {
        try (Database database = MARIADB.open(driver.config.apply(IsolationLevel.SERVER_DEFAULT), 1)) {
            Database.DatabaseFacts facts = database.facts();
            assertThat(facts.isolation()).isEqualTo("REPEATABLE_READ");
            assertThat(facts.product()).isEqualTo("MariaDB");
            assertThat(facts.productVersion()).matches("[0-9.]+");
        }
    }

    private static void assertSays(Driver driver, ErrorClass expected, SQLException error) throws Exception {
        assertThat((Throwable) error).isNotNull();
        assertThat(driver.server().dialect().errors().classify(error)).isEqualTo(expected);
        assertThat(driver.says)
                .contains(expected + " " + SqlErrors.vendorCode(error) + " " + SqlErrors.sqlState(error));
    }

    private static SQLException failure(Connection connection, String sql) {
        return catchThrowableOfType(SQLException.class, () -> Sql.executeOn(connection, sql));
    }
}
