package io.bmsql.report.live;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.LiveView;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The figures of this moment, for any thread and quick: errors of the whole run, what is due but not yet started, and why result
 * files cannot be written any more.
 */
public record LiveSource(
        Supplier<LiveView> view,
        Supplier<Map<ErrorClass, Long>> errorsByClass,
        IntSupplier backlog,
        IntSupplier connectedWorkers,
        Supplier<List<String>> problems) {}
