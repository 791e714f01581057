package io.bmsql.schema;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which commands work on one database at the same time; processes are made up. */
abstract class DatabaseLockContract {
    final List<String> warnings = new ArrayList<>();
    Database database;

    abstract TestDatabase server();

    Database open(ConnectionConfig config) throws Exception {
        return TestDatabase.open(config, server().dialect(), 1);
    }

    ConnectionConfig config() {
        return server().connectionConfig(IsolationLevel.READ_COMMITTED);
    }

    @BeforeEach
    final void load() throws Exception {
        server().execute(
                        "DROP TABLE IF EXISTS bmsql_config",
                        "CREATE TABLE bmsql_config (cfg_name varchar(30) primary key, cfg_value varchar(50))",
                        "INSERT INTO bmsql_config VALUES ('warehouses', '1')");
        database = open(config());
    }

    @AfterEach
    final void close() {
        database.close();
    }

    /** Does not wait between its looks at a lock that another has. */
    final DatabaseLock take(Database of, String command, long pid) throws Exception {
        return DatabaseLock.take(of, new ManualClock(), command, "root@loadgen1", pid, warnings::add);
    }

    final Optional<String> holder() throws Exception {
        try (WorkerConnection connection = database.worker()) {
            return DatabaseLock.holder(connection, RunClock.SYSTEM);
        }
    }

    /** Who was refused may have another lock until the server has ended the session. */
    final void awaitFree() {
        await().atMost(Duration.ofMinutes(2)).until(() -> holder().isEmpty());
    }

    final void assertRefused(String command, String who) {
        assertThatThrownBy(() -> take(database, command, 77).close())
                .isInstanceOf(UsageException.class)
                .hasMessageMatching(who
                        + " is at work on this database: wait for its end, or stop it\\. Add --anyway, or set lock=false, if nothing is at"
                        + " work there any more");
    }

    @Test
    void theSecondIsToldWhoIsAtWorkAndTheNextIsNot() throws Exception {
        awaitFree();
        try (DatabaseLock first = take(database, "run", 1234)) {
            String who =
                    "another 'bmsql run' \\(root@loadgen1, process 1234, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\)";
            assertThat(holder().orElseThrow()).matches(who + " is at work on this database");
            for (String command : List.of("run", "destroy", "build")) {
                assertRefused(command, who);
            }
        }
        awaitFree();
        take(database, "destroy", 77).close();
        assertThat(server().texts("SELECT cfg_name FROM bmsql_config")).containsExactly("warehouses");
        assertThat(warnings).isEmpty();
    }

    @Test
    void withoutTheLockOneIsWarnedAndGoesOn() throws Exception {
        try (Database other = open(with(config(), "lock", false));
                DatabaseLock first = take(database, "reset", 1234)) {
            take(other, "run", 77).close();
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0)).startsWith("another 'bmsql reset' (root@loadgen1, process 1234, since ");
            assertRefused("run", "another 'bmsql reset' .*");
        }
    }

    /** As 'bmsql sql' does, which may also make the first tables. */
    @Test
    void aScriptIsRefusedBesideACommandAndTakesNoLock() throws Exception {
        awaitFree();
        DatabaseLock.requireFree(database, RunClock.SYSTEM, warnings::add);
        try (DatabaseLock run = take(database, "run", 1234)) {
            assertThatThrownBy(() -> DatabaseLock.requireFree(database, RunClock.SYSTEM, warnings::add))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("another 'bmsql run' (root@loadgen1, process 1234, since ")
                    .hasMessageContaining("--anyway");
            assertThat(warnings).isEmpty();
            try (Database anyway = open(with(config(), "lock", false))) {
                DatabaseLock.requireFree(anyway, RunClock.SYSTEM, warnings::add);
            }
            assertThat(warnings).hasSize(1);
        }
        awaitFree();
        server().execute("DROP TABLE bmsql_config");
        DatabaseLock.requireFree(database, RunClock.SYSTEM, warnings::add);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void loadersHelpABuildAndNobodyElseDoes() throws Exception {
        try (DatabaseLock build = take(database, "build", 1)) {
            try (DatabaseLock load = take(database, "load", 2)) {
                assertRefused("destroy", "another 'bmsql (build|load)' .*");
            }
            assertRefused("run", "another 'bmsql (build|load)' .*|another bmsql command \\(.*\\)");
        }
        awaitFree();
        take(database, "run", 3).close();
    }

    /** Of two loaders the first ends, as one does that was killed. */
    @Test
    void theLoaderThatIsLeftHasTheLock() throws Exception {
        awaitFree();
        DatabaseLock build = take(database, "build", 1);
        try (DatabaseLock load = take(database, "load", 2)) {
            build.close();
            await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertRefused("destroy", "another .*"));
        }
        awaitFree();
    }

    /** A build that was interrupted before its load drops its tables, and so does destroy. */
    @Test
    void theTablesMayBeDroppedByWhoHasTheLock() throws Exception {
        server().execute("DELETE FROM bmsql_config");
        try (DatabaseLock build = take(database, "build", 1)) {
            assertThat(Background.call(() -> {
                        server().execute("DROP TABLE bmsql_config");
                        return true;
                    }))
                    .succeedsWithin(Duration.ofMinutes(1));
        }
    }

    /** By who holds it, of which another's process number may be the beginning. */
    @Test
    void aLockIsKnownAgainInItsDatabaseAlone() throws Exception {
        awaitFree();
        try (Database anyway = open(with(config(), "lock", false));
                DatabaseLock held = take(database, "ab", 123);
                DatabaseLock other = take(anyway, "ab", 12)) {
            assertThat(held.isOf(database)).isTrue();
            assertThat(other.isOf(database)).isFalse();
        }
        awaitFree();
    }
}
