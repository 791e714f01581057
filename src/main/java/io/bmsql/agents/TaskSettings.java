package io.bmsql.agents;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The settings of a run as an agent is told them: what the user set, secrets in clear, and nothing that is the coordinator's. */
final class TaskSettings {
    /** What the coordinator alone does with them. */
    private static final Set<PropertyKey> COORDINATORS = EnumSet.of(
            PropertyKey.RESULT_DIRECTORY,
            PropertyKey.LIVE_PORT,
            PropertyKey.AGENTS,
            PropertyKey.AGENTS_SSH,
            PropertyKey.AGENTS_BIND,
            PropertyKey.AGENTS_PORT,
            PropertyKey.AGENTS_KEY,
            PropertyKey.AGENTS_DNS,
            PropertyKey.AGENTS_WAIT_SECS,
            PropertyKey.AGENTS_ON_LOSS);

    private TaskSettings() {}

    static Map<String, String> of(LoadedConfig loaded) {
        Map<String, String> settings = new HashMap<>();
        for (PropertyKey key : PropertyKey.values()) {
            EffectiveSetting setting = loaded.settings().get(key.ordinal());
            if (COORDINATORS.contains(key)) {
                settings.put(key.key(), "");
            } else if (!setting.origin().equals("default")) {
                settings.put(key.key(), setting.value());
            }
        }
        BenchmarkConfig config = loaded.config();
        settings.put(PropertyKey.CONN.key(), config.connection().url());
        settings.put(PropertyKey.PASSWORD.key(), config.connection().password().reveal());
        settings.put(PropertyKey.PASSWORD_FILE.key(), "");
        settings.put(PropertyKey.XA_PASSWORD.key(), config.storage().password().reveal());
        return settings;
    }
}
