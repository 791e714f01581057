package io.bmsql.config;

import io.bmsql.secret.SecretMask;
import java.util.List;

/** A props file that passed its checks: every supported key, in the order of {@link PropertyKey}, and warnings. */
public record LoadedConfig(
        BenchmarkConfig config, List<EffectiveSetting> settings, List<String> warnings, SecretMask secrets) {
    public String text(PropertyKey key) {
        return settings.get(key.ordinal()).value();
    }
}
