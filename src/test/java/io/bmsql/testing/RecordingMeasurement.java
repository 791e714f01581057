package io.bmsql.testing;

import io.bmsql.measure.Measurement;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;

/** Keeps every report, for tests of those who make them. */
public final class RecordingMeasurement implements Measurement {
    /** One transaction. */
    public record Ended(
            TransactionType type,
            Outcome outcome,
            int attempts,
            int skipped,
            long dueNanos,
            long beginNanos,
            long endNanos) {}

    /** One failed attempt. */
    public record Failed(
            TransactionType type, ErrorClass errorClass, String sqlState, String message, boolean gaveUp) {}

    private final List<Ended> ended = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private int lines;
    private int remoteLines;

    @Override
    public synchronized void record(
            TransactionType type,
            Outcome outcome,
            int attempts,
            int skippedDeliveries,
            long dueNanos,
            long beginNanos,
            long endNanos) {
        ended.add(new Ended(type, outcome, attempts, skippedDeliveries, dueNanos, beginNanos, endNanos));
    }

    @Override
    public synchronized void error(
            TransactionType type,
            ErrorClass errorClass,
            String sqlState,
            int vendorCode,
            String message,
            boolean gaveUp,
            long nowNanos) {
        failed.add(new Failed(type, errorClass, sqlState, message, gaveUp));
    }

    @Override
    public synchronized void newOrderLines(int count, int remoteCount, long endNanos) {
        lines += count;
        remoteLines += remoteCount;
    }

    @Override
    public void payment(boolean remote, long endNanos) {
        // No test asks.
    }

    @Override
    public void customerSelected(boolean byName, long endNanos) {
        // No test asks.
    }

    public synchronized List<Ended> ended() {
        return List.copyOf(ended);
    }

    public synchronized List<Ended> ended(TransactionType type) {
        return ended.stream().filter(one -> one.type() == type).toList();
    }

    public synchronized List<Ended> ended(Outcome outcome) {
        return ended.stream().filter(one -> one.outcome() == outcome).toList();
    }

    public synchronized List<Failed> failed() {
        return List.copyOf(failed);
    }

    public synchronized int lines() {
        return lines;
    }

    public synchronized int remoteLines() {
        return remoteLines;
    }
}
