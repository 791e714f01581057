package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/**
 * One mistake in the settings.
 *
 * @param place {@code file:line}, the file alone for a missing key, or the origin of an override such as {@code -D}
 * @param key as the user wrote it
 * @param value secrets hidden; null when the key is missing
 * @param why what is wrong, a sentence without its full stop
 * @param suggestion how to mend it, a sentence with its full stop
 */
public record Problem(String place, String key, @Nullable String value, String why, String suggestion) {
    /** The line that the user sees: {@code file:line: key = value: why. suggestion} */
    @Override
    public String toString() {
        String setting = value == null ? key : key + " = " + ShownValue.of(value);
        return place + ": " + setting + ": " + why + ". " + suggestion;
    }
}
