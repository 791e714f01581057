package io.bmsql.terminal;

import io.bmsql.common.ParallelWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.WorkerLedger;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.Workload;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All workers of a run: their sessions and threads, and how long their end is waited for.
 *
 * <pre>
 * after the end of the run    what happens to workers that are still busy
 * --------------------------  -------------------------------------------------------------
 * at once                     those without a connection are woken: they end
 * 60 s (5 s after a stop)     their connections are cut: they end with an error or UNKNOWN
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
    private static final String NAME = "worker-";

    /** By worker: to the database, then to the copies of it that are read. */
    private final List<List<WorkerSession>> sessions = new ArrayList<>();

    private double copyPercent;
    private final List<Thread> threads = new ArrayList<>();
    private final ThreadFactory factory;
    private final Workload workload;
    private final CountDownLatch busy;
    /** Opened once all threads are there: among workers at full load, each new thread would wait for its first turn. */
    private final CountDownLatch begin = new CountDownLatch(1);

    WorkerPool(int workers, ThreadFactory factory, WorkerConnection.Source source, Workload workload) {
        this.factory = factory;
        this.workload = workload;
        for (int worker = 0; worker < workers; worker++) {
            sessions.add(new ArrayList<>(List.of(new WorkerSession(source, workload))));
        }
        busy = new CountDownLatch(workers);
    }

    /**
     * Threads named worker-1, worker-2, ..., which do not keep the JVM alive.
     *
     * @throws IllegalStateException when virtual threads are asked for and this Java has none
     */
    static ThreadFactory threads(boolean areVirtual) {
        return areVirtual ? virtualThreads() : ParallelWork.daemons(NAME);
    }

    /** {@code Thread.ofVirtual().name(NAME, 1).factory()}, found by name, as this is compiled for Java 17. */
    private static ThreadFactory virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Method name = type.getMethod("name", String.class, long.class);
            return (ThreadFactory) type.getMethod("factory").invoke(name.invoke(builder, NAME, 1L));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("virtual threads need Java 21 or later", e);
        }
    }

    /** Before {@link #connect}: this share of what may be read there goes to these copies of the database. */
    void readFrom(List<WorkerConnection.Source> copies, double percent) {
        copyPercent = percent;
        for (List<WorkerSession> own : sessions) {
            copies.forEach(copy -> own.add(new WorkerSession(copy, workload)));
        }
    }

    private Stream<WorkerSession> allSessions() {
        return sessions.stream().flatMap(List::stream);
    }

    /** Opens all connections, one after the other; all or none. */
    void connect() throws SQLException {
        try {
            for (WorkerSession session : allSessions().toList()) {
                session.open(() -> {});
            }
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    void start(RunContext run, long seed, int firstWorker, Consumer<Throwable> endRun, @Nullable LedgerWriter ledger) {
        List<ReconnectGate> gates = new ArrayList<>(List.of(run.gate()));
        for (int copy = 1; copy < sessions.get(0).size(); copy++) {
            gates.add(run.gate().ofCopy(copy));
        }
        for (int number = 0; number < sessions.size(); number++) {
            List<Attempts> attempts = new ArrayList<>();
            RandomStream random = new RandomStream(seed).seek(seed, Terminal.PAUSE_STREAM, firstWorker + number, 0, 0);
            for (WorkerSession session : sessions.get(number)) {
                attempts.add(new Attempts(session, run, gates.get(attempts.size()), random));
            }
            WorkerLedger own = ledger == null ? null : ledger.worker(number);
            TerminalWorker worker =
                    new TerminalWorker(run, attempts, endRun, own, copyPercent, seed, workload.deferred());
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

    /** Waits until all workers have ended, or the longest wait is over, and says how many were left behind. */
    int awaitEnd(RunContext run) throws InterruptedException {
        long cutNanos = 0;
        long stoppedNanos = 0;
        boolean isStopped = false;
        boolean cut = false;
        while (!busy.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (!run.isOver()) {
                continue;
            }
            // A worker that connects for each transaction has something to do: it is woken when it has had its time.
            if (cut || !run.connections().perTransaction()) {
                wakeDisconnected();
            }
            long now = run.clock().nanoTime();
            if (run.stop().isSet() && !isStopped) {
                isStopped = true;
                stoppedNanos = now;
            }
            // From the stop on, whether it came in the ramp-up, in the window or in the drain.
            boolean isLate = isStopped && now - stoppedNanos > STOPPED_DRAIN_NANOS;
            if (!cut && (isLate || now - run.window().measureUntilNanos() > PLANNED_DRAIN_NANOS)) {
                allSessions().forEach(WorkerSession::abort);
                cutNanos = now;
                cut = true;
            }
            if (cut && now - cutNanos > AFTER_CUT_NANOS) {
                break;
            }
        }
        return (int) busy.getCount();
    }

    /** A worker without a connection waits for one; it is safe to interrupt, and nothing is left for it to do. */
    private void wakeDisconnected() {
        for (int number = 0; number < threads.size(); number++) {
            if (!sessions.get(number).get(0).isOpen()) {
                threads.get(number).interrupt();
            }
        }
    }

    int connected() {
        return (int) sessions.stream().filter(own -> own.get(0).isOpen()).count();
    }

    /** Closes what is still open; workers that ended have closed theirs. */
    void close() {
        if (busy.getCount() == 0 || threads.isEmpty()) {
            allSessions().forEach(WorkerSession::close);
        } else {
            allSessions().forEach(WorkerSession::abort);
        }
    }
}
