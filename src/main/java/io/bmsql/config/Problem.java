package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/** One mistake; the place is {@code file:line}, the file for a missing key, or {@code -D}. No value: it is missing. */
public record Problem(String place, String key, @Nullable String value, String why, String suggestion) {
    private static final int MAX_SHOWN_LENGTH = 500;

    /** A value for a screen: its beginning and its length when it has more than 500 characters, as a pasted file has. */
    public static String shortened(String value) {
        return value.length() <= MAX_SHOWN_LENGTH
                ? value
                : value.substring(0, MAX_SHOWN_LENGTH) + "… (" + value.length() + " characters)";
    }

    /** The line that the user sees: {@code file:line: key = value: why. suggestion} */
    @Override
    public String toString() {
        String setting = value == null ? key : key + " = " + shortened(value);
        boolean isChinese = suggestion.matches("(?s).*[。？]");
        return place + ": " + setting + ": " + why + (isChinese ? "。" : ". ") + suggestion;
    }
}
