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
import java.nio.file.Path;
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
 * throughput is back when three seconds together have 95% of it. Where the window shows less
 * than {@link EventSummary#MIN_SECONDS} after its begin, or not all of its command, before the next event, it is not known whether it had one.
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

    private static final int MAX_OF_A_KIND = 20;
    /** Some servers know for how many whole seconds they have been running. */
    private static final double SAME_START_SECONDS = 3;
    /** When fewer were to be expected, a time without a commit is chance. */
    private static final double EXPECTED_COMMITS = 5;

    private final TransactionTypes types;
    private final RunSummary summary;
    private final double[] rates;
    private final List<SeriesRow> series;
    private final List<ErrorCounts> errors;
    private final List<Span> spans = new ArrayList<>();

    /** Whole seconds of the window from {@code from} on, until {@code until}; its histograms in microseconds while they grow. */
    private record Span(
            int from, int until, Map<TransactionType, Histogram> growing, Map<TransactionType, Latency> responses) {
        boolean has(double second) {
            return second >= from && second < until;
        }

        /** A thousand events would fill the memory with histograms. */
        void settle() {
            growing.forEach((type, histogram) -> responses.put(type, Latency.of(histogram)));
            growing.clear();
        }
    }

    private EventFigures(ResultDirectory directory, RunSummary summary) {
        this.summary = summary;
        types = summary.run().types();
        series = SeriesRow.csv(types).list(directory);
        errors = ErrorCounts.CSV.list(directory);
        rates = SeriesRow.perSecond(series, TransactionType::isForeground, 0, summary.windowSeconds());
    }

    /** The events and marks that the directory knows, and what the server told of itself, with their figures, in the order of their moments; reads each file once. */
    public static List<EventSummary> of(ResultDirectory directory, RunSummary summary) {
        List<EventRow> rows = Stream.concat(
                        EventRow.read(directory).stream(),
                        ofServer(directory, summary.run().window().startEpochMillis()).stream())
                .sorted(Comparator.comparingLong(EventRow::epochMillis))
                .toList();
        if (rows.isEmpty() || summary.windowSeconds() <= 0) {
            return List.of();
        }
        return new EventFigures(directory, summary).all(directory, rows);
    }

    /**
     * What the server tells of itself in its figures over time: how often something has happened since the sample before, and for how long
     * it has been running. More than {@link #MAX_OF_A_KIND} of a kind are a rhythm and no event.
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
                .filter(kind -> kind.getValue().size() <= MAX_OF_A_KIND)
                .flatMap(kind -> kind.getValue().stream()
                        .filter(second -> second >= 0)
                        .map(second -> new EventRow(
                                startEpochMillis + Math.round(second * 1e3), EventRow.SERVER, 0, "", kind.getKey())))
                .toList();
    }

    private List<EventSummary> all(ResultDirectory directory, List<EventRow> rows) {
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
            Found found = new Found(row, at, earlier, next);
            all.add(found);
            earliest = row.isMark() || found.during == null ? earliest : found.during.until;
        }
        if (Files.exists(directory.responseLog())) {
            HistogramLog.read(directory.responseLog(), types, this::add);
            spans.forEach(Span::settle);
        }
        Path waits = WaitRow.CSV.in(directory);
        boolean hasWaits = Files.exists(waits);
        if (hasWaits) {
            WaitRow.CSV.read(waits, row -> all.forEach(found -> found.waited(row)));
        }
        int terminals = hasWaits ? summary.run().size().terminals() : 0;
        return all.stream().map(found -> found.summary(terminals)).toList();
    }

    /** An event while its figures are collected. */
    private final class Found {
        private final EventRow row;
        private final double atSeconds;
        private @Nullable Span before;
        private @Nullable Span during;
        private @Nullable Span after;
        private @Nullable Double to95Seconds;
        private @Nullable Double workLost;
        private double rateBefore = Double.NaN;
        /** The longest wait for a commit that overlaps its time is kept of each terminal by its number, and of all together. */
        private final Map<Integer, Double> ofTerminals = new HashMap<>();

        private WaitRow longest = new WaitRow(WaitRow.ALL, 0, 0);
        private boolean isUntilEnd;

        /**
         * @param earliest the second in which the time before it begins at the earliest
         * @param nextSeconds when the next event ends its time
         */
        Found(EventRow row, double atSeconds, int earliest, double nextSeconds) {
            this.row = row;
            this.atSeconds = atSeconds;
            if (atSeconds >= 0 && (int) atSeconds < rates.length) {
                int at = (int) atSeconds;
                place(at, Math.max(earliest, at - MINUTE), (int)
                        Math.min(rates.length, Math.max(at + 1.0, Math.floor(nextSeconds))));
            }
            for (Outage outage : summary.postRun().availability()) {
                double from = outage.lastCommitSeconds();
                longer(new WaitRow(WaitRow.ALL, from, from + outage.outageSeconds()));
            }
        }

        private void place(int at, int from, int end) {
            before = at - from < EventSummary.MIN_SECONDS ? null : span(from, at);
            rateBefore = before == null ? Double.NaN : mean(from, at);
            int felt = at;
            double reach = Math.min(end, Math.max(atSeconds + EFFECT_SECONDS, atSeconds + row.seconds() + 1));
            while (felt < reach && !(rates[felt] < FELT_SHARE * rateBefore)) {
                felt++;
            }
            boolean isFelt = before != null && felt < reach;
            boolean isKnown =
                    isFelt || end >= Math.max(atSeconds + EventSummary.MIN_SECONDS, atSeconds + row.seconds());
            // The second that fell is none in which throughput is back, whatever the next ones make of its mean.
            int back = (isFelt ? felt : at) + 1;
            while (isFelt && back < end && !isBack(back)) {
                back++;
            }
            boolean isBack = isKnown && (!isFelt || back < end);
            // Those that waited are answered in the second in which throughput is back.
            int over = isFelt && isBack ? back + 1 : back;
            during = span(at, over);
            int until = Math.min(end, over + MINUTE);
            after = isBack && until > over ? span(over, until) : null;
            if (before != null && isKnown) {
                to95Seconds = isBack ? Double.valueOf(isFelt ? back - atSeconds : 0) : null;
                workLost = isFelt ? Math.max(0, (back - at) * (rateBefore - mean(at, back))) : 0;
            }
        }

        private boolean isBack(int second) {
            int until = second + SECONDS_FOR_RECOVERY;
            return until <= rates.length && mean(second, until) >= RECOVERED_SHARE * rateBefore;
        }

        private boolean overlaps(WaitRow wait) {
            return wait.overlaps(atSeconds, during == null ? atSeconds : during.until);
        }

        private void longer(WaitRow wait) {
            longest = overlaps(wait) && wait.seconds() >= longest.seconds() ? wait : longest;
        }

        void waited(WaitRow wait) {
            if (wait.terminal() != WaitRow.ALL && overlaps(wait)) {
                ofTerminals.merge(wait.terminal(), wait.seconds(), Math::max);
            } else if (wait.terminal() == WaitRow.ALL && wait.seconds() * rateBefore >= EXPECTED_COMMITS) {
                longer(wait);
                isUntilEnd |= overlaps(wait) && wait.untilSeconds() >= summary.windowSeconds();
            }
        }

        /** @param terminals 0 when it is not known how long each waited */
        EventSummary summary(int terminals) {
            // Those that did not wait are the zeros in front.
            double[] waits = new double[Math.max(terminals, ofTerminals.size())];
            int place = 0;
            for (double seconds : ofTerminals.values()) {
                waits[place++] = seconds;
            }
            Arrays.sort(waits);
            // At the end of a run that the server did not see again, nobody knows for how long terminals would have
            // waited.
            boolean isKnown = terminals > 0 && during != null && !isUntilEnd;
            return new EventSummary(
                    row.name(),
                    atSeconds,
                    row.status(),
                    row.text(),
                    row.seconds(),
                    interval(before),
                    interval(during),
                    interval(after),
                    new EventSummary.Effect(
                            millis(longest.seconds()),
                            longest.seconds() > 0 ? longest.fromSeconds() : null,
                            isKnown ? millis((waits[(terminals - 1) / 2] + waits[terminals / 2]) / 2) : null,
                            isKnown ? millis(waits[waits.length - 1]) : null,
                            to95Seconds,
                            workLost));
        }
    }

    private double mean(int from, int until) {
        return Arrays.stream(rates, from, until).average().orElse(Double.NaN);
    }

    private Span span(int from, int until) {
        Span span = new Span(from, until, TransactionTypes.map(), TransactionTypes.map());
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

    /** Seconds to the millisecond: more was not measured. */
    private static Double millis(double seconds) {
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
