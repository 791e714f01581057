package io.bmsql.measure;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.ResultBatch;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.RunSummary.ResultWaits;
import io.bmsql.workload.EndedTransaction;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code result.csv} while it grows: full batches go to one writing thread and come back empty. A slow disk holds the
 * workers back, which is counted; one that takes nothing for {@link #PATIENCE_SECONDS} ends this file, and the run goes
 * on.
 */
final class TransactionLog implements AutoCloseable {
    /** 64 × 4,096 rows, about 5 MB. */
    static final int MAX_BATCHES = 64;

    static final int PATIENCE_SECONDS = 10;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AppendedFile file;
    private final RunClock clock;
    private final ResultCsv.Writer writer;
    private final BlockingQueue<ResultBatch> full = new LinkedBlockingQueue<>();
    private final BlockingQueue<ResultBatch> free = new LinkedBlockingQueue<>();
    private final ResultBatch end = new ResultBatch();
    private final Thread thread;
    private ResultBatch filling = new ResultBatch();
    private int batches = 1;
    private boolean closed;

    /** How often a thread found no empty batch; that thread keeps the lock until the disk continues. */
    private volatile int stalls;

    private volatile boolean isStalled;
    private long stalledSinceNanos;
    private long waits;
    private long waitedNanos;
    private long longestWaitNanos;

    /** Writes the header; {@link #start} starts the writing thread. */
    TransactionLog(AppendedFile file, int runId, TransactionTypes types, RunClock clock) {
        this.file = file;
        this.clock = clock;
        this.writer = new ResultCsv.Writer(file, runId, types);
        this.thread = ParallelWork.daemon("result-writer", this::writeBatches);
    }

    void start() {
        thread.start();
    }

    /** Adds a row; for any thread. Waits only while the disk does not keep up. */
    void add(EndedTransaction ended, long sinceWindowNanos) {
        int stallsBefore = stalls;
        boolean comesLater = isStalled;
        long nowNanos = comesLater ? clock.nanoTime() : 0;
        synchronized (this) {
            if (!closed && file.problem() == null) {
                filling.add(
                        sinceWindowNanos / NANOS_PER_MILLI,
                        nearestMillis(ended.endNanos - ended.dueNanos),
                        nearestMillis(ended.endNanos - ended.beginNanos),
                        ended.type,
                        ended.outcome,
                        ended.skippedDistricts);
                if (filling.isFull()) {
                    handOver();
                }
            }
            if (comesLater || stalls != stallsBefore) {
                countWait(comesLater ? nowNanos : stalledSinceNanos);
            }
        }
    }

    private static long nearestMillis(long nanos) {
        return (Math.max(0, nanos) + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
    }

    private void countWait(long fromNanos) {
        long nanos = clock.nanoTime() - fromNanos;
        waits++;
        waitedNanos += nanos;
        longestWaitNanos = Math.max(longestWaitNanos, nanos);
    }

    synchronized ResultWaits waits() {
        return new ResultWaits(waits, RunWindow.seconds(waitedNanos), RunWindow.seconds(longestWaitNanos));
    }

    /** Sends what is there to the disk; at least once a second, so that a killed run loses little. */
    synchronized void handOver() {
        if (!filling.isEmpty()) {
            full.add(filling);
            filling = emptyBatch();
        }
    }

    private synchronized ResultBatch emptyBatch() {
        ResultBatch ready = free.poll();
        if (ready != null) {
            return ready;
        }
        if (batches < MAX_BATCHES) {
            batches++;
            return new ResultBatch();
        }
        stalledSinceNanos = clock.nanoTime();
        stalls++;
        isStalled = true;
        try {
            ready = free.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ResultBatch();
        } finally {
            isStalled = false;
        }
        if (ready == null) {
            file.giveUp("the disk took no rows for " + PATIENCE_SECONDS + " seconds");
            return new ResultBatch();
        }
        return ready;
    }

    private void writeBatches() {
        try {
            for (ResultBatch batch = full.take(); batch != end; batch = full.take()) {
                writer.write(batch);
                batch.clear();
                free.add(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            file.giveUp("its writing thread was interrupted");
        }
    }

    @Nullable
    String problem() {
        return file.problem();
    }

    /** Writes the rest and closes the file; rows that come later are left out. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            handOver();
            closed = true;
        }
        full.add(end);
        if (ParallelWork.awaitEnd(thread, PATIENCE_SECONDS)) {
            file.close();
        } else {
            file.giveUp("the disk did not take the last rows within " + PATIENCE_SECONDS + " seconds");
        }
    }
}
