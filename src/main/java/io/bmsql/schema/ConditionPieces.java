package io.bmsql.schema;

import io.bmsql.dialect.ConditionSql;
import io.bmsql.result.RunSummary.CheckResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The conditions of a check cut into pieces, and their results put together: handed on in the order of the conditions,
 * whichever is finished first, and the sample of a condition is that of its first warehouses. Threads: any.
 */
final class ConditionPieces {
    /** Where no index finds a warehouse's history, each piece reads all of it: their number has a limit. */
    private static final int MOST_PIECES = 1_000;

    private static final String NAME_PREFIX = "Check.";

    /** A condition for the warehouses from the first to the last. */
    record Piece(ConditionSql condition, int first, int last) {}

    /** @param sample empty when nothing is violated */
    record Finding(long violations, String sample, double seconds) {}

    private final List<Piece> pieces = new ArrayList<>();
    private final List<ConditionSql> conditions;
    private final Consumer<CheckResult> next;
    private final Map<Piece, Finding> finished = new HashMap<>();
    private final List<CheckResult> passedOn = new ArrayList<>();

    /** @param warehouses of numbers from 1 on; rows of others are in the first and the last piece */
    ConditionPieces(List<ConditionSql> conditions, int warehouses, Consumer<CheckResult> next) {
        this.conditions = conditions;
        this.next = next;
        for (ConditionSql condition : conditions) {
            int pieceWarehouses = condition.isByWarehouse() ? (warehouses - 1) / MOST_PIECES + 1 : warehouses;
            int first = Integer.MIN_VALUE;
            for (int last = pieceWarehouses; last < warehouses; last += pieceWarehouses) {
                pieces.add(new Piece(condition, first, last));
                first = last + 1;
            }
            pieces.add(new Piece(condition, first, Integer.MAX_VALUE));
        }
    }

    static String clause(ConditionSql sql) {
        return sql.name().substring(NAME_PREFIX.length());
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

    synchronized void add(Piece piece, Finding finding) {
        finished.put(piece, finding);
        while (passedOn.size() < conditions.size()) {
            ConditionSql first = conditions.get(passedOn.size());
            List<Piece> own = pieces.stream()
                    .filter(each -> each.condition().equals(first))
                    .toList();
            if (!finished.keySet().containsAll(own)) {
                return;
            }
            CheckResult result = result(first, own.stream().map(finished::get).toList());
            passedOn.add(result);
            next.accept(result);
        }
    }

    private static CheckResult result(ConditionSql condition, List<Finding> findings) {
        long violations = findings.stream().mapToLong(Finding::violations).sum();
        String sample = findings.stream()
                .map(Finding::sample)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        double seconds = findings.stream().mapToDouble(Finding::seconds).sum();
        return new CheckResult(clause(condition), condition.about(), violations == 0, violations, seconds, sample);
    }
}
