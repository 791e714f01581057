package io.bmsql.live;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the run ended; the last thing that its page says.
 *
 * @param word {@code complete}, {@code interrupted} or {@code aborted}
 * @param sentences why, what did not work, where the results are; may be empty
 * @param tpmC over the window; null when nothing was summed up
 */
public record LiveEnd(String word, List<String> sentences, @Nullable Double tpmC, @Nullable Double tpmTotal) {
    public LiveEnd {
        sentences = List.copyOf(sentences);
    }
}
