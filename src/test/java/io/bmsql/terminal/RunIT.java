package io.bmsql.terminal;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.RunWindow;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.RecordingMeasurement;
import io.bmsql.testing.RecordingMeasurement.Ended;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs of some seconds against a real PostgreSQL; after each the database agrees with what we counted, after all it is consistent. */
class RunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int WAREHOUSES = 2;
    private final RunClock clock = RunClock.SYSTEM;
    private final RecordingMeasurement measurement = new RecordingMeasurement();
    private long ordersBefore;

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(WAREHOUSES);
    }

    @BeforeEach
    void countOrders() throws Exception {
        ordersBefore = POSTGRES.number("SELECT sum(d_next_o_id) FROM bmsql_district");
    }

    @AfterEach
    void theDatabaseAgrees() throws Exception {
        long made = POSTGRES.number("SELECT sum(d_next_o_id) FROM bmsql_district") - ordersBefore;
        List<Ended> newOrders = measurement.ended(TpccTransaction.NEW_ORDER);
        long committed = newOrders.stream()
                .filter(one -> one.outcome() == Outcome.COMMITTED)
                .count();
        long unknown = newOrders.stream()
                .filter(one -> one.outcome() == Outcome.UNKNOWN)
                .count();
        assertThat(made).as("New-Orders in the database").isBetween(committed, committed + unknown);
    }

    /** Once for all: what one of the runs spoiled stays so. */
    @AfterAll
    static void theDatabaseIsConsistent() throws Exception {
        assertThat(POSTGRES.violations()).isEmpty();
    }

    private static RunConfig config(int terminals, int workers, boolean fixed) {
        return with(
                Terminals.run()
                        .withTerminals(terminals, workers)
                        .withRetries(10)
                        .config(),
                "inputs",
                new RunConfig.Inputs(WAREHOUSES, 1, WAREHOUSES, fixed, 1, 7));
    }

    /** Stops as soon as what the test is about has happened; to end as planned is wrong then. */
    private RunEnd runUntil(Callable<Boolean> enough, RunConfig config, MixConfig mix, IsolationLevel isolation)
            throws Exception {
        try (Database database = POSTGRES.open(isolation, config.workers());
                TerminalScheduler scheduler = scheduler(config, mix, database)) {
            scheduler.connect();
            CompletableFuture<Void> stopper = Background.run(() -> {
                try {
                    await().atMost(2, TimeUnit.MINUTES).until(enough);
                } finally {
                    scheduler.stop();
                }
            });
            RunEnd end = scheduler.run(RunWindow.timed(clock, 0, config.length().runMinutes() * 60), measurement, null);
            stopper.get();
            return end;
        }
    }

    private TerminalScheduler scheduler(RunConfig config, MixConfig mix, Database database) {
        return Terminals.scheduler(
                clock,
                config,
                AgentShare.WHOLE,
                mix,
                database::worker,
                database.dialect().errors());
    }

    private static final RunEnd STOPPED = new RunEnd(RunEnd.Reason.STOPPED, null, 0);

    @Test
    void newServersBehindOneNameGetTheirShareWhereConnectionsAreRenewed() throws Exception {
        assertThat(takenBySecond(new RunConfig.Connections(false, 1_000_000_000L), 4))
                .isGreaterThanOrEqualTo(4);
        assertThat(measurement.failed()).isEmpty();
        assertThat(measurement.ended()).allMatch(one -> one.attempts() == 1);
    }

    @Test
    @Tag("long")
    void withoutThatNewServersGetNothing() throws Exception {
        assertThat(takenBySecond(RunConfig.Connections.LASTING, 0)).isZero();
    }

    /** Connections that came to a second server of four workers, whose name leads there once the run is under way. */
    private int takenBySecond(RunConfig.Connections connections, int wanted) throws Exception {
        ConnectionConfig own = POSTGRES.connectionConfig(IsolationLevel.READ_COMMITTED);
        int port = Integer.parseInt(own.url().replaceAll("^.*?://[^/]*:(\\d+)/.*$", "$1"));
        RunConfig config = with(config(4, 4, true), "connections", connections);
        try (TcpProxy first = new TcpProxy(port);
                TcpProxy second = new TcpProxy(port);
                TcpProxy name = new TcpProxy(first.port());
                Database database = TestDatabase.open(
                        own.at(own.url().replace(":" + port, ":" + name.port())), POSTGRES.dialect(), 4);
                TerminalScheduler scheduler = scheduler(config, Terminals.MIX, database)) {
            scheduler.connect();
            Background.run(() -> {
                try {
                    await().atMost(2, TimeUnit.MINUTES)
                            .until(() -> measurement.ended().size() > 100);
                    name.leadTo(second.port());
                    int soFar = measurement.ended().size();
                    await().atMost(2, TimeUnit.MINUTES)
                            .until(() -> second.taken() >= wanted
                                    && measurement.ended().size() > soFar + 1000
                                    && (wanted == 0 || second.trips() > 100));
                } finally {
                    scheduler.stop();
                }
            });
            assertThat(scheduler.run(RunWindow.timed(clock, 0, 600), measurement, null))
                    .isEqualTo(STOPPED);
            return second.taken();
        }
    }

    @Test
    void serializationFailuresAreTriedAgain() throws Exception {
        RunEnd end = runUntil(this::wasTriedAgain, config(6, 6, false), Terminals.MIX, IsolationLevel.SERIALIZABLE);

        assertThat(end).isEqualTo(STOPPED);
        assertThat(measurement.failed())
                .as("provoked by six terminals on two warehouses")
                .anyMatch(one -> one.errorClass() == ErrorClass.SERIALIZATION && !one.gaveUp());
    }

    private boolean wasTriedAgain() {
        return measurement.ended(Outcome.COMMITTED).stream().anyMatch(one -> one.attempts() > 1);
    }

    @Test
    void aDeadlockIsTriedAgain() throws Exception {
        MixConfig payments = new MixConfig(0, 100, 0, 0, 0, false);
        // Ours looks for deadlocks after 4 s of waiting, the other one after 60: so ours is sacrificed.
        POSTGRES.execute("DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''4s''',"
                + " current_database()); END$$");
        CompletableFuture<RunEnd> run = Background.call(
                () -> runUntil(this::wasTriedAgain, config(1, 1, true), payments, IsolationLevel.READ_COMMITTED));
        try (Connection other = POSTGRES.connect();
                Statement statement = other.createStatement()) {
            await().atMost(2, TimeUnit.MINUTES).until(() -> !measurement.ended().isEmpty());
            statement.execute("SET deadlock_timeout = '60s'");
            other.setAutoCommit(false);
            statement.execute("UPDATE bmsql_warehouse SET w_tax = w_tax");
            await().atMost(2, TimeUnit.MINUTES)
                    .until(() -> POSTGRES.number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND datname = current_database()")
                            > 0);
            statement.execute("UPDATE bmsql_district SET d_tax = d_tax");
            other.commit();
        }

        assertThat(run.get()).isEqualTo(STOPPED);
        assertThat(measurement.failed())
                .anyMatch(one -> one.errorClass() == ErrorClass.DEADLOCK
                        && one.sqlState().equals("40P01")
                        && !one.gaveUp());
        assertThat(measurement.ended()).allMatch(one -> one.outcome() == Outcome.COMMITTED);
    }

    @Test
    void killedBackendsAreReplacedAndTheRunGoesOn() throws Exception {
        AtomicInteger enough = new AtomicInteger(Integer.MAX_VALUE);
        AtomicLong lastKillMicros = new AtomicLong();
        CompletableFuture<RunEnd> run = Background.call(() -> runUntil(
                () -> measurement.ended(Outcome.COMMITTED).size() > enough.get()
                        && allAreBackSince(lastKillMicros.get()),
                config(6, 6, false),
                Terminals.MIX,
                IsolationLevel.READ_COMMITTED));
        for (int kill = 0; kill < 3; kill++) {
            int before = measurement.ended(Outcome.COMMITTED).size();
            await().atMost(2, TimeUnit.MINUTES)
                    .until(() -> measurement.ended(Outcome.COMMITTED).size() > before + 20);
            lastKillMicros.set(POSTGRES.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"));
            POSTGRES.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = 'bmsql' AND datname = current_database()");
        }
        enough.set(measurement.ended(Outcome.COMMITTED).size() + 20);

        assertThat(run.get()).isEqualTo(STOPPED);
        assertThat(measurement.failed()).anyMatch(one -> one.errorClass() == ErrorClass.CONNECTION);
        assertThat(measurement.ended(Outcome.FAILED)).isEmpty();
    }

    /** A stop before that would leave transactions whose connection was lost without another attempt. */
    private boolean allAreBackSince(long killMicros) throws Exception {
        long sessions = POSTGRES.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'bmsql'"
                + " AND datname = current_database() AND extract(epoch FROM backend_start) * 1000000 > " + killMicros);
        int retries =
                measurement.ended().stream().mapToInt(one -> one.attempts() - 1).sum();
        long triedAgain =
                measurement.failed().stream().filter(one -> !one.gaveUp()).count();
        return sessions >= 6 && retries == triedAgain;
    }
}
