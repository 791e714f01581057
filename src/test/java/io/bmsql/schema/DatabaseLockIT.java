package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The advisory lock of PostgreSQL. */
class DatabaseLockIT extends DatabaseLockContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    TestDatabase server() {
        return POSTGRES;
    }

    @Test
    void aBuildIsSeenBeforeItHasATable() throws Exception {
        POSTGRES.execute("DROP TABLE bmsql_config");
        try (DatabaseLock first = take(database, "build", 1234)) {
            assertRefused("destroy", "another 'bmsql build' \\(root@loadgen1, process 1234\\)");
        }
        take(database, "destroy", 77).close();
    }

    /** As after a restart of the server. */
    @Test
    void aLockThatIsLostIsTakenAgain() throws Exception {
        String sessions = "SELECT %s FROM pg_stat_activity WHERE application_name = 'bmsql run root@loadgen1 1234'";
        try (DatabaseLock first = take(database, "run", 1234)) {
            long pid = POSTGRES.number(sessions.formatted("pid"));
            POSTGRES.execute("SELECT pg_terminate_backend(" + pid + ", 60000)");
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> POSTGRES.number(sessions.formatted("coalesce(max(pid), " + pid + ")")) != pid);
            assertRefused("destroy", "another 'bmsql run' .*");
        }
        awaitFree();
        assertThat(warnings).isEmpty();
    }

    @Test
    void theHolderWarnsWhenAnotherCameInBetween() throws Exception {
        String pid = "SELECT pid FROM pg_stat_activity WHERE application_name = 'bmsql run root@loadgen1 1234'";
        try (DatabaseLock first = take(database, "run", 1234)) {
            POSTGRES.execute("SELECT pg_terminate_backend((" + pid + "), 60000)");
            try (DatabaseLock second = take(database, "reset", 5678)) {
                await().atMost(Duration.ofMinutes(2)).until(() -> !warnings.isEmpty());
                assertThat(warnings.get(0)).startsWith("another 'bmsql reset' (root@loadgen1, process 5678, since");
            }
        }
    }

    @Test
    void schemasOfOneDatabaseHaveTheirOwn() throws Exception {
        POSTGRES.execute(
                "CREATE SCHEMA other", "CREATE TABLE other.bmsql_config (LIKE public.bmsql_config INCLUDING ALL)");
        TestDatabase other =
                new TestDatabase.Named("postgres", POSTGRES.url() + "?currentSchema=other", POSTGRES.user());
        ConnectionConfig elsewhere = other.connectionConfig(IsolationLevel.READ_COMMITTED);
        try (Database second = open(elsewhere);
                DatabaseLock first = take(database, "run", 1);
                DatabaseLock beside = take(second, "run", 2)) {
            assertRefused("run", "another 'bmsql run' \\(root@loadgen1, process 1, since .*");
        }
    }

    @Test
    void aHolderIsNamedThoughItsTimeIsDamaged() throws Exception {
        try (DatabaseLock run = take(database, "run", 1234)) {
            for (String damaged : List.of("", "x", "NaN")) {
                POSTGRES.execute("UPDATE bmsql_config SET cfg_value = '" + damaged + "' WHERE cfg_name = 'lock'");
                assertRefused(
                        "reset", "another 'bmsql run' \\(root@loadgen1, process 1234, since when is not known\\)");
            }
        }
    }
}
