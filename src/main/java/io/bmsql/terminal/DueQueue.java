package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All terminals that wait, ordered by due time: a binary heap under one lock, which serves 100,000 terminals at
 * millions of exchanges a second. Safe for use by any number of workers.
 *
 * <p>Of the workers that wait, one (the leader) sleeps until the first terminal is due, the others until the leader has
 * taken it and wakes the next: one terminal wakes one worker.
 */
final class DueQueue {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final @Nullable Terminal[] heap;
    /** Has the moment of each terminal at its place in the heap: an exchange among a million touches this memory alone. */
    private final long[] dueNanos;

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
        this.dueNanos = new long[capacity];
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
            long now = clock.nanoTime();
            if (!hasEnd || now - endNanos < 0) {
                endNanos = now;
                hasEnd = true;
            }
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void put(Terminal terminal) {
        lock.lock();
        try {
            rise(terminal);
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

    /** Waits for the first terminal to be due and takes it out; null when the queue has ended. */
    @Nullable
    Terminal take() throws InterruptedException {
        lock.lock();
        try {
            for (long now = clock.nanoTime(); !hasEnded(now); now = clock.nanoTime()) {
                if (size > 0 && dueNanos[0] - now <= 0) {
                    taken++;
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

    private boolean hasEnded(long now) {
        if (!closed && hasEnd && now - endNanos >= 0) {
            closed = true;
            changed.signalAll();
        }
        return closed;
    }

    /** Puts it at the end and lets it rise to its place. */
    private void rise(Terminal terminal) {
        int at = size++;
        while (at > 0 && terminal.dueNanos - dueNanos[(at - 1) / 2] < 0) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        heap[at] = terminal;
        dueNanos[at] = terminal.dueNanos;
    }

    /** Lets the last one sink from the place of the first one. */
    private @Nullable Terminal removeFirst() {
        Terminal first = heap[0];
        size--;
        Terminal last = heap[size];
        long due = dueNanos[size];
        heap[size] = null;
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && dueNanos[child + 1] - dueNanos[child] < 0) {
                child++;
            }
            if (due - dueNanos[child] <= 0) {
                break;
            }
            move(child, at);
            at = child;
        }
        if (size > 0) {
            heap[at] = last;
            dueNanos[at] = due;
        }
        return first;
    }

    private void move(int from, int to) {
        heap[to] = heap[from];
        dueNanos[to] = dueNanos[from];
    }

    private void await() throws InterruptedException {
        if (size == 0 || leader != null) {
            changed.await();
            return;
        }
        Thread me = Thread.currentThread();
        leader = me;
        try {
            long due = dueNanos[0];
            clock.awaitUntil(changed, hasEnd && endNanos - due < 0 ? endNanos : due);
        } finally {
            if (leader == me) {
                leader = null;
            }
        }
    }

    /**
     * Terminals that are due and not taken; after the end those that were due before it. Walks that part of the heap and holds up no worker,
     * however large it is: one that is taken or put back meanwhile may count twice, or not at all.
     */
    int backlog() {
        int end;
        long now = clock.nanoTime();
        lock.lock();
        try {
            end = size;
            // Who ends a transaction after the end is due again, and waits for nothing.
            now = hasEnd && now - endNanos >= 0 ? endNanos - 1 : now;
        } finally {
            lock.unlock();
        }
        int due = 0;
        // From parent to left child; from where nothing more is due, up to the first left child, and to its sibling.
        for (int at = 0; at >= 0; ) {
            if (at < end && dueNanos[at] - now <= 0) {
                due++;
                at = 2 * at + 1;
            } else {
                while (at > 0 && at % 2 == 0) {
                    at = at / 2 - 1;
                }
                at = at == 0 ? -1 : at + 1;
            }
        }
        return due;
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
