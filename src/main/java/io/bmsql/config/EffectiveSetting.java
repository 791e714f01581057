package io.bmsql.config;

import java.util.List;

/** A setting in use, secrets hidden; the origin is {@code file:line}, {@code -D}, {@code default} or a few words. */
public record EffectiveSetting(String key, String value, String origin) {
    static final String DEFAULT = "default";
    /** The origin of what the command line gave. */
    public static final String COMMAND_LINE = "-D";

    public boolean hasDefault() {
        return origin.equals(DEFAULT);
    }

    /** True where the user wrote it. */
    boolean isGiven() {
        return origin.equals(COMMAND_LINE) || origin.matches("(?s).*:[0-9]+");
    }

    /** What a setting is among these; empty where they do not name it. */
    public static String value(List<EffectiveSetting> settings, PropertyKey key) {
        return settings.stream()
                .filter(setting -> setting.key.equals(key.key()))
                .map(setting -> setting.value.strip())
                .findFirst()
                .orElse("");
    }
}
