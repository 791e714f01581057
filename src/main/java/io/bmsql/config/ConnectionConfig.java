package io.bmsql.config;

import io.bmsql.common.Secret;
import io.bmsql.common.SecretText;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the database; a null driver is the dialect's own. {@code db} names the dialect folder {@code sql.<db>},
 * the profile ({@code benchmarksql5}) an overlay of statements in it, empty for the default. A command that changes the database takes
 * a {@code lock}, unless it is told not to.
 */
public record ConnectionConfig(
        String db,
        @Nullable String driver,
        String url,
        String user,
        Secret password,
        IsolationLevel isolationLevel,
        String statementProfile,
        boolean lock) {
    public ConnectionConfig at(String otherUrl) {
        return new ConnectionConfig(db, driver, otherUrl, user, password, isolationLevel, statementProfile, lock);
    }

    /** Logs and failing tests show it, so nothing secret is in it. */
    @Override
    public String toString() {
        return "ConnectionConfig[db=" + db + ", driver=" + driver + ", url=" + SecretText.hideIn(url) + ", user=" + user
                + ", isolationLevel=" + isolationLevel + ", statementProfile=" + statementProfile + "]";
    }
}
