package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.StopFlag;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.AgentShare;
import io.bmsql.config.RunConfig;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.EndedTransaction;
import io.bmsql.workload.Workload;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs terminals against a database: connects the workers, starts the terminals, ends on time, by count, when asked to, or
 * when it must, and never waits for ever.
 *
 * <p>One scheduler serves one run: {@link #connect}, then {@link #run}, then {@link #close}, from one thread. {@link #stop},
 * {@link #backlog} and {@link #connectedWorkers} may be called by any thread at any time.
 */
public final class TerminalScheduler implements AutoCloseable {
    /** 31 years: longer than a run can be, and short enough to be added to any moment. */
    private static final double NEVER_NANOS = 1e18;

    private final RunClock clock;
    /** Holds for all agents together: terminals, rates and connections are divided here. */
    private final RunConfig config;

    private final AgentShare share;
    private final Workload workload;
    private final SqlErrors errors;
    private final StopFlag stop;
    private final DueQueue queue;
    private final DeferredWork deferred = new DeferredWork();
    final List<Terminal> terminals;
    private final WorkerPool workers;
    private @Nullable RunEnd earlyEnd;
    private @Nullable RunWindow window;
    private final StatementTimes times;
    private @Nullable Pacing pacing;
    /** In the open model, the number of the first slot of each terminal in the list. */
    private final long[] firstSlots;

    /**
     * Makes all terminals with their first requests; opens nothing yet.
     *
     * @param config of the whole run, of which this agent does its share
     */
    public TerminalScheduler(
            RunClock clock,
            RunConfig config,
            AgentShare share,
            Workload workload,
            WorkerConnection.Source source,
            SqlErrors errors) {
        this.clock = clock;
        this.config = config;
        this.share = share;
        this.workload = workload;
        this.errors = errors;
        this.stop = new StopFlag(clock);
        this.times = new StatementTimes(clock, this::isMeasured);
        this.terminals = IntStream.of(workload.terminals(share, config.terminals()))
                .mapToObj(number -> new Terminal(number, config.inputs().seed(), workload.terminal(number)))
                .toList();
        this.queue = new DueQueue(clock, terminals.size());
        this.firstSlots = new long[terminals.size()];
        this.workers = new WorkerPool(
                share.of(config.workers()), WorkerPool.threads(config.virtualThreads()), source, workload);
    }

    /** What inputs are drawn from, with the home warehouses of this agent's terminals where they have any. */
    public RunConfig.Inputs inputs() {
        return workload.inputs(share, config.inputs());
    }

    /** What statements took, of some of the transactions in the window. */
    public List<StatementTimes.Timed> statementTimes() {
        return times.all();
    }

    private boolean isMeasured(long nanos) {
        RunWindow running = window;
        return running != null && nanos >= running.measureFromNanos() && !running.isOver(nanos);
    }

    public TransactionTypes types() {
        return workload.types();
    }

    /** Before {@link #connect}: so many percent of what may be read there go to these copies of the database. */
    public void readFrom(List<WorkerConnection.Source> copies, double percent) {
        workers.readFrom(copies, percent);
    }

    public void connect() throws SQLException {
        workers.connect();
        if (config.connections().perTransaction()) {
            // That all can be open was what had to be known.
            workers.close();
        }
    }

    /**
     * Runs until the window ends, every terminal has done its share, or {@link #stop}; then waits for what is under
     * way.
     */
    public RunEnd run(RunWindow runWindow, Measurement measurement, @Nullable LedgerWriter ledger)
            throws InterruptedException {
        RunContext run = prepare(runWindow, measurement);
        try {
            int firstWorker = share.before(config.workers());
            workers.start(run, config.inputs().seed(), firstWorker, this::endBecauseOf, ledger);
            int leftBehind = workers.awaitEnd(run);
            recordUnserved(measurement);
            synchronized (this) {
                return earlyEnd == null
                        ? new RunEnd(RunEnd.Reason.PLANNED, null, leftBehind)
                        : new RunEnd(earlyEnd.reason(), earlyEnd.cause(), leftBehind);
            }
        } finally {
            runWindow.close(clock.nanoTime());
            stop.set();
            queue.close();
        }
    }

    private RunContext prepare(RunWindow runWindow, Measurement measurement) {
        Pacing paced = Pacing.of(config, workload.percents(), runWindow);
        for (int at = 0; at < terminals.size(); at++) {
            Terminal terminal = terminals.get(at);
            double delayNanos = terminal.number * config.length().rampupDelaySeconds() * 1e9;
            queue.put(terminal.start(paced, runWindow.startNanos() + (long) Math.min(delayNanos, NEVER_NANOS)));
            if (paced instanceof Arrivals arrivals) {
                firstSlots[at] = arrivals.slotsBefore(terminal.dueNanos);
            }
        }
        if (runWindow.hasEnd()) {
            queue.endAt(runWindow.measureUntilNanos());
            runWindow.onSettled(() -> queue.endAt(runWindow.measureUntilNanos()));
        }
        synchronized (this) {
            window = runWindow;
            pacing = paced;
            if (stop.isSet()) {
                runWindow.close(clock.nanoTime());
            }
        }
        int limit = config.length().isTimed() ? 0 : config.length().transactionsPerTerminal();
        ReconnectGate gate = new ReconnectGate(
                clock,
                runWindow,
                stop,
                config.retryLimits().maxOutageNanos(),
                Workload.onlyReads(workload.percents()),
                0);
        int maxRetries = config.retryLimits().maxRetries();
        return new RunContext(
                clock,
                runWindow,
                measurement,
                paced,
                queue,
                deferred,
                limit,
                gate,
                stop,
                errors,
                maxRetries,
                times,
                new HopelessTypes(types().size(), runWindow.startNanos()),
                config.connections());
    }

    /** Only when no worker had a connection at the end: what terminals asked for must not vanish. */
    private void recordUnserved(Measurement measurement) {
        DeferredWork.Piece piece = new DeferredWork.Piece();
        Workload.Deferred request = workload.deferred();
        EndedTransaction ended = new EndedTransaction();
        String why = "the run was over before this delivery could start";
        while (deferred.poll(piece)) {
            request.take(piece.work);
            long now = clock.nanoTime();
            measurement.error(new Measurement.Failure(request.type(), ErrorClass.CONNECTION, "-", 0, why, true, now));
            ended.type = request.type();
            ended.outcome = Outcome.FAILED;
            ended.dueNanos = piece.queuedNanos;
            ended.beginNanos = now;
            ended.endNanos = now;
            request.describe(ended);
            measurement.record(ended);
        }
    }

    /** Ends the run now: no transaction starts any more, those under way finish. Returns at once; the first call counts. */
    public void stop() {
        endEarly(RunEnd.Reason.STOPPED, null);
    }

    private void endBecauseOf(Throwable cause) {
        boolean isAway = cause instanceof ServerUnreachableException;
        endEarly(isAway ? RunEnd.Reason.SERVER_UNREACHABLE : RunEnd.Reason.FAILED, cause);
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

    public int connectedWorkers() {
        return workers.connected();
    }

    /** Transactions and deferred ones that are due but not yet started. */
    public synchronized int backlog() {
        return backlog(clock.nanoTime()) + deferred.size();
    }

    /** A terminal of the open model may be many slots behind. */
    private int backlog(long nowNanos) {
        if (!(pacing instanceof Arrivals arrivals)) {
            return queue.backlog();
        }
        long slots = arrivals.slotsBefore(window == null ? nowNanos : window.untilEnd(nowNanos));
        long limit =
                config.length().isTimed() ? Long.MAX_VALUE : config.length().transactionsPerTerminal();
        long waiting = -queue.taken();
        for (long first : firstSlots) {
            waiting += Math.min(limit, Math.max(0, -Math.floorDiv(first - slots, config.terminals())));
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, waiting));
    }

    @Override
    public void close() {
        workers.close();
    }
}
