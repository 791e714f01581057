package io.bmsql.run;

import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.db.DatabaseFacts;
import io.bmsql.db.LoadedScale;
import io.bmsql.db.ProgramContext;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setting;
import io.bmsql.terminal.Pacing;
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
     * @param load null when the database does not tell
     */
    RunFacts facts(DatabaseFacts database, LoadedScale scale, @Nullable LoadFacts load) {
        RunConfig run = loaded.config().run();
        return new RunFacts(
                runId,
                ProgramContext.version(),
                loaded.config().connection().db(),
                loaded.config().connection().statementProfile(),
                run.statementForm().word(),
                database.isolation(),
                run.seed(),
                scale.warehouses(),
                run.warehouses(),
                run.terminals(),
                run.sutThreads(),
                Pacing.modeOf(run),
                run.isTimed() ? "minutes" : "transactions",
                run.limitTxnsPerMin(),
                run.keyingTimeMultiplier(),
                run.thinkTimeMultiplier(),
                0,
                0,
                0,
                0,
                0,
                environment(database),
                loaded.settings().stream()
                        .map(setting -> new Setting(setting.key(), setting.value(), setting.origin()))
                        .toList(),
                load);
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
