package io.bmsql.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;

/**
 * Work beside a test, on a daemon thread of its own. The common pool will not do: on two cores it has one thread, and one
 * waiting test there blocks the next, and the end of every process that somebody waits for.
 */
public final class Background {
    private Background() {}

    /** Begins at once; what it throws comes out of {@link CompletableFuture#get()}. */
    public static <T> CompletableFuture<T> call(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> outcome(work), Background::start);
    }

    /** The same without a result. */
    public static CompletableFuture<Void> run(Runnable work) {
        return CompletableFuture.runAsync(work, Background::start);
    }

    /** Waits until this is so, for minutes if need be. */
    public static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(ChildProgram.PATIENCE).until(condition);
    }

    private static <T> T outcome(Callable<T> work) {
        try {
            return work.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "test-background");
        thread.setDaemon(true);
        thread.start();
    }
}
