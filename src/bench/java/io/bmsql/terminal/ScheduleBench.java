package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.RunPhase;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.NURand;
import io.bmsql.workload.EndedTransaction;
import io.bmsql.workload.TpccWorkload;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * How punctual many terminals with think times are served when the server takes no time: begin - due of each transaction.
 *
 * <p>Arguments: terminals, workers, seconds of ramp-up, seconds measured.
 */
public final class ScheduleBench {
    private static final MixConfig MIX = new MixConfig(45, 43, 4, 4, 4, false);
    private static final double NANOS_PER_MILLI = 1e6;

    private ScheduleBench() {}

    public static void main(String[] args) throws SQLException, InterruptedException {
        int terminals = Integer.parseInt(args[0]);
        int workers = Integer.parseInt(args[1]);
        int rampupSeconds = Integer.parseInt(args[2]);
        int seconds = Integer.parseInt(args[3]);
        int warehouses = (terminals + 9) / 10;
        RunConfig config = new RunConfig(
                new RunConfig.Inputs(warehouses, 1, warehouses, true, 1, 42),
                terminals,
                workers,
                false,
                new RunConfig.Length(seconds / 60.0, 0, rampupSeconds / 60.0, 0, 0),
                new RunConfig.Pace(0, 0, 1, 1, null),
                new RunConfig.RetryLimits(10, 600),
                StatementForm.PLAIN,
                false,
                List.of(),
                RunConfig.Connections.LASTING);
        RunClock clock = RunClock.SYSTEM;
        try (StubServer server = new StubServer().withoutLog();
                Database database = server.open(workers);
                TerminalScheduler scheduler = new TerminalScheduler(
                        clock,
                        config,
                        AgentShare.WHOLE,
                        new TpccWorkload(
                                config,
                                MIX,
                                new NURand(123, 259, 1_234),
                                database.dialect().errors()),
                        database::worker,
                        database.dialect().errors())) {
            scheduler.connect();
            RunWindow window = RunWindow.timed(clock, rampupSeconds, seconds);
            Lag lag = new Lag(window);
            RunEnd end = scheduler.run(window, lag, null);
            lag.print(terminals, seconds, end);
        }
    }

    /** Keeps the lags of transactions inside the window. */
    private static final class Lag implements Measurement {
        private final RunWindow window;
        private final ConcurrentHistogram lags = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(10), 3);
        private final AtomicLong errors = new AtomicLong();

        Lag(RunWindow window) {
            this.window = window;
        }

        @Override
        public void record(EndedTransaction ended) {
            if (ended.type.isForeground() && window.phase(ended.endNanos) == RunPhase.MEASURE) {
                lags.recordValue(Math.max(0, ended.beginNanos - ended.dueNanos));
            }
        }

        @Override
        public void error(Failure failure) {
            errors.incrementAndGet();
        }

        void print(int terminals, int seconds, RunEnd end) {
            System.out.printf(
                    Locale.ROOT,
                    "%,d terminals, %.0f transactions/s, %d errors, ended %s; heap at most %d MB, in use %d MB%n",
                    terminals,
                    lags.getTotalCount() / (double) seconds,
                    errors.get(),
                    end.reason(),
                    Runtime.getRuntime().maxMemory() >> 20,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() >> 20);
            System.out.printf(
                    Locale.ROOT,
                    "schedule lag p50 %.3f, p99.9 %.3f, max %.3f ms%n",
                    lags.getValueAtPercentile(50) / NANOS_PER_MILLI,
                    lags.getValueAtPercentile(99.9) / NANOS_PER_MILLI,
                    lags.getMaxValue() / NANOS_PER_MILLI);
            System.out.printf(
                    Locale.ROOT,
                    "schedule lag p99: %.3f ms (goal < 10)%n",
                    lags.getValueAtPercentile(99) / NANOS_PER_MILLI);
        }
    }
}
