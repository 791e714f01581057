package io.bmsql.script;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.UsageException;
import io.bmsql.testing.Allocation;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {
    private static final Map<String, String> GIVEN = Map.of("scale", "2", "default_seed", "1", "n", "10");

    private final ScriptVariables names = new ScriptVariables(GIVEN.keySet());
    private final List<String> sent = new ArrayList<>();
    private boolean isNoted = true;

    private Script parse(String text) throws UsageException {
        return Script.parse("folder/a.sql", text, names, false);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/script/mistakes.txt", delimiterString = "=>", quoteCharacter = '`')
    void mistakesAreOneSentence(String script, String message) {
        assertThatThrownBy(() -> parse(script.replace('~', '\n')))
                .isExactlyInstanceOf(UsageException.class)
                .message()
                .startsWith("folder/a.sql, " + message);
    }

    @Test
    void commentsAtTheBeginningSayWhatAScriptIs() throws UsageException {
        Script script =
                parse("\n-- Reads much.\n-- read-only\n-- retry: never\n-- weight: 12\n\nselect 1 -- weight: 3\n");
        assertThat(script.name()).isEqualTo("a");
        assertThat(script.weight()).isEqualTo(12);
        assertThat(script.header().isRetried()).isFalse();
        assertThat(script.header().isReadOnly()).isTrue();
        assertThat(script.header().thinkSeconds()).isZero();
        assertThat(script.hasPipeline()).isFalse();
        Script.Header waits = parse("-- think about it\n-- keying: 1.5s\n-- think: 200ms\nselect 1")
                .header();
        assertThat(List.of(waits.keyingSeconds(), waits.thinkSeconds())).containsExactly(1.5, 0.2);
        assertThat(parse("\\startpipeline\nselect 1;\n\\endpipeline").hasPipeline())
                .isTrue();
        assertThat(parse("select 1").header().isRetried()).isTrue();
        assertThat(parse("-- rollback: constraint\nselect 1").header().onConstraint())
                .isEqualTo("rollback");
        Script.Header retries = parse("-- retry: constraint\nselect 1").header();
        assertThat(retries.onConstraint()).isEqualTo("retry");
        assertThat(retries.isRetried()).isTrue();
    }

    /** What the driver is asked: a prepared text and its values, or a text as it is. */
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '`',
            textBlock =
                    """
        select a::int, b[1: n], x := 1 from t where i = :n and j=:scale => select a::int, b[1: n], x := 1 from t where i = ? and j=? [10, 2]
        insert into t_:n (x, y) values (:n, 'a :n :m')                  => insert into t_10 (x, y) values (?, 'a 10 :m') [10]
        select * from :n join s:n.t, :n.u order by :n limit :n          => select * from 10 join s10.t, 10.u order by 10 limit ? [10]
        (select j ? 'a?') -- :n ? ;                                     => (select j ?? 'a?') []
        set x = :n                                                      => set x = 10
        create table a as select b ? :n                                 => create table a as select b ? 10
        explain select :n; /* ; */                                      => explain select 10
        select f(1; 2), `:x;`                                           => select f(1; 2), `:x;` []
        vacuum \\set x 1                                                => vacuum
        """)
    void variablesAreParametersWhereTheyCanBe(String script, String expected) throws Exception {
        run(parse(script.replace("\\set", "\n\\set")), 1);
        assertThat(sent).containsExactly(expected);
    }

    /** The name of a variable may end like a unit. */
    @Test
    void theUnitOfASleepStandsApartFromAVariable() throws Exception {
        run(
                parse(
                        "\\set secs 0\n\\set pause_ms 0\n\\sleep :secs\n\\sleep :pause_ms us\n\\sleep 0us\nselect :secs;"),
                1);
        assertThat(sent).containsExactly("select ? [0]");
    }

    @Test
    void aProgramRunsWhereItIsAllowed() throws Exception {
        run(Script.parse("a.sql", "\\set m 6\n\\setshell v expr :m + 1\nselect :v;", names, true), 1);
        assertThat(sent).containsExactly("select ? [7]");
    }

    @Test
    void aProgramThatDoesNotEndIsEnded() {
        Place place = new Place("a.sql", "", 0);
        String line = "exec sleep 1009";

        assertThrown(
                UsageException.class,
                () -> ScriptParser.answer(line, true, 0, place),
                "a.sql, line 1, column 1: the program had not ended after 0 s");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ScriptParser.answer(line, false, 60, place)).isInstanceOf(InterruptedException.class);

        await().atMost(Duration.ofMinutes(2)).until(() -> ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .noneMatch(left -> left.info().commandLine().orElse("").contains("sleep 1009")));
    }

    @Test
    void aColonInATextIsNotAVariable() throws Exception {
        run(parse("select ':';\nselect ':n';\nselect ':';"), 1);
        assertThat(sent).containsExactly("select ':' []", "select '10' []", "select ':' []");
    }

    @Test
    void transactionsAreThoseOfTheConnection() throws Exception {
        run(
                parse(
                        "select 1; begin; update a; end; insert b; START TRANSACTION /* now */; rollback;"
                                + "begin isolation level serializable read only; commit and no chain; rollback;"
                                + "\\startpipeline\nupdate c; update c; update d; select 2; update d;\n\\endpipeline\nupdate e \\; update f;"),
                1);
        assertThat(sent)
                .containsExactly(
                        ("select 1 []|autocommit false|update a []|commit|autocommit true|insert b []|autocommit false|rollback|"
                                        + "SET TRANSACTION isolation level serializable read only|commit|"
                                        + "update c [] [], as a batch|update d [], as a batch|select 2 []|update d [], as a batch|commit|update e []|update f []|commit")
                                .split("\\|"));
        assertThatThrownBy(() -> run(parse("begin;\nselect 1;"), 1))
                .hasMessage(
                        "folder/a.sql, line 2, column 10: the script ends inside a transaction; end it with COMMIT or ROLLBACK");
    }

    /** Each run of the script costs what the calls of JDBC cost, and nothing of ours. */
    @Test
    void aRunAllocatesNothing() throws Exception {
        Script script = parse(
                """
                \\set aid random(1, 100000 * :scale) + hash(:n) % 7
                \\if :aid > 5 and not (:aid is null)
                \\set x CASE WHEN :aid > 50.5 THEN random_zipfian(1, 10, 1.5) ELSE permute(:aid, 99) END
                \\endif
                """);
        isNoted = false;
        run(script, 20_000);
        long before = Allocation.bytes();
        run(script, 100_000);
        assertThat(Allocation.bytes() - before).isLessThan(100_000);
    }

    private void run(Script script, int times) throws Exception {
        ScriptClient client = new ScriptClient(names, 1, 0, GIVEN);
        try (ScriptStatements statements =
                new ScriptStatements(connection(), names, RunClock.SYSTEM, new StatementTimes.Timer())) {
            for (int i = 0; i < times; i++) {
                statements.run(script, client);
            }
        }
    }

    private final StringBuilder batch = new StringBuilder();

    /** Notes what it is asked and answers without rows: what servers do with it is tested with servers. */
    private Connection connection() {
        return proxy(Connection.class, "", new ArrayList<>());
    }

    private <T> T proxy(Class<T> type, String sql, List<Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "prepareStatement" ->
                        proxy(PreparedStatement.class, String.valueOf(arguments[0]), new ArrayList<>());
                    case "createStatement" -> proxy(Statement.class, "", values);
                    case "getAutoCommit" -> true;
                    case "setAutoCommit" -> note("autocommit " + arguments[0]);
                    case "commit", "rollback" -> note(method.getName());
                    case "setInt", "setLong" -> values.add(arguments[1]) ? null : null;
                    case "execute" -> note(arguments == null ? sql + " " + values : (String) arguments[0]) != null;
                    case "addBatch" -> {
                        batch.append(" ").append(values);
                        yield null;
                    }
                    case "executeBatch" -> {
                        note(sql + batch + ", as a batch");
                        batch.setLength(0);
                        yield new int[0];
                    }
                    case "getMoreResults" -> false;
                    case "getUpdateCount" -> -1;
                    case "getResultSet" -> proxy(ResultSet.class, "", values);
                    default -> null;
                }));
    }

    private Object note(String what) {
        if (isNoted) {
            sent.add(what);
        }
        return null;
    }
}
