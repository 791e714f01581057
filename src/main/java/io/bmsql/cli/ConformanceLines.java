package io.bmsql.cli;

import io.bmsql.conformance.Point;
import io.bmsql.conformance.Verdict;
import io.bmsql.db.DatabaseFacts;
import io.bmsql.dialect.Dialect;
import io.bmsql.secret.SecretShield;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Prints the points of a dialect's test as they come, and their count at the end. */
final class ConformanceLines {
    private final PrintStream out;
    private final SecretShield shield;
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

    ConformanceLines(CommandContext context) {
        this.out = context.console().out();
        this.shield = context.program().secrets();
    }

    void begin(Dialect dialect, DatabaseFacts facts, int warehouses) {
        print(String.format(
                Locale.ROOT,
                "Test of db=%s (%s) with %d %s on %s %s through %s %s, isolation %s",
                dialect.name(),
                String.join(
                        " -> ",
                        dialect.chain().stream().map(name -> "sql." + name).toList()),
                warehouses,
                warehouses == 1 ? "warehouse" : "warehouses",
                facts.product(),
                facts.productVersion(),
                facts.driver(),
                facts.driverVersion(),
                facts.isolation()));
    }

    void point(Point point) {
        counts.merge(point.verdict(), 1, Integer::sum);
        String detail = point.detail().isEmpty() ? "" : ": " + point.detail();
        print(String.format(Locale.ROOT, "%-13s  %s%s", point.verdict().words(), point.name(), detail));
    }

    void end() {
        int points = counts.values().stream().mapToInt(Integer::intValue).sum();
        print(String.format(
                Locale.ROOT,
                "%d points: %d passed, %d failed, %d not available",
                points,
                count(Verdict.PASSED),
                failed(),
                count(Verdict.NOT_AVAILABLE)));
    }

    /** Failed points until now. */
    int failed() {
        return count(Verdict.FAILED);
    }

    private int count(Verdict verdict) {
        return counts.getOrDefault(verdict, 0);
    }

    private void print(String line) {
        out.println(shield.hide(line));
    }
}
