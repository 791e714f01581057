package io.bmsql.run;

import io.bmsql.common.UsageException;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.config.SchemaOption;
import io.bmsql.dialect.Dialect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts what the dialect decides into the effective settings, where the user left it open: what is shown is what is used. */
public final class DialectSettings {
    private DialectSettings() {}

    /** The same settings with nothing left open, by a dialect that is laid out as they say. */
    public static LoadedConfig filledIn(LoadedConfig loaded, Dialect dialect) {
        Map<String, String> decided = decided(loaded, dialect);
        List<EffectiveSetting> settings = loaded.settings().stream()
                .map(setting -> {
                    String value = decided.getOrDefault(setting.key(), setting.value());
                    return value.equals(setting.value())
                            ? setting
                            : new EffectiveSetting(setting.key(), value, "dialect " + dialect.name());
                })
                .toList();
        return new LoadedConfig(loaded.config(), settings, loaded.warnings(), loaded.secrets());
    }

    /** Refuses a form of transactions that the SQL folders do not hold. */
    public static void requireForm(RunConfig run, Dialect dialect) throws UsageException {
        switch (run.statementForm()) {
            case PLAIN -> {}
            case BATCH -> dialect.requireForm(run.statementForm(), PropertyKey.BATCH_STATEMENTS.key() + "=true");
            case PROCEDURES ->
                dialect.requireForm(run.statementForm(), PropertyKey.USE_STORED_PROCEDURES.key() + "=true");
        }
    }

    private static Map<String, String> decided(LoadedConfig loaded, Dialect dialect) {
        Map<String, String> decided = new HashMap<>();
        if (loaded.config().connection().driver() == null) {
            decided.put(PropertyKey.DRIVER.key(), dialect.access().driver());
        }
        decided.put(
                PropertyKey.PARTITIONS.key(), Integer.toString(dialect.layout().partitions()));
        for (SchemaOption option : SchemaOption.values()) {
            decided.put(option.word(), Boolean.toString(dialect.layout().isOn(option)));
        }
        return decided;
    }
}
