package io.bmsql.live;

import io.bmsql.result.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the run ended; the last thing that its page says.
 *
 * @param sentences why, what did not work, where the results are; may be empty
 * @param result null when nothing was summed up
 */
public record LiveEnd(Verdict verdict, List<String> sentences, @Nullable Result result) {
    public LiveEnd {
        sentences = List.copyOf(sentences);
    }

    /** The figures of the window; response times are 0 without any New-Order. */
    public record Result(double tpmC, double tpmTotal, double newOrderP90Ms, double newOrderP99Ms) {}
}
