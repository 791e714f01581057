package io.bmsql.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.load.TextRows;
import io.bmsql.tpcc.RowSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableStatementTest {
    private static List<TableStatement> read(String text) throws UsageException {
        return TableStatement.read(new Place("tables.sql", text, 0), Map.of("scale", "3"), 1);
    }

    @Test
    void aTableIsCopiedAndItsColumnsAreNamed() throws Exception {
        List<TableStatement> tables = read(
                """
                -- rows: 2 * :scale
                -- copies: 2
                create table t1 (
                    a int, -- = rownum
                    b int  -- a comment
                );
                """);
        assertThat(tables).extracting(TableStatement::table).containsExactly("t1", "t2");
        assertThat(tables.get(1).rows()).isEqualTo(6);
        assertThat(tables.get(1).columns()).containsExactly("a");
        assertThat(tables.get(1).sql()).isEqualTo("create table t2 (\n    a int,\n    b int\n)");
    }

    @Test
    void whatIsDroppedIsKnownByName() throws Exception {
        List<TableStatement> drops =
                read("drop table a;\nDROP TABLE if exists b cascade;\ndrop view c;\ncreate table d (e int);");
        assertThat(drops).extracting(TableStatement::table).containsExactly("a", "b", "", "d");
        assertThat(drops).extracting(TableStatement::isDrop).containsExactly(true, true, false, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-- rows: :scales          | line 1, column 10: :scales is no variable",
                "-- rows: 1 - :scale       | this is -2, below 0",
                "a int -- = foo(1)         | `foo` is no function",
                "create table a (b int)    | the last statement has no semicolon",
                "-- row: 5000              | `-- row: 5000` is not understood: did you mean `-- rows:`?",
                "-- Rows: 5000             | did you mean `-- rows:`?",
                "-- rows 5000              | did you mean `-- rows:`?",
                "-- rows = 5000            | did you mean `-- rows:`?",
                "--copie:2                 | did you mean `-- copies:`?",
                "-- chekc: no orphans      | did you mean `-- check:`?",
                "-- = rownum               | no column stands before this",
                "-- rows: 5                | no statement follows the last -- [rows]",
            })
    void mistakesAreOneSentence(String text, String message) {
        assertThatThrownBy(() -> read(text + "\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("tables.sql, line 1")
                .hasMessageContaining(message);
    }

    /** Silently another text would be loaded: '?' for each of them. */
    @ParameterizedTest
    @ValueSource(strings = {"M\u00fcller", "\u4e2d", "a\\b", "a\tb"})
    void otherCharactersThanAsciiAreRefused(String text) throws Exception {
        RowSource rows = read("-- rows: 1\ncreate table t (\n a varchar(9) -- = '" + text + "'\n);\n")
                .get(0)
                .part(1, 1);
        assertThatThrownBy(() -> rows.<RuntimeException>write(TextRows.csv("", ZoneOffset.UTC)))
                .hasMessage("a text of t has another character than printable ASCII, or a backslash");
    }

    @Test
    void rowsNeedATable() throws Exception {
        assertThatThrownBy(() -> read("-- rows: 3\ncreate index i on t (a);\n"))
                .hasMessage("tables.sql, line 2, column 1: rows are given, but this creates no table");
        assertThat(
                        read("-- Rows of old times are left out.\n-- rows: 3\ncreate unlogged table shop.places (\n a int -- = 1\n);\n")
                                .get(0)
                                .table())
                .isEqualTo("shop.places");
    }
}
