package io.bmsql.run;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.db.DatabaseFacts;
import io.bmsql.db.LoadedScale;
import io.bmsql.db.ProgramContext;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunSummary.Pace;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setting;
import io.bmsql.result.RunSummary.Setup;
import io.bmsql.result.RunSummary.Size;
import io.bmsql.result.RunSummary.Window;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The circumstances of a run as its summary records them. */
final class RunFactsMaker {
    private final LoadedConfig loaded;
    private final int runId;
    private final String commandLine;

    RunFactsMaker(LoadedConfig loaded, int runId, String commandLine) {
        this.loaded = loaded;
        this.runId = runId;
        this.commandLine = commandLine;
    }

    /**
     * All that is known before the first transaction; the window is filled in by the measurement.
     *
     * @param load null when the database has no record of it
     */
    RunFacts facts(DatabaseFacts database, LoadedScale scale, @Nullable LoadFacts load) {
        RunConfig run = loaded.config().run();
        ConnectionConfig connection = loaded.config().connection();
        return new RunFacts(
                new Setup(
                        runId,
                        ProgramContext.version(),
                        connection.db(),
                        connection.statementProfile(),
                        run.statementForm().word(),
                        database.isolation(),
                        run.inputs().seed()),
                new Size(scale.warehouses(), run.inputs().warehouses(), run.terminals(), run.sutThreads()),
                new Pace(
                        run.pace().mode(),
                        run.length().isTimed() ? "minutes" : "transactions",
                        run.pace().limitTxnsPerMin(),
                        run.pace().keyingTimeMultiplier(),
                        run.pace().thinkTimeMultiplier()),
                Window.NONE,
                environment(database),
                loaded.settings().stream()
                        .map(setting -> new Setting(setting.key(), setting.value(), setting.origin()))
                        .toList(),
                load,
                Runtime.getRuntime().availableProcessors());
    }

    private Map<String, String> environment(DatabaseFacts database) {
        Map<String, String> facts = DriverMachine.facts();
        facts.put("driver", database.driver() + " " + database.driverVersion());
        facts.put("server", database.product() + " " + database.productVersion());
        facts.put("command line", commandLine);
        facts.replaceAll((name, value) -> loaded.secrets().hide(value));
        return facts;
    }

    /** The column {@code runMins} of runInfo.csv: the text of the setting (checklist 65). */
    static String runMinutesText(LoadedConfig loaded) {
        return loaded.settings().stream()
                .filter(setting -> setting.key().equals(PropertyKey.RUN_MINS.key()))
                .map(EffectiveSetting::value)
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("0");
    }
}
