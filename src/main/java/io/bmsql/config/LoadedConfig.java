package io.bmsql.config;

import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import java.util.List;
import java.util.Map;

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

    /** Gives these keys other values, which were decided there. */
    public LoadedConfig with(Map<String, String> values, String origin) {
        List<EffectiveSetting> all = settings.stream()
                .map(setting -> {
                    String value = values.getOrDefault(setting.key(), setting.value());
                    return value.equals(setting.value()) ? setting : new EffectiveSetting(setting.key(), value, origin);
                })
                .toList();
        return new LoadedConfig(config, all, warnings, secrets);
    }

    /** Begins with its place the sentence of a failure that is about a setting of the user. */
    public String placed(Exception failure, String sentence) {
        String about = failure instanceof UsageException usage ? usage.setting() : "";
        return settings.stream()
                .filter(setting -> setting.isGiven() && setting.key().equals(about))
                .map(setting -> setting.origin() + ": " + sentence)
                .findFirst()
                .orElse(sentence);
    }

    /** The same of a failure; one about no setting stays what it is. */
    public UsageException placed(UsageException failure) {
        String sentence = String.valueOf(failure.getMessage());
        String placed = placed(failure, sentence);
        return placed.equals(sentence) ? failure : new UsageException(placed, failure);
    }

    public String text(PropertyKey key) {
        return settings.get(key.ordinal()).value();
    }
}
