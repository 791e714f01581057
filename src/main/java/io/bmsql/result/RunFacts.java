package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.bmsql.common.Metric;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances of a run, as {@code summary.json} has them; their parts structure this record alone.
 *
 * @param environment facts that a repeat needs: host, cpu, jvm, driver, server version, command line
 * @param load null when the database does not say how it was loaded
 * @param loadGeneratorProcessors processors that the agent's program could use; null in older files
 */
public record RunFacts(
        @JsonUnwrapped Setup setup,
        @JsonUnwrapped Size size,
        @JsonUnwrapped Pace pace,
        @JsonUnwrapped Window window,
        Map<String, String> environment,
        List<EffectiveSetting> settings,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoadFacts load,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer loadGeneratorProcessors) {

    /** The fact that says whose texts transactions send: {@link #AS_SHIPPED}, or a sum of others. */
    public static final String TEXTS = "statements";

    /** The fact that names the settings with which single statements would need fewer round trips, where the folder has such forms. */
    public static final String FORMS = "fewerRoundTrips";

    /** The program's own statements, unchanged. */
    public static final String AS_SHIPPED = "as shipped";

    /** The host whose figures lie in {@code data/} itself, as the settings name it; empty for the load generator's own. */
    public String firstWatchedHost() {
        String address = setting(PropertyKey.OS_COLLECTOR_SSH_ADDR).split("\\s+")[0];
        String port = setting(PropertyKey.OS_COLLECTOR_SSH_PORT);
        boolean isOwn = ProgramContext.isLocal(
                address, port.matches("\\d{1,5}") ? Integer.parseInt(port) : 0, environment.getOrDefault("host", ""));
        return isOwn ? "" : address.replaceFirst("^.*@", "");
    }

    /** Something happens in the run on purpose. */
    public boolean hasEvents() {
        return !setting(PropertyKey.EVENTS).isEmpty();
    }

    /** The consistency conditions were to be checked after the run. */
    public boolean wantsCheck() {
        return Boolean.parseBoolean(setting(PropertyKey.CHECK_AFTER_RUN));
    }

    /** The value of a setting; empty where it is not recorded. */
    public String setting(PropertyKey key) {
        return EffectiveSetting.value(settings, key);
    }

    public RunFacts with(Window measured) {
        return new RunFacts(setup, size, pace, measured, environment, settings, load, loadGeneratorProcessors);
    }

    /** What ran: {@code runId} from the run sequence file, form plain, batch or procedures, {@code workload} null for TPC-C. */
    public record Setup(
            int runId,
            String toolVersion,
            String db,
            String statementProfile,
            String statementForm,
            String isolationLevel,
            long seed,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Workload workload) {}

    /** Another workload than TPC-C, with its types in the order of all files. */
    public record Workload(String name, List<Type> types) {
        /**
         * @param writes whether a commit of it changes rows
         * @param keyingSeconds left out when there is none, as the mean think time
         */
        public record Type(
                String name,
                boolean writes,
                @JsonInclude(JsonInclude.Include.NON_DEFAULT) double keyingSeconds,
                @JsonInclude(JsonInclude.Include.NON_DEFAULT) double thinkSeconds) {}

        /** Null for TPC-C. */
        public static @Nullable Workload of(TransactionTypes types) {
            return types.equals(TpccTransaction.TYPES)
                    ? null
                    : new Workload(
                            types.workload(),
                            types.stream()
                                    .map(type -> new Type(
                                            type.name(), type.isWriting(), type.keyingSeconds(), type.thinkSeconds()))
                                    .toList());
        }

        private TransactionTypes known() {
            List<TransactionType> known = new ArrayList<>();
            types.forEach(type -> known.add(new TransactionTypes.Named(
                    type.name, known.size(), type.writes, type.keyingSeconds, type.thinkSeconds)));
            return new TransactionTypes(name, known, Metric.TRANSACTIONS);
        }
    }

    public TransactionTypes types() {
        return setup.workload == null ? TpccTransaction.TYPES : setup.workload.known();
    }

    public Metric metric() {
        return types().metric();
    }

    public RunFacts with(Size other) {
        return new RunFacts(setup, other, pace, window, environment, settings, load, loadGeneratorProcessors);
    }

    /** How large the run was: {@code warehouses} are those used, {@code sutThreads} connections that work, agents null for a run of one. */
    public record Size(
            int loadedWarehouses,
            int warehouses,
            int terminals,
            int sutThreads,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AgentFacts agents) {
        /** The agents that were lost on the way; none for a run of one agent. */
        public List<AgentFacts.Agent> lostAgents() {
            return agents == null
                    ? List.of()
                    : agents.members().stream()
                            .filter(agent -> agent.lost() != null)
                            .toList();
        }
    }

    /**
     * How fast terminals go.
     *
     * @param mode {@code minutes} or {@code transactions}
     * @param limitTxnsPerMin 0 for none
     * @param arrivalRate transactions due a minute in the open model, 0 in others; the mean of a profile
     * @param loadProfile as the user wrote it; null when the load did not change
     */
    public record Pace(
            PacingMode pacing,
            String mode,
            int limitTxnsPerMin,
            double keyingTimeMultiplier,
            double thinkTimeMultiplier,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int arrivalRate,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String loadProfile) {}

    /** When was measured. Rates divide by {@code windowSeconds}; what finished after it was drained, not counted. */
    public record Window(
            long startEpochMillis,
            long endEpochMillis,
            double rampupSeconds,
            double windowSeconds,
            long finishedAfterWindow) {
        /** One of which is not known what finished after it. */
        static Window of(long start, double rampupSeconds, double seconds) {
            return new Window(start, start + Math.round(seconds * 1000), rampupSeconds, seconds, RunSummary.UNKNOWN);
        }
    }
}
