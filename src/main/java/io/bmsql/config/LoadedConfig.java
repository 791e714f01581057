package io.bmsql.config;

import io.bmsql.secret.SecretMask;
import java.util.List;

/**
 * A props file that passed its checks.
 *
 * @param settings every supported key with value and origin, in the order of {@link PropertyKey}
 * @param warnings one line each, for doubtful but old habits
 * @param secrets hides the password, also where a driver's message repeats it
 */
public record LoadedConfig(
        BenchmarkConfig config, List<EffectiveSetting> settings, List<String> warnings, SecretMask secrets) {
    public LoadedConfig {
        settings = List.copyOf(settings);
        warnings = List.copyOf(warnings);
    }
}
