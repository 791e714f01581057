package io.bmsql.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Looks at what a call throws. */
public final class Thrown {
    private Thrown() {}

    /** It is of this class, and its message holds each of these texts. */
    public static void assertThrown(Class<? extends Throwable> type, ThrowingCallable call, CharSequence... texts) {
        assertThatThrownBy(call).isInstanceOf(type).hasMessageContainingAll(texts);
    }
}
