package io.bmsql.conformance;

/** How one point of the test came out. */
public enum Verdict {
    PASSED("passed"),
    FAILED("failed"),
    /** The database or the folder has no such thing, or an earlier failure left nothing to test. */
    NOT_AVAILABLE("not available");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** As people read it. */
    public String words() {
        return words;
    }
}
