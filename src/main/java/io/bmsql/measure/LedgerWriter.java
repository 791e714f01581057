package io.bmsql.measure;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code data/ledger.bin} while it grows. Workers fill pages of their own; full ones, and once a second all others, go to one
 * writing thread and come back empty. Each block goes to the operating system at once, so that it outlives a killed program.
 *
 * <p>The number of pages is fixed. A disk that is too slow, or full, costs entries and never time: that is logged once,
 * {@link #problem()} says so, and so does the file's end block, unless it is missing.
 */
public final class LedgerWriter implements AutoCloseable {
    /** Pages beyond the two of each worker: 4 MB for a disk that pauses. */
    private static final int MORE_PAGES = 1_024;

    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_MILLIS = 100;
    private static final int PATIENCE_SECONDS = 10;

    private final Logger log = LoggerFactory.getLogger(LedgerWriter.class);
    private final RunClock clock;
    /** The moment from which entries count their time. */
    private final long startNanos;

    private final AppendedFile file;
    private final BlockingQueue<ByteBuffer> full;
    private final BlockingQueue<ByteBuffer> free;
    private final List<WorkerLedger> workers = new ArrayList<>();
    private final AtomicLong dropped = new AtomicLong();
    private final CRC32 crc = new CRC32();
    private final Thread thread;
    private volatile boolean ending;
    private boolean closed;

    private LedgerWriter(RunClock clock, long startEpochMillis, AppendedFile file, int workers) {
        this.clock = clock;
        this.startNanos = clock.nanoTime() - TimeUnit.MILLISECONDS.toNanos(clock.epochMillis() - startEpochMillis);
        this.file = file;
        int pages = 2 * workers + MORE_PAGES;
        full = new ArrayBlockingQueue<>(pages);
        free = new ArrayBlockingQueue<>(pages);
        for (int page = workers; page < pages; page++) {
            free.add(LedgerFile.page());
        }
        for (int worker = 0; worker < workers; worker++) {
            this.workers.add(new WorkerLedger(this, LedgerFile.page()));
        }
        thread = ParallelWork.daemon("ledger-writer", this::write);
    }

    public static LedgerWriter begin(AppendedFile file, LedgerHeader header, int workers, RunClock clock) {
        byte[] first = LedgerFile.block(LedgerFile.HEADER, header.bytes());
        file.append(first, first.length);
        LedgerWriter writer = new LedgerWriter(clock, header.startEpochMillis(), file, workers);
        writer.thread.start();
        return writer;
    }

    public WorkerLedger worker(int number) {
        return workers.get(number);
    }

    /** From the start in the header, as an entry holds it. */
    int millisAt(long nanos) {
        return (int) TimeUnit.NANOSECONDS.toMillis(nanos - startNanos);
    }

    /** Takes a full page, or none, and gives an empty one; null when none is left. Never waits. */
    @Nullable
    ByteBuffer exchange(@Nullable ByteBuffer filled) {
        if (filled != null) {
            full.add(filled);
        }
        return ending ? null : free.poll();
    }

    void dropped() {
        if (dropped.getAndIncrement() == 0 && !ending) {
            log.warn(
                    "The disk does not keep up with the ledger, entries are dropped: it is incomplete; the run continues");
        }
    }

    private void write() {
        long flushedNanos = clock.nanoTime();
        try {
            while (!ending) {
                ByteBuffer page = full.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (page != null) {
                    write(page);
                }
                if (clock.nanoTime() - flushedNanos >= FLUSH_NANOS) {
                    flushedNanos = clock.nanoTime();
                    takeFromWorkers();
                }
            }
            writeRest();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            file.giveUp("its writing thread was interrupted");
        }
    }

    private void writeRest() {
        takeFromWorkers();
        for (ByteBuffer page = full.poll(); page != null; page = full.poll()) {
            write(page);
        }
    }

    private void takeFromWorkers() {
        for (WorkerLedger worker : workers) {
            ByteBuffer empty = free.poll();
            if (empty == null) {
                // The pages that wait go first; this worker's turn comes in a second.
                return;
            }
            ByteBuffer filled = worker.take(empty);
            if (filled == null) {
                free.add(empty);
            } else {
                write(filled);
            }
        }
    }

    private void write(ByteBuffer page) {
        LedgerFile.seal(page, LedgerFile.ENTRIES, crc);
        file.append(page.array(), page.position());
        page.position(LedgerFile.FRAME_BYTES);
        free.add(page);
    }

    /** Why the ledger is incomplete; null while it is complete. */
    public @Nullable String problem() {
        if (file.problem() != null) {
            return file.problem();
        }
        return dropped.get() == 0
                ? null
                : "The ledger is incomplete: " + dropped.get()
                        + " entries were dropped because the disk did not keep up";
    }

    /** Writes the rest, without an end: the run ended early. Does nothing after {@link #end}. */
    @Override
    public void close() {
        if (stop()) {
            file.close();
        }
    }

    /** Writes the rest and the end; the last transactions of workers that were left behind are not in it. */
    public void end(int leftBehind) {
        if (stop()) {
            ByteBuffer content = ByteBuffer.allocate(Long.BYTES + Integer.BYTES);
            content.putLong(dropped.get()).putInt(leftBehind).flip();
            byte[] end = LedgerFile.block(LedgerFile.END, content);
            file.append(end, end.length);
            file.close();
        }
    }

    /** Lets the writing thread finish; false when it had to be left, or was finished before. */
    private boolean stop() {
        if (closed) {
            return false;
        }
        closed = true;
        ending = true;
        boolean hasEnded = ParallelWork.awaitEnd(thread, PATIENCE_SECONDS);
        if (!hasEnded) {
            file.giveUp("the disk did not take the last entries within " + PATIENCE_SECONDS + " seconds");
        }
        return hasEnded;
    }
}
