package io.bmsql.testing;

import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.Measurement;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.EndedTransaction;
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
            long endNanos,
            long thinkNanos) {}

    /** One failed attempt. */
    public record Failed(
            TransactionType type, ErrorClass errorClass, String sqlState, String message, boolean gaveUp) {}

    private final List<Ended> ended = new ArrayList<>();
    private final List<Failed> failed = new ArrayList<>();
    private final List<Long> connected = new ArrayList<>();

    @Override
    public synchronized void record(EndedTransaction one) {
        ended.add(new Ended(
                one.type,
                one.outcome,
                one.attempts,
                one.skippedDistricts,
                one.dueNanos,
                one.beginNanos,
                one.endNanos,
                one.thinkNanos));
    }

    @Override
    public synchronized void error(Failure failure) {
        failed.add(new Failed(
                failure.type(),
                failure.errorClass(),
                failure.sqlState(),
                failure.message().replaceAll("statements.sql:[0-9]+", "statements.sql"),
                failure.gaveUp()));
    }

    @Override
    public synchronized void connected(long nanos, long atNanos) {
        connected.add(nanos);
    }

    /** How long each connection took that was opened in the run. */
    public synchronized List<Long> connected() {
        return List.copyOf(connected);
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
}
