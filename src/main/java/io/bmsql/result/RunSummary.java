package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.Metric;
import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}: the numbers of a run. Units are at the end of each name; the parts structure this record alone, in
 * the file their fields are side by side. Readers ignore what they do not know; {@code formatVersion} grows when a field
 * changes its meaning. A negative count, latency or percentage means unknown ({@link #UNKNOWN}).
 *
 * @param steps of a load that changed by plan, empty for others
 * @param derivedFrom the files that a report worked this summary out of, which reads them again and not this; null in what
 *     a run wrote itself
 */
public record RunSummary(
        int formatVersion,
        @JsonUnwrapped Ending ending,
        RunFacts run,
        @JsonUnwrapped Figures figures,
        @JsonUnwrapped PostRunChecks postRun,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LoadStep> steps,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String derivedFrom) {

    public static final int FORMAT_VERSION = 2;

    /** Stands for a number that the directory of another program does not hold. */
    public static final long UNKNOWN = -1;

    /** More transactions given up than this make a run's numbers worthless, percent of all that ended in the window. */
    public static final double MAX_FAILED_PERCENT = 1;

    public RunSummary(Ending ending, RunFacts run, Figures figures, PostRunChecks postRun) {
        this(FORMAT_VERSION, ending, run, figures, postRun, List.of(), null);
    }

    /** The same summary with another end, and what was not written before. */
    public RunSummary withEnding(Ending end) {
        return with(new Ending(end.status, end.statusReason, end.statusCause, ending.unwritten));
    }

    public RunSummary withUnwritten(List<String> files) {
        return with(new Ending(ending.status, ending.statusReason, ending.statusCause, List.copyOf(files)));
    }

    private RunSummary with(Ending end) {
        return new RunSummary(formatVersion, end, run, figures, postRun, steps, derivedFrom);
    }

    public RunSummary with(RunConditions conditions) {
        return with(postRun.withConditions(conditions));
    }

    public RunSummary with(UnaryOperator<PostRunChecks> change) {
        return with(change.apply(postRun));
    }

    public RunSummary with(PostRunChecks found) {
        return new RunSummary(formatVersion, ending, run, figures, found, steps, derivedFrom);
    }

    public RunSummary withSteps(List<LoadStep> reached) {
        return new RunSummary(formatVersion, ending, run, figures, postRun, List.copyOf(reached), derivedFrom);
    }

    /** The same summary as worked out of these files by a report. */
    public RunSummary derivedFrom(String files) {
        return new RunSummary(formatVersion, ending, run, figures, postRun, steps, files);
    }

    /** How long the window was; rates divide by it. */
    public double windowSeconds() {
        return run.window().windowSeconds();
    }

    /** The figure that the benchmark is judged by, a minute. */
    public double rate() {
        return figures.rate(run.metric());
    }

    /** The same in its unit. */
    public double rateInUnit() {
        return run.metric().inUnit(rate());
    }

    public RunConditions conditions() {
        return postRun.conditions;
    }

    public enum Status {
        /** It came to its planned end. */
        COMPLETE,
        /** So did it, but its files could not all be written, or one of its agents was lost. */
        INCOMPLETE,
        /** Ctrl-C or SIGTERM ended it; the window is shortened to what was run. */
        INTERRUPTED,
        /** An error of the program ended it, or a server that stayed away. */
        ABORTED,
        /** Still running, or killed: written at the start, replaced at the end. */
        RUNNING
    }

    /**
     * The reason is given when the status is not COMPLETE, or the check that was asked for is missing.
     *
     * @param statusReason an English sentence
     * @param statusCause what the sentence means; null without a reason, and of one that no program is to understand
     * @param unwritten what is missing in the result files and why, a sentence each; the figures here do not lack it
     */
    public record Ending(
            Status status,
            @Nullable String statusReason,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable EndingCause statusCause,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unwritten) {
        /** The end of a run that came to its planned one. */
        public static final Ending PLANNED = new Ending(Status.COMPLETE, null, null, List.of());

        /** That of a run that has not ended, or was killed. */
        public static final Ending RUNNING = new Ending(Status.RUNNING, null, null, List.of());

        public Ending {
            status = status == Status.COMPLETE && !unwritten.isEmpty() ? Status.INCOMPLETE : status;
        }

        public Ending(Status status, @Nullable String statusReason) {
            this(status, statusReason, null, List.of());
        }

        public Ending(Status status, EndingCause cause) {
            this(status, cause.sentence(), cause, List.of());
        }

        public boolean cameToEnd() {
            return status == Status.COMPLETE || status == Status.INCOMPLETE;
        }
    }

    /** What was measured inside the window: types in their order, New-Orders with planned rollbacks; no tpmC for another workload. */
    public record Figures(
            double tpmC,
            double tpmTotal,
            double efficiencyPercent,
            List<TypeSummary> types,
            List<ErrorSummary> errors,
            WorkloadCounts workload,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ResultWaits resultWaits,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ThinkTime> thinkTimes,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Connects connects) {
        /** The same with connections that workers opened in the window; null without any. */
        public Figures with(@Nullable Connects opened) {
            return new Figures(
                    tpmC, tpmTotal, efficiencyPercent, types, errors, workload, resultWaits, thinkTimes, opened);
        }

        /** Rates and shares follow from the types. */
        public static Figures of(
                List<TypeSummary> counted,
                RunFacts run,
                List<ErrorSummary> errors,
                WorkloadCounts workload,
                @Nullable ResultWaits waits,
                List<ThinkTime> thinkTimes) {
            long foreground = foreground(counted);
            double minutes = run.window().windowSeconds() / 60;
            TransactionType own = run.types().counted();
            double tpmC =
                    minutes > 0 && own != null ? counted.get(own.ordinal()).count() / minutes : 0;
            return new Figures(
                    tpmC,
                    minutes > 0 ? foreground / minutes : 0,
                    run.metric().efficiencyPercent(tpmC, run.size().warehouses()),
                    counted.stream().map(type -> type.withShareOf(foreground)).toList(),
                    errors,
                    workload,
                    waits == null || waits.count() == 0 ? null : waits,
                    thinkTimes,
                    null);
        }

        /** The figure that this metric counts, a minute. */
        public double rate(Metric metric) {
            return metric.counted() == null ? tpmTotal : tpmC;
        }

        public @Nullable TypeSummary type(TransactionType type) {
            return types.stream()
                    .filter(row -> row.type().equals(type.name()))
                    .findFirst()
                    .orElse(null);
        }

        /** Transactions completed in the window, the deferred part of a Delivery left out. */
        public long foreground() {
            return foreground(types);
        }

        private static long foreground(List<TypeSummary> types) {
            return types.stream()
                    .filter(TypeSummary::isForeground)
                    .mapToLong(TypeSummary::count)
                    .sum();
        }

        public long completed() {
            return types.stream().mapToLong(TypeSummary::count).sum();
        }

        /** Transactions of every type that ended in the window failed or unknown; where that is not known, 0. */
        public long givenUp() {
            return types.stream().mapToLong(type -> Math.max(0, type.givenUp())).sum();
        }

        /** Adds up every type; {@link #UNKNOWN} where one is not known. */
        public long retries() {
            return types.stream().allMatch(type -> type.counts().retries() >= 0)
                    ? types.stream().mapToLong(type -> type.counts().retries()).sum()
                    : UNKNOWN;
        }

        /** Share of {@link #givenUp} in all that ended in the window, percent; 0 when nothing ended. */
        public double givenUpPercent() {
            long ended = completed() + givenUp();
            return ended == 0 ? 0 : 100.0 * givenUp() / ended;
        }
    }

    /**
     * How long terminals thought after transactions of one type, until they keyed the next request (clauses 5.2.5.4 and
     * 5.6.3). Required is a negative exponential distribution, cut at ten times its mean.
     */
    public record ThinkTime(String type, long count, double requiredMeanMs, Latency measured) {
        /** A percentile of the required distribution, milliseconds. */
        public double required(double percentile) {
            return requiredMeanMs * Math.min(10, -Math.log(1 - percentile / 100));
        }
    }

    /**
     * Connections that workers opened in the window: for each transaction, to renew old ones, or after losses. The time goes from the
     * call of the driver to a session that is ready; it is no part of any service time.
     */
    public record Connects(boolean perTransaction, long count, Latency latency) {}

    /** Workers that waited, all together, as a result file took no rows: no response time of the database. */
    public record ResultWaits(long count, double seconds, double longestSeconds) {
        public static final ResultWaits NONE = new ResultWaits(0, 0, 0);

        /** They are a finding from this share of the workers' time on. */
        private static final double MUCH = 0.01;

        public boolean isMuch(double workerSeconds) {
            return seconds > MUCH * workerSeconds;
        }

        public ResultWaits plus(ResultWaits other) {
            return new ResultWaits(
                    count + other.count, seconds + other.seconds, Math.max(longestSeconds, other.longestSeconds));
        }
    }

    /**
     * What was found once the run was over.
     *
     * @param availability the outages of the whole run, ramp-up included, in order
     * @param ledger null when it was not verified at the end of the run
     * @param thresholds how the bounds that the user set were kept, empty without any
     * @param conditions whether everything stayed the same meanwhile
     * @param events what happened on purpose or was marked, in order
     * @param replicas how far copies of the database were behind
     * @param analytics of the queries beside the transactions; null without any
     */
    public record PostRunChecks(
            List<CheckResult> check,
            List<Outage> availability,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerResult ledger,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ThresholdResult> thresholds,
            @JsonUnwrapped RunConditions conditions,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<EventSummary> events,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ReplicaSummary> replicas,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AnalyticSummary analytics) {
        /** Nothing was looked at and the server was always there. */
        public static final PostRunChecks NONE = of(List.of());

        public static PostRunChecks of(List<Outage> outages) {
            return new PostRunChecks(
                    List.of(), outages, null, List.of(), RunConditions.NONE, List.of(), List.of(), null);
        }

        public PostRunChecks withCheck(List<CheckResult> found) {
            return new PostRunChecks(
                    List.copyOf(found), availability, ledger, thresholds, conditions, events, replicas, analytics);
        }

        public PostRunChecks withAvailability(List<Outage> found) {
            return new PostRunChecks(check, found, ledger, thresholds, conditions, events, replicas, analytics);
        }

        public PostRunChecks withLedger(LedgerResult found) {
            return new PostRunChecks(check, availability, found, thresholds, conditions, events, replicas, analytics);
        }

        public PostRunChecks withThresholds(List<ThresholdResult> found) {
            return new PostRunChecks(
                    check, availability, ledger, List.copyOf(found), conditions, events, replicas, analytics);
        }

        PostRunChecks withConditions(RunConditions found) {
            return new PostRunChecks(check, availability, ledger, thresholds, found, events, replicas, analytics);
        }

        public PostRunChecks withEvents(List<EventSummary> found) {
            return new PostRunChecks(
                    check, availability, ledger, thresholds, conditions, List.copyOf(found), replicas, analytics);
        }

        public PostRunChecks withReplicas(List<ReplicaSummary> found) {
            return new PostRunChecks(
                    check, availability, ledger, thresholds, conditions, events, List.copyOf(found), analytics);
        }

        public PostRunChecks withAnalytics(AnalyticSummary found) {
            return new PostRunChecks(check, availability, ledger, thresholds, conditions, events, replicas, found);
        }
    }

    /**
     * One transaction type inside the window. Response times count from the due moment, service times from the start;
     * both over completed transactions, all attempts included. The longest response ended at {@code maxAtSeconds}.
     *
     * @param writesWithoutRow statements of a script that write, when none of them touched a row; else 0
     */
    public record TypeSummary(
            String type,
            long count,
            double sharePercent,
            @JsonUnwrapped SeriesRow.Counts counts,
            Latency response,
            Latency service,
            double maxAtSeconds,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) long writesWithoutRow) {

        /** False for the deferred part of a Delivery. */
        @JsonIgnore
        public boolean isForeground() {
            return !type.equals(TpccTransaction.DELIVERY_BG.name());
        }

        private TypeSummary withShareOf(long foreground) {
            double share = isForeground() && foreground > 0 ? count * 100.0 / foreground : 0;
            return new TypeSummary(type, count, share, counts, response, service, maxAtSeconds, writesWithoutRow);
        }

        /** Failed and of unknown outcome; {@link #UNKNOWN} where that is not known. */
        public long givenUp() {
            return counts.failed() < 0 || counts.unknown() < 0 ? UNKNOWN : counts.failed() + counts.unknown();
        }

        /** Mean time between due and start. */
        public double waitMeanMs() {
            return Math.max(0, response.meanMs() - service.meanMs());
        }

        /** Planned rollbacks among the completed; {@link #UNKNOWN} where they were not counted. */
        public double rollbackPercent() {
            return counts.rolledBack() < 0 ? UNKNOWN : count == 0 ? 0 : counts.rolledBack() * 100.0 / count;
        }
    }

    /** Attempts in the window that ended in an error, and how many gave up; {@code -} for no SQLState. */
    public record ErrorSummary(
            String type,
            String errorClass,
            String sqlState,
            int vendorCode,
            long attempts,
            long gaveUp,
            String sampleMessage,
            long attemptsOutsideWindow) {
        /** The name of its class in {@code dialect}. */
        public static final String CONNECTION = "CONNECTION";

        public boolean saysConnectionLost() {
            return errorClass.equals(CONNECTION);
        }

        public String line() {
            String code = sqlState.equals("-") ? "" : ", SQL state " + sqlState;
            return "Error in " + type + " ("
                    + errorClass.toLowerCase(Locale.ROOT).replace('_', ' ') + code
                    + (vendorCode == 0 ? "" : ", code " + vendorCode) + "): "
                    + sampleMessage.strip().replaceAll("\\s+", " ");
        }
    }

    /**
     * A consistency condition.
     *
     * @param samples the first rows that break it
     * @param violationsFile in the result directory, with all such rows; null when there is none
     */
    public record CheckResult(
            String clause,
            String description,
            boolean passed,
            long violations,
            double seconds,
            List<String> samples,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String violationsFile) {
        /** No condition has more of them. */
        public static final int MAX_SAMPLES = 3;
    }
}
