package io.bmsql.config;

import java.sql.Connection;
import java.util.Locale;

public enum IsolationLevel {
    /** Whatever the server does when nothing is said, as BenchmarkSQL leaves it. */
    SERVER_DEFAULT(Connection.TRANSACTION_NONE),
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int jdbcLevel;

    IsolationLevel(int jdbcLevel) {
        this.jdbcLevel = jdbcLevel;
    }

    String word() {
        return this == SERVER_DEFAULT
                ? "default"
                : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The constant of {@link Connection}; TRANSACTION_NONE means: do not set it. */
    public int jdbcLevel() {
        return jdbcLevel;
    }
}
