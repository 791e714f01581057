package io.bmsql.load;

import io.bmsql.common.NumberText;
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

    private static String line(int worker, String text) {
        return NumberText.format("Worker %03d: %s", worker, text);
    }
}
