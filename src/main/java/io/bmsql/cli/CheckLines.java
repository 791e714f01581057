package io.bmsql.cli;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.config.ResultConfig;
import io.bmsql.report.Words;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.run.RunListener;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Prints what is proved about a database: a line a condition or rule, with the first wrong keys; the verdict last. */
class CheckLines implements RunListener {
    final CommandContext context;
    private final ProgressMode mode;
    private final int intervalSeconds;
    final Words words;
    /** Above the progress while it is shown. */
    private volatile CommandContext lines;

    CheckLines(CommandContext context, ProgressMode mode, ResultConfig config) {
        this.context = context;
        this.mode = mode;
        this.intervalSeconds = config.reportIntervalSecs();
        this.words = context.words(config);
        this.lines = context;
    }

    @Override
    public Runnable checking(String event, DoubleSupplier share) {
        ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
        lines = new CommandContext(context.program(), screen.console());
        screen.showShare(words, intervalSeconds, event, share);
        return () -> {
            screen.close();
            lines = context;
        };
    }

    @Override
    public void condition(CheckResult result) {
        lines.printf(
                "Check %-9s %-6s %6.2f s  %s%s",
                result.clause(),
                result.passed() ? "ok" : "FAILED",
                result.seconds(),
                words.translated(result.description()),
                result.passed() ? "" : violations("violations", result.violations()));
        samples(lines, result.samples(), result.violations(), result.violationsFile());
    }

    private String violations(String kind, long number) {
        return words.counted("console.check." + kind, number, NumberText.count(number));
    }

    private void samples(CommandContext to, List<String> samples, long violations, @Nullable String file) {
        samples.forEach(sample -> to.print("    " + sample));
        if (violations > samples.size()) {
            to.print("    " + words.text("violations.more", NumberText.count(violations - samples.size()))
                    + (file == null ? "" : words.text("console.check.file", file)));
        }
    }

    @Override
    public void checked(List<CheckResult> results, double seconds) {
        long failed = results.stream().filter(result -> !result.passed()).count();
        String verdict = failed == 0
                ? words.counted("console.check.hold", results.size(), results.size())
                : words.text("console.check.failed", failed, results.size());
        context.print(words.text("console.check", verdict, NumberText.format("%.1f", seconds)));
    }

    @Override
    public void ledgerVerified(LedgerResult result) {
        result.checks().forEach(check -> print(result, check));
        result.standing().forEach(sentence -> context.print(words.text("console.ledger", words.translated(sentence))));
        LedgerResult.Counts counts = result.counts();
        long failed = result.checks().stream()
                .filter(check -> check.state() == State.FAILED)
                .count();
        context.print(words.text(
                "console.ledger",
                words.text(
                        "console.ledger.counts",
                        NumberText.count(counts.committed()),
                        counts.failed(),
                        counts.unknown(),
                        counts.unknownHappened(),
                        words.of(
                                "console.ledger",
                                result.proves(),
                                failed,
                                result.checks().size()),
                        NumberText.format("%.1f", result.seconds()))));
    }

    private void print(LedgerResult result, Check check) {
        context.printf(
                "Ledger %-12s %-6s %9s %s  %s%s",
                check.name(),
                check.state() == State.OK ? "ok" : check.state() == State.OPEN ? "open" : "FAILED",
                NumberText.count(check.checked()),
                words.text("console.ledger.checked"),
                words.translated(check.description()),
                check.violations() == 0
                        ? ""
                        : violations(check.state() == State.OPEN ? "undecided" : "violations", check.violations()));
        long violations = check.state() == State.FAILED ? check.violations() : 0;
        samples(context, check.samples(), violations, result.violationsFile());
    }
}
