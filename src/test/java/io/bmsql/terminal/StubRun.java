package io.bmsql.terminal;

import io.bmsql.config.AgentShare;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.measure.RunWindow;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.RecordingMeasurement;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.Outcome;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import java.util.function.Consumer;

/** A whole run on a manual clock, the stub driver and one worker: each call to the server takes a millisecond. */
final class StubRun implements AutoCloseable {
    static final long CALL_NANOS = 1_000_000;
    final ManualClock clock = new ManualClock();
    final StubServer server = new StubServer();
    final RecordingMeasurement measurement = new RecordingMeasurement();
    final Database database;
    final TerminalScheduler scheduler;
    final RunConfig config;
    RunWindow window;
    RunEnd end;
    /** Connections opened since the run is connected, and how long each takes. */
    int opened;

    long connectNanos;
    /** The next connections that are refused. */
    int refused;

    StubRun(Terminals.Run settings) throws SQLException {
        this(settings.config(), AgentShare.WHOLE, Terminals.MIX);
        server.withoutLog();
    }

    StubRun(RunConfig config, AgentShare share, MixConfig mix) throws SQLException {
        this.config = config;
        database = server.open(config.workers());
        scheduler = Terminals.scheduler(
                clock, config, share, mix, this::connection, database.dialect().errors());
        scheduler.connect();
        opened = 0;
        server.takeLog();
        server.eachCall(() -> clock.advance(CALL_NANOS));
    }

    /** The pool would wait for a server that is away, in real time. */
    private WorkerConnection connection() throws SQLException {
        if (server.isAway()) {
            throw new SQLNonTransientConnectionException("nobody there", "08001");
        }
        if (refused > 0) {
            refused--;
            throw new SQLNonTransientConnectionException("too many", "08004");
        }
        opened++;
        clock.advance(connectNanos);
        return database.worker();
    }

    /** A run that came to its end and is closed; nothing is logged. */
    static StubRun ended(Terminals.Run settings) throws Exception {
        return ended(settings, Terminals.MIX);
    }

    static StubRun ended(Terminals.Run settings, MixConfig mix) throws Exception {
        return ended(settings.config(), mix, run -> run.server.withoutLog());
    }

    /** @param before what happens to it before its first transaction */
    static StubRun ended(RunConfig config, MixConfig mix, Consumer<StubRun> before) throws Exception {
        try (StubRun run = new StubRun(config, AgentShare.WHOLE, mix)) {
            before.accept(run);
            run.run();
            return run;
        }
    }

    RunEnd run() throws InterruptedException {
        double rampup = config.length().rampupMinutes() * 60;
        window = config.length().isTimed()
                ? RunWindow.timed(clock, rampup, config.length().runMinutes() * 60)
                : RunWindow.untilClosed(clock, rampup);
        end = scheduler.run(window, measurement, null);
        return end;
    }

    List<RecordingMeasurement.Ended> foreground() {
        return measurement.ended().stream()
                .filter(one -> one.type().isForeground())
                .toList();
    }

    List<RecordingMeasurement.Ended> ended(Outcome outcome) {
        return measurement.ended(outcome);
    }

    @Override
    public void close() {
        scheduler.close();
        database.close();
        server.close();
    }
}
