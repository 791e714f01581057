package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.Findings;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.HostHalves;
import io.bmsql.result.RunSummary;
import io.bmsql.analysis.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Judges a run: what is wrong with it, the worst first, and what its figures may be compared with. */
final class Verdicts {
    /** A hypervisor that gave away this share of a host's processors is worth a remark. */
    private static final double MUCH_STEAL_PERCENT = 2;

    private final RunSummary summary;
    private final Evidence evidence;
    private final Words text;
    private final VerdictReasons why;
    private final Map<Verdict, List<String>> reasons = new EnumMap<>(Verdict.class);

    /**
     * What is known beside the summary: outages that touch the window, reasons to call the run driver-bound, and settings with
     * which a crash may lose committed transactions.
     *
     * @param windowStart second of the run at which the window begins
     */
    record Evidence(
            List<Outage> outages,
            List<ClauseRow> clauses,
            int windowStart,
            List<String> driverBound,
            List<String> unsafe) {}

    private Verdicts(RunSummary summary, Evidence evidence, Words text) {
        this.summary = summary;
        this.evidence = evidence;
        this.text = text;
        this.why = new VerdictReasons(summary, evidence.windowStart(), text);
    }

    static Findings judge(RunSummary summary, Evidence evidence, Words text) {
        return new Verdicts(summary, evidence, text).judge();
    }

    private Findings judge() {
        for (Verdict verdict : Verdict.of(summary)) {
            reasons.put(verdict, why.of(verdict));
        }
        if (!evidence.driverBound().isEmpty()) {
            reasons.put(Verdict.DRIVER_BOUND, evidence.driverBound());
        }
        if (reasons.size() > 1) {
            reasons.remove(Verdict.VALID);
            reasons.remove(Verdict.VALID_WITHOUT_WAITS);
        }
        List<Verdict> verdicts = List.copyOf(reasons.keySet());
        boolean sound = verdicts.get(0).isSound();
        return new Findings(verdicts, headline(verdicts.get(0)), sound, sentences(sound));
    }

    private List<String> sentences(boolean sound) {
        List<String> sentences = new ArrayList<>();
        List<String> unsafe = unsafe();
        reasons.forEach((verdict, found) -> {
            found.forEach(reason -> sentences.add(verdict == Verdict.VALID ? reason : named(verdict, reason)));
            if (verdict == Verdict.DATA_LOST) {
                sentences.addAll(unsafe);
            }
        });
        sentences.add(comparability(sound));
        remarkOnCap(sentences);
        if (summary.run().pace().loadProfile() != null) {
            sentences.add(text.text("verdict.shaped", summary.run().pace().loadProfile()));
        }
        if (!reasons.containsKey(Verdict.RESULT_DISK_STALLED)) {
            why.resultWaits().forEach(waits -> sentences.add(named(Verdict.RESULT_DISK_STALLED, waits)));
        }
        if (!reasons.containsKey(Verdict.DATA_LOST)) {
            sentences.addAll(unsafe);
        }
        remarkOnHosts(sentences);
        remarkOnOutages(sentences);
        return List.copyOf(sentences);
    }

    private String named(Verdict verdict, String reason) {
        return text.text("verdict.sentence", word(verdict), reason);
    }

    private String comparability(boolean sound) {
        if (!Verdict.waits(summary.run())) {
            String pacing = summary.run().pace().pacing().name().toLowerCase(Locale.ROOT);
            return text.text(
                    sound ? "verdict.notcomparable.sound" : "verdict.notcomparable.also",
                    text.text("verdict.pacing." + pacing));
        }
        long missed = evidence.clauses().stream()
                .filter(row -> Boolean.FALSE.equals(row.met()))
                .count();
        return missed == 0 ? text.text("verdict.waits") : text.text("verdict.waits.missed", missed);
    }

    /** A cap that was never reached changes no figure, but readers of the settings would think that it did. */
    private void remarkOnCap(List<String> sentences) {
        // Those that are left send no more than their own part of it.
        if (Verdict.setRate(summary.run()) > 0
                && summary.run().size().lostDrivers().isEmpty()
                && !reasons.containsKey(Verdict.CAPPED)
                && !reasons.containsKey(Verdict.OVERLOADED)) {
            sentences.add(text.text("verdict.cap.notreached", why.setRate()));
        }
    }

    private List<String> unsafe() {
        return evidence.unsafe().isEmpty()
                ? List.of()
                : List.of(text.text("verdict.unsafe", String.join(", ", evidence.unsafe())));
    }

    /** A machine that changed its speed explains figures that changed theirs. */
    private void remarkOnHosts(List<String> sentences) {
        RunConditions conditions = summary.aftermath().conditions();
        if (conditions.steadyRampup() != null && conditions.steadyRampup().steady()) {
            sentences.add(text.text(
                    "verdict.steady.rampup",
                    NumberText.duration(summary.run().window().rampupSeconds())));
        }
        HostSpeed speed = conditions.hostSpeed();
        if (speed != null && speed.drifted()) {
            sentences.add(text.text(
                    speed.changePercent() < 0 ? "verdict.host.slower" : "verdict.host.faster",
                    NumberText.decimal(Math.abs(speed.changePercent()), 0),
                    NumberText.clock(evidence.windowStart() + speed.changeAtSeconds())));
        }
        if (speed != null && speed.waitsDiffer()) {
            sentences.add(text.text(
                    "verdict.host.waits",
                    NumberText.millis(speed.waitHalvesMicros().get(0) / 1000),
                    NumberText.millis(speed.waitHalvesMicros().get(1) / 1000)));
        }
        for (HostHalves host : conditions.hosts()) {
            double steal = Math.max(host.stealPercentFirstHalf(), host.stealPercentSecondHalf());
            if (steal >= MUCH_STEAL_PERCENT) {
                sentences.add(text.text(
                        "verdict.steal",
                        host.host().isEmpty() ? text.text("s.host") : host.host(),
                        NumberText.decimal(host.stealPercentFirstHalf(), 1),
                        NumberText.decimal(host.stealPercentSecondHalf(), 1)));
            }
        }
    }

    /** Outages are not a finding about the figures, but readers must know of them. */
    private void remarkOnOutages(List<String> sentences) {
        int outages = evidence.outages().size();
        if (outages > 0) {
            sentences.add(text.counted("verdict.outages", outages, outageSeconds(), NumberText.count(outages)));
        }
    }

    private String headline(Verdict worst) {
        int outages = evidence.outages().size();
        return outages == 0
                ? word(worst)
                : text.counted("verdict.beside", outages, word(worst), outageSeconds(), NumberText.count(outages));
    }

    private String outageSeconds() {
        return NumberText.decimal(
                evidence.outages().stream().mapToDouble(Outage::outageSeconds).sum(), 1);
    }

    private String word(Verdict verdict) {
        return text.text(key(verdict) + ".word");
    }

    static String key(Verdict verdict) {
        return "verdict." + verdict.name().toLowerCase(Locale.ROOT);
    }
}
