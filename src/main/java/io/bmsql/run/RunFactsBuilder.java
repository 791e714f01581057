package io.bmsql.run;

import io.bmsql.collector.KernelFiles;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.AgentShare;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.data.LoadRecord;
import io.bmsql.data.LoadedData;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The circumstances of a run as its summary records them. */
record RunFactsBuilder(LoadedConfig loaded, RunSession.Request request) {
    /**
     * All that is known before the first transaction; the window is the planned one, which the measurement replaces.
     *
     * @param inputs with the home warehouses of this agent
     */
    RunFacts facts(Database database, LoadedData scale, RunConfig.Inputs inputs, RunListener listener)
            throws SQLException {
        RunConfig run = loaded.config().run();
        DatabaseFacts facts = database.facts();
        ConnectionConfig connection = loaded.config().connection();
        return new RunFacts(
                new Setup(
                        request.runId(),
                        ProgramContext.version(),
                        connection.db(),
                        connection.statementProfile(),
                        run.statementForm().word(),
                        facts.isolation(),
                        run.inputs().seed()),
                new Size(
                        scale.warehouses(),
                        run.inputs().warehouses(),
                        run.terminals(),
                        run.workers().count(),
                        drivers(run, inputs)),
                pace(run),
                new Window(
                        0,
                        0,
                        Math.max(run.length().rampupMinutes(), run.length().longestRampupMinutes()) * 60,
                        run.length().runMinutes() * 60,
                        0),
                environment(facts),
                loaded.settings().stream()
                        .map(setting -> new Setting(setting.key(), setting.value(), setting.origin()))
                        .toList(),
                load(database, listener),
                Runtime.getRuntime().availableProcessors());
    }

    private static Pace pace(RunConfig run) {
        RunConfig.Pace asked = run.pace();
        LoadProfile profile = asked.profile();
        return new Pace(
                asked.mode(),
                run.length().isTimed() ? "minutes" : "transactions",
                asked.limitTxnsPerMin(),
                asked.keyingTimeMultiplier(),
                asked.thinkTimeMultiplier(),
                profile == null || profile.unit() != LoadProfile.Unit.RATE
                        ? asked.arrivalRate()
                        : (int) Math.round(profile.mean()),
                profile == null ? null : profile.text());
    }

    /** How the rows came in is good to know, but no run fails for want of it. */
    private static @Nullable LoadFacts load(Database database, RunListener listener) {
        try {
            return new LoadRecord(database).read();
        } catch (SQLException e) {
            listener.warn(
                    "the record of the load cannot be read (" + SqlErrors.text(e) + "): the report will not show it");
            return null;
        }
    }

    /** This agent as one of several; null when it is alone. */
    private @Nullable AgentFacts drivers(RunConfig run, RunConfig.Inputs inputs) {
        AgentShare share = request.share();
        if (share.equals(AgentShare.WHOLE)) {
            return null;
        }
        AgentFacts.Share own = new AgentFacts.Share(
                run.terminals(), run.workers().count(), inputs.firstWarehouse(), inputs.lastWarehouse());
        AgentFacts.Driver self = new AgentFacts.Driver(
                share.number(), ProgramContext.hostName(), own, request.gate().clock(), null);
        return new AgentFacts(share.group(), share.number(), share.agents(), List.of(self));
    }

    /** What a repeat needs to know about driver, server and machine, in reading order; without Linux's files as well. */
    private Map<String, String> environment(DatabaseFacts database) {
        Runtime runtime = Runtime.getRuntime();
        String architecture = System.getProperty("os.arch");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("host", ProgramContext.hostName());
        facts.put(
                "kernel", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + architecture);
        KernelFiles kernel = KernelFiles.ofThisHost();
        String model = kernel.field("proc/cpuinfo", "model name").orElse(architecture);
        facts.put("cpu", model + ", " + runtime.availableProcessors() + " processors");
        kernel.field("proc/meminfo", "MemTotal").ifPresent(total -> facts.put("memory", total));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put(
                "jvm options",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("jvm heap limit", (runtime.maxMemory() >> 20) + " MiB");
        facts.put("time zone", ZoneId.systemDefault().getId());
        facts.put("driver", database.driver() + " " + database.driverVersion());
        facts.put("server", database.product() + " " + database.productVersion());
        facts.put("command line", request.commandLine());
        facts.replaceAll((name, value) -> loaded.secrets().hide(value));
        return facts;
    }
}
