package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.Verdict;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges a run: what is wrong with it, the gravest first, and what its figures may be compared with. */
final class Verdicts {
    /** The halves of a steady window differ by less, unless so few transactions ran that chance explains more. */
    private static final double STEADY = 0.05;

    /** Clause 5.5.2.1 asks for an interval of at least 120 minutes; below a minute chance rules. */
    private static final double SHORT_SECONDS = 60;

    private final RunSummary summary;
    private final List<String> words = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();
    private boolean sound = true;

    private Verdicts(RunSummary summary) {
        this.summary = summary;
    }

    /**
     * Judges.
     *
     * @param halves completed transactions in the first and second half of the window; both 0 when not known
     */
    static Verdict judge(RunSummary summary, List<ClauseRow> clauses, long[] halves) {
        Verdicts verdicts = new Verdicts(summary);
        verdicts.judgeEnd();
        verdicts.judgeContents();
        verdicts.judgeShape(halves);
        if (verdicts.words.isEmpty()) {
            verdicts.words.add("Valid");
            verdicts.sentences.add(
                    "Valid: the run went to its planned end, and nothing in it speaks against its figures.");
        }
        verdicts.compare(clauses);
        return new Verdict(verdicts.words.get(0), verdicts.sound, List.copyOf(verdicts.sentences));
    }

    private void judgeEnd() {
        String reason = reason(summary.statusReason());
        switch (summary.status()) {
            case COMPLETE -> {
                // to its planned end: nothing to say
            }
            case RUNNING ->
                unsound(
                        "Incomplete",
                        "the run did not write its end (it was killed, or is still running); the figures cover what it"
                                + " had written until then, " + window() + ".");
            case INTERRUPTED ->
                unsound(
                        "Interrupted",
                        "the run was stopped before its planned end" + reason + "; the figures cover the " + window()
                                + " that were run.");
            case ABORTED ->
                unsound(
                        "Aborted",
                        "the run gave up before its planned end" + reason + "; the figures cover " + window() + ".");
        }
    }

    private void judgeContents() {
        long newOrders = completed(TransactionType.NEW_ORDER);
        if (newOrders == 0) {
            unsound("No result", "no New-Order was completed in the window, so that there is no throughput to report.");
        }
        for (RunSummary.CheckResult check : summary.check()) {
            if (!check.passed()) {
                unsound("Inconsistent", "consistency condition " + check.clause() + " does not hold in the database.");
            }
        }
        if (summary.givenUpPercent() > RunSummary.MAX_FAILED_PERCENT) {
            unsound(
                    "Errors",
                    NumberText.count(summary.givenUp()) + " of "
                            + NumberText.count(summary.completed() + summary.givenUp()) + " transactions failed, "
                            + NumberText.percent(summary.givenUpPercent()) + "% where "
                            + NumberText.trimmed(RunSummary.MAX_FAILED_PERCENT, 1)
                            + "% is the most that a usable result may have.");
        }
    }

    private void judgeShape(long[] halves) {
        int cap = summary.run().limitTxnsPerMin();
        if (cap > 0) {
            boolean reached = summary.tpmTotal() >= 0.95 * cap;
            finding(
                    "Capped",
                    "limitTxnsPerMin=" + cap
                            + (reached
                                    ? " shaped the result: the database was not asked for more, so the figures say nothing about what it can do."
                                    : " was set but not reached: the database stayed below the rate that it was asked for."));
        }
        if (halves[0] > 0 && isUnsteady(halves)) {
            double change = (halves[1] - halves[0]) * 100.0 / halves[0];
            finding(
                    "Unsteady",
                    "the second half of the window ran " + NumberText.decimal(Math.abs(change), 1) + "% "
                            + (change < 0 ? "slower" : "faster")
                            + " than the first; a longer ramp-up or window would show where it settles.");
        }
        double seconds = summary.run().windowSeconds();
        if (seconds < SHORT_SECONDS && summary.status() == RunSummary.Status.COMPLETE) {
            finding("Short", "a window of " + NumberText.duration(seconds) + " is too short for a steady figure.");
        }
    }

    private static boolean isUnsteady(long[] halves) {
        double change = Math.abs(halves[1] - halves[0]) / (double) halves[0];
        double chance = 4 * Math.sqrt(1.0 / halves[0] + 1.0 / Math.max(1, halves[1]));
        return change > Math.max(STEADY, chance);
    }

    private void compare(List<ClauseRow> clauses) {
        RunSummary.RunFacts run = summary.run();
        boolean waits =
                "THINK_TIME".equals(run.pacing()) && run.keyingTimeMultiplier() >= 1 && run.thinkTimeMultiplier() >= 1;
        if (!waits) {
            sentences.add((sound ? "Valid only among runs of this kind: " : "Also: ") + pacing(run)
                    + ", so the figures are not comparable with published TPC-C results.");
            if (words.get(0).equals("Valid")) {
                words.set(0, "Valid, without think times");
                sentences.remove(0);
            }
            return;
        }
        long missed =
                clauses.stream().filter(row -> Boolean.FALSE.equals(row.met())).count();
        sentences.add("The terminals kept the keying and think times of clause 5.2.5"
                + (missed == 0 ? "" : "; " + missed + " of the specification's other limits below were missed")
                + ". It is not an audited TPC-C result, and must not be published as one.");
    }

    private static String pacing(RunSummary.RunFacts run) {
        return switch (run.pacing()) {
            case "THINK_TIME" -> "the terminals' keying or think times were shortened";
            case "RATE" -> "the terminals followed a set rate, without keying and think times";
            default -> "the terminals ran without keying and think times";
        };
    }

    private long completed(TransactionType type) {
        return summary.types().stream()
                .filter(row -> row.type().equals(type.name()))
                .mapToLong(TypeSummary::count)
                .sum();
    }

    private String window() {
        return NumberText.duration(summary.run().windowSeconds());
    }

    private static String reason(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            return "";
        }
        String text = reason.strip();
        return " (" + (text.endsWith(".") ? text.substring(0, text.length() - 1) : text) + ")";
    }

    private void unsound(String word, String reason) {
        sound = false;
        finding(word, reason);
    }

    private void finding(String word, String reason) {
        words.add(word);
        sentences.add(word + ": " + reason);
    }
}
