package io.bmsql.check;

import static io.bmsql.testing.Background.await;
import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.check.TrialResult.UnprovenException;
import io.bmsql.check.TrialResult.WrongException;
import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.tpcc.RandomStream;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Trials at READ COMMITTED, where three of them fail, on databases where they would seem to pass. */
class ClauseTrialsIT {
    private static final int HELD_SECONDS = 20;

    private static final String UNDONE =
            "create trigger undone before insert or update on %s for each row" + " execute function undone()";

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    private static Database database;

    @BeforeAll
    static void open() throws Exception {
        database = POSTGRES.open(IsolationLevel.SERVER_DEFAULT, 2);
        POSTGRES.execute("create function undone() returns trigger language plpgsql as $$ begin return null; end $$");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static String trial(FailableFunction<ClauseTrials, String, Exception> body) throws Exception {
        try (TestSession one = new TestSession(database, RunClock.SYSTEM);
                TestSession two = new TestSession(database, RunClock.SYSTEM)) {
            one.setLevel(Connection.TRANSACTION_READ_COMMITTED);
            two.setLevel(Connection.TRANSACTION_READ_COMMITTED);
            return body.apply(new ClauseTrials(one, two, false, new RandomStream(1), 1));
        }
    }

    /** What T2 did is undone, so that T1 cannot see it at any level. */
    private static void assertUnprovenWhereUndone(
            String table, FailableFunction<ClauseTrials, String, Exception> body, String why) throws Exception {
        assertThatThrownBy(() -> trial(body)).isInstanceOf(WrongException.class);
        POSTGRES.execute(UNDONE.formatted(table));
        try {
            assertThrown(UnprovenException.class, () -> trial(body), why);
        } finally {
            POSTGRES.execute("drop trigger undone on " + table);
        }
    }

    @Test
    void whatT2DidMustBeThere() throws Exception {
        assertUnprovenWhereUndone("bmsql_item", ClauseTrials::prices, "prices that T2 raised are as before");
        assertUnprovenWhereUndone("bmsql_new_order", ClauseTrials::deliveryPhantom, "is not open");
    }

    @Test
    @Tag("long")
    void aT2ThatWaitsForSomebodyElseProvesNothing() throws Exception {
        try (Connection third = POSTGRES.connect();
                Statement statement = third.createStatement()) {
            third.setAutoCommit(false);
            statement.execute("lock table bmsql_stock in exclusive mode");
            CompletableFuture<String> trial = Background.call(() -> trial(ClauseTrials::orderStatusPhantom));
            await(() -> POSTGRES.number("select count(*) from pg_locks where not granted") > 0);
            // Nobody can see that T1 ended without a change: T2 is held for far longer than it is waited for.
            TimeUnit.SECONDS.sleep(HELD_SECONDS);
            third.rollback();
            assertThatThrownBy(trial::get)
                    .hasRootCauseInstanceOf(UnprovenException.class)
                    .hasMessageContaining("waits for somebody else");
        }
    }

    @Test
    void aDistrictWithoutAnOpenOrderProvesNothing() throws Exception {
        POSTGRES.execute("create table kept as select * from bmsql_new_order", "delete from bmsql_new_order");
        try {
            assertThrown(UnprovenException.class, () -> trial(ClauseTrials::balances), "has no open order");
        } finally {
            POSTGRES.execute("insert into bmsql_new_order select * from kept", "drop table kept");
        }
    }
}
