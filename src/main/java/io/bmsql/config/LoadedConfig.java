package io.bmsql.config;

import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import java.util.List;

/** A props file that passed its checks: every supported key, in the order of {@link PropertyKey}, and warnings. */
public record LoadedConfig(
        BenchmarkConfig config, List<EffectiveSetting> settings, List<String> warnings, SecretMask secrets) {
    /**
     * What one agent does of this; the texts of the settings stay those of the whole.
     *
     * @throws UsageException when there is not something to do for each agent
     */
    public LoadedConfig of(AgentShare share) throws UsageException {
        return new LoadedConfig(config.of(share), settings, warnings, secrets);
    }

    public String text(PropertyKey key) {
        return settings.get(key.ordinal()).value();
    }
}
