package io.bmsql.analysis;

import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.Steadiness;
import io.bmsql.result.ThresholdResult;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to think of a run, the worst first: the headline is the first that applies. Console, live page and report share it. */
public enum Verdict {
    /** The ledger found that the database does not hold what was committed. */
    DATA_LOST,
    /** A consistency condition does not hold. */
    INCONSISTENT,
    /** The ledger found rows or sums that are more than what was committed. */
    SURPLUS,
    /** The run gave up before its planned end. */
    ABORTED,
    /** The run was stopped by a signal. */
    INTERRUPTED,
    /** The database was unreachable when the window ended. */
    SERVER_UNREACHABLE,
    /** The run was killed, or is still running, or one of its agents was lost, or its files could not all be written. */
    INCOMPLETE,
    /** No New-Order was completed in the window. */
    NO_RESULT,
    /** Too many transactions failed. */
    ERRORS,
    /** A bound that the user set was not kept; the figures are valid anyway. */
    THRESHOLD_FAILED,
    /** All that a script inserts, updates, deletes or merges touched no row: it did not do what its name says. */
    NOTHING_WRITTEN,
    /** The load generator was slower than the database. */
    LOAD_GENERATOR_BOUND,
    /** Workers waited for the disk of the result files. */
    RESULT_DISK_STALLED,
    /** The server did not keep up with the arrivals of an open model: response times are the backlog's. */
    OVERLOADED,
    /** A rate that was set shaped the result. */
    CAPPED,
    /** Throughput did not keep its level over the window. */
    UNSTEADY,
    /** The window is too short for a steady figure. */
    SHORT,
    /** The mix has no New-Order, so there is no tpmC; nothing speaks against the other figures. */
    WITHOUT_TPMC,
    /** Nothing speaks against the figures, but terminals did not wait as the specification asks. */
    VALID_WITHOUT_WAITS,
    /** Nothing speaks against the figures. */
    VALID;

    /** Clause 5.5.2.1 asks for an interval of at least 120 minutes; below a minute chance rules. */
    private static final double SHORT_SECONDS = 60;

    /** In English, as pages have it. */
    public String words() {
        return Texts.of(Language.EN).text("verdict." + name().toLowerCase(Locale.ROOT) + ".word");
    }

    /** False when the figures must not be used as a result. */
    public boolean isSound() {
        return compareTo(ERRORS) > 0;
    }

    /** True when the figures say what a server can do: only they have a rank, and a place in a history. */
    public boolean isRanked() {
        return this == THRESHOLD_FAILED || this == VALID_WITHOUT_WAITS || this == VALID;
    }

    /** The worst of these without a rank, else the worst: what missed a threshold may be short or capped too. */
    public static Verdict forRank(Set<Verdict> found) {
        return found.stream().filter(verdict -> !verdict.isRanked()).findFirst().orElseGet(() -> found.iterator()
                .next());
    }

    /** The headline that the summary alone justifies. */
    public static Verdict worst(RunSummary summary) {
        return of(summary).iterator().next();
    }

    /** Everything that the summary alone says, the worst first; never empty. */
    public static Set<Verdict> of(RunSummary summary) {
        Set<Verdict> found = EnumSet.noneOf(Verdict.class);
        LedgerResult ledger = summary.postRun().ledger();
        addIf(found, DATA_LOST, ledger != null && ledger.hasLosses());
        addIf(found, SURPLUS, ledger != null && ledger.surplus() > 0);
        addIf(found, INCONSISTENT, !summary.postRun().check().stream().allMatch(CheckResult::passed));
        addIf(found, ABORTED, summary.ending().status() == RunSummary.Status.ABORTED);
        addIf(found, INTERRUPTED, summary.ending().status() == RunSummary.Status.INTERRUPTED);
        addIf(found, SERVER_UNREACHABLE, outageAtEnd(summary) != null);
        addIf(
                found,
                INCOMPLETE,
                summary.ending().status() == RunSummary.Status.RUNNING
                        || summary.ending().status() == RunSummary.Status.INCOMPLETE
                        || !summary.ending().unwritten().isEmpty()
                        || !summary.run().size().lostAgents().isEmpty());
        boolean hasNothing = summary.run()
                .types()
                .inMetric()
                .map(summary.figures()::type)
                .allMatch(counted -> counted == null || counted.count() == 0);
        boolean isAsked = summary.run().types().counted() == null
                || SampleTable.number(summary.run().setting(PropertyKey.NEW_ORDER_WEIGHT)) != 0
                || summary.figures().completed() == 0;
        addIf(found, NO_RESULT, hasNothing && isAsked);
        addIf(found, WITHOUT_TPMC, hasNothing && !isAsked);
        addIf(found, ERRORS, summary.figures().givenUpPercent() > RunSummary.MAX_FAILED_PERCENT);
        addIf(found, THRESHOLD_FAILED, !summary.postRun().thresholds().stream().allMatch(ThresholdResult::holds));
        addIf(found, NOTHING_WRITTEN, summary.figures().types().stream().anyMatch(type -> type.writesWithoutRow() > 0));
        LimitedBy limit = summary.conditions().limit();
        boolean isGeneratorBound = limit != null && limit.cause().isLoadGenerator();
        addIf(found, LOAD_GENERATOR_BOUND, isGeneratorBound);
        RunSummary.ResultWaits waits = summary.figures().resultWaits();
        double workerSeconds = summary.windowSeconds() * summary.run().size().sutThreads();
        addIf(found, RESULT_DISK_STALLED, waits != null && waits.isMuch(workerSeconds));
        boolean isReached = isRateReached(summary);
        // What a lost agent would have sent was never asked of the server.
        boolean isBehind = isRateMissed(summary)
                && isOpenModel(summary.run())
                && summary.run().size().lostAgents().isEmpty();
        addIf(found, OVERLOADED, isBehind && !isGeneratorBound);
        addIf(found, CAPPED, isReached);
        Steadiness steadiness = summary.conditions().steadiness();
        RunConditions.SteadyRampup rampup = summary.conditions().steadyRampup();
        addIf(found, UNSTEADY, steadiness != null && !steadiness.steady() || rampup != null && !rampup.steady());
        addIf(
                found,
                SHORT,
                summary.windowSeconds() < SHORT_SECONDS && summary.ending().cameToEnd());
        addIf(
                found,
                !summary.run().metric().hasBound() || waits(summary.run()) ? VALID : VALID_WITHOUT_WAITS,
                found.isEmpty());
        return found;
    }

    /** The outage during which the window ended; by the wall clock, as a report may be about a part of the window. */
    public static @Nullable Outage outageAtEnd(RunSummary summary) {
        long endMillis = summary.run().window().endEpochMillis();
        boolean isOver = summary.ending().status() != RunSummary.Status.RUNNING;
        return summary.postRun().availability().stream()
                .filter(outage -> isOver && outage.lastCommitEpochMillis() < endMillis)
                .filter(outage ->
                        outage.firstCommitEpochMillis() == null || outage.firstCommitEpochMillis() >= endMillis)
                .findFirst()
                .orElse(null);
    }

    private static void addIf(Set<Verdict> found, Verdict verdict, boolean applies) {
        if (applies) {
            found.add(verdict);
        }
    }

    /** True when due times were fixed in advance, whatever the server did. */
    public static boolean isOpenModel(RunFacts run) {
        return run.pace().pacing() == PacingMode.ARRIVAL_RATE;
    }

    /** Transactions a minute that {@code limitTxnsPerMin}, {@code arrivalRate} or, on average, {@code loadProfile} asked for; 0 for none. */
    public static double setRate(RunFacts run) {
        return isOpenModel(run) ? run.pace().arrivalRate() : run.pace().limitTxnsPerMin();
    }

    /** True when transactions began at the rate that was set, also those that failed, so that it was the limit; false without one. */
    public static boolean isRateReached(RunSummary summary) {
        double due = setRate(summary.run()) / 60 * summary.windowSeconds();
        // Of a profile's rates only those of the steps that were run were asked for.
        return due > 0
                && (summary.steps().isEmpty()
                        ? LoadStep.isReached(begun(summary), due)
                        : summary.steps().stream().noneMatch(LoadStep::isBehind));
    }

    /**
     * How many transactions began in the window. That is what ended in it; without a ramp-up also what was under way at its end, since
     * nothing was under way at its begin.
     */
    private static double begun(RunSummary summary) {
        RunFacts.Window window = summary.run().window();
        double ended = summary.figures().tpmTotal() / 60 * window.windowSeconds();
        for (TypeSummary type : summary.figures().types()) {
            double underWay = type.count() * Math.max(0, type.service().meanMs()) / 1000 / window.windowSeconds();
            if (type.isForeground()) {
                ended += Math.max(0, type.givenUp()) + (window.rampupSeconds() > 0 ? 0 : underWay);
            }
        }
        return ended;
    }

    /** True when a rate was set and not reached on average of the window; false where it did not begin. */
    public static boolean isRateMissed(RunSummary summary) {
        return setRate(summary.run()) > 0 && summary.windowSeconds() > 0 && !isRateReached(summary);
    }

    /** True when the terminals kept at least the keying and think times of clause 5.2.5. */
    public static boolean waits(RunFacts run) {
        return run.pace().pacing() == PacingMode.THINK_TIME
                && run.pace().keyingTimeMultiplier() >= 1
                && run.pace().thinkTimeMultiplier() >= 1;
    }
}
