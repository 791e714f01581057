package io.bmsql.measure;

import io.bmsql.common.SecretText;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.Measurement.Failure;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts failed attempts by type, class and code; bounded, whatever a server answers. Safe for use by any thread. */
final class ErrorCounters {
    /** Kinds counted separately; a server that puts counters into its codes must not fill the heap. */
    static final int MAX_KINDS = 200;

    static final int MAX_MESSAGE = 500;

    private static final String OTHER_STATE = "*";

    private final Map<Kind, Count> counts = new ConcurrentHashMap<>();
    private final LongAdder attempts = new LongAdder();
    private final Map<Kind, ErrorSummary> told = new HashMap<>();

    private record Kind(TransactionType type, ErrorClass errorClass, String sqlState, int vendorCode) {
        static Kind of(ErrorSummary error) {
            return new Kind(
                    TransactionType.valueOf(error.type()),
                    ErrorClass.valueOf(error.errorClass()),
                    error.sqlState(),
                    error.vendorCode());
        }
    }

    private static final class Count {
        final String sampleMessage;
        final LongAdder attempts = new LongAdder();
        final LongAdder gaveUp = new LongAdder();
        final LongAdder outside = new LongAdder();

        Count(String message) {
            String shown = SecretText.hideIn(message);
            sampleMessage = shown.length() > MAX_MESSAGE ? shown.substring(0, MAX_MESSAGE) + "…" : shown;
        }
    }

    void count(Failure failure, boolean inWindow) {
        attempts.increment();
        Count count = countOf(
                new Kind(failure.type(), failure.errorClass(), failure.sqlState(), failure.vendorCode()),
                failure.message());
        if (!inWindow) {
            count.outside.increment();
            return;
        }
        count.attempts.increment();
        if (failure.gaveUp()) {
            count.gaveUp.increment();
        }
    }

    /** Adds what another load generator counted. */
    void add(ErrorSummary error) {
        attempts.add(error.attempts() + error.attemptsOutsideWindow());
        Count count = countOf(Kind.of(error), error.sampleMessage());
        count.attempts.add(error.attempts());
        count.gaveUp.add(error.gaveUp());
        count.outside.add(error.attemptsOutsideWindow());
    }

    /** What was counted since the last call; for one thread. */
    List<ErrorSummary> news() {
        List<ErrorSummary> news = new ArrayList<>();
        for (ErrorSummary now : summaries()) {
            ErrorSummary before = told.put(Kind.of(now), now);
            if (before == null) {
                news.add(now);
            } else if (!now.equals(before)) {
                news.add(new ErrorSummary(
                        now.type(),
                        now.errorClass(),
                        now.sqlState(),
                        now.vendorCode(),
                        now.attempts() - before.attempts(),
                        now.gaveUp() - before.gaveUp(),
                        now.sampleMessage(),
                        now.attemptsOutsideWindow() - before.attemptsOutsideWindow()));
            }
        }
        return news;
    }

    private Count countOf(Kind kind, String message) {
        Count known = counts.get(kind);
        if (known != null) {
            return known;
        }
        if (counts.size() < MAX_KINDS) {
            return counts.computeIfAbsent(kind, absent -> new Count(message));
        }
        Kind other = new Kind(kind.type(), kind.errorClass(), OTHER_STATE, 0);
        return counts.computeIfAbsent(other, absent -> new Count("Further codes, for example: " + message));
    }

    long attempts() {
        return attempts.sum();
    }

    /** Failed attempts of the whole run, zeros included. */
    Map<ErrorClass, Long> attemptsByClass() {
        Map<ErrorClass, Long> byClass = new EnumMap<>(ErrorClass.class);
        for (ErrorClass errorClass : ErrorClass.values()) {
            byClass.put(errorClass, 0L);
        }
        counts.forEach((kind, count) ->
                byClass.merge(kind.errorClass(), count.attempts.sum() + count.outside.sum(), Long::sum));
        return byClass;
    }

    /** The most frequent first. */
    List<ErrorSummary> summaries() {
        return counts.entrySet().stream()
                .map(entry -> summary(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(
                                (ErrorSummary error) -> error.attempts() + error.attemptsOutsideWindow())
                        .reversed()
                        .thenComparing(ErrorSummary::type)
                        .thenComparing(ErrorSummary::errorClass)
                        .thenComparing(ErrorSummary::sqlState)
                        .thenComparing(ErrorSummary::vendorCode))
                .toList();
    }

    private static ErrorSummary summary(Kind kind, Count count) {
        return new ErrorSummary(
                kind.type().name(),
                kind.errorClass().name(),
                kind.sqlState(),
                kind.vendorCode(),
                count.attempts.sum(),
                count.gaveUp.sum(),
                count.sampleMessage,
                count.outside.sum());
    }
}
