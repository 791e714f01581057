package io.bmsql.report.live;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.LiveView;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.result.EventRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of this moment, for any thread and quick: errors of the whole run, what is due but not yet started, and why result
 * files cannot be written any more.
 *
 * @param events verticals of what has happened
 */
public record LiveSource(
        Supplier<LiveView> view,
        Supplier<Map<ErrorClass, Long>> errorsByClass,
        IntSupplier backlog,
        IntSupplier connectedWorkers,
        Supplier<List<String>> problems,
        Supplier<List<Span>> events) {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSource.class);

    /** The events and marks that the directory of a run knows by now. */
    public static List<Span> events(@Nullable ResultDirectory directory, RunWindow window) {
        long startEpochMillis = window.epochMillis(window.measureFromNanos());
        try {
            return directory == null
                    ? List.of()
                    : EventRow.read(directory).stream()
                            .map(row -> Span.at(
                                    (row.epochMillis() - startEpochMillis) / 1e3,
                                    EventRow.label(row.name(), row.text())))
                            .toList();
        } catch (ResultReadException e) {
            LOG.debug("the live page leaves the events out: {}", e.getMessage());
            return List.of();
        }
    }
}
