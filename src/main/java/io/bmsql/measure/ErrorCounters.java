package io.bmsql.measure;

import io.bmsql.common.SecretText;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.Measurement.Failure;
import io.bmsql.result.RunSummary.ErrorSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts failed attempts by type, class and code; bounded, whatever a server answers. Safe for use by any thread. */
final class ErrorCounters {
    /** Kinds counted separately; a server that puts counters into its codes must not fill the heap. */
    static final int MAX_KINDS = 200;

    static final int MAX_MESSAGE = 500;

    private static final String OTHER_STATE = "*";

    private final Map<Kind, ErrorSummary> counts = new ConcurrentHashMap<>();
    private final Map<Kind, ErrorSummary> reported = new HashMap<>();

    private record Kind(String type, String errorClass, String sqlState, int vendorCode) {
        Kind(ErrorSummary error) {
            this(error.type(), error.errorClass(), error.sqlState(), error.vendorCode());
        }

        ErrorSummary none(String message) {
            String shown = SecretText.hideIn(message);
            String sample = shown.length() > MAX_MESSAGE ? shown.substring(0, MAX_MESSAGE) + "…" : shown;
            return new ErrorSummary(type, errorClass, sqlState, vendorCode, 0, 0, sample, 0);
        }
    }

    void count(Failure failure, boolean inWindow) {
        add(new ErrorSummary(
                failure.type().name(),
                failure.errorClass().name(),
                failure.sqlState(),
                failure.vendorCode(),
                inWindow ? 1 : 0,
                inWindow && failure.gaveUp() ? 1 : 0,
                failure.message(),
                inWindow ? 0 : 1));
    }

    /** Adds what another load generator counted. */
    void add(ErrorSummary error) {
        Kind kind = new Kind(error);
        boolean isOther = !counts.containsKey(kind) && counts.size() >= MAX_KINDS;
        String message = isOther ? "Further codes, for example: " + error.sampleMessage() : error.sampleMessage();
        counts.compute(
                isOther ? new Kind(kind.type, kind.errorClass, OTHER_STATE, 0) : kind,
                (key, before) -> sum(before == null ? key.none(message) : before, error, 1));
    }

    private static ErrorSummary sum(ErrorSummary to, ErrorSummary more, int sign) {
        return new ErrorSummary(
                to.type(),
                to.errorClass(),
                to.sqlState(),
                to.vendorCode(),
                to.attempts() + sign * more.attempts(),
                to.gaveUp() + sign * more.gaveUp(),
                to.sampleMessage(),
                to.attemptsOutsideWindow() + sign * more.attemptsOutsideWindow());
    }

    /** What was counted since the last call; for one thread. */
    List<ErrorSummary> sinceLastCall() {
        List<ErrorSummary> more = new ArrayList<>();
        for (ErrorSummary now : summaries()) {
            ErrorSummary before = reported.put(new Kind(now), now);
            if (!now.equals(before)) {
                more.add(before == null ? now : sum(now, before, -1));
            }
        }
        return more;
    }

    private static long allOf(ErrorSummary error) {
        return error.attempts() + error.attemptsOutsideWindow();
    }

    /** Failed attempts of the whole run, zeros included. */
    Map<ErrorClass, Long> attemptsByClass() {
        Map<ErrorClass, Long> byClass = new EnumMap<>(ErrorClass.class);
        for (ErrorClass errorClass : ErrorClass.values()) {
            byClass.put(errorClass, 0L);
        }
        counts.values()
                .forEach(error -> byClass.merge(ErrorClass.valueOf(error.errorClass()), allOf(error), Long::sum));
        return byClass;
    }

    /** The most frequent first. */
    List<ErrorSummary> summaries() {
        return counts.values().stream()
                .sorted(Comparator.comparingLong(ErrorCounters::allOf)
                        .reversed()
                        .thenComparing(ErrorSummary::type)
                        .thenComparing(ErrorSummary::errorClass)
                        .thenComparing(ErrorSummary::sqlState)
                        .thenComparing(ErrorSummary::vendorCode))
                .toList();
    }
}
