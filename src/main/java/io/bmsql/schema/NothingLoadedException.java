package io.bmsql.schema;

import io.bmsql.common.UsageException;
import org.jspecify.annotations.Nullable;

/** There are no data of a build in this database. */
public final class NothingLoadedException extends UsageException {
    private static final long serialVersionUID = 1;

    private final String reason;

    /** @param reason how that was seen, without what to do about it */
    public NothingLoadedException(String reason, @Nullable Throwable cause) {
        super(reason + ": run bmsql build first", cause);
        this.reason = reason;
    }

    /** The message without what to do. */
    public String reason() {
        return reason;
    }
}
