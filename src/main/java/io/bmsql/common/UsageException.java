package io.bmsql.common;

import org.jspecify.annotations.Nullable;

/** The program cannot do what it was asked for as things are. The message is for the user: what is wrong, what to do. */
public class UsageException extends Exception {
    private final String setting;

    public UsageException(String message) {
        this(message, null);
    }

    public UsageException(String message, @Nullable Throwable cause) {
        this("", message, cause);
    }

    /** See {@link #about}. */
    protected UsageException(String setting, String rest, @Nullable Throwable cause) {
        super(setting + rest, cause);
        this.setting = setting;
    }

    /** Makes one about a setting. The message is its key and the rest, which begins with the value, as {@code =banana}, or with a colon. */
    public static UsageException about(String setting, String rest) {
        return about(setting, rest, null);
    }

    public static UsageException about(String setting, String rest, @Nullable Throwable cause) {
        return new UsageException(setting, rest, cause);
    }

    /** The key of the setting that it is about; empty for none. */
    public final String setting() {
        return setting;
    }

    /** Refuses what is asked for when this is so. */
    public static void throwIf(boolean isSo, String message) throws UsageException {
        if (isSo) {
            throw new UsageException(message);
        }
    }
}
