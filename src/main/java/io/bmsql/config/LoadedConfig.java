package io.bmsql.config;

import io.bmsql.secret.SecretMask;
import io.bmsql.spec.DriverShare;
import io.bmsql.spec.RefusedException;
import java.util.List;

/** A props file that passed its checks: every supported key, in the order of {@link PropertyKey}, and warnings. */
public record LoadedConfig(
        BenchmarkConfig config, List<EffectiveSetting> settings, List<String> warnings, SecretMask secrets) {
    /**
     * What one driver host does of this; the texts of the settings stay those of the whole.
     *
     * @throws RefusedException when there is not something to do for each driver
     */
    public LoadedConfig of(DriverShare share) throws RefusedException {
        return new LoadedConfig(config.of(share), settings, warnings, secrets);
    }

    public String text(PropertyKey key) {
        return settings.get(key.ordinal()).value();
    }
}
