package io.bmsql.common;

/** A value that must not be shown: its text form is always stars; {@code reveal} is for the one place that hands it on. */
public record Secret(String reveal) {
    @Override
    public String toString() {
        return SecretText.STARS;
    }
}
