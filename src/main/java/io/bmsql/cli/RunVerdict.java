package io.bmsql.cli;

import io.bmsql.result.ThresholdResult;
import io.bmsql.cli.console.Numbers;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.SteadyRampup;
import io.bmsql.result.RunSummary;
import io.bmsql.result.Steadiness;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the end of a run means: the exit status and the last lines on the console, the worst first. */
final class RunVerdict {
    private RunVerdict() {}

    /**
     * The exit status; what speaks against the run is logged, and its verdict last.
     *
     * <pre>
     * data lost, inconsistent                          7, whatever else happened
     * aborted                                          5
     * a signal                                         the signal's
     * files not written, nothing done, many failures   5
     * the database was away when the window ended      5
     * a threshold that was not kept                    6
     * </pre>
     */
    static ExitCode exitCode(RunSummary summary, @Nullable ExitCode signal, List<String> problems, RunLog log) {
        Set<Verdict> verdicts = Verdict.of(summary);
        boolean isComplete = summary.ending().status() == RunSummary.Status.COMPLETE;
        boolean hasNothing = isComplete && summary.figures().completed() == 0;
        boolean hasErrors = isComplete && verdicts.contains(Verdict.ERRORS);
        logLosses(summary, verdicts, log);
        logEnding(summary, verdicts, log);
        if (hasNothing) {
            log.error("No transaction was completed in the measurement window: there is no result");
        } else if (hasErrors) {
            log.error(String.format(
                    Locale.ROOT,
                    "%d of %d transactions failed (%.1f %%), more than %.0f %%: the result is not valid",
                    summary.figures().givenUp(),
                    summary.figures().completed() + summary.figures().givenUp(),
                    summary.figures().givenUpPercent(),
                    RunSummary.MAX_FAILED_PERCENT));
        }
        logAftermath(summary.aftermath(), verdicts, log);
        log.info("Verdict: " + Verdict.line(summary));
        if (verdicts.contains(Verdict.DATA_LOST) || verdicts.contains(Verdict.INCONSISTENT)) {
            return ExitCode.CHECK_FAILED;
        }
        if (verdicts.contains(Verdict.ABORTED)) {
            return ExitCode.RUN_INVALID;
        }
        if (signal != null) {
            return signal;
        }
        if (!problems.isEmpty()
                || hasNothing
                || hasErrors
                || verdicts.contains(Verdict.SERVER_AWAY)
                || verdicts.contains(Verdict.INCOMPLETE)) {
            return ExitCode.RUN_INVALID;
        }
        return verdicts.contains(Verdict.THRESHOLD_FAILED) ? ExitCode.THRESHOLD_FAILED : ExitCode.OK;
    }

    private static void logEnding(RunSummary summary, Set<Verdict> verdicts, RunLog log) {
        if (verdicts.contains(Verdict.ABORTED)) {
            log.error(String.valueOf(summary.ending().statusReason()));
        }
        if (verdicts.contains(Verdict.INTERRUPTED)) {
            log.warn(summary.ending().statusReason()
                    + measured(summary.run().window().windowSeconds()));
        }
        Outage away = Verdict.outageAtEnd(summary);
        if (away != null) {
            log.error(String.format(
                    Locale.ROOT,
                    "Server away: the window ended during an outage; the last commit before was at %s of the window",
                    Numbers.clock(away.lastCommitSeconds())));
        }
        if (!summary.ending().unwritten().isEmpty()) {
            log.error("Incomplete: the result files do not hold all of the run: "
                    + summary.ending().unwrittenLine());
        }
        summary.run().size().lostDrivers().forEach(driver -> log.error(driver.sentence()));
    }

    private static void logLosses(RunSummary summary, Set<Verdict> verdicts, RunLog log) {
        if (verdicts.contains(Verdict.DATA_LOST) && summary.aftermath().ledger() != null) {
            long failed = summary.aftermath().ledger().checks().stream()
                    .filter(check -> check.state() == LedgerResult.State.FAILED)
                    .count();
            log.error("Data lost: " + failed + " of "
                    + summary.aftermath().ledger().checks().size() + " rules of the ledger FAILED, see above");
        }
        if (verdicts.contains(Verdict.INCONSISTENT)) {
            long failed = summary.aftermath().check().stream()
                    .filter(check -> !check.passed())
                    .count();
            log.error("Inconsistent: " + failed + " of "
                    + summary.aftermath().check().size() + " conditions FAILED, see above");
        }
    }

    private static void logAftermath(RunSummary.PostRunChecks aftermath, Set<Verdict> verdicts, RunLog log) {
        if (verdicts.contains(Verdict.THRESHOLD_FAILED)) {
            log.error("Threshold failed: "
                    + aftermath.thresholds().stream()
                            .filter(kept -> !kept.holds())
                            .map(ThresholdResult::toString)
                            .collect(Collectors.joining("; ")));
        }
        RunConditions conditions = aftermath.conditions();
        Steadiness steadiness = conditions.steadiness();
        if (steadiness != null && !steadiness.steady()) {
            log.warn(unsteady(steadiness));
        }
        SteadyRampup rampup = conditions.steadyRampup();
        if (rampup != null && !rampup.steady()) {
            log.warn("Unsteady: throughput did not become steady within " + Numbers.clock(rampup.limitSeconds())
                    + " of ramp-up, the limit of steadyRampupMaxMins");
        }
        HostSpeed speed = conditions.hostSpeed();
        if (speed != null && speed.drifted()) {
            log.warn(String.format(
                    Locale.ROOT,
                    "This host ran %.0f%% %s after %s of the window than before (CPU speed probe)",
                    Math.abs(speed.changePercent()),
                    speed.changePercent() < 0 ? "slower" : "faster",
                    Numbers.clock(speed.changeAtSeconds())));
        }
        if (speed != null && speed.waitsDiffer()) {
            log.warn(String.format(
                    Locale.ROOT,
                    "Threads on this host waited %.1f ms for a processor in the first half of the window and %.1f ms in the"
                            + " second (CPU speed probe)",
                    speed.waitHalvesMicros().get(0) / 1000,
                    speed.waitHalvesMicros().get(1) / 1000));
        }
    }

    private static String unsteady(Steadiness found) {
        String size = String.format(Locale.ROOT, "%.1f%%", Math.abs(found.changePercent()));
        String change = found.changePercent() < 0 ? " fell by " : " rose by ";
        return "Unsteady: throughput" + change + size + " after " + Numbers.clock(found.changeAtSeconds())
                + " of the window" + (found.gradual() ? ", little by little" : "") + " (CUSUM test)";
    }

    /** What is left of a run that was stopped. */
    static String measured(double seconds) {
        return seconds > 0
                ? "; the figures are those of the " + Numbers.clock(seconds) + " that were measured"
                : "; nothing was measured, the ramp-up was not over";
    }
}
