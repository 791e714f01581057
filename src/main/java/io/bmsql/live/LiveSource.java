package io.bmsql.live;

import io.bmsql.measure.LiveView;
import io.bmsql.spec.ErrorClass;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Where the figures of this moment come from; each is for any thread, and quick. Errors are failed attempts of the
 * whole run, the backlog is what is due but not yet started.
 */
public record LiveSource(
        Supplier<LiveView> view,
        Supplier<Map<ErrorClass, Long>> errorsByClass,
        IntSupplier backlog,
        IntSupplier connectedWorkers) {}
