package io.bmsql.terminal;

import static io.bmsql.testing.Background.await;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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
    private void runUntil(Callable<Boolean> enough, TerminalScheduler scheduler) throws Exception {
        scheduler.connect();
        CompletableFuture<Void> stopper = Background.run(() -> {
            try {
                await(enough);
            } finally {
                scheduler.stop();
            }
        });
        assertThat(scheduler.run(RunWindow.timed(clock, 0, 600), measurement, null))
                .isEqualTo(new RunEnd(RunEnd.Reason.STOPPED, null, 0));
        stopper.get();
    }

    private TerminalScheduler scheduler(RunConfig config, Database database) {
        return Terminals.scheduler(
                clock,
                config,
                AgentShare.WHOLE,
                Terminals.MIX,
                database::worker,
                database.dialect().errors());
    }

    @Test
    void newServersBehindOneNameGetTheirShareWhereConnectionsAreRenewed() throws Exception {
        ConnectionConfig own = POSTGRES.connectionConfig(IsolationLevel.READ_COMMITTED);
        int port = Integer.parseInt(own.url().replaceAll("^.*?://[^/]*:(\\d+)/.*$", "$1"));
        RunConfig config = with(config(4, 4, true), "connections", new RunConfig.Connections(false, 1_000_000_000L));
        try (TcpProxy first = new TcpProxy(port);
                TcpProxy second = new TcpProxy(port);
                TcpProxy name = new TcpProxy(first.port());
                Database database = TestDatabase.open(
                        own.at(own.url().replace(":" + port, ":" + name.port())), POSTGRES.dialect(), 4);
                TerminalScheduler scheduler = scheduler(config, database)) {
            AtomicInteger ledAway = new AtomicInteger(Integer.MAX_VALUE);
            runUntil(
                    () -> {
                        int ended = measurement.ended().size();
                        if (ended > 100 && ledAway.compareAndSet(Integer.MAX_VALUE, ended)) {
                            name.leadTo(second.port());
                        }
                        return second.taken() >= 4 && ended - 1000 > ledAway.get() && second.trips() > 100;
                    },
                    scheduler);
        }
        assertThat(measurement.failed()).isEmpty();
        assertThat(measurement.ended()).allMatch(one -> one.attempts() == 1);
    }

    @Test
    void serializationFailuresAreTriedAgain() throws Exception {
        try (Database database = POSTGRES.open(IsolationLevel.SERIALIZABLE, 6);
                TerminalScheduler scheduler = scheduler(config(6, 6, false), database)) {
            runUntil(
                    () -> measurement.ended(Outcome.COMMITTED).stream().anyMatch(one -> one.attempts() > 1), scheduler);
        }
        assertThat(measurement.failed())
                .as("provoked by six terminals on two warehouses")
                .anyMatch(one -> one.errorClass() == ErrorClass.SERIALIZATION && !one.gaveUp());
    }
}
