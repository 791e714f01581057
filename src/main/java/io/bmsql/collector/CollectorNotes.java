package io.bmsql.collector;

import io.bmsql.common.SecretText;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/** What went wrong beside a run: each message once in the log and in the report, up to a number of them. Any thread. */
public final class CollectorNotes {
    private static final int MOST = 10;

    private final Logger log;
    private final List<String> sentences = new ArrayList<>();

    public CollectorNotes(Logger log) {
        this.log = log;
    }

    /** Takes a message without a full stop. */
    public synchronized void add(String sentence) {
        // It may repeat what a JDBC driver or a remote host said.
        String shown = SecretText.hideIn(sentence);
        if (sentences.size() < MOST && !sentences.contains(shown)) {
            log.warn("{}; the run continues", shown);
            sentences.add(shown);
        }
    }

    public synchronized List<String> all() {
        return List.copyOf(sentences);
    }
}
