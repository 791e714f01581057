package io.bmsql.analysis;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.Outage;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.WaitRow;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What events did to a run: its figures before, during and after each, from what the run wrote by the second.
 *
 * <p>The rate before is the mean of up to a minute before the event, back to the recovery from the event before at most. An event has
 * an effect when, within {@link #EFFECT_SECONDS} of its begin or while its command runs, a second has less than 90% of that rate;
 * throughput is back when three seconds together have 95% of it.
 */
public final class EventFigures {
    private static final int MINUTE = 60;
    /** A kill or a lock may take a while until it is felt. */
    static final int EFFECT_SECONDS = 30;

    private static final double FELT_SHARE = 0.9;
    private static final double RECOVERED_SHARE = 0.95;
    private static final int SECONDS_FOR_RECOVERY = 3;
    private static final int SIGNIFICANT_DIGITS = 3;
    /** Charts of a dialect's {@code metrics.sql} that count what happens, and what one of it is called. */
    private static final Map<String, String> COUNTED =
            Map.of("checkpoints", "checkpoint", "log switches", "log switch");

    private static final int MOST_OF_A_KIND = 20;
    /** Some servers know for how many whole seconds they have been running. */
    private static final double SAME_START_SECONDS = 3;
    /** When fewer were to be expected, a time without a commit is chance. */
    private static final double EXPECTED_COMMITS = 5;

    private final TransactionTypes types;
    private final double[] rates;
    private final List<SeriesRow> series = new ArrayList<>();
    private final List<ErrorCounts> errors = new ArrayList<>();
    private final List<Outage> outages;
    private final List<Span> spans = new ArrayList<>();

    /** Whole seconds of the window from {@code from} on, until {@code until}; its histograms in microseconds while they grow. */
    private record Span(
            int from, int until, Map<TransactionType, Histogram> growing, Map<TransactionType, Latency> responses) {
        Span(int from, int until) {
            this(from, until, TransactionTypes.map(), TransactionTypes.map());
        }

        boolean has(double second) {
            return second >= from && second < until;
        }

        /** A thousand events would fill the memory with histograms. */
        void settle() {
            growing.forEach((type, histogram) -> responses.put(type, Latency.of(histogram)));
            growing.clear();
        }
    }

    /** An event while its figures are collected. */
    private record Found(
            EventRow row,
            double atSeconds,
            @Nullable Span before,
            @Nullable Span during,
            @Nullable Span after,
            @Nullable Double to95Seconds,
            @Nullable Double workLost,
            double rateBefore,
            Waits waits) {
        double untilSeconds() {
            return during == null ? atSeconds : during.until;
        }
    }

    /** The longest waits for a commit that overlap an event's time: of all terminals together, and of each by its number. */
    private static final class Waits {
        private final Map<Integer, Double> ofTerminals = new HashMap<>();
        /** None of all terminals yet. */
        private WaitRow longest = new WaitRow(WaitRow.ALL, 0, 0);

        private boolean isUntilEnd;

        void add(WaitRow row, double rateBefore, double windowSeconds) {
            if (row.terminal() != WaitRow.ALL) {
                ofTerminals.merge(row.terminal(), row.seconds(), Math::max);
            } else if (row.seconds() * rateBefore >= EXPECTED_COMMITS) {
                longest = row.seconds() > longest.seconds() ? row : longest;
                isUntilEnd |= row.untilSeconds() >= windowSeconds;
            }
        }

        /** Of the waits of so many terminals, in ascending order, that at this place; 0 for those that did not wait. */
        double at(int place, int terminals) {
            int waited = place - (terminals - ofTerminals.size());
            return waited < 0
                    ? 0
                    : ofTerminals.values().stream()
                            .sorted()
                            .skip(waited)
                            .findFirst()
                            .orElse(0.0);
        }
    }

    private EventFigures(ResultDirectory directory, RunSummary summary) {
        types = summary.run().types();
        outages = summary.postRun().availability();
        if (Files.exists(directory.series())) {
            SeriesRow.csv(types).read(directory.series(), series::add);
        }
        if (Files.exists(directory.errors())) {
            ErrorCounts.CSV.read(directory.errors(), errors::add);
        }
        rates = SeriesRow.perSecond(
                series, TransactionType::isForeground, 0, summary.run().window().windowSeconds());
    }

    /** The events and marks that the directory knows, and what the server told of itself, with their figures, in the order of their moments; reads each file once. */
    public static List<EventSummary> of(ResultDirectory directory, RunSummary summary) {
        List<EventRow> rows = Stream.concat(
                        EventRow.read(directory).stream(),
                        ofServer(directory, summary.run().window().startEpochMillis()).stream())
                .sorted(Comparator.comparingLong(EventRow::epochMillis))
                .toList();
        if (rows.isEmpty() || summary.run().window().windowSeconds() <= 0) {
            return List.of();
        }
        return new EventFigures(directory, summary).all(directory, summary, rows);
    }

    /**
     * What the server tells of itself in its figures over time: how often something has happened since the sample before, and for how long
     * it has been running. More than {@link #MOST_OF_A_KIND} of a kind are a rhythm and no event.
     */
    private static List<EventRow> ofServer(ResultDirectory directory, long startEpochMillis) {
        if (!Files.exists(directory.databaseMetrics())) {
            return List.of();
        }
        Map<String, List<Double>> moments = new TreeMap<>();
        for (MetricSeries series : MetricSeries.read(directory.databaseMetrics())) {
            String kind = COUNTED.get(series.chart());
            double startedAt = Double.NaN;
            for (int i = 0; i < series.seconds().length; i++) {
                double second = series.seconds()[i];
                double value = series.values()[i];
                if (kind != null && value > 0) {
                    moments.computeIfAbsent(kind + " (" + series.series() + ")", any -> new ArrayList<>())
                            .add(second);
                } else if (series.chart().equals(MetricSeries.UPTIME)) {
                    if (Math.abs(second - value - startedAt) > SAME_START_SECONDS) {
                        boolean isNew = second - value > series.seconds()[i - 1];
                        moments.computeIfAbsent(isNew ? "server started" : "another server", any -> new ArrayList<>())
                                .add(isNew ? second - value : second);
                    }
                    startedAt = second - value;
                }
            }
        }
        return moments.entrySet().stream()
                .filter(kind -> kind.getValue().size() <= MOST_OF_A_KIND)
                .flatMap(kind -> kind.getValue().stream()
                        .filter(second -> second >= 0)
                        .map(second -> new EventRow(
                                startEpochMillis + Math.round(second * 1e3), EventRow.SERVER, 0, "", kind.getKey())))
                .toList();
    }

    private List<EventSummary> all(ResultDirectory directory, RunSummary summary, List<EventRow> rows) {
        long start = summary.run().window().startEpochMillis();
        List<Found> all = new ArrayList<>();
        int earliest = 0;
        int earlier = 0;
        double last = Double.NEGATIVE_INFINITY;
        for (EventRow row : rows) {
            double at = (row.epochMillis() - start) / 1e3;
            // A kill and a promotion at one moment have the same time before them.
            earlier = at - last < 1 ? earlier : earliest;
            last = at;
            // A mark changes nothing, so that it does not end the time of an event.
            double next = rows.stream()
                    .filter(other -> !other.isMark())
                    .mapToDouble(other -> (other.epochMillis() - start) / 1e3)
                    .filter(other -> other >= at + 1)
                    .min()
                    .orElse(rates.length);
            Found found = found(row, at, earlier, next);
            all.add(found);
            earliest = row.isMark() || found.during == null ? earliest : found.during.until;
        }
        if (Files.exists(directory.responseLog())) {
            HistogramLog.read(directory.responseLog(), types, this::add);
            spans.forEach(Span::settle);
        }
        boolean hasWaits = Files.exists(directory.waits());
        if (hasWaits) {
            WaitRow.CSV.read(directory.waits(), row -> all.stream()
                    .filter(found -> row.overlaps(found.atSeconds, found.untilSeconds()))
                    .forEach(found -> found.waits.add(
                            row, found.rateBefore, summary.run().window().windowSeconds())));
        }
        int terminals = hasWaits ? summary.run().size().terminals() : 0;
        return all.stream().map(found -> summary(found, terminals)).toList();
    }

    private Found found(EventRow row, double atSeconds, int earliest, double nextSeconds) {
        int at = Math.max(0, (int) Math.floor(atSeconds));
        int end = (int) Math.min(rates.length, Math.max(at + 1.0, Math.floor(nextSeconds)));
        if (atSeconds < 0 || at >= rates.length) {
            return new Found(row, atSeconds, null, null, null, null, null, Double.NaN, new Waits());
        }
        int from = Math.max(earliest, at - MINUTE);
        Span before = at - from < EventSummary.LEAST_SECONDS ? null : span(from, at);
        double rate = before == null ? Double.NaN : mean(before.from, before.until);
        int felt = at;
        double reach = Math.max(atSeconds + EFFECT_SECONDS, atSeconds + row.seconds() + 1);
        while (felt < end && felt < reach && !(rates[felt] < FELT_SHARE * rate)) {
            felt++;
        }
        boolean isFelt = before != null && felt < end && felt < reach;
        // The second that fell is none in which throughput is back, whatever the next ones make of its mean.
        int back = (isFelt ? felt : at) + 1;
        while (isFelt && back < end && !isBack(back, rate)) {
            back++;
        }
        boolean isBack = !isFelt || back < end;
        // Those that waited are answered in the second in which throughput is back.
        int over = isFelt && isBack ? back + 1 : back;
        double lost = 0;
        for (int second = at; isFelt && second < back; second++) {
            lost += rate - rates[second];
        }
        int until = Math.min(end, over + MINUTE);
        return new Found(
                row,
                atSeconds,
                before,
                span(at, over),
                isBack && until > over ? span(over, until) : null,
                before == null || !isBack ? null : Double.valueOf(isFelt ? back - atSeconds : 0),
                before == null ? null : Double.valueOf(Math.max(0, lost)),
                rate,
                new Waits());
    }

    private boolean isBack(int second, double rate) {
        int until = second + SECONDS_FOR_RECOVERY;
        return until <= rates.length && mean(second, until) >= RECOVERED_SHARE * rate;
    }

    private double mean(int from, int until) {
        return Arrays.stream(rates, from, until).average().orElse(Double.NaN);
    }

    private Span span(int from, int until) {
        Span span = new Span(from, until);
        spans.add(span);
        return span;
    }

    /** The log is nearly in the order of time. */
    private void add(HistogramLog.Interval interval) {
        double middle = (interval.startSeconds() + interval.endSeconds()) / 2;
        for (Span span : spans) {
            if (span.has(middle)) {
                span.growing
                        .computeIfAbsent(interval.type(), type -> new Histogram(SIGNIFICANT_DIGITS))
                        .add(interval.histogram());
            } else if (middle > span.until + MINUTE) {
                span.settle();
            }
        }
    }

    /** @param terminals 0 when it is not known how long each waited */
    private EventSummary summary(Found found, int terminals) {
        Waits waits = found.waits;
        WaitRow longest = Stream.concat(
                        outages.stream()
                                .map(each -> new WaitRow(
                                        WaitRow.ALL,
                                        each.lastCommitSeconds(),
                                        each.lastCommitSeconds() + each.outageSeconds()))
                                .filter(each -> each.overlaps(found.atSeconds, found.untilSeconds())),
                        Stream.of(waits.longest))
                .max(Comparator.comparingDouble(WaitRow::seconds))
                .orElseThrow();
        // At the end of a run that the server did not see again, nobody knows for how long terminals would have waited.
        boolean isKnown = terminals > 0 && found.during != null && !waits.isUntilEnd;
        double median = (waits.at((terminals - 1) / 2, terminals) + waits.at(terminals / 2, terminals)) / 2;
        EventRow row = found.row;
        return new EventSummary(
                row.name(),
                found.atSeconds,
                row.status(),
                row.text(),
                row.seconds(),
                interval(found.before),
                interval(found.during),
                interval(found.after),
                new EventSummary.Effect(
                        millis(longest.seconds()),
                        longest.seconds() > 0 ? longest.fromSeconds() : null,
                        isKnown ? Double.valueOf(millis(median)) : null,
                        isKnown ? Double.valueOf(millis(waits.at(terminals - 1, terminals))) : null,
                        found.to95Seconds,
                        found.workLost));
    }

    /** Seconds to the millisecond: more was not measured. */
    private static double millis(double seconds) {
        return Math.round(seconds * 1e3) / 1e3;
    }

    private EventSummary.@Nullable Interval interval(@Nullable Span span) {
        if (span == null) {
            return null;
        }
        Map<String, Long> failures = new TreeMap<>();
        errors.stream()
                .filter(error -> span.has(error.second()))
                .forEach(error -> failures.merge(error.errorClass(), error.attempts(), Long::sum));
        List<SeriesRow> rows = series.stream()
                .filter(row -> row.phase() == RunPhase.MEASURE && span.has(row.second()))
                .toList();
        double minutes = (span.until - span.from) / 60.0;
        return new EventSummary.Interval(
                span.from,
                span.until,
                types.counted() == null ? 0 : count(rows, types.counted()) / minutes,
                types.foreground().mapToLong(type -> count(rows, type)).sum() / minutes,
                rows.stream().mapToLong(row -> row.counts().failed()).sum(),
                rows.stream().mapToLong(row -> row.counts().unknown()).sum(),
                failures,
                types.stream()
                        .filter(type -> count(rows, type) > 0)
                        .map(type -> new LoadStep.Type(
                                type.name(), count(rows, type), span.responses.getOrDefault(type, Latency.NONE)))
                        .toList());
    }

    private static long count(List<SeriesRow> rows, TransactionType type) {
        return rows.stream()
                .filter(row -> row.type().equals(type))
                .mapToLong(SeriesRow::completed)
                .sum();
    }
}
