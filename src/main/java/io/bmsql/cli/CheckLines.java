package io.bmsql.cli;

import io.bmsql.db.Database;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.schema.ConsistencyCheck;
import io.bmsql.time.RunClock;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Runs the consistency conditions and prints a line for each, in the order of the clauses: clause, verdict, time, what it says. */
final class CheckLines {
    /** Conditions under way at a time: they are scans, and more of them only fight for the same disk. */
    static final int CONNECTIONS = 4;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintStream out;
    private final RunClock clock;
    private final SecretShield shield;

    CheckLines(Surroundings surroundings) {
        this.out = surroundings.console().out();
        this.clock = surroundings.clock();
        this.shield = surroundings.shield();
    }

    /**
     * Checks, and prints the verdict last.
     *
     * @param database with room for {@link #CONNECTIONS} connections
     * @param afterLoad true when nothing ran since the load
     */
    List<CheckResult> check(Database database, boolean afterLoad) throws SQLException, InterruptedException {
        long beginNanos = clock.nanoTime();
        List<CheckResult> results = new ConsistencyCheck(database, CONNECTIONS, clock).run(afterLoad, this::print);
        long failed = results.stream().filter(result -> !result.passed()).count();
        String verdict = failed == 0
                ? "all " + results.size() + " conditions hold"
                : failed + " of " + results.size() + " conditions FAILED";
        double seconds = (clock.nanoTime() - beginNanos) / NANOS_PER_SECOND;
        out.println(String.format(Locale.ROOT, "Consistency check: %s, after %.1f s", verdict, seconds));
        return results;
    }

    private void print(CheckResult result) {
        out.println(shield.hide(String.format(
                Locale.ROOT,
                "Check %-9s %-6s %6.2f s  %s%s",
                result.clause(),
                result.passed() ? "ok" : "FAILED",
                result.seconds(),
                result.description(),
                result.passed() ? "" : ": " + result.violations() + " violations, the first: " + result.detail())));
    }
}
