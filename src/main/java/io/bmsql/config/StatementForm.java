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

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
