package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.SteadyRampup;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.Steadiness;
import io.bmsql.analysis.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says why a verdict applies; the window begins at this second of the run. */
record VerdictReasons(RunSummary summary, int windowStart, Words text) {
    /** Why the summary says so, a text for each reason. */
    List<String> of(Verdict verdict) {
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
            case ABORTED, INTERRUPTED -> List.of(text.text(Verdicts.key(verdict), cause, window));
            case SERVER_AWAY -> {
                Outage away = Objects.requireNonNull(Verdict.outageAtEnd(summary));
                yield List.of(text.text(Verdicts.key(verdict), NumberText.clock(away.lastCommitSeconds())));
            }
            case INCOMPLETE -> incomplete(cause, window);
            case SHORT ->
                Stream.concat(Stream.of(text.text(Verdicts.key(verdict), window)), halves().stream())
                        .toList();
            case ERRORS -> List.of(errors(summary.figures()));
            case THRESHOLD_FAILED ->
                summary.aftermath().thresholds().stream()
                        .filter(kept -> !kept.holds())
                        .map(kept -> text.text(
                                kept.value() == null ? "verdict.threshold_failed.unknown" : Verdicts.key(verdict),
                                kept.text(),
                                kept.shown()))
                        .toList();
            case RESULT_DISK_STALLED -> resultWaits();
            case OVERLOADED -> List.of(text.text(Verdicts.key(verdict), setRate() + stepsBehind()));
            case CAPPED -> List.of(text.text(Verdicts.key(verdict), setRate()));
            case NO_RESULT, VALID -> List.of(text.text(Verdicts.key(verdict)));
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
        String moment = NumberText.clock(windowStart + found.changeAtSeconds());
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
    String setRate() {
        if (summary.run().pace().loadProfile() != null) {
            return "loadProfile";
        }
        return (summary.run().pace().limitTxnsPerMin() > 0 ? "limitTxnsPerMin=" : "arrivalRate=")
                + Math.round(Verdict.setRate(summary.run()));
    }

    List<String> resultWaits() {
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
