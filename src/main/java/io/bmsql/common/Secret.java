package io.bmsql.common;

/** A value that must not be shown: its text form is always stars. */
public final class Secret {
    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /** The hidden text, for the one place that hands it to a driver. */
    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "***";
    }
}
