package io.bmsql.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableRunnable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Work in its own thread, which the caller waits for, for some time at most. */
public final class ParallelWork extends FutureTask<@Nullable Void> implements AutoCloseable {
    /** The longest that interrupted work is waited for. */
    private static final long STOP_MILLIS = 3_000;

    private ParallelWork(FailableRunnable<Exception> work) {
        super(() -> {
            work.run();
            return null;
        });
    }

    public static ParallelWork start(String threadName, FailableRunnable<Exception> work) {
        ParallelWork started = new ParallelWork(work);
        daemon(threadName, started).start();
        return started;
    }

    /** A thread that the end of the program does not wait for; not started yet. */
    public static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Waits so long for the end of a thread, or until the calling one is interrupted; true when it has ended. */
    public static boolean awaitEnd(Thread thread, long seconds) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /** Begins a thread that takes each line that is not blank, until their end. */
    public static Thread read(String name, BufferedReader from, Consumer<String> lines) {
        Thread thread = daemon(name, () -> {
            try (from) {
                for (String line = from.readLine(); line != null; line = from.readLine()) {
                    if (!line.isBlank()) {
                        lines.accept(line.strip());
                    }
                }
            } catch (IOException e) {
                LoggerFactory.getLogger(ParallelWork.class).debug("{}: {}", name, e.getMessage());
            }
        });
        thread.start();
        return thread;
    }

    /** Such threads, with a number behind the name. */
    public static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return work -> daemon(name + number.incrementAndGet(), work);
    }

    /**
     * Does all these tasks, each in its own thread, and waits for their end.
     *
     * @param cutOff ends them when the calling thread is interrupted; they are given a few seconds for it
     */
    public static void runAll(String threadNames, List<? extends Runnable> tasks, Consumer<InterruptedException> cutOff)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable task : tasks) {
            Thread thread = daemon(NumberText.format("%s-%03d", threadNames, threads.size()), task);
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
                // 0 would be for ever.
                thread.join(Math.max(1, STOP_MILLIS / threads.size()));
            }
            throw e;
        }
    }

    /**
     * Asks side by side, each question in its own thread: the answers by the names of the questions, in their order. One that
     * is still open after that time is interrupted.
     *
     * @param silent what stands for the answer to such a one, by its name
     */
    public static <T> Map<String, T> answers(
            Map<String, Callable<T>> questions, long patienceMillis, Function<String, T> silent)
            throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(daemons("question-"));
        try {
            List<Future<T>> found = threads.invokeAll(questions.values(), patienceMillis, TimeUnit.MILLISECONDS);
            List<String> names = new ArrayList<>(questions.keySet());
            Map<String, T> answers = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                Future<T> answer = found.get(i);
                answers.put(name, answer.isCancelled() ? silent.apply(name) : answer.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a question failed", e.getCause());
        } finally {
            threads.shutdownNow();
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
