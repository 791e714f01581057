package io.bmsql.result;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that files of a run cannot be written: a full disk fails them all, and the end of the run names each. Safe for
 * use by any thread.
 */
public final class DiskWarning {
    private final Logger log = LoggerFactory.getLogger(DiskWarning.class);
    private final AtomicBoolean said = new AtomicBoolean();

    /** Warns of the first problem; later ones are only for those who debug. */
    public void of(String problem) {
        if (said.compareAndSet(false, true)) {
            log.warn("{}; the run continues with its figures in memory, and its summary will be complete", problem);
        } else {
            log.debug("{}", problem);
        }
    }
}
