package io.bmsql.load;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * The loader's console lines, in BenchmarkSQL's words (contract 3.5), without their ends and from any thread. Errors are
 * failures, and what is worth knowing, such as a bulk path that the server refuses.
 */
public record WorkerLines(Consumer<String> output, Consumer<String> errors) {
    void worker(int number, String text) {
        output.accept(line(number, text));
    }

    /** The worker failed and the load stops; the exception that {@link Loader} throws says the same at length. */
    void failed(int worker, String reason) {
        errors.accept(line(worker, "ERROR: " + reason));
    }

    private static String line(int worker, String text) {
        return String.format(Locale.ROOT, "Worker %03d: %s", worker, text);
    }
}
