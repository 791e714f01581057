package io.bmsql.check;

import io.bmsql.dialect.NamedSql;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.ViolationsFile;
import io.bmsql.tpcc.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The conditions of a check cut into pieces, and their results put together: handed on in the order of the conditions,
 * whichever is finished first, and the samples of a condition are those of its first warehouses. Threads: any.
 */
final class ConditionPieces {
    /** More would cost more than they save. */
    private static final int MAX_PIECES = 1_000;

    /** Without foreign keys no index finds a warehouse's history, and each piece reads all of it. */
    private static final int MAX_PIECES_WITHOUT_INDEX = 8;

    /** A condition for the warehouses from the first to the last, and those that its query answers too. */
    record Piece(NamedSql condition, List<NamedSql> others, int first, int last) {
        boolean answers(String clause) {
            return condition.clause().equals(clause)
                    || others.stream().anyMatch(other -> other.clause().equals(clause));
        }
    }

    /**
     * What a piece found of a condition.
     *
     * @param samples the first violations
     * @param seconds that its query took; 0 where another one answers for it, so that it counts once
     */
    record Finding(long violations, List<String> samples, double seconds) {
        static final Finding NONE = new Finding(0, List.of(), 0);

        Finding and(Finding next) {
            return new Finding(
                    violations + next.violations,
                    Stream.concat(samples.stream(), next.samples.stream())
                            .limit(CheckResult.MAX_SAMPLES)
                            .toList(),
                    seconds + next.seconds);
        }
    }

    private final List<Piece> pieces = new ArrayList<>();
    private final List<NamedSql> conditions;
    private final ViolationsFile all;
    private final Consumer<CheckResult> next;
    private final Map<Piece, Map<String, Finding>> finished = new HashMap<>();
    private final List<CheckResult> passedOn = new ArrayList<>();

    /** @param warehouses of numbers from 1 on; rows of others are in the first and the last piece */
    ConditionPieces(
            List<NamedSql> conditions,
            int warehouses,
            boolean hasHistoryIndex,
            ViolationsFile all,
            Consumer<CheckResult> next) {
        this.conditions = conditions;
        this.all = all;
        this.next = next;
        for (NamedSql condition : conditions) {
            if (!condition.with().isEmpty()) {
                continue;
            }
            List<NamedSql> others = conditions.stream()
                    .filter(other -> other.with().equals(condition.name()))
                    .toList();
            boolean readsAll = !hasHistoryIndex && condition.text().contains(Table.HISTORY.sqlName());
            int most = condition.isByWarehouse() ? readsAll ? MAX_PIECES_WITHOUT_INDEX : MAX_PIECES : 1;
            int pieceWarehouses = (warehouses - 1) / most + 1;
            int first = Integer.MIN_VALUE;
            for (int last = pieceWarehouses; last < warehouses; last += pieceWarehouses) {
                pieces.add(new Piece(condition, others, first, last));
                first = last + 1;
            }
            pieces.add(new Piece(condition, others, first, Integer.MAX_VALUE));
        }
    }

    /** For one worker in the order of the conditions, so that each is reported when it is done; else the longest first. */
    List<Piece> inOrderFor(int workers) {
        List<Piece> order = new ArrayList<>(pieces);
        if (workers > 1) {
            // The conditions on customers and order lines come last in the clause and take longest.
            Collections.reverse(order);
        }
        return order;
    }

    int count() {
        return pieces.size();
    }

    synchronized List<CheckResult> passedOn() {
        return List.copyOf(passedOn);
    }

    /** @param found by clause; no entry where nothing is violated */
    synchronized void add(Piece piece, Map<String, Finding> found) {
        finished.put(piece, found);
        while (passedOn.size() < conditions.size()) {
            NamedSql first = conditions.get(passedOn.size());
            List<Piece> own =
                    pieces.stream().filter(each -> each.answers(first.clause())).toList();
            if (!finished.keySet().containsAll(own)) {
                return;
            }
            Finding sum = own.stream()
                    .map(each -> Objects.requireNonNull(finished.get(each)).getOrDefault(first.clause(), Finding.NONE))
                    .reduce(Finding.NONE, Finding::and);
            boolean passed = sum.violations() == 0;
            CheckResult result = new CheckResult(
                    first.clause(),
                    first.about(),
                    passed,
                    sum.violations(),
                    sum.seconds(),
                    sum.samples(),
                    passed ? null : all.name());
            passedOn.add(result);
            next.accept(result);
        }
    }
}
