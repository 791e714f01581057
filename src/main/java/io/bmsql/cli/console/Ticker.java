package io.bmsql.cli.console;

import io.bmsql.time.RunClock;

/** Does something again and again on a thread of its own, at a fixed beat, until it is closed. */
public final class Ticker implements AutoCloseable {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final RunClock clock;
    private final long intervalNanos;
    private final Runnable task;
    private final Thread thread;
    private volatile boolean closed;

    private Ticker(RunClock clock, int intervalSeconds, Runnable task) {
        this.clock = clock;
        this.intervalNanos = intervalSeconds * NANOS_PER_SECOND;
        this.task = task;
        this.thread = new Thread(this::run, "progress");
        thread.setDaemon(true);
    }

    /**
     * Starts the beat; the first one is one interval from now.
     *
     * @param intervalSeconds 1 or more
     */
    public static Ticker start(RunClock clock, int intervalSeconds, Runnable task) {
        Ticker ticker = new Ticker(clock, intervalSeconds, task);
        ticker.thread.start();
        return ticker;
    }

    private void run() {
        long nextNanos = clock.nanoTime() + intervalNanos;
        while (!closed) {
            clock.parkUntil(nextNanos);
            if (closed || Thread.currentThread().isInterrupted()) {
                return;
            }
            task.run();
            nextNanos += intervalNanos;
        }
    }

    /** Stops the beat and waits until the last one is over. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        boolean interrupted = Thread.interrupted();
        try {
            thread.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
