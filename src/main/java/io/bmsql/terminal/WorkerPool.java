package io.bmsql.terminal;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.WorkerLedger;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.config.StatementForm;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All workers of a run: their sessions and threads, and the patience with which their end is awaited.
 *
 * <pre>
 * after the end of the run    what happens to workers that are still busy
 * --------------------------  -------------------------------------------------------------
 * at once                     those without a connection are woken: they end
 * 60 s (5 s when stopped)     their connections are cut: they end with an error or UNKNOWN
 * 3 s later                   they are left behind; their threads do not keep the JVM alive
 * </pre>
 */
final class WorkerPool {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** BenchmarkSQL lets everything finish; a minute is more than any transaction of a working server needs. */
    private static final long PLANNED_DRAIN_NANOS = 60 * SECOND_NANOS;
    /** A user who presses Ctrl-C waits a few seconds, not a minute. */
    private static final long STOPPED_DRAIN_NANOS = 5 * SECOND_NANOS;

    private static final long AFTER_CUT_NANOS = 3 * SECOND_NANOS;
    private static final long LOOK_MILLIS = 20;

    private final List<WorkerSession> sessions = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadFactory factory;
    private final CountDownLatch busy;
    /** Opened once all threads are there: among workers at full load, each new thread would wait for its first turn. */
    private final CountDownLatch begin = new CountDownLatch(1);

    WorkerPool(
            int workers,
            ThreadFactory factory,
            TerminalScheduler.ConnectionSource source,
            SqlErrors errors,
            StatementForm form) {
        this.factory = factory;
        for (int worker = 0; worker < workers; worker++) {
            sessions.add(new WorkerSession(source, errors, form));
        }
        busy = new CountDownLatch(workers);
    }

    /** Opens all connections, one after the other; all or none. */
    void connect() throws SQLException {
        try {
            for (WorkerSession session : sessions) {
                session.open();
            }
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    void start(
            RunContext run,
            SqlErrors errors,
            RetryPolicy policy,
            long seed,
            int firstWorker,
            Consumer<Throwable> endRun,
            @Nullable LedgerWriter ledger) {
        for (int number = 0; number < sessions.size(); number++) {
            WorkerSession session = sessions.get(number);
            RandomStream random =
                    Terminal.StreamPlace.PAUSE.seek(new RandomStream(seed), seed, firstWorker + number, 0);
            Attempts attempts = new Attempts(session, run, errors, policy, random);
            WorkerLedger own = ledger == null ? null : ledger.worker(number);
            TerminalWorker worker = new TerminalWorker(session, run, attempts, endRun, own);
            threads.add(factory.newThread(() -> work(worker)));
        }
        try {
            threads.forEach(Thread::start);
        } finally {
            begin.countDown();
        }
    }

    private void work(TerminalWorker worker) {
        try {
            begin.await();
            worker.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            busy.countDown();
        }
    }

    /** Waits until all workers have ended, or until patience has, and says how many were left behind. */
    int awaitEnd(RunContext run) throws InterruptedException {
        long cutNanos = 0;
        boolean cut = false;
        while (!busy.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (!run.isOver()) {
                continue;
            }
            wakeDisconnected();
            long now = run.clock().nanoTime();
            if (!cut && now - run.window().measureUntilNanos() > patienceNanos(run)) {
                sessions.forEach(WorkerSession::abort);
                cutNanos = now;
                cut = true;
            }
            if (cut && now - cutNanos > AFTER_CUT_NANOS) {
                break;
            }
        }
        return (int) busy.getCount();
    }

    private static long patienceNanos(RunContext run) {
        return run.stop().isSet() ? STOPPED_DRAIN_NANOS : PLANNED_DRAIN_NANOS;
    }

    /** A worker without a connection waits for one; it is safe to interrupt, and nothing is left for it to do. */
    private void wakeDisconnected() {
        for (int number = 0; number < threads.size(); number++) {
            if (!sessions.get(number).isOpen()) {
                threads.get(number).interrupt();
            }
        }
    }

    int connected() {
        int open = 0;
        for (WorkerSession session : sessions) {
            open += session.isOpen() ? 1 : 0;
        }
        return open;
    }

    /** Closes what is still open; workers that ended have closed theirs. */
    void close() {
        if (busy.getCount() == 0 || threads.isEmpty()) {
            sessions.forEach(WorkerSession::close);
        } else {
            sessions.forEach(WorkerSession::abort);
        }
    }
}
