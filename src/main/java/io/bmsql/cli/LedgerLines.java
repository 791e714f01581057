package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.db.Database;
import io.bmsql.ledger.LedgerFile;
import io.bmsql.ledger.LedgerVerifier;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.Verdict;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Verifies ledgers and prints a line for each thing that must hold, with the first keys of what does not. */
final class LedgerLines {
    /** Those of the verification. */
    static final int CONNECTIONS = 1;

    private final Surroundings surroundings;
    private final PrintStream out;

    LedgerLines(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.out = surroundings.console().out();
    }

    /** Verifies, and prints the verdict last. */
    LedgerResult verify(Database database, List<LedgerFile> files) throws SQLException {
        LedgerResult result = new LedgerVerifier(database, files, surroundings.clock()).verify();
        result.checks().forEach(this::print);
        result.standing().forEach(sentence -> print("Ledger: " + sentence));
        long failed = result.checks().stream()
                .filter(check -> check.verdict() == Verdict.FAILED)
                .count();
        print(String.format(
                Locale.ROOT,
                "Ledger: %s committed, %d failed, %d unknown of which %d happened: %s, after %.1f s",
                Numbers.grouped(result.newOrders() + result.payments() + result.deliveries()),
                result.failed(),
                result.unknown(),
                result.unknownHappened(),
                failed == 0 ? "all is there" : failed + " of " + result.checks().size() + " rules FAILED",
                result.seconds()));
        return result;
    }

    private void print(Check check) {
        print(String.format(
                Locale.ROOT,
                "Ledger %-12s %-6s %9s checked  %s%s",
                check.name(),
                check.verdict() == Verdict.OK ? "ok" : check.verdict() == Verdict.OPEN ? "open" : "FAILED",
                Numbers.grouped(check.checked()),
                check.description(),
                check.violations() == 0
                        ? ""
                        : ": " + Numbers.grouped(check.violations())
                                + (check.verdict() == Verdict.OPEN ? " that the ledger cannot tell" : " violations")));
        check.samples().forEach(sample -> print("    " + sample));
        if (check.verdict() == Verdict.FAILED
                && check.violations() > check.samples().size()) {
            print("    and "
                    + Numbers.grouped(check.violations() - check.samples().size()) + " more");
        }
    }

    private void print(String line) {
        out.println(surroundings.shield().hide(line));
    }
}
