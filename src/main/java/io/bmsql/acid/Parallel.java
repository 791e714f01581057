package io.bmsql.acid;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The second transaction of a test, on a thread of its own, because it may have to wait for the first. */
final class Parallel implements AutoCloseable {
    /** A transaction that is not done by then waits for somebody. */
    private static final long WAIT_MILLIS = 1_500;

    /** Longer than any server lets a lock be waited for by default. */
    private static final long PATIENCE_SECONDS = 120;

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "acid-t2");
        made.setDaemon(true);
        return made;
    });
    private final Future<?> result;

    /** Work that may fail in any way. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private Parallel(Work work) {
        result = thread.submit(() -> {
            work.run();
            return true;
        });
    }

    static Parallel start(Work work) {
        return new Parallel(work);
    }

    /** True when it does not end while the first transaction is open. */
    boolean waits() throws Exception {
        try {
            await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    /** Waits for its end; throws what it threw. */
    void join() throws Exception {
        await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private void await(long time, TimeUnit unit) throws Exception {
        try {
            Object done = result.get(time, unit);
            assert done != null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
