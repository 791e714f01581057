package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bmsql.spec.PacingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code summary.json}: the numbers of a run. Units stand at the end of each name. Readers ignore what they do not know;
 * {@code formatVersion} grows when a field changes its meaning.
 *
 * <p>A count, a latency or a percentage of rollbacks that is {@link #UNKNOWN} is not known: the directory of another program
 * does not tell it.
 *
 * @param formatVersion {@link #FORMAT_VERSION} of the writer
 * @param status how the run ended
 * @param statusReason one sentence when the status is not COMPLETE
 * @param tpmC New-Orders completed (planned rollbacks included) a minute of the window
 * @param tpmTotal foreground transactions completed a minute of the window
 * @param efficiencyPercent tpmC against 12.86 a warehouse
 * @param types one entry for each transaction type, in enum order
 * @param errors failed or retried attempts by type, class and code
 * @param workload counts that the clause table needs
 * @param check results of the consistency conditions, empty when they were not run
 * @param availability the outages of the whole run, ramp-up included, in order; empty when the server was always there
 * @param ledger what became of the ledger, null when it was not verified at the end of the run
 * @param derivedFrom null in what a run wrote itself; otherwise the files that a report worked this summary out of, which
 *     reads them again and not this
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RunSummary(
        int formatVersion,
        Status status,
        @Nullable String statusReason,
        RunFacts run,
        double tpmC,
        double tpmTotal,
        double efficiencyPercent,
        List<TypeSummary> types,
        List<ErrorSummary> errors,
        WorkloadCounts workload,
        List<CheckResult> check,
        List<Outage> availability,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerResult ledger,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String derivedFrom) {

    public static final int FORMAT_VERSION = 1;

    /** Stands for a number that a directory of another program does not tell. */
    public static final long UNKNOWN = -1;

    /** More transactions given up than this make a run's numbers worthless, percent of all that ended in the window. */
    public static final double MAX_FAILED_PERCENT = 1;

    public RunSummary {
        // Older summaries do not have it.
        availability = Objects.requireNonNullElse(availability, List.of());
    }

    /** A summary without a ledger. */
    public RunSummary(
            int formatVersion,
            Status status,
            @Nullable String statusReason,
            RunFacts run,
            double tpmC,
            double tpmTotal,
            double efficiencyPercent,
            List<TypeSummary> types,
            List<ErrorSummary> errors,
            WorkloadCounts workload,
            List<CheckResult> check,
            List<Outage> availability) {
        this(
                formatVersion,
                status,
                statusReason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                check,
                availability,
                null,
                null);
    }

    /** A summary of a run without outages. */
    public RunSummary(
            int formatVersion,
            Status status,
            @Nullable String statusReason,
            RunFacts run,
            double tpmC,
            double tpmTotal,
            double efficiencyPercent,
            List<TypeSummary> types,
            List<ErrorSummary> errors,
            WorkloadCounts workload,
            List<CheckResult> check) {
        this(
                formatVersion,
                status,
                statusReason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                check,
                List.of());
    }

    /** The same summary with the results of the consistency conditions, which are checked after the run. */
    public RunSummary withCheck(List<CheckResult> results) {
        return new RunSummary(
                formatVersion,
                status,
                statusReason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                List.copyOf(results),
                availability,
                ledger,
                derivedFrom);
    }

    /** The same summary with the ledger, which is verified after the run. */
    public RunSummary withLedger(LedgerResult result) {
        return new RunSummary(
                formatVersion,
                status,
                statusReason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                check,
                availability,
                result,
                derivedFrom);
    }

    /** The same summary with another end. */
    public RunSummary withStatus(Status status, @Nullable String reason) {
        return new RunSummary(
                formatVersion,
                status,
                reason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                check,
                availability,
                ledger,
                derivedFrom);
    }

    /** The same summary as worked out of these files by a report. */
    public RunSummary derivedFrom(String files) {
        return new RunSummary(
                formatVersion,
                status,
                statusReason,
                run,
                tpmC,
                tpmTotal,
                efficiencyPercent,
                types,
                errors,
                workload,
                check,
                availability,
                ledger,
                files);
    }

    /** Transactions of every type completed in the window. */
    public long completed() {
        return types.stream().mapToLong(TypeSummary::count).sum();
    }

    /** Transactions of every type that ended in the window failed or unknown; where that is not known, 0. */
    public long givenUp() {
        return types.stream().mapToLong(type -> Math.max(0, type.givenUp())).sum();
    }

    /** Share of {@link #givenUp} in all that ended in the window, percent; 0 when nothing ended. */
    public double givenUpPercent() {
        long ended = completed() + givenUp();
        return ended == 0 ? 0 : 100.0 * givenUp() / ended;
    }

    /** How a run ended. */
    public enum Status {
        /** To its planned end. */
        COMPLETE,
        /** By Ctrl-C or SIGTERM; the window is shortened to what was run. */
        INTERRUPTED,
        /** By an error of the program or a server that stayed away. */
        ABORTED,
        /** Still running, or killed: written at the start, replaced at the end. */
        RUNNING
    }

    /**
     * The circumstances of the run.
     *
     * @param runId the number from the run sequence file
     * @param startEpochMillis start of the measurement window
     * @param endEpochMillis end of the measurement window
     * @param rampupSeconds before the window
     * @param windowSeconds length of the window, what rates divide by
     * @param statementForm plain, batch or procedures
     * @param mode {@code minutes} or {@code transactions}
     * @param finishedAfterWindow transactions under way at the end of the window: drained, not counted
     * @param environment facts that a repeat needs: host, cpu, jvm, driver, server version, command line
     * @param settings each effective property: value (secrets hidden) and origin
     * @param load how the database was loaded; null when it does not tell
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record RunFacts(
            int runId,
            String toolVersion,
            String db,
            String statementProfile,
            String statementForm,
            String isolationLevel,
            long seed,
            int loadedWarehouses,
            int warehouses,
            int terminals,
            int sutThreads,
            PacingMode pacing,
            String mode,
            int limitTxnsPerMin,
            double keyingTimeMultiplier,
            double thinkTimeMultiplier,
            long startEpochMillis,
            long endEpochMillis,
            double rampupSeconds,
            double windowSeconds,
            long finishedAfterWindow,
            Map<String, String> environment,
            List<Setting> settings,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoadFacts load) {

        public RunFacts {
            // Summaries of the first version do not name it.
            statementForm = Objects.requireNonNullElse(statementForm, "plain");
        }

        /** The same circumstances with other facts that a repeat needs. */
        public RunFacts withEnvironment(Map<String, String> otherEnvironment) {
            return new RunFacts(
                    runId,
                    toolVersion,
                    db,
                    statementProfile,
                    statementForm,
                    isolationLevel,
                    seed,
                    loadedWarehouses,
                    warehouses,
                    terminals,
                    sutThreads,
                    pacing,
                    mode,
                    limitTxnsPerMin,
                    keyingTimeMultiplier,
                    thinkTimeMultiplier,
                    startEpochMillis,
                    endEpochMillis,
                    rampupSeconds,
                    windowSeconds,
                    finishedAfterWindow,
                    otherEnvironment,
                    settings,
                    load);
        }

        /** The same circumstances with the window as it was measured. */
        public RunFacts withWindow(
                long startEpochMillis,
                long endEpochMillis,
                double rampupSeconds,
                double windowSeconds,
                long finishedAfterWindow) {
            return new RunFacts(
                    runId,
                    toolVersion,
                    db,
                    statementProfile,
                    statementForm,
                    isolationLevel,
                    seed,
                    loadedWarehouses,
                    warehouses,
                    terminals,
                    sutThreads,
                    pacing,
                    mode,
                    limitTxnsPerMin,
                    keyingTimeMultiplier,
                    thinkTimeMultiplier,
                    startEpochMillis,
                    endEpochMillis,
                    rampupSeconds,
                    windowSeconds,
                    finishedAfterWindow,
                    environment,
                    settings,
                    load);
        }
    }

    /** One effective property. */
    public record Setting(String key, String value, String origin) {}

    /**
     * One transaction type inside the window. Response times count from the due moment, service times from the start;
     * both over completed transactions, all attempts included.
     *
     * @param maxAtSeconds when, from the start of the window, the longest response ended
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record TypeSummary(
            String type,
            long count,
            double sharePercent,
            long rolledBack,
            long failed,
            long unknown,
            long retries,
            long skippedDeliveries,
            Latency response,
            Latency service,
            double maxAtSeconds) {
        /** Failed and of unknown outcome; {@link #UNKNOWN} where that is not known. */
        public long givenUp() {
            return failed < 0 || unknown < 0 ? UNKNOWN : failed + unknown;
        }

        /** Planned rollbacks among the completed; {@link #UNKNOWN} where they were not counted. */
        public double rollbackPercent() {
            return rolledBack < 0 ? UNKNOWN : count == 0 ? 0 : rolledBack * 100.0 / count;
        }
    }

    /** A latency distribution, milliseconds; all 0 when nothing was counted. */
    public record Latency(
            double meanMs, double p50Ms, double p90Ms, double p95Ms, double p99Ms, double p999Ms, double maxMs) {
        /** Of a mean and a maximum that are all that is known. */
        public static Latency ofMeanAndMax(double meanMs, double maxMs) {
            return new Latency(meanMs, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, maxMs);
        }
    }

    /**
     * Attempts that ended in an error.
     *
     * @param sqlState as the driver gave it, {@code -} when it gave none
     * @param attempts how many inside the window
     * @param gaveUp how many of them ended their transaction as failed or unknown
     * @param sampleMessage the first message seen
     * @param attemptsOutsideWindow how many more during ramp-up and drain
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ErrorSummary(
            String type,
            String errorClass,
            String sqlState,
            int vendorCode,
            long attempts,
            long gaveUp,
            String sampleMessage,
            long attemptsOutsideWindow) {}

    /**
     * A stretch of more than a second without a commit while connections broke or could not be opened, as the client saw
     * it. Only commits of transactions that write count. Seconds are counted from the start of the window, so that those of
     * the ramp-up are negative, and exact to the millisecond.
     *
     * <p>What was lost counts from a second before the last commit, as others may still finish, to a second after the first one,
     * as others may learn of it later; what lies between two outages belongs to the nearer one, so that nothing counts twice.
     * It counts in ramp-up and drain as well, where the figures of the types do not; those in turn have what was lost outside
     * of outages.
     *
     * @param lastCommitSeconds the last commit before
     * @param firstCommitSeconds the first commit after; null when the run ended before
     * @param outageSeconds from the one to the other, or to the end of the window
     * @param commitsPerSecondBefore transactions committed a second in up to 30 s before; 0 when nothing was before
     * @param to95PercentSeconds from the last commit before to the first full second from which on three seconds together
     *     reach 95% of that rate; null when they did not before the next outage or the end
     * @param failed transactions given up
     * @param unknown transactions whose commit was under way when the connection broke
     * @param connectionErrors attempts that ended because of a connection
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Outage(
            double lastCommitSeconds,
            long lastCommitEpochMillis,
            @Nullable Double firstCommitSeconds,
            @Nullable Long firstCommitEpochMillis,
            double outageSeconds,
            double commitsPerSecondBefore,
            @Nullable Double to95PercentSeconds,
            long failed,
            long unknown,
            long connectionErrors) {}

    /** What the inputs were like, over the window (clauses 2.4.1, 2.5.1, 2.6.1). */
    public record WorkloadCounts(
            long orderLines,
            long remoteOrderLines,
            long payments,
            long remotePayments,
            long customersByName,
            long customersById) {
        /** What came since other counts were taken. */
        public WorkloadCounts minus(WorkloadCounts before) {
            return new WorkloadCounts(
                    orderLines - before.orderLines,
                    remoteOrderLines - before.remoteOrderLines,
                    payments - before.payments,
                    remotePayments - before.remotePayments,
                    customersByName - before.customersByName,
                    customersById - before.customersById);
        }

        /** Both together. */
        public WorkloadCounts plus(WorkloadCounts other) {
            return new WorkloadCounts(
                    orderLines + other.orderLines,
                    remoteOrderLines + other.remoteOrderLines,
                    payments + other.payments,
                    remotePayments + other.remotePayments,
                    customersByName + other.customersByName,
                    customersById + other.customersById);
        }
    }

    /** One consistency condition. */
    public record CheckResult(
            String clause, String description, boolean passed, long violations, double seconds, String detail) {}
}
