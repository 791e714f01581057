package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Status;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the end of a run means: the status in its summary and the exit status. */
final class RunVerdict {
    private RunVerdict() {}

    /** The exit status; what speaks against the run is logged. */
    static ExitCode exitCode(RunSummary summary, @Nullable ExitCode signal, List<String> problems, RunLog log) {
        if (summary.ending().status() == Status.ABORTED) {
            log.error(String.valueOf(summary.ending().statusReason()));
            return ExitCode.RUN_INVALID;
        }
        if (signal != null) {
            if (summary.ending().status() == Status.INTERRUPTED) {
                log.warn(summary.ending().statusReason()
                        + measured(summary.run().window().windowSeconds()));
            }
            return signal;
        }
        if (!problems.isEmpty()) {
            return ExitCode.RUN_INVALID;
        }
        return judge(summary, log);
    }

    /** What is left of a run that was stopped. */
    static String measured(double seconds) {
        return seconds > 0
                ? "; the figures are those of the " + Numbers.clock(seconds) + " that were measured"
                : "; nothing was measured, the ramp-up was not over";
    }

    private static ExitCode judge(RunSummary summary, RunLog log) {
        if (summary.figures().completed() == 0) {
            log.error("No transaction was completed in the measurement window: there is no result");
            return ExitCode.RUN_INVALID;
        }
        if (summary.figures().givenUpPercent() > RunSummary.MAX_FAILED_PERCENT) {
            log.error(String.format(
                    Locale.ROOT,
                    "%d of %d transactions failed (%.1f %%), more than %.0f %%: the result is not valid",
                    summary.figures().givenUp(),
                    summary.figures().completed() + summary.figures().givenUp(),
                    summary.figures().givenUpPercent(),
                    RunSummary.MAX_FAILED_PERCENT));
            return ExitCode.RUN_INVALID;
        }
        boolean holds = summary.aftermath().check().stream().allMatch(CheckResult::passed)
                && (summary.aftermath().ledger() == null
                        || summary.aftermath().ledger().passed());
        return holds ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }
}
