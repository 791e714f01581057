package io.bmsql.collector;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/** What went wrong beside a run: each message once in the log and in the report, up to a number of them. Any thread. */
public final class Notes {
    private static final int MOST = 10;

    private final Logger log;
    private final List<String> sentences = new ArrayList<>();

    public Notes(Logger log) {
        this.log = log;
    }

    /** Takes a message without a full stop. */
    public synchronized void add(String sentence) {
        if (sentences.size() < MOST && !sentences.contains(sentence)) {
            log.warn("{}; the run continues", sentence);
            sentences.add(sentence);
        }
    }

    /** All so far. */
    public synchronized List<String> all() {
        return List.copyOf(sentences);
    }
}
