package io.bmsql.acid;

/** A test saw something that must not be; the message says what. */
final class AcidFailure extends Exception {
    private static final long serialVersionUID = 1;

    AcidFailure(String message) {
        super(message);
    }

    static void unless(boolean holds, String otherwise) throws AcidFailure {
        if (!holds) {
            throw new AcidFailure(otherwise);
        }
    }
}
