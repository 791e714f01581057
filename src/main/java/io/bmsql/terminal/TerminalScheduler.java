package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.ledger.LedgerWriter;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.NURand;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import io.bmsql.time.RunClock;
import io.bmsql.time.StopFlag;
import io.bmsql.workload.InputGenerator;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs terminals against a database: connects the workers, starts the terminals, ends on time, by count, when asked to, or
 * when it must, and never waits for ever.
 *
 * <p>One scheduler serves one run: {@link #connect}, then {@link #run}, then {@link #close}, from one thread. {@link #stop}
 * and {@link #snapshot} may be called by any thread at any time.
 */
public final class TerminalScheduler implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RunClock clock;
    private final RunConfig config;
    private final MixConfig mix;
    private final SqlErrors errors;
    private final RetryPolicy policy;
    private final StopFlag stop;
    private final DueQueue queue;
    private final DeferredDeliveries deliveries = new DeferredDeliveries();
    private final List<Terminal> terminals;
    private final WorkerCrew crew;
    private @Nullable RunEnd earlyEnd;
    private @Nullable RunWindow window;

    /**
     * Makes all terminals with their first inputs; opens nothing yet.
     *
     * @param nuRand the constants C of this run
     * @param source opens the workers' connections
     * @param errors tells what an error allows
     */
    public TerminalScheduler(
            RunClock clock, RunConfig config, MixConfig mix, NURand nuRand, ConnectionSource source, SqlErrors errors) {
        this.clock = clock;
        this.config = config;
        this.mix = mix;
        this.errors = errors;
        this.policy = RetryPolicy.usual(config.patience());
        this.stop = new StopFlag(clock);
        this.queue = new DueQueue(clock, config.terminals());
        this.terminals = terminals(config, mix, nuRand);
        this.crew = new WorkerCrew(config.sutThreads(), source, errors, config.statementForm());
    }

    private static List<Terminal> terminals(RunConfig config, MixConfig mix, NURand nuRand) {
        RunConfig.Inputs inputs = config.inputs();
        InputGenerator generator = new InputGenerator(inputs, nuRand);
        long seed = inputs.seed();
        RandomStream random = StreamPlace.HOMES.seek(new RandomStream(seed), seed, 0, 0);
        Homes homes = new Homes(inputs.firstWarehouse(), inputs.lastWarehouse(), random);
        List<Terminal> terminals = new ArrayList<>(config.terminals());
        for (int number = 0; number < config.terminals(); number++) {
            int warehouse = homes.warehouse(number);
            int district = homes.district(number);
            terminals.add(new Terminal(number, warehouse, district, seed, TypeSource.of(mix), generator));
        }
        return terminals;
    }

    /**
     * Opens the connection of every worker, one after the other.
     *
     * @throws SQLException when one cannot be opened; those opened before are closed
     */
    public void connect() throws SQLException {
        crew.connect();
    }

    /**
     * Runs until the end of the window (a timed run), until every terminal has done its share (a counted run), or until
     * {@link #stop}; then waits for what is under way. The window is closed when this returns.
     *
     * @param runWindow starts now
     * @param measurement learns of every transaction and every error
     * @throws InterruptedException when the calling thread is interrupted; the run is told to stop
     */
    public RunEnd run(RunWindow runWindow, Measurement measurement) throws InterruptedException {
        return run(runWindow, measurement, null);
    }

    /**
     * {@link #run(RunWindow, Measurement)} with a ledger.
     *
     * @param ledger with a page for each worker, null for none
     */
    public RunEnd run(RunWindow runWindow, Measurement measurement, @Nullable LedgerWriter ledger)
            throws InterruptedException {
        RunFloor floor = prepare(runWindow, measurement);
        try {
            crew.start(floor, errors, policy, config.inputs().seed(), new EndsOfWorkers(), ledger);
            int leftBehind = crew.awaitEnd(floor);
            recordUnservedDeliveries(measurement);
            return end(leftBehind);
        } finally {
            runWindow.close(clock.nanoTime());
            stop.set();
            queue.close();
        }
    }

    private RunFloor prepare(RunWindow runWindow, Measurement measurement) {
        Pacing pacing = Pacing.of(config, mix, runWindow.startNanos());
        for (Terminal terminal : terminals) {
            long delayNanos = (long) (terminal.number() * config.length().rampupDelaySeconds() * NANOS_PER_SECOND);
            queue.put(terminal.start(pacing, runWindow.startNanos() + delayNanos));
        }
        if (runWindow.hasEnd()) {
            queue.endAt(runWindow.measureUntilNanos());
        }
        synchronized (this) {
            window = runWindow;
            if (stop.isSet()) {
                runWindow.close(clock.nanoTime());
            }
        }
        int share = config.length().isTimed() ? 0 : config.length().transactionsPerTerminal();
        ConnectGate gate = new ConnectGate(clock, runWindow, stop, policy, mix);
        return new RunFloor(clock, runWindow, measurement, pacing, queue, deliveries, gate, stop, share);
    }

    /** Only when no worker had a connection at the end: what terminals asked for must not vanish. */
    private void recordUnservedDeliveries(Measurement measurement) {
        DeferredDelivery delivery = new DeferredDelivery();
        String why = "the run was over before this delivery could start";
        while (deliveries.poll(delivery)) {
            long now = clock.nanoTime();
            TransactionType type = TransactionType.DELIVERY_BG;
            measurement.error(type, ErrorClass.CONNECTION, "-", 0, why, true, now);
            measurement.record(type, Outcome.FAILED, 1, 0, delivery.queuedNanos(), now, now);
        }
    }

    private synchronized RunEnd end(int leftBehind) {
        return earlyEnd == null
                ? new RunEnd(RunEnd.Reason.PLANNED, null, leftBehind)
                : new RunEnd(earlyEnd.reason(), earlyEnd.cause(), leftBehind);
    }

    /** Ends the run now: no transaction starts any more, those under way finish. Returns at once; the first call counts. */
    public void stop() {
        endEarly(RunEnd.Reason.STOPPED, null);
    }

    private synchronized void endEarly(RunEnd.Reason reason, @Nullable Throwable cause) {
        if (earlyEnd == null) {
            earlyEnd = new RunEnd(reason, cause, 0);
        }
        if (window != null) {
            window.close(clock.nanoTime());
        }
        stop.set();
        queue.close();
    }

    /** Where the run stands. */
    public synchronized SchedulerSnapshot snapshot() {
        RunPhase phase = window == null ? RunPhase.RAMPUP : window.phase(clock.nanoTime());
        return new SchedulerSnapshot(phase, queue.backlog() + deliveries.size(), crew.connected());
    }

    /** Closes connections that are still open. */
    @Override
    public void close() {
        crew.close();
    }

    private final class EndsOfWorkers implements WorkerEnds {
        @Override
        public void failed(Throwable cause) {
            endEarly(RunEnd.Reason.FAILED, cause);
        }

        @Override
        public void serverAway(ServerAwayException cause) {
            endEarly(RunEnd.Reason.SERVER_AWAY, cause);
        }
    }
}
