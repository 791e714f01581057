package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Which runs worked at the same time, by their rows in bmsql_config. */
class RunTimeIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static Database database;

    @BeforeAll
    static void open() throws Exception {
        database = POSTGRES.open(1);
        POSTGRES.execute("create table bmsql_config (cfg_name varchar(30) primary key, cfg_value varchar(50))");
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() throws Exception {
        POSTGRES.execute("delete from bmsql_config");
    }

    private static void begin(String id, String group) throws Exception {
        try (WorkerConnection connection = database.worker()) {
            RunTime.begin(connection, RunClock.SYSTEM, id, group);
        }
    }

    /** Gives how many others worked meanwhile. */
    private static int end(String id) throws Exception {
        return RunTime.end(database, RunClock.SYSTEM, id);
    }

    @Test
    void whatSomebodyElseNotesIsNoRun() throws Exception {
        POSTGRES.execute("insert into bmsql_config values ('run by', 'Anna'), ('run on', null)");
        begin("a", "");
        assertThat(end("a")).isZero();
        assertThat(rows()).isEqualTo(2);
    }

    /** As a commit that waits for a copy that is gone; the time that a run waits for an answer is made short. */
    @Test
    void aServerThatDoesNotAnswerDoesNotHoldTheEndOfARun(@TempDir Path folder) throws Exception {
        begin("slow", "");
        Dialect dialect = TestDatabase.own(
                folder, "slow", "dialect.properties", "extends = postgres\nrun.connection.socketTimeout = 1\n");
        try (Connection other = POSTGRES.connect();
                Database slow =
                        TestDatabase.open(POSTGRES.connectionConfig(IsolationLevel.SERVER_DEFAULT), dialect, 1)) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("lock table bmsql_config");
            }
            assertTimeoutPreemptively(
                    Duration.ofMinutes(5), () -> assertThatThrownBy(() -> RunTime.end(slow, RunClock.SYSTEM, "slow"))
                            .isInstanceOf(SQLException.class));
        }
    }

    private static List<String> besides(String... ids) throws Exception {
        try (WorkerConnection connection = database.worker()) {
            return RunTime.besides(connection, Set.of(ids)).stream()
                    .map(RunTime::id)
                    .toList();
        }
    }

    private static long rows() throws Exception {
        return POSTGRES.number("select count(*) from bmsql_config where cfg_name like 'run %'");
    }

    @Test
    void runsOneAfterTheOtherLeaveNothing() throws Exception {
        begin("1764131111123-0a1b2c3d", "");
        assertThat(rows()).isEqualTo(1);
        assertThat(besides("1764131111123-0a1b2c3d")).isEmpty();
        end("1764131111123-0a1b2c3d");
        assertThat(rows()).isZero();
        begin("second", "");
        end("second");
        assertThat(rows()).isZero();
    }

    @Test
    void runsAtOnceKnowOfEachOtherWhicheverEndsFirst() throws Exception {
        begin("first", "");
        begin("second", "");
        assertThat(end("first")).isEqualTo(1);
        assertThat(besides("first")).containsExactly("second");
        assertThat(besides("second")).containsExactly("first");
        assertThat(end("second")).isEqualTo(1);
        assertThat(besides("first")).containsExactly("second");
        assertThat(besides("first", "second")).isEmpty();
        begin("third", "");
        assertThat(besides("third")).isEmpty();
        assertThat(besides("first")).containsExactly("second");
        assertThat(end("third")).isZero();
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void aKilledRunIsBesideAllThatFollow() throws Exception {
        begin("killed", "");
        begin("next", "");
        assertThat(end("next")).as("nobody is at work").isZero();
        assertThat(besides("next")).containsExactly("killed");
    }

    @Test
    void agentsOfOneRunAreNoOtherRuns() throws Exception {
        begin("agent1", "abcdefgh01234567");
        begin("agent2", "abcdefgh01234567");
        assertThat(besides("agent1")).isEmpty();
        begin("stranger", "");
        assertThat(besides("agent1", "agent2")).containsExactly("stranger");
        end("stranger");
        end("agent1");
        end("agent2");
        assertThat(besides("agent1")).containsExactly("stranger");
    }
}
