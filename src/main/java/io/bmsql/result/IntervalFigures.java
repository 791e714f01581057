package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunSummary.TypeSummary;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The figures of an interval of a run, from whatever the directory holds about it. */
public interface IntervalFigures {
    /** Key of the sentence that says where they come from. */
    String note();

    /** Response times by type, microseconds; empty when they are not known. */
    Map<TransactionType, Histogram> responses();

    /** @param series of the whole run, its phases set for the interval */
    TypeSummary type(TransactionType type, List<SeriesRow> series);

    /** One entry for each type, shares not yet worked out. */
    default List<TypeSummary> types(TransactionTypes known, List<SeriesRow> series) {
        return known.stream().map(type -> type(type, series)).toList();
    }

    /** From single rows, exact as they are; their own time may begin before the window. Service times may be empty. */
    record FromRows(ResultCsvAggregator rows, Map<TransactionType, Histogram> services, double startSecond)
            implements IntervalFigures {

        @Override
        public String note() {
            return "window.rows";
        }

        @Override
        public Map<TransactionType, Histogram> responses() {
            return rows.known().stream().collect(Collectors.toMap(type -> type, type -> rows.type(type)
                    .histogram()));
        }

        @Override
        public TypeSummary type(TransactionType type, List<SeriesRow> series) {
            ResultCsvAggregator.Type counted = rows.type(type);
            TypeSummary seconds = new FromSeconds(Map.of(), services).type(type, series);
            // Rows do not say which failures are of unknown outcome.
            boolean hasSplit = seconds.givenUp() == counted.errors();
            return new TypeSummary(
                    type.name(),
                    counted.count(),
                    0,
                    new SeriesRow.Counts(
                            counted.rolledBack(),
                            hasSplit ? seconds.counts().failed() : counted.errors(),
                            hasSplit ? seconds.counts().unknown() : 0,
                            seconds.counts().retries(),
                            type.isForeground() || rows.hasSkipped()
                                    ? counted.skippedDeliveries()
                                    : RunSummary.UNKNOWN),
                    counted.response(),
                    rows.buckets() == null ? seconds.service() : counted.service(),
                    counted.count() == 0 ? 0 : counted.maxAtSeconds() - startSecond,
                    0);
        }
    }

    /** From the per-second series; means and the maximum too for types without a histogram (microseconds). */
    record FromSeconds(Map<TransactionType, Histogram> responses, Map<TransactionType, Histogram> services)
            implements IntervalFigures {
        @Override
        public String note() {
            return "window.seconds";
        }

        @Override
        public TypeSummary type(TransactionType type, List<SeriesRow> series) {
            List<SeriesRow> rows = series.stream()
                    .filter(row -> row.type().equals(type) && row.phase() == RunPhase.MEASURE)
                    .toList();
            long count = rows.stream().mapToLong(SeriesRow::completed).sum();
            SeriesRow longest = null;
            double responseMs = 0;
            double serviceMs = 0;
            for (SeriesRow row : rows) {
                responseMs += row.completed() * row.times().responseMeanMs();
                serviceMs += row.completed() * row.times().serviceMeanMs();
                if (row.times().responseMaxMs()
                        > (longest == null ? 0 : longest.times().responseMaxMs())) {
                    longest = row;
                }
            }
            double maxMs = longest == null ? 0 : longest.times().responseMaxMs();
            return new TypeSummary(
                    type.name(),
                    count,
                    0,
                    rows.stream().map(SeriesRow::counts).reduce(SeriesRow.Counts.NONE, SeriesRow.Counts::plus),
                    latency(responses.get(type), count, responseMs, maxMs),
                    latency(services.get(type), count, serviceMs, RunSummary.UNKNOWN),
                    longest == null ? 0 : longest.second(),
                    0);
        }

        /** Without a histogram no percentile is known: 0 would keep every limit. */
        private static Latency latency(@Nullable Histogram histogram, long count, double sumMs, double maxMs) {
            boolean hasMean = count > 0 && (histogram == null || histogram.getTotalCount() == 0);
            return hasMean ? Latency.ofMeanAndMax(sumMs / count, maxMs) : Latency.of(histogram);
        }
    }
}
