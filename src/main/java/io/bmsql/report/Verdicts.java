package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.Verdict;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.spec.PacingMode;
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
    private final Words text;
    private final List<String> words = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();
    private boolean sound = true;

    private Verdicts(RunSummary summary, Words text) {
        this.summary = summary;
        this.text = text;
    }

    /**
     * Judges.
     *
     * @param outages those that touch the window
     * @param halves completed transactions in the first and second half of the window; both 0 when not known
     * @param driverBound a sentence for each reason to call the run driver-bound
     */
    static Verdict judge(
            RunSummary summary,
            List<RunSummary.Outage> outages,
            List<ClauseRow> clauses,
            long[] halves,
            List<String> driverBound,
            Words text) {
        Verdicts verdicts = new Verdicts(summary, text);
        verdicts.judgeEnd();
        verdicts.judgeContents();
        driverBound.forEach(reason -> verdicts.finding("driver", reason));
        verdicts.judgeShape(halves);
        if (verdicts.words.isEmpty()) {
            verdicts.words.add(text.text("verdict.valid.word"));
            verdicts.sentences.add(text.text("verdict.valid"));
        }
        verdicts.compare(clauses);
        verdicts.tellOutages(outages);
        return new Verdict(verdicts.words.get(0), verdicts.sound, List.copyOf(verdicts.sentences));
    }

    private void judgeEnd() {
        String reason = reason(summary.statusReason());
        switch (summary.status()) {
            case COMPLETE -> {
                // to its planned end: nothing to say
            }
            case RUNNING -> unsound("incomplete", text.text("verdict.incomplete", window()));
            case INTERRUPTED -> unsound("interrupted", text.text("verdict.interrupted", reason, window()));
            case ABORTED -> unsound("aborted", text.text("verdict.aborted", reason, window()));
        }
    }

    private void judgeContents() {
        long newOrders = completed(TransactionType.NEW_ORDER);
        if (newOrders == 0) {
            unsound("noresult", text.text("verdict.noresult"));
        }
        for (RunSummary.CheckResult check : summary.check()) {
            if (!check.passed()) {
                unsound("inconsistent", text.text("verdict.inconsistent", check.clause()));
            }
        }
        if (summary.givenUpPercent() > RunSummary.MAX_FAILED_PERCENT) {
            unsound(
                    "errors",
                    text.text(
                            "verdict.errors",
                            NumberText.count(summary.givenUp()),
                            NumberText.count(summary.completed() + summary.givenUp()),
                            NumberText.percent(summary.givenUpPercent()),
                            NumberText.trimmed(RunSummary.MAX_FAILED_PERCENT, 1)));
        }
    }

    private void judgeShape(long[] halves) {
        int cap = summary.run().limitTxnsPerMin();
        if (cap > 0) {
            boolean reached = summary.tpmTotal() >= 0.95 * cap;
            finding("capped", text.text(reached ? "verdict.capped.reached" : "verdict.capped.below", cap));
        }
        if (halves[0] > 0 && isUnsteady(halves)) {
            double change = (halves[1] - halves[0]) * 100.0 / halves[0];
            finding(
                    "unsteady",
                    text.text(
                            change < 0 ? "verdict.unsteady.slower" : "verdict.unsteady.faster",
                            NumberText.decimal(Math.abs(change), 1)));
        }
        double seconds = summary.run().windowSeconds();
        if (seconds < SHORT_SECONDS && summary.status() == RunSummary.Status.COMPLETE) {
            finding("short", text.text("verdict.short", NumberText.duration(seconds)));
        }
    }

    private static boolean isUnsteady(long[] halves) {
        double change = Math.abs(halves[1] - halves[0]) / (double) halves[0];
        double chance = 4 * Math.sqrt(1.0 / halves[0] + 1.0 / Math.max(1, halves[1]));
        return change > Math.max(STEADY, chance);
    }

    private void compare(List<ClauseRow> clauses) {
        RunSummary.RunFacts run = summary.run();
        boolean waits = run.pacing() == PacingMode.THINK_TIME
                && run.keyingTimeMultiplier() >= 1
                && run.thinkTimeMultiplier() >= 1;
        if (!waits) {
            sentences.add(text.text(sound ? "verdict.notcomparable.sound" : "verdict.notcomparable.also", pacing(run)));
            if (words.get(0).equals(text.text("verdict.valid.word"))) {
                words.set(0, text.text("verdict.nowaits.word"));
                sentences.remove(0);
            }
            return;
        }
        long missed =
                clauses.stream().filter(row -> Boolean.FALSE.equals(row.met())).count();
        sentences.add(missed == 0 ? text.text("verdict.waits") : text.text("verdict.waits.missed", missed));
    }

    /** No finding about the figures, but nobody should read them without it. */
    private void tellOutages(List<RunSummary.Outage> outages) {
        if (!outages.isEmpty()) {
            double seconds = outages.stream()
                    .mapToDouble(RunSummary.Outage::outageSeconds)
                    .sum();
            sentences.add(text.counted(
                    "verdict.outages",
                    outages.size(),
                    NumberText.decimal(seconds, 1),
                    NumberText.count(outages.size())));
        }
    }

    private String pacing(RunSummary.RunFacts run) {
        return switch (run.pacing()) {
            case THINK_TIME -> text.text("verdict.pacing.short");
            case RATE -> text.text("verdict.pacing.rate");
            case ARRIVAL_RATE -> text.text("verdict.pacing.arrivals");
            case FLAT_OUT -> text.text("verdict.pacing.flat");
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

    private String reason(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            return "";
        }
        String stripped = reason.strip();
        return text.text(
                "verdict.reason", stripped.endsWith(".") ? stripped.substring(0, stripped.length() - 1) : stripped);
    }

    private void unsound(String key, String reason) {
        sound = false;
        finding(key, reason);
    }

    private void finding(String key, String reason) {
        String word = text.text("verdict." + key + ".word");
        words.add(word);
        sentences.add(text.text("verdict.sentence", word, reason));
    }
}
