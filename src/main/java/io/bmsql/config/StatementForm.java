package io.bmsql.config;

import java.util.Locale;

/** How a transaction is sent: the same rules and the same effect in the database, in more or fewer round trips. */
public enum StatementForm {
    /** Statement by statement, as BenchmarkSQL does it. */
    PLAIN,
    /** Reads of several rows at once and batched writes. */
    BATCH,
    /** One call of a stored procedure. */
    PROCEDURES;

    /** As a line of a props file; empty for the default. */
    public String setting() {
        return switch (this) {
            case PLAIN -> "";
            case BATCH -> PropertyKey.BATCH_STATEMENTS.key() + "=true";
            case PROCEDURES -> PropertyKey.USE_STORED_PROCEDURES.key() + "=true";
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
