package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"{call p(:out_c_id)}", "{call p(:out_c_id, :out_o_id, :out_o_id)}"})
    void refusesACallThatHasNotEachOutputOnce(String text) {
        assertThatThrownBy(() -> named(StatementId.PROCEDURE_ORDER_STATUS, text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("needs each of [out_c_id, out_o_id] once, or none when it gives a row");
    }

    @Test
    void refusesParametersThatAreNotDeclared() {
        assertThatThrownBy(() -> named(StatementId.CONFIG_READ, "a :cfgname"))
                .isInstanceOf(UsageException.class)
                .hasMessage("s.sql:1: Config.read uses :cfgname, but its parameters are [cfg_name]");
    }

    @Test
    void refusesQuestionMarks() {
        assertThatThrownBy(() -> named(StatementId.CONFIG_READ, "a ?"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("s.sql:1: Config.read holds a ?");
    }

    @Test
    void refusesANameGivenTwiceAndTextWithoutAName() {
        assertThatThrownBy(() -> NamedSql.parse("s.sql", "-- name: A\nx;\n-- name: A\ny;\n"))
                .isInstanceOf(UsageException.class)
                .hasMessage("s.sql:3: the name A is defined twice");
        assertThatThrownBy(() -> NamedSql.parse("s.sql", "-- fine\n\nselect 1;\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("s.sql:3: text before the first");
    }

    @Test
    void readsNameSentenceAndText() throws Exception {
        String text = "-- top\n-- name: A\n-- about: one thing\n-- why\nselect 1\n\n  -- no\n  from x;\n-- name: B\n";
        Map<String, NamedSql> found = NamedSql.parse("s.sql", text);
        assertThat(found.get("A")).isEqualTo(new NamedSql("A", "one thing", "", "select 1\n  from x", "s.sql:2"));
        assertThat(found.get("B").text()).isEmpty();
    }

    @Test
    void aBookNamesWhatIsMissingOrUnknown() throws Exception {
        assertThatThrownBy(() -> book(List.of(NamedSql.parse("s.sql", "-- name: Pay.all\nx;\n"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("s.sql:1: no statement of the program is named Pay.all");
        assertThatThrownBy(() -> book(List.of(NamedSql.parse("s.sql", "-- name: Config.read\nx;\n"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("NewOrder.district")
                .hasMessageNotContaining("Config.read,");
        assertThatThrownBy(() -> book(List.of(NamedSql.parse("s.sql", "-- name: Config.read\n"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("Config.read has no text, but it is needed");
    }

    private static StatementCatalog book(List<Map<String, NamedSql>> layers) throws UsageException {
        return new StatementCatalog(layers, List.of(), List.of());
    }
}
