package io.bmsql.terminal;

import io.bmsql.time.RunClock;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All terminals that wait, ordered by due time: a heap under one lock, which serves 100,000 terminals at millions of
 * exchanges a second. Safe for use by any number of workers.
 *
 * <p>Of the workers that wait, one (the leader) sleeps until the first terminal is due, the others until the leader has
 * taken it and wakes the next: no herd wakes up for one terminal.
 */
final class DueQueue {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Terminal> heap;
    private int atWork;
    private long taken;
    private long endNanos;
    private boolean hasEnd;
    private boolean closed;
    private @Nullable Thread leader;

    /** An empty queue for exactly this many terminals, each to be put or retired. */
    DueQueue(RunClock clock, int capacity) {
        this.clock = clock;
        this.heap =
                new PriorityQueue<>(Math.max(1, capacity), (one, other) -> Long.signum(one.dueNanos - other.dueNanos));
        this.atWork = capacity;
    }

    /** From this moment on {@link #take} gives no terminal any more. */
    void endAt(long nanos) {
        lock.lock();
        try {
            endNanos = nanos;
            hasEnd = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives no terminal any more, from now on; wakes all who wait. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void put(Terminal terminal) {
        lock.lock();
        try {
            heap.add(terminal);
            if (heap.peek() == terminal) {
                // The leader sleeps for a later terminal: let the first to wake up lead again.
                leader = null;
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A terminal that was taken has done its share and does not come back; after the last one the queue ends. */
    void retire() {
        lock.lock();
        try {
            atWork--;
            if (atWork == 0) {
                closed = true;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the first terminal to be due and takes it out; null when the queue has ended. */
    @Nullable
    Terminal take() throws InterruptedException {
        lock.lock();
        try {
            while (!hasEnded()) {
                Terminal first = heap.peek();
                if (first != null && first.dueNanos - clock.nanoTime() <= 0) {
                    taken++;
                    return heap.poll();
                }
                await(first);
            }
            return null;
        } finally {
            if (leader == null && !heap.isEmpty()) {
                changed.signal();
            }
            lock.unlock();
        }
    }

    private boolean hasEnded() {
        if (!closed && hasEnd && clock.nanoTime() - endNanos >= 0) {
            closed = true;
            changed.signalAll();
        }
        return closed;
    }

    private void await(@Nullable Terminal first) throws InterruptedException {
        if (first == null || leader != null) {
            changed.await();
            return;
        }
        Thread me = Thread.currentThread();
        leader = me;
        try {
            long due = first.dueNanos;
            clock.awaitUntil(changed, hasEnd && endNanos - due < 0 ? endNanos : due);
        } finally {
            if (leader == me) {
                leader = null;
            }
        }
    }

    /** Terminals that are due and not taken; one that is put back meanwhile may make it wrong by one. */
    int backlog() {
        Terminal[] waiting;
        lock.lock();
        try {
            waiting = heap.toArray(Terminal[]::new);
        } finally {
            lock.unlock();
        }
        long now = clock.nanoTime();
        return (int) Arrays.stream(waiting)
                .filter(terminal -> terminal.dueNanos - now <= 0)
                .count();
    }

    long taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
