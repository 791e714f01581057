package io.bmsql.config;

/** A setting's value as a screen can bear it: a pasted file must not push everything else away. */
public final class ShownValue {
    private static final int MAX_LENGTH = 500;

    private ShownValue() {}

    /** The value itself, or its beginning and its length in characters when it is longer than 500. */
    public static String of(String value) {
        return value.length() <= MAX_LENGTH
                ? value
                : value.substring(0, MAX_LENGTH) + "… (" + value.length() + " characters)";
    }
}
