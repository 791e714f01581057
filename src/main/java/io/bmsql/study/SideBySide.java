package io.bmsql.study;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.run.RunSession.Finished;
import io.bmsql.run.StartGate;
import io.bmsql.run.TimedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs that begin at one moment, a thread each: both sides then have the same seconds, and what the machine does to one it does to the
 * other (duet benchmarking; L. Bulej and others, ICPE 2020). Where a side ends early, the other one is stopped: alone it says nothing.
 */
final class SideBySide {
    private SideBySide() {}

    /** Lets so many runs begin when the last of them is ready, at the same nanosecond of this clock, which is theirs. */
    static StartGate gate(int runs, RunClock clock) {
        long[] startNanos = new long[1];
        CyclicBarrier barrier = new CyclicBarrier(runs, () -> startNanos[0] = clock.nanoTime());
        return same -> {
            try {
                barrier.await();
                return startNanos[0];
            } catch (BrokenBarrierException e) {
                throw new UsageException("The other side could not begin", e);
            }
        };
    }

    /**
     * Makes all of them.
     *
     * @return in the order of the sessions
     * @throws Exception the first reason why one could not be made
     */
    static List<Finished> run(List<TimedRun> sessions) throws Exception {
        if (sessions.size() == 1) {
            return List.of(sessions.get(0).run());
        }
        AtomicReference<Exception> first = new AtomicReference<>();
        List<FutureTask<Finished>> sides = new ArrayList<>();
        for (TimedRun session : sessions) {
            sides.add(new FutureTask<>(() -> {
                boolean isWhole = false;
                try {
                    Finished finished = session.run();
                    isWhole = finished.summary().ending().status() == Status.COMPLETE;
                    return finished;
                } catch (Exception e) {
                    first.compareAndSet(null, e);
                    throw e;
                } finally {
                    if (!isWhole) {
                        sessions.stream()
                                .filter(other -> !other.equals(session))
                                .forEach(other -> other.stop().request(" because the other side ended"));
                    }
                }
            }));
        }
        sides.forEach(side -> new Thread(side, "side-" + (1 + sides.indexOf(side))).start());
        List<Finished> finished = new ArrayList<>();
        for (FutureTask<Finished> side : sides) {
            try {
                finished.add(side.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
            }
        }
        Exception failure = first.get();
        if (failure != null) {
            throw failure;
        }
        return finished;
    }
}
