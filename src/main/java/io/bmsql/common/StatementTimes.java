package io.bmsql.common;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of transactions goes as their sender sees it: how long each round trip takes. So that it costs next to nothing, only
 * each sixteenth transaction of a connection is timed. For any thread; a {@link Timer} for one.
 */
public final class StatementTimes {
    /** Stands in place of a statement for the whole transaction. */
    public static final String WHOLE = "";

    private static final int EVERY = 16;

    private final Map<TransactionType, Map<String, Cell>> cells = new ConcurrentHashMap<>();

    private final RunClock clock;
    private final LongPredicate isMeasured;

    private static final class Cell {
        final LongAdder executions = new LongAdder();
        final LongAdder nanos = new LongAdder();
    }

    /** What the executions of one statement in one type of transaction took together. */
    public record Timed(TransactionType type, String statement, long executions, long nanos) {}

    /** @param isMeasured whether a transaction counts that begins at this moment */
    public StatementTimes(RunClock clock, LongPredicate isMeasured) {
        this.clock = clock;
        this.isMeasured = isMeasured;
    }

    /** All that was timed so far, in no order. */
    public List<Timed> all() {
        return cells.entrySet().stream()
                .flatMap(type -> type.getValue().entrySet().stream()
                        .map(one -> new Timed(
                                type.getKey(),
                                one.getKey(),
                                one.getValue().executions.sum(),
                                one.getValue().nanos.sum())))
                .toList();
    }

    /** Times the transactions of one connection. */
    public static final class Timer {
        private @Nullable StatementTimes times;
        private Map<String, Cell> into = Map.of();
        private long beginNanos;
        private int seen;
        private Object sentLast = "";

        /** Times each sixteenth of this connection's and the other's transactions together, which it takes the place of. */
        public void follow(Timer other) {
            seen = other.seen;
        }

        /** A transaction begins, which may be one to be timed. */
        public void begin(StatementTimes all, TransactionType type) {
            sentLast = "";
            seen++;
            if (seen % EVERY == 0) {
                beginNanos = all.clock.nanoTime();
                // Neither lambda captures anything, so nothing is allocated once the cells are there.
                into = all.cells.computeIfAbsent(type, added -> new ConcurrentHashMap<>());
                times = all.isMeasured.test(beginNanos) ? all : null;
            }
        }

        /** What an error of now belongs to, with its place; empty before a transaction's first statement. */
        public String sentLast() {
            return sentLast.toString();
        }

        /** This is about to be prepared or sent, and says in {@code toString} what it is; what comes back is for {@link #answered}. */
        public long sending(Object statement) {
            sentLast = statement;
            return now();
        }

        /** The end of a transaction after an error, which belongs to what was sent before. */
        public long now() {
            return times == null ? 0 : times.clock.nanoTime();
        }

        public void answered(String statement, long sentNanos) {
            if (times != null) {
                Cell cell = into.computeIfAbsent(statement, added -> new Cell());
                cell.executions.increment();
                cell.nanos.add(times.clock.nanoTime() - sentNanos);
            }
        }

        /** The transaction is over, however it ended. */
        public void end() {
            answered(WHOLE, beginNanos);
            times = null;
        }
    }
}
