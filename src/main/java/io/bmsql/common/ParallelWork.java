package io.bmsql.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one session does in a thread of its own, because it may have to wait for another session. */
public final class ParallelWork extends FutureTask<@Nullable Void> implements AutoCloseable {
    /** The longest that interrupted work is waited for. */
    private static final long STOP_MILLIS = 3_000;

    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    private ParallelWork(Work work) {
        super(() -> {
            work.run();
            return null;
        });
    }

    public static ParallelWork start(String threadName, Work work) {
        ParallelWork started = new ParallelWork(work);
        Thread thread = new Thread(started, threadName);
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    /**
     * Does all these tasks, each in a thread of its own, and waits for their end.
     *
     * @param cutOff ends them when the calling thread is interrupted; they are given a few seconds for it
     */
    public static void runAll(String threadNames, List<? extends Runnable> tasks, Consumer<InterruptedException> cutOff)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable task : tasks) {
            Thread thread = new Thread(task, String.format(Locale.ROOT, "%s-%03d", threadNames, threads.size()));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            cutOff.accept(e);
            for (Thread thread : threads) {
                thread.join(STOP_MILLIS / threads.size());
            }
            throw e;
        }
    }

    public void join(long limitMillis) throws Exception {
        try {
            get(limitMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        cancel(true);
    }
}
