package io.bmsql.load;

import io.bmsql.common.NumberText;
import java.sql.SQLException;
import java.util.function.Consumer;

/** The loader's console lines in BenchmarkSQL's words (benchmarksql-formats.md, CSV files), from any thread; notes count as errors. */
public record WorkerLines(Consumer<String> output, Consumer<String> errors) {
    void worker(int number, String text) {
        output.accept(line(number, text));
    }

    /** The worker failed and the load stops; the exception that {@link Loader} throws says the same at length. */
    void failed(int worker, String reason) {
        errors.accept(line(worker, "ERROR: " + reason));
    }

    /** Why it failed, in the server's words. */
    public static String reason(Throwable failure) {
        // A failed batch says only that it failed; the server's word comes behind it.
        if (failure instanceof SQLException sql && sql.getNextException() != null) {
            return reason(sql.getNextException());
        }
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message.strip();
    }

    private static String line(int worker, String text) {
        return NumberText.format("Worker %03d: %s", worker, text);
    }
}
