package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements of prepareRun.sql on a real server. */
class RunPreparationIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    private Path folder;

    @BeforeEach
    void emptyTables() throws Exception {
        POSTGRES.emptyTables();
    }

    @Test
    void aCheckpointIsMadeAndNotedUntilTheNextRun() throws Exception {
        // The control file at once; statistics of checkpoints come later.
        String latest = "SELECT checkpoint_lsn FROM pg_control_checkpoint()";
        String before = POSTGRES.text(latest);
        try (Database database = POSTGRES.open(2)) {
            assertThat(run(database).problems()).isEmpty();
            assertThat(POSTGRES.text(latest)).isNotEqualTo(before);
            DataState state = new DataState(database);
            assertThat(DataState.of(DataState.config(database)))
                    .containsKey("preparedAt")
                    .hasEntrySatisfying("prepared", words -> assertThat(words).startsWith("1 statement in "));

            state.noteRun();

            assertThat(DataState.of(DataState.config(database))).doesNotContainKeys("prepared", "preparedAt");
        }
    }

    /** As the role that the tutorial makes, before and after its grant. */
    @Test
    void whatAnAdministratorHasToGrantIsSaidAndNothingElseIsNoted() throws Exception {
        String role = "owner_" + POSTGRES.name();
        POSTGRES.execute(
                "CREATE ROLE " + role + " LOGIN PASSWORD '" + POSTGRES.password() + "'",
                "GRANT USAGE ON SCHEMA public TO " + role,
                "GRANT ALL ON ALL TABLES IN SCHEMA public TO " + role);
        TestDatabase own = new TestDatabase.Named("postgres", POSTGRES.url(), role);
        try (Database database = own.open(IsolationLevel.READ_COMMITTED, 2)) {
            assertThat(run(database).problems())
                    .singleElement()
                    .asString()
                    .contains("permission denied", "it needs: grant pg_checkpoint to " + role);
            assertThat(DataState.config(database)).isEmpty();

            POSTGRES.execute("GRANT pg_checkpoint TO " + role);

            assertThat(run(database).problems()).isEmpty();
        } finally {
            POSTGRES.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void waitsUntilTheQueryIsTrue() throws Exception {
        RunPreparation.Done done = run(
                """
                create sequence looks;
                -- wait until: select nextval('looks') > 3
                -- at most: 1min
                select 1;
                """);

        assertThat(done.problems()).isEmpty();
        assertThat(done.statements()).isEqualTo(2);
        assertThat(POSTGRES.number("SELECT last_value FROM looks")).isEqualTo(4);
    }

    @Test
    void whatFailsOrDoesNotEndIsNamedAndTheNextStatementSent() throws Exception {
        RunPreparation.Done done = run(
                """
                create nonsense;
                -- wait until: select 0
                -- at most: 1s
                select 1;
                create table bmsql_reached (i int);
                """);

        assertThat(done.problems()).hasSize(2);
        assertThat(done.problems().get(0)).contains("prepareRun.sql:1: ").contains("syntax error");
        assertThat(done.problems().get(1)).endsWith("prepareRun.sql:4: after 1 s `select 0` is not true");
        assertThat(done.seconds()).isGreaterThan(1);
        assertThat(done.line()).startsWith("3 statements in ").endsWith(", 2 failed");
        assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_reached")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- at most: soon\nselect 1;",
                "-- wait until:\nselect 1;",
                "select 1;\n-- wait until: select true",
            })
    void aMistakenCommentIsRefusedBeforeAnythingIsSent(String script) {
        assertThatThrownBy(() -> run("create table bmsql_reached (i int);\n" + script))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("prepareRun.sql")
                .hasMessageContaining("is not understood: above the statement write");
        assertThatThrownBy(() -> POSTGRES.number("SELECT count(*) FROM bmsql_reached"))
                .hasMessageContaining("does not exist");
    }

    private RunPreparation.Done run(String script) throws Exception {
        Dialect dialect = TestDatabase.own(folder, "postgres", "prepareRun.sql", script);
        try (Database database = POSTGRES.open(2)) {
            return new RunPreparation(database, RunClock.SYSTEM, new BuildListener() {}).run(dialect);
        }
    }

    private static RunPreparation.Done run(Database database) throws Exception {
        return new RunPreparation(database, RunClock.SYSTEM, new BuildListener() {}).run(database.dialect());
    }
}
