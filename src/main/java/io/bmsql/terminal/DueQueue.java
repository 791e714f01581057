package io.bmsql.terminal;

import io.bmsql.time.RunClock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All terminals that wait, ordered by due time: a binary heap under one lock, which serves 100,000 terminals at millions of
 * exchanges a second. Safe for use by any number of workers.
 *
 * <p>Of the workers that wait, one (the leader) sleeps until the first terminal is due, the others until the leader has
 * taken it and wakes the next: no herd wakes up for one terminal.
 */
final class DueQueue {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Terminal[] heap;
    private int size;
    private int atWork;
    private long taken;
    private long endNanos;
    private boolean hasEnd;
    private boolean closed;
    private @Nullable Thread leader;

    /** An empty queue for exactly this many terminals, each to be put or retired. */
    DueQueue(RunClock clock, int capacity) {
        this.clock = clock;
        this.heap = new Terminal[capacity];
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

    /** Puts a terminal where its due time belongs. */
    void put(Terminal terminal) {
        lock.lock();
        try {
            rise(size++, terminal);
            if (heap[0] == terminal) {
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

    /**
     * Waits for the first terminal to be due and takes it out.
     *
     * @return null when the queue has ended
     * @throws InterruptedException when the thread is interrupted while waiting
     */
    @Nullable
    Terminal take() throws InterruptedException {
        lock.lock();
        try {
            while (!hasEnded()) {
                if (size > 0 && heap[0].dueNanos() - clock.nanoTime() <= 0) {
                    return removeFirst();
                }
                await();
            }
            return null;
        } finally {
            if (leader == null && size > 0) {
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

    private void await() throws InterruptedException {
        if (size == 0 || leader != null) {
            changed.await();
            return;
        }
        Thread me = Thread.currentThread();
        leader = me;
        try {
            clock.awaitUntil(changed, wakeNanos());
        } finally {
            if (leader == me) {
                leader = null;
            }
        }
    }

    private long wakeNanos() {
        long firstDue = heap[0].dueNanos();
        return hasEnd && endNanos - firstDue < 0 ? endNanos : firstDue;
    }

    /** How many terminals are due and not yet taken: work that the run is behind with. */
    int backlog() {
        lock.lock();
        try {
            return countDue(0, clock.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /** How many times a terminal was taken so far. */
    long taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** A terminal that is not due has nothing due below it, so the walk costs only what it counts. */
    private int countDue(int at, long nowNanos) {
        if (at >= size || heap[at].dueNanos() - nowNanos > 0) {
            return 0;
        }
        return 1 + countDue(2 * at + 1, nowNanos) + countDue(2 * at + 2, nowNanos);
    }

    private void rise(int start, Terminal terminal) {
        int at = start;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (terminal.dueNanos() - heap[parent].dueNanos() >= 0) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = terminal;
    }

    /** The freed slot keeps its last value: terminals live as long as the run, nothing leaks. */
    private Terminal removeFirst() {
        Terminal first = heap[0];
        taken++;
        Terminal last = heap[--size];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && heap[child + 1].dueNanos() - heap[child].dueNanos() < 0) {
                child++;
            }
            if (last.dueNanos() - heap[child].dueNanos() <= 0) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return first;
    }
}
