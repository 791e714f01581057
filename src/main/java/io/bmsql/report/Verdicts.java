package io.bmsql.report;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.Findings;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.HostHalves;
import io.bmsql.result.RunConditions.SteadyRampup;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.Steadiness;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges a run: what is wrong with it, the worst first, and what its figures may be compared with. */
final class Verdicts {
    /** A hypervisor that gave away this share of a host's processors is worth a remark. */
    private static final double MUCH_STEAL_PERCENT = 2;

    private final RunSummary summary;
    private final Evidence evidence;
    private final Words text;
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
    }

    static Findings judge(RunSummary summary, Evidence evidence, Words text) {
        return new Verdicts(summary, evidence, text).judge();
    }

    private Findings judge() {
        for (Verdict verdict : Verdict.of(summary)) {
            reasons.put(verdict, reasonsOf(verdict));
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
            resultWaits().forEach(waits -> sentences.add(named(Verdict.RESULT_DISK_STALLED, waits)));
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
            sentences.add(text.text("verdict.cap.notreached", setRate()));
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

    private static String key(Verdict verdict) {
        return "verdict." + verdict.name().toLowerCase(Locale.ROOT);
    }

    /** Why the summary says so, a text for each reason. */
    private List<String> reasonsOf(Verdict verdict) {
        double windowSeconds = summary.run().window().windowSeconds();
        String window = NumberText.duration(windowSeconds);
        String cause = cause(summary.ending().statusReason());
        return switch (verdict) {
            case DATA_LOST -> List.of(text.text("verdict.data_lost", brokenRules()));
            case INCONSISTENT ->
                summary.aftermath().check().stream()
                        .filter(check -> !check.passed())
                        .map(CheckResult::clause)
                        .map(clause -> text.text("verdict.inconsistent", clause))
                        .toList();
            case ABORTED, INTERRUPTED -> List.of(text.text(key(verdict), cause, window));
            case SERVER_AWAY -> {
                Outage away = Objects.requireNonNull(Verdict.outageAtEnd(summary));
                yield List.of(text.text(key(verdict), NumberText.clock(away.lastCommitSeconds())));
            }
            case INCOMPLETE -> incomplete(cause, window);
            case SHORT ->
                Stream.concat(Stream.of(text.text(key(verdict), window)), halves().stream())
                        .toList();
            case ERRORS -> List.of(errors(summary.figures()));
            case THRESHOLD_FAILED ->
                summary.aftermath().thresholds().stream()
                        .filter(kept -> !kept.holds())
                        .map(kept -> text.text(
                                kept.value() == null ? "verdict.threshold_failed.unknown" : key(verdict),
                                kept.text(),
                                kept.shown()))
                        .toList();
            case RESULT_DISK_STALLED -> resultWaits();
            case OVERLOADED -> List.of(text.text(key(verdict), setRate() + stepsBehind()));
            case CAPPED -> List.of(text.text(key(verdict), setRate()));
            case NO_RESULT, VALID -> List.of(text.text(key(verdict)));
            case UNSTEADY -> unsteady(summary.aftermath().conditions());
            case DRIVER_BOUND, VALID_WITHOUT_WAITS -> List.of();
        };
    }

    private List<String> incomplete(String cause, String window) {
        List<String> found = new ArrayList<>();
        if (summary.ending().status() == RunSummary.Status.RUNNING) {
            found.add(
                    cause.isEmpty()
                            ? text.text("verdict.incomplete", window)
                            : text.text(
                                    "verdict.incomplete.rows",
                                    Objects.requireNonNull(summary.ending().statusReason()),
                                    window));
        }
        if (!summary.ending().unwritten().isEmpty()) {
            found.add(text.text("verdict.incomplete.files", summary.ending().unwrittenLine()));
        }
        for (AgentFacts.Driver driver : summary.run().size().lostDrivers()) {
            AgentFacts.Lost lost = Objects.requireNonNull(driver.lost());
            found.add(
                    lost.atSeconds() == null
                            ? text.text("verdict.incomplete.missing", driver.number(), driver.host(), lost.reason())
                            : text.text(
                                    "verdict.incomplete.lost",
                                    driver.number(),
                                    driver.host(),
                                    NumberText.clock(lost.atSeconds()),
                                    lost.reason()));
        }
        return found;
    }

    private String errors(Figures figures) {
        return text.text(
                "verdict.errors",
                NumberText.count(figures.givenUp()),
                NumberText.count(figures.completed() + figures.givenUp()),
                NumberText.percent(figures.givenUpPercent()),
                NumberText.trimmed(RunSummary.MAX_FAILED_PERCENT, 1));
    }

    private String brokenRules() {
        LedgerResult ledger = summary.aftermath().ledger();
        return ledger == null
                ? ""
                : ledger.checks().stream()
                        .filter(check -> check.state() == LedgerResult.State.FAILED)
                        .map(check -> check.name() + " " + NumberText.count(check.violations()))
                        .collect(Collectors.joining(", "));
    }

    private List<String> unsteady(RunConditions conditions) {
        SteadyRampup rampup = conditions.steadyRampup();
        Steadiness steadiness = conditions.steadiness();
        List<String> found = new ArrayList<>();
        if (rampup != null && !rampup.steady()) {
            found.add(text.text("verdict.unsteady.never", NumberText.duration(rampup.limitSeconds())));
        }
        if (steadiness != null && !steadiness.steady()) {
            found.add(change(steadiness));
        }
        return found;
    }

    private String change(Steadiness found) {
        boolean isSlower = found.changePercent() < 0;
        String size = NumberText.decimal(Math.abs(found.changePercent()), 1);
        String change = isSlower ? "verdict.unsteady.fell" : "verdict.unsteady.rose";
        String moment = NumberText.clock(evidence.windowStart() + found.changeAtSeconds());
        String test = text.text("verdict.unsteady." + found.method().name().toLowerCase(Locale.ROOT));
        return text.text(change + (found.gradual() ? ".gradually" : ""), size, moment, test);
    }

    /** A hint where no test can tell. */
    private Optional<String> halves() {
        return Optional.ofNullable(summary.aftermath().conditions().steadiness())
                .filter(found -> found.method() == Steadiness.Method.HALVES)
                .filter(found -> Math.abs(found.changePercent()) > Steadiness.MARGIN * 100)
                .map(found -> text.text(
                        found.changePercent() < 0 ? "verdict.short.slower" : "verdict.short.faster",
                        NumberText.decimal(Math.abs(found.changePercent()), 1)));
    }

    /** The steps of a shaped load that the database did not keep up with, in brackets. */
    private String stepsBehind() {
        String behind = summary.steps().stream()
                .filter(LoadStep::isBehind)
                .map(step -> text.text(
                        "steps.load." + step.plan().unit(), step.plan().levels()))
                .collect(Collectors.joining(", "));
        return behind.isEmpty() ? "" : " (" + behind + ")";
    }

    /** The setting that asked for a rate. */
    private String setRate() {
        if (summary.run().pace().loadProfile() != null) {
            return "loadProfile";
        }
        return (summary.run().pace().limitTxnsPerMin() > 0 ? "limitTxnsPerMin=" : "arrivalRate=")
                + Math.round(Verdict.setRate(summary.run()));
    }

    private List<String> resultWaits() {
        RunSummary.ResultWaits waits = summary.figures().resultWaits();
        return waits == null
                ? List.of()
                : List.of(text.text(
                        "verdict.result_disk_stalled",
                        NumberText.count(waits.count()),
                        NumberText.trimmed(waits.seconds(), 1),
                        NumberText.trimmed(waits.longestSeconds(), 1)));
    }

    private String cause(@Nullable String reason) {
        return reason == null || reason.isBlank()
                ? ""
                : text.text("verdict.reason", reason.strip().replaceFirst("[.]$", ""));
    }
}
