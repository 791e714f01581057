package io.bmsql.common;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Questions that are asked side by side, each on a thread of its own, and may stay without an answer. */
public final class AnswersInTime {
    private AnswersInTime() {}

    /**
     * The answers by the names of the questions, in their order. One that is still open after that time is interrupted.
     *
     * @param silent what stands for the answer to such a one, by its name
     */
    public static Map<String, String> of(
            Map<String, Callable<String>> questions, long patienceMillis, UnaryOperator<String> silent)
            throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "question");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<String>> found = threads.invokeAll(questions.values(), patienceMillis, TimeUnit.MILLISECONDS);
            List<String> names = new ArrayList<>(questions.keySet());
            Map<String, String> answers = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                Future<String> answer = found.get(i);
                answers.put(name, answer.isCancelled() ? silent.apply(name) : answer.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a question failed", e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
