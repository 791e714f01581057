package io.bmsql.data;

import io.bmsql.common.UsageException;
import org.jspecify.annotations.Nullable;

public final class NothingLoadedException extends UsageException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public NothingLoadedException(String reason, @Nullable Throwable cause) {
        super(reason + ": run bmsql build first", cause);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
