package io.bmsql.live;

import io.bmsql.measure.LiveView;
import io.bmsql.spec.ErrorClass;
import java.util.Map;

/** Where the figures of this moment come from. Every method is for any thread, and quick. */
public interface LiveSource {
    LiveView view();

    /** Failed attempts of the whole run so far, by class. */
    Map<ErrorClass, Long> errorsByClass();

    /** Terminals and deliveries that are due but not yet started. */
    int backlog();

    int connectedWorkers();
}
