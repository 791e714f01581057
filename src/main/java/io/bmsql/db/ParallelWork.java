package io.bmsql.db;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What one session does in a thread of its own, because it may have to wait for another session. */
public final class ParallelWork implements AutoCloseable {
    private final FutureTask<@Nullable Void> result;
    private final Thread thread;

    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    private ParallelWork(String threadName, Work work) {
        result = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        thread = new Thread(result, threadName);
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins at once. */
    public static ParallelWork start(String threadName, Work work) {
        return new ParallelWork(threadName, work);
    }

    public boolean isDone() {
        return result.isDone();
    }

    /** Waits for its end, or a {@link TimeoutException}; throws what the work threw. */
    public void join(long limitMillis) throws Exception {
        try {
            result.get(limitMillis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Interrupts it when it has not ended. */
    @Override
    public void close() {
        result.cancel(true);
    }
}
