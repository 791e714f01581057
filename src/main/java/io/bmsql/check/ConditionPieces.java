package io.bmsql.check;

import io.bmsql.dialect.ConditionSql;
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
    private static final int MOST_PIECES = 1_000;

    /** Without foreign keys no index finds a warehouse's history, and each piece reads all of it. */
    private static final int MOST_PIECES_WITHOUT_INDEX = 8;

    /** A condition for the warehouses from the first to the last, and those that its query answers too. */
    record Piece(ConditionSql condition, List<ConditionSql> others, int first, int last) {
        boolean answers(String clause) {
            return condition.clause().equals(clause)
                    || others.stream().anyMatch(other -> other.clause().equals(clause));
        }
    }

    /** @param samples the first ones, empty when nothing is violated */
    record Finding(long violations, List<String> samples) {
        static final Finding NONE = new Finding(0, List.of());

        Finding and(Finding next) {
            return new Finding(
                    violations + next.violations,
                    Stream.concat(samples.stream(), next.samples.stream())
                            .limit(CheckResult.MAX_SAMPLES)
                            .toList());
        }
    }

    /** @param byClause no entry where nothing is violated */
    record Answer(Map<String, Finding> byClause, double seconds) {}

    private final List<Piece> pieces = new ArrayList<>();
    private final List<ConditionSql> conditions;
    private final ViolationsFile all;
    private final Consumer<CheckResult> next;
    private final Map<Piece, Answer> finished = new HashMap<>();
    private final List<CheckResult> passedOn = new ArrayList<>();

    /** @param warehouses of numbers from 1 on; rows of others are in the first and the last piece */
    ConditionPieces(
            List<ConditionSql> conditions,
            int warehouses,
            boolean hasHistoryIndex,
            ViolationsFile all,
            Consumer<CheckResult> next) {
        this.conditions = conditions;
        this.all = all;
        this.next = next;
        for (ConditionSql condition : conditions) {
            if (!condition.with().isEmpty()) {
                continue;
            }
            List<ConditionSql> others = conditions.stream()
                    .filter(other -> other.with().equals(condition.name()))
                    .toList();
            boolean readsAll = !hasHistoryIndex && condition.text().contains(Table.HISTORY.sqlName());
            int most = condition.isByWarehouse() ? readsAll ? MOST_PIECES_WITHOUT_INDEX : MOST_PIECES : 1;
            int pieceWarehouses = (warehouses - 1) / most + 1;
            int first = Integer.MIN_VALUE;
            for (int last = pieceWarehouses; last < warehouses; last += pieceWarehouses) {
                pieces.add(new Piece(condition, others, first, last));
                first = last + 1;
            }
            pieces.add(new Piece(condition, others, first, Integer.MAX_VALUE));
        }
    }

    /** For one worker in the order of the conditions, so that each is told when it is done; else the longest first. */
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

    synchronized double share() {
        return (double) finished.size() / pieces.size();
    }

    synchronized List<CheckResult> passedOn() {
        return List.copyOf(passedOn);
    }

    synchronized void add(Piece piece, Answer answer) {
        finished.put(piece, answer);
        while (passedOn.size() < conditions.size()) {
            ConditionSql first = conditions.get(passedOn.size());
            List<Piece> own =
                    pieces.stream().filter(each -> each.answers(first.clause())).toList();
            if (!finished.keySet().containsAll(own)) {
                return;
            }
            CheckResult result = result(
                    first,
                    own.stream().map(finished::get).map(Objects::requireNonNull).toList());
            passedOn.add(result);
            next.accept(result);
        }
    }

    private CheckResult result(ConditionSql condition, List<Answer> answers) {
        Finding found = answers.stream()
                .map(answer -> answer.byClause().getOrDefault(condition.clause(), Finding.NONE))
                .reduce(Finding.NONE, Finding::and);
        // The time of a query counts once, where it has its name.
        double seconds = condition.with().isEmpty()
                ? answers.stream().mapToDouble(Answer::seconds).sum()
                : 0;
        return new CheckResult(
                condition.clause(),
                condition.about(),
                found.violations() == 0,
                found.violations(),
                seconds,
                found.samples(),
                found.violations() == 0 ? null : all.name());
    }
}
