package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.UsageException;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What scripts do on any server. */
abstract class ScriptContract {
    private static final Path FOLDER = Path.of("workload.pgbench");
    private static final Map<String, String> GIVEN = Map.of("scale", "1", "default_seed", "1", "zip", "00123");

    private final ScriptVariables names = new ScriptVariables(Set.of("zip"));
    private Connection connection;
    private ScriptStatements statements;

    abstract TestDatabase database();

    @BeforeEach
    void connect() throws Exception {
        connection = database().connect();
        statements = new ScriptStatements(connection, names, RunClock.SYSTEM, new StatementTimes.Timer());
    }

    @AfterEach
    void disconnect() throws Exception {
        statements.close();
        connection.close();
    }

    private Script parse(String text) throws UsageException {
        return Script.parse("a.sql", text, names, false);
    }

    private ScriptClient client(long seed) {
        return new ScriptClient(names, seed, 0, GIVEN);
    }

    @Test
    void theShippedScriptsRun() throws Exception {
        database()
                .execute(Files.readString(FOLDER.resolve("tables.sql"))
                        .replaceAll("(?m)^--.*", "")
                        .strip()
                        .split(";"));
        database()
                .execute(
                        "insert into pgbench_branches values (1, 0, null)",
                        "insert into pgbench_tellers values (1, 1, 0, null), (2, 1, 0, null), (3, 1, 0, null)",
                        "insert into pgbench_accounts values (1, 1, 0, '')");
        for (String name : List.of("tpcb-like", "simple-update", "select-only")) {
            Path file = FOLDER.resolve("transactions").resolve(name + ".sql");
            Script script = Script.parse(file.toString(), Files.readString(file), names, false);
            assertThat(script.name()).isEqualTo(name);
            ScriptClient client = client(1);
            for (int i = 0; i < 20; i++) {
                statements.run(script, client);
            }
        }
        assertThat(database().text("select count(*) from pgbench_history")).isEqualTo("40");
    }

    @Test
    void aRetryBeginsAtTheFailedTransactionWithTheSameValues() throws Exception {
        database().execute("create table r1 (v bigint)", "create table r2 (v bigint)");
        String text =
                """
                \\set v random(1, 1000000000)
                insert into r1 values (:v);
                \\set v random(1, 1000000000)
                begin;
                insert into r2 values (:v);
                \\set v random(1, 1000000000)
                insert into r3 values (:v);
                commit;
                """;
        Script script = parse(text);
        ScriptClient client = client(5);
        assertThatThrownBy(() -> statements.run(script, client)).isInstanceOf(SQLException.class);
        assertThat(statements.isOutcomeOpen()).isFalse();
        statements.rollBack();
        database().execute("create table r3 (v bigint)");
        statements.retry(script, client);
        statements.run(script, client(5));

        for (String table : List.of("r1", "r2", "r3")) {
            assertThat(database().text("select concat(count(*), ' ', count(distinct v)) from " + table))
                    .isEqualTo("2 1");
        }
        assertThatThrownBy(() -> statements.run(parse("delete from no_table"), client))
                .isInstanceOf(SQLException.class);
        assertThat(statements.isOutcomeOpen()).isTrue();
        for (String failing :
                List.of("select * from no_table", "begin; insert into r1 values (1); call no_procedure(); end;")) {
            assertThatThrownBy(() -> statements.run(parse(failing), client)).isInstanceOf(SQLException.class);
            assertThat(statements.isOutcomeOpen()).as(failing).isTrue();
            statements.rollBack();
        }
        for (String failing : List.of(
                "-- read-only\nselect * from no_table",
                "begin; insert into r1 values (1); select * from no_table; end;")) {
            assertThatThrownBy(() -> statements.run(parse(failing), client)).isInstanceOf(SQLException.class);
            assertThat(statements.isOutcomeOpen()).as(failing).isFalse();
            statements.rollBack();
        }
    }

    @Test
    void columnsBecomeVariables() throws Exception {
        database().execute("create table c (v bigint, d double precision, t varchar(20))");
        Script script = parse(
                """
                select 5 as one, 2.50 as two, 'x' as three, null as four \\gset
                select 12345678901 as big \\; select 7 as one where 1 = 0 \\aset q_
                \\set sum :one + :two + :q_big
                \\set code pattern('###@@')
                \\set none :four is null
                insert into c values (:sum, :two, :code), (:one, 1.0 / 4, ':zip'), (-1, null, :three), (-2, :four, :none);
                """);
        ScriptClient client = client(1);
        for (int i = 0; i < 7; i++) {
            statements.run(script, client);
        }
        assertThat(database().texts("select distinct concat(v, ' ', coalesce(d, -1)) from c order by 1"))
                .containsExactly("-1 -1", "-2 -1", "12345678909 2.5", "5 0.25");
        assertThat(database().texts("select t from c where v = 5")).containsOnly("00123");
        assertThat(database().texts("select t from c where v > 5")).allMatch(text -> text.matches("[0-9]{3}[a-z]{2}"));
    }

    @Test
    void mistakesThatShowThemselvesLate() throws Exception {
        Script noRow = parse("select 1 as a where 1 = 0 \\gset");
        Script unset = parse("select 1 as a where 1 = 0 \\aset\nselect :a;");
        ScriptClient client = client(1);
        assertThatThrownBy(() -> statements.run(noRow, client))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "a.sql, line 1, column 1: \\gset needs exactly one row, but there were 0; change the statement"
                                + " or use \\aset");
        assertThatThrownBy(() -> statements.run(unset, client))
                .hasMessage(
                        "a.sql, line 2, column 1: a variable of this statement has no value yet; set it before this line");
    }
}
