package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.run.RunListener;
import java.util.List;

/** Prints what is proved about a database: a line a condition or rule, with the first wrong keys; the verdict last. */
class CheckLines implements RunListener {
    final CommandContext context;

    CheckLines(CommandContext context) {
        this.context = context;
    }

    @Override
    public void condition(CheckResult result) {
        context.printf(
                "Check %-9s %-6s %6.2f s  %s%s",
                result.clause(),
                result.passed() ? "ok" : "FAILED",
                result.seconds(),
                result.description(),
                result.passed() ? "" : ": " + result.violations() + " violations, the first: " + result.detail());
    }

    @Override
    public void checked(List<CheckResult> results, double seconds) {
        long failed = results.stream().filter(result -> !result.passed()).count();
        String verdict = failed == 0
                ? "all " + results.size() + " conditions hold"
                : failed + " of " + results.size() + " conditions FAILED";
        context.printf("Consistency check: %s, after %.1f s", verdict, seconds);
    }

    @Override
    public void ledgerVerified(LedgerResult result) {
        result.checks().forEach(this::print);
        result.standing().forEach(sentence -> context.print("Ledger: " + sentence));
        LedgerResult.Counts counts = result.counts();
        long failed = result.checks().stream()
                .filter(check -> check.state() == State.FAILED)
                .count();
        context.printf(
                "Ledger: %s committed, %d failed, %d unknown of which %d happened: %s, after %.1f s",
                Numbers.grouped(counts.newOrders() + counts.payments() + counts.deliveries()),
                counts.failed(),
                counts.unknown(),
                counts.unknownHappened(),
                failed == 0
                        ? "nothing is missing"
                        : failed + " of " + result.checks().size() + " rules FAILED",
                result.seconds());
    }

    private void print(Check check) {
        context.printf(
                "Ledger %-12s %-6s %9s checked  %s%s",
                check.name(),
                check.state() == State.OK ? "ok" : check.state() == State.OPEN ? "open" : "FAILED",
                Numbers.grouped(check.checked()),
                check.description(),
                check.violations() == 0
                        ? ""
                        : ": " + Numbers.grouped(check.violations())
                                + (check.state() == State.OPEN ? " that the ledger cannot decide" : " violations"));
        check.samples().forEach(sample -> context.print("    " + sample));
        if (check.state() == State.FAILED
                && check.violations() > check.samples().size()) {
            context.print("    and "
                    + Numbers.grouped(check.violations() - check.samples().size()) + " more");
        }
    }
}
