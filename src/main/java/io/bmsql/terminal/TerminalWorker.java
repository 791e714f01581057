package io.bmsql.terminal;

import io.bmsql.measure.WorkerLedger;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.EndedTransaction;
import io.bmsql.workload.Workload;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One thread and connection that serves deferred work first, then terminals. The hot path: allocates nothing. */
final class TerminalWorker implements Runnable {
    private final RunContext run;
    private final List<Attempts> attempts;
    private final Consumer<Throwable> endRun;
    private final @Nullable WorkerLedger ledger;
    private final double copyPercent;
    private final long seed;
    private final RandomStream copyChoice;
    private final Workload.Deferred deferred;
    private final DeferredWork.Piece piece = new DeferredWork.Piece();
    private final EndedTransaction ended = new EndedTransaction();

    /**
     * What must end the run, a mistake of the program or a server that stays away, goes to {@code endRun}.
     *
     * @param attempts on the database, then on its copies
     * @param copyPercent of those that may be read there goes to copies
     */
    TerminalWorker(
            RunContext run,
            List<Attempts> attempts,
            Consumer<Throwable> endRun,
            @Nullable WorkerLedger ledger,
            double copyPercent,
            long seed,
            Workload.Deferred deferred) {
        this.run = run;
        this.attempts = attempts;
        this.endRun = endRun;
        this.ledger = ledger;
        this.copyPercent = copyPercent;
        this.seed = seed;
        this.deferred = deferred;
        this.copyChoice = new RandomStream(seed);
    }

    @Override
    public void run() {
        try {
            boolean more = true;
            boolean perTransaction = run.connections().perTransaction();
            boolean isRenewing = run.connections().maxAgeNanos() > 0;
            while (more && (perTransaction || attempts.get(0).isConnected())) {
                more = serveNext();
                for (int at = 0; isRenewing && at < attempts.size(); at++) {
                    attempts.get(at).renewWhenOld();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ServerUnreachableException | RuntimeException | Error e) {
            endRun.accept(e);
        } finally {
            attempts.forEach(Attempts::close);
        }
    }

    /** Serves deferred work when there is some, else the next terminal once it is due; false at the end. */
    boolean serveNext() throws ServerUnreachableException, InterruptedException {
        if (run.deferred().poll(piece)) {
            serveDeferred();
            return true;
        }
        Terminal terminal = run.queue().take();
        if (terminal == null) {
            return false;
        }
        serve(terminal);
        return true;
    }

    private void serve(Terminal terminal) throws ServerUnreachableException, InterruptedException {
        Workload.Request request = terminal.request;
        ended.thinkNanos = terminal.thinkNanos;
        ended.terminal = terminal.number;
        long beginNanos = run.clock().nanoTime();
        if (request.type().isQueued()) {
            queue(request, terminal.dueNanos, beginNanos);
        } else {
            attempt(copy(terminal), request, terminal.dueNanos, beginNanos);
        }
        run.sendOn(terminal, run.clock().nanoTime());
    }

    /**
     * The copy that this terminal's transaction goes to, from 1 on; 0 for the database itself. A function of seed, terminal number and
     * transaction number, and so the same in each run.
     */
    private int copy(Terminal terminal) {
        if (!terminal.request.type().readsCopies() || attempts.size() == 1) {
            return 0;
        }
        copyChoice.seek(seed, Terminal.COPY_STREAM, terminal.number, 0, terminal.transactionNumber);
        return copyChoice.percent(copyPercent) ? copyChoice.uniform(1, attempts.size() - 1) : 0;
    }

    /** The terminal's part ends when its request is queued, as with a delivery (clause 2.7.2). */
    private void queue(Workload.Request request, long dueNanos, long beginNanos)
            throws ServerUnreachableException, InterruptedException {
        boolean serveNow = run.pacing().waitsForDeferredPart();
        if (!serveNow) {
            run.deferred().add(request.left(), beginNanos);
        }
        record(request, Outcome.COMMITTED, 1, dueNanos, beginNanos);
        if (serveNow) {
            piece.work = request.left();
            piece.queuedNanos = beginNanos;
            serveDeferred();
        }
    }

    private void serveDeferred() throws ServerUnreachableException, InterruptedException {
        ended.thinkNanos = -1;
        ended.terminal = -1;
        deferred.take(piece.work);
        attempt(0, deferred, piece.queuedNanos, run.clock().nanoTime());
    }

    /**
     * A transaction that was begun is always recorded, even when the worker ends with it. The connection that is opened for it is no
     * part of its service time, but of its response time.
     */
    private void attempt(int copy, Workload.Request request, long dueNanos, long takenNanos)
            throws ServerUnreachableException, InterruptedException {
        Attempts there = attempts.get(copy);
        Outcome outcome = Outcome.FAILED;
        long beginNanos = takenNanos;
        try {
            boolean isConnected = true;
            if (run.connections().perTransaction()) {
                isConnected = there.connect(request.type());
                beginNanos = run.clock().nanoTime();
            }
            if (isConnected) {
                outcome = there.run(request);
            }
        } finally {
            ended.copy = copy;
            record(request, outcome, there.count(), dueNanos, beginNanos);
        }
        there.pauseAfter(outcome);
    }

    private void record(Workload.Request request, Outcome outcome, int attemptCount, long dueNanos, long beginNanos) {
        ended.type = request.type();
        ended.outcome = outcome;
        ended.attempts = attemptCount;
        ended.dueNanos = dueNanos;
        ended.beginNanos = beginNanos;
        ended.endNanos = run.clock().nanoTime();
        request.describe(ended);
        // What was rolled back, or never begun, has skipped nothing.
        ended.skippedDistricts = outcome.isCompleted() ? ended.skippedDistricts : 0;
        run.measurement().record(ended);
        if (ledger != null && outcome != Outcome.ROLLED_BACK) {
            ledger.enter(request, outcome, ended.endNanos);
        }
    }
}
