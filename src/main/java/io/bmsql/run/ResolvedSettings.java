package io.bmsql.run;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.Layout;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.dialect.Dialect;
import io.bmsql.tpcc.RandomStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings with what they name: SQL folders and scripts. What is shown is what is used.
 *
 * @param loaded as they were read; {@code known} has nothing left open
 */
public record ResolvedSettings(LoadedConfig loaded, LoadedConfig known, Dialect dialect, Benchmark benchmark) {
    /**
     * Reads what the settings of a run name, and refuses what cannot be run.
     *
     * @param sent the texts of scripts that a coordinator read; else none
     */
    public static ResolvedSettings of(ProgramContext program, LoadedConfig loaded, Map<String, String> sent)
            throws UsageException {
        BenchmarkConfig config = loaded.config();
        Dialect dialect = Dialect.of(program, config);
        requireForm(config.run(), dialect);
        EventRunner.require(program, config);
        Benchmark benchmark = Benchmark.of(program, config, dialect, sent);
        return new ResolvedSettings(loaded, benchmark.filledIn(filledIn(loaded, dialect)), dialect, benchmark);
    }

    /** Reads and checks settings, which these override, without a word; from now on their secrets are hidden. */
    public static LoadedConfig read(
            ProgramContext program, Path props, Map<String, String> overrides, ConfigPurpose purpose)
            throws ConfigException {
        LoadedConfig loaded = new ConfigLoader(program.environment(), () -> RandomStream.drawSeed(program.clock()))
                .load(program.resolve(props), overrides, purpose);
        program.secrets().use(loaded.secrets());
        return loaded;
    }

    /** The same settings with nothing left open, by a dialect that is laid out as they say. */
    public static LoadedConfig filledIn(LoadedConfig loaded, Dialect dialect) {
        Map<String, String> decided = new HashMap<>();
        if (loaded.config().connection().driver() == null) {
            decided.put(
                    PropertyKey.DRIVER.key(),
                    dialect.properties().driver(loaded.config().connection().url()));
        }
        decided.put(
                PropertyKey.PARTITIONS.key(), Integer.toString(dialect.layout().partitions()));
        for (PropertyKey option : Layout.OPTIONS) {
            decided.put(option.key(), Boolean.toString(dialect.layout().isOn(option)));
        }
        return loaded.with(decided, "dialect " + dialect.name());
    }

    /** Refuses a form of transactions that the SQL folders do not hold. */
    public static void requireForm(RunConfig run, Dialect dialect) throws UsageException {
        StatementForm form = run.statementForm();
        if (form != StatementForm.PLAIN) {
            dialect.requireForm(form, form.setting());
        }
    }
}
