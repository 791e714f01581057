package io.bmsql.config;

import io.bmsql.common.SecretText;
import io.bmsql.common.Texts;
import io.bmsql.common.UserText;
import org.jspecify.annotations.Nullable;

/**
 * One mistake.
 *
 * @param line what the user sees: {@code file:line: key = value: why. suggestion}
 */
public record Problem(String key, String line) {
    private static final int MAX_SHOWN_LENGTH = 500;

    /** The place is {@code file:line}, the file for a missing key, or {@code -D}. No value: it is missing. */
    static Problem of(Texts texts, String place, String key, @Nullable String value, String why, String suggestion) {
        String setting = value == null ? key : key + " = " + shortened(SecretText.hideIn(key, value));
        return new Problem(key, texts.text("mistake.line", place, setting, why, suggestion));
    }

    /** A value for a screen: its beginning and its length when it has more than 500 characters, as a pasted file has. */
    public static String shortened(String value) {
        return value.length() <= MAX_SHOWN_LENGTH
                ? value
                : UserText.cut(value, MAX_SHOWN_LENGTH) + "… (" + value.length() + " characters)";
    }

    @Override
    public String toString() {
        return line;
    }
}
