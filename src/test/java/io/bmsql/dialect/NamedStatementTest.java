package io.bmsql.dialect;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.Table;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NamedStatementTest {

    private static NamedStatement named(StatementId id, String text) throws UsageException {
        String file = "-- name: " + id.sqlName() + "\n" + text + "\n";
        return NamedStatement.of(id, NamedSql.parse("s.sql", file).get(id.sqlName()));
    }

    @Test
    void putsEachParameterWhereTheTextHasIt() throws Exception {
        NamedStatement statement =
                named(StatementId.STOCK_LEVEL_COUNT_LOW, "x :threshold y :w_id z :next_o_id - 20, :next_o_id, :w_id");
        assertThat(statement.sql()).isEqualTo("x ? y ? z ? - 20, ?, ?");
        assertThat(statement.positions(1)).containsExactly(2, 5);
        assertThat(statement.positions(2)).as("d_id is not used").isEmpty();
        assertThat(statement.positions(3)).containsExactly(1);
        assertThat(statement.positions(4)).containsExactly(3, 4);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            delimiter = '|',
            value = {
                "a :cfg_name::text        | a ?::text",
                "a ':cfg_name' :cfg_name  | a ':cfg_name' ?",
                "a 'it''s :x' :cfg_name   | a 'it''s :x' ?",
                "a \":x\" :cfg_name       | a \":x\" ?",
                "a /* :x ? */ :cfg_name   | a /* :x ? */ ?",
                "a -- :x ?                | a -- :x ?",
                "a[1:2] := :cfg_name      | a[1:2] := ?",
                "'what?' :cfg_name        | 'what?' ?",
                "(:cfg_name)              | (?)",
            })
    void leavesCastsQuotedTextAndCommentsAlone(String text, String jdbc) throws Exception {
        assertThat(named(StatementId.CONFIG_READ, text).sql()).isEqualTo(jdbc);
    }

    @Test
    void tellsWhereTheOutputsOfACallStand() throws Exception {
        NamedStatement call = named(StatementId.PROCEDURE_ORDER_STATUS, "{call p(:out_o_id, :w_id, :w_id, :out_c_id)}");

        assertThat(call.sql()).isEqualTo("{call p(?, ?, ?, ?)}");
        assertThat(call.outputPositions()).containsExactly(4, 1);
        assertThat(call.positions(1)).containsExactly(2, 3);
        assertThat(named(StatementId.PROCEDURE_ORDER_STATUS, "CALL p(:w_id)").outputPositions())
                .isEmpty();
    }

    @Test
    void readsNameSentenceAndText() throws Exception {
        String text = "-- top\n-- name: A\n-- about: one thing\n-- why\nselect 1\n\n  -- no\n  from x;\n-- name: B\n";
        Map<String, NamedSql> found = NamedSql.parse("s.sql", text);
        assertThat(found.get("A"))
                .isEqualTo(new NamedSql("A", "one thing", "", "select 1\n  from x", "s.sql:2", List.of()));
        assertThat(found.get("B").text()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PROCEDURE_ORDER_STATUS | {call p(:out_c_id)} | once, or none when it gives a row",
                "PROCEDURE_ORDER_STATUS | {call p(:out_c_id, :out_o_id, :out_o_id)} | needs each of [out_c_id, out_o_id] once",
                "CONFIG_READ | a :cfgname | s.sql:1: Config.read uses :cfgname, but its parameters are [cfg_name]",
                "CONFIG_READ | a ? | s.sql:1: Config.read holds a ?",
            })
    void refusesWhatDoesNotFitTheDeclaration(StatementId id, String text, String message) {
        assertThrown(UsageException.class, () -> named(id, text), message);
    }

    /** At the place of a statement, or of the whole file. */
    @Test
    void refusesFilesWithNamesTwiceUnknownOrMissing() {
        assertRefused("-- name: A\nx;\n-- name: A\ny;\n", "s.sql:3: the name A is defined twice");
        assertRefused("-- fine\n\nselect 1;\n", "s.sql:3: text before the first");
        assertRefused("-- name: Pay.all\nx;\n", "s.sql:1: no statement of the program is named Pay.all");
        assertRefused("-- name: Config.read\nx;\n", "NewOrder.district").hasMessageNotContaining("Config.read,");
        assertRefused("-- name: Config.read\n", "Config.read has no text, but it is needed");
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String text, String message) {
        return assertThatThrownBy(() -> NamedStatement.catalog(List.of(NamedSql.parse("s.sql", text))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @EnumSource(Table.class)
    void everyInsertOfOraclesDirectPathHasTheHintAndTheSameParameters(Table table) throws Exception {
        Dialect oracle = TestDatabase.folders().load("oracle", "");
        var insert = oracle.statements().get(StatementId.load(table));

        var direct = insert.insertedBy(oracle.properties().text("bulk.insert"));

        assertThat(direct.sql()).startsWith("INSERT /*+ APPEND_VALUES */ INTO " + table.sqlName());
        assertThat(direct.sql().replace(" /*+ APPEND_VALUES */", "")).isEqualTo(insert.sql());
        for (int parameter = 1; parameter <= insert.id().parameters().size(); parameter++) {
            assertThat(direct.positions(parameter)).isEqualTo(insert.positions(parameter));
        }
    }
}
