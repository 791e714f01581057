package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/** Is one mistake, at {@code file:line}, in the file for a missing key, or at {@code -D}. */
public record Problem(String place, String key, @Nullable String value, String why, String suggestion) {
    private static final int MAX_SHOWN_LENGTH = 500;

    /** Shortens a value of more than 500 characters to its beginning and its length. */
    public static String shortened(String value) {
        return value.length() <= MAX_SHOWN_LENGTH
                ? value
                : value.substring(0, MAX_SHOWN_LENGTH) + "… (" + value.length() + " characters)";
    }

    /** The line that the user sees: {@code file:line: key = value: why. suggestion} */
    @Override
    public String toString() {
        String setting = value == null ? key : key + " = " + shortened(value);
        return place + ": " + setting + ": " + why + ". " + suggestion;
    }
}
