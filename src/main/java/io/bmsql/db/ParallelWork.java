package io.bmsql.db;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What one session does in a thread of its own, because it may have to wait for another session. */
public final class ParallelWork extends FutureTask<@Nullable Void> implements AutoCloseable {
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
