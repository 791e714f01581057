package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.Layout;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DatabaseIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private Database database;

    @BeforeEach
    void open() throws Exception {
        database = POSTGRES.open(4);
        script(
                """
                drop table if exists bmsql_config;
                create table bmsql_config (cfg_name varchar(30) primary key, cfg_value varchar(50));
                drop table if exists t;
                create table t (k integer primary key, v integer);
                insert into t values (1, 0), (2, 0);
                """);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void bindsByDeclaredParameter() throws Exception {
        try (WorkerConnection worker = database.worker()) {
            BoundStatement write = worker.statement(StatementId.CONFIG_WRITE);
            write.setString(1, "warehouses");
            write.setString(2, "7");
            assertThat(write.update()).isEqualTo(1);
            worker.commit();
            BoundStatement update = worker.statement(StatementId.CONFIG_UPDATE);
            update.setString(2, "8");
            update.setString(1, "warehouses");
            assertThat(update.update()).isEqualTo(1);
            assertThat(configured(worker)).isEqualTo("8");
            worker.rollback();
            assertThat(configured(worker)).isEqualTo("7");
            assertThat(worker.statement(StatementId.CONFIG_READ)).isSameAs(worker.statement(StatementId.CONFIG_READ));
        }
    }

    @Test
    void sendsBatchesAndForgetsThem() throws Exception {
        try (WorkerConnection worker = database.worker()) {
            BoundStatement write = worker.statement(StatementId.CONFIG_WRITE);
            for (String name : List.of("a", "b", "c")) {
                write.setString(1, name);
                write.setNull(2, Types.VARCHAR);
                write.addBatch();
            }
            assertThat(write.executeBatch()).hasSize(3);
            write.setString(1, "a");
            write.addBatch();
            assertThatThrownBy(write::executeBatch).isInstanceOf(SQLException.class);
            worker.rollback();
            assertThat(write.executeBatch()).isEmpty();
        }
    }

    @Test
    void setsTheIsolationLevelAndAutoCommitOff() throws Exception {
        for (IsolationLevel level : IsolationLevel.values()) {
            try (Database leveled = POSTGRES.open(level, 1)) {
                try (Connection connection = leveled.connection()) {
                    assertThat(connection.getAutoCommit()).isFalse();
                }
                String expected = level == IsolationLevel.SERVER_DEFAULT ? "READ_COMMITTED" : level.name();
                assertThat(leveled.facts().isolation()).isEqualTo(expected);
                assertThat(leveled.facts().product()).isEqualTo("PostgreSQL");
            }
        }
    }

    @Test
    void aWriteOnAnOldSnapshotIsASerializationFailure() throws Exception {
        try (Database strict = POSTGRES.open(IsolationLevel.REPEATABLE_READ, 2);
                WorkerConnection one = strict.worker();
                WorkerConnection two = strict.worker()) {
            Sql.executeOn(one.connection(), "select * from t");
            Sql.executeOn(two.connection(), "update t set v = v + 1 where k = 1");
            two.commit();
            assertThatThrownBy(() -> Sql.executeOn(one.connection(), "update t set v = v + 1 where k = 1"))
                    .isInstanceOfSatisfying(SQLException.class, error -> assertThat(
                                    database.dialect().errors().classify(error))
                            .isEqualTo(ErrorClass.SERIALIZATION));
        }
    }

    @Test
    void aFeatureThatIsNotSupportedCostsNoConnection() throws Exception {
        long pid;
        try (Connection connection = database.connection();
                Statement statement = connection.createStatement()) {
            pid = Sql.numberOn(connection, "select pg_backend_pid()");
            assertThatThrownBy(() -> statement.execute("do $$ begin raise exception sqlstate '0A000'; end $$"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
        }
        try (Connection connection = database.connection()) {
            assertThat(Sql.numberOn(connection, "select pg_backend_pid()")).isEqualTo(pid);
        }
    }

    @Test
    void aClosedWorkerLeavesNothingBehind() throws Exception {
        try (Database single = POSTGRES.open(1)) {
            try (WorkerConnection worker = single.worker()) {
                Sql.executeOn(worker.connection(), "insert into t values (9, 9)");
            }
            try (WorkerConnection worker = single.worker()) {
                assertThat(Sql.numberOn(worker.connection(), "select count(*) from t where k = 9"))
                        .isZero();
            }
        }
    }

    @Test
    void aTolerantScriptGoesOnAfterAnError() throws Exception {
        List<String> heard = new ArrayList<>();
        ScriptRunner.ScriptListener listener = new ScriptRunner.ScriptListener() {
            @Override
            public void statement(SqlStatement statement) {
                heard.add(statement.text());
            }

            @Override
            public void failed(SqlStatement statement, SQLException cause) {
                heard.add("failed: " + cause.getMessage());
            }
        };
        List<SqlStatement> statements =
                parse("my.sql", "insert into t values (5, 5);\ninsert into nowhere;\ninsert into t values (6, 6);\n");
        try (Connection connection = database.connection()) {
            assertThat(new ScriptRunner(connection, listener).runTolerant(statements))
                    .isEqualTo(1);
            assertThat(Sql.numberOn(connection, "select count(*) from t where k in (5, 6)"))
                    .isEqualTo(2);
        }
        assertThat(heard).hasSize(4);
        assertThat(heard.get(2)).startsWith("failed: ERROR: syntax error");
    }

    @Test
    void aStrictScriptStopsWithPlaceMessageAndStatement() throws Exception {
        List<SqlStatement> statements = parse("my.sql", "\ninsert into nowhere\n  values (1);\nselect 1;\n");
        List<SqlStatement> sent = new ArrayList<>();
        try (Connection connection = database.connection()) {
            assertThatThrownBy(() -> new ScriptRunner(connection, sent::add).run(statements))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageStartingWith("my.sql:2: ERROR: relation \"nowhere\" does not exist")
                    .hasMessageContaining("[SQLState 42P01]")
                    .hasMessageEndingWith("insert into nowhere\n  values (1)");
        }
        assertThat(sent).hasSize(1);
    }

    @Test
    void scriptsMaySendBracesQuestionMarksAndBlocks() throws Exception {
        script(
                """
                select '{fn now()}', 'what?';
                create or replace function twice(n integer) returns integer as
                $$
                begin
                    return 2 * n;
                end;
                $$
                language plpgsql;
                -- {
                do 'begin perform 1; end'
                -- }
                """);
        try (Connection connection = database.connection()) {
            assertThat(Sql.numberOn(connection, "select twice(21)")).isEqualTo(42);
        }
    }

    private static String configured(WorkerConnection worker) throws SQLException {
        BoundStatement read = worker.statement(StatementId.CONFIG_READ);
        read.setString(1, "warehouses");
        try (ResultSet rows = read.query()) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private void script(String text) throws Exception {
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {}).run(parse("test.sql", text));
        }
    }

    private static List<SqlStatement> parse(String file, String text) throws UsageException {
        return new SqlFile(file, "", text, Layout.WHOLE).script().statements();
    }
}
