package io.bmsql.site;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.Latency;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** Counts the logs of response and service times again: the summary against them, them against the seconds, and against the rows. */
record LogRecount(ResultDirectory directory, RunData data, Findings findings) {
    /** Times in {@code series.csv} have three digits behind the point. */
    private static final double SERIES_MS = 0.00051;

    /** Logs have whole milliseconds, and what begins with the end of the window is not in it. */
    private static final double HALF_MILLI = 0.0005;

    /** Response and service times: the summary against the logs, the logs against the seconds, and against the rows, a millisecond each. */
    void logs() {
        compareLog("response", directory.responseLog(), TypeSummary::response, ResultCsvAggregator.Type::responses);
        compareLog("service", directory.serviceLog(), TypeSummary::service, ResultCsvAggregator.Type::serviceTimes);
    }

    private void compareLog(
            String times,
            Path log,
            Function<TypeSummary, Latency> figures,
            Function<ResultCsvAggregator.Type, Map<Long, Long>> rows) {
        String name = directory.root().relativize(log).toString();
        RunFacts run = data.summary().run();
        double windowSeconds = run.window().windowSeconds();
        Map<TransactionType, Histogram> window = TransactionTypes.map();
        Map<TransactionType, Iterator<SeriesRow>> series = new HashMap<>();
        // A transaction that ends between two seconds may be in another one in each log, and each agent has seconds of
        // its own.
        if (log.equals(directory.responseLog()) && run.size().agents() == null) {
            run.types()
                    .forEach(type -> series.put(
                            type,
                            data.series().stream()
                                    .filter(row -> row.type().equals(type) && row.completed() > 0)
                                    .iterator()));
        }
        HistogramLog.read(log, run.types(), interval -> {
            if (interval.startSeconds() >= 0 && interval.startSeconds() < windowSeconds - HALF_MILLI) {
                window.computeIfAbsent(interval.type(), type -> new Histogram(3))
                        .add(interval.histogram());
            }
            Iterator<SeriesRow> seconds = series.get(interval.type());
            if (seconds != null && !hasSameCount(interval, seconds)) {
                findings.add("%s at %s s: counts of %s and data/series.csv differ"
                        .formatted(interval.type().name(), interval.startSeconds(), name));
                // All that follows would differ too.
                series.remove(interval.type());
            }
        });
        series.forEach(
                (type, left) -> findings.addIf(left.hasNext(), name + " lacks " + type.name() + " of data/series.csv"));
        for (TransactionType type : run.types()) {
            TypeSummary said = data.summary().figures().type(type);
            Histogram counted = window.getOrDefault(type, new Histogram(3));
            if (said != null) {
                Latency time = figures.apply(said);
                // The longest one is known to the microsecond, which no bucket is.
                long longest = counted.getMaxValue();
                boolean isOther = counted.getTotalCount() > 0
                        && !counted.valuesAreEquivalent(Math.round(time.maxMs() * 1000), longest);
                String place = type.name() + " " + times + " maxMs";
                findings.addIf(isOther, place, time.maxMs(), name, longest / 1e3);
                Map<String, ?> figuresOfLog =
                        Map.of("count", counted.getTotalCount(), times, Latency.of(counted, time.maxMs()));
                findings.compare(type.name(), said, name, figuresOfLog);
            }
            if (data.rows() != null) {
                findings.addIf(
                        !isRounded(counted, rows.apply(data.rows().type(type))),
                        "%s: %s times of data/result.csv are not those of %s".formatted(type.name(), times, name));
            }
        }
    }

    /** True when the next seconds of the series have the transactions of the interval: one second, whose times are compared, or several. */
    private boolean hasSameCount(HistogramLog.Interval interval, Iterator<SeriesRow> series) {
        Histogram histogram = interval.histogram();
        long left = histogram.getTotalCount();
        SeriesRow row = null;
        while (left > 0 && series.hasNext()) {
            row = series.next();
            left -= row.completed();
        }
        if (left == 0 && row != null && row.completed() == histogram.getTotalCount()) {
            SeriesRow.Times said = row.times();
            Latency counted = Latency.of(histogram);
            findings.addIf(
                    Math.abs(said.responseP50Ms() - counted.p50Ms()) > SERIES_MS
                            || Math.abs(said.responseP90Ms() - counted.p90Ms()) > SERIES_MS
                            || Math.abs(said.responseP99Ms() - counted.p99Ms()) > SERIES_MS
                            || Math.abs(said.responseMaxMs() - counted.maxMs()) > SERIES_MS,
                    "%s at %s s: response times of data/response.hlog and data/series.csv differ"
                            .formatted(row.type().name(), interval.startSeconds()));
        }
        return left == 0;
    }

    /** True when the rows are the values of the histogram, each rounded to a millisecond. */
    private static boolean isRounded(Histogram micros, Map<Long, Long> rows) {
        long count = 0;
        for (Map.Entry<Long, Long> row : rows.entrySet()) {
            boolean isBefore = row.getKey() == 0 || isBelow(micros, row.getKey() - 500, count);
            count += row.getValue();
            if (!isBefore || !isBelow(micros, row.getKey() + 500, count)) {
                return false;
            }
        }
        return count == micros.getTotalCount();
    }

    /** True when so many values may be below the edge: those of its bucket may be on both sides of it. */
    private static boolean isBelow(Histogram micros, long edge, long count) {
        return count >= micros.getCountBetweenValues(0, Math.max(0, micros.lowestEquivalentValue(edge - 1) - 1))
                && count <= micros.getCountBetweenValues(0, edge);
    }
}
