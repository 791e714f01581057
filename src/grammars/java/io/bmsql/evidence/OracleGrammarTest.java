package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ShardingSphere's Oracle grammar reads every statement of the folder, PMD's PL/SQL grammar every block; neither reads broken ones. */
@Tag("grammars")
class OracleGrammarTest {
    private static final String[][] BREAKS = {
        {"end;", "end"},
        {"end tpccc_oracle;", "end"},
        {"begin", "begn"},
        {"end loop;", "end;"},
        {" loop\n", "\n"},
        {" || ", " | "},
        {" in bmsql_", " of bmsql_"},
        {"%type", "%types of"},
        {"return number;", "returns number;"},
        {"exception\n", "exceptions\n"},
        {"end if;", "end;"},
        {" then\n", "\n"},
    };

    @ParameterizedTest
    @ValueSource(strings = {"", "benchmarksql5"})
    void readsEveryStatementThatTheProgramSends(String profile) throws Exception {
        List<String> refused = new ArrayList<>();
        Map<String, String> statements = DialectSql.statements("oracle", profile);
        statements.forEach((name, sql) -> {
            if (!(sql.startsWith("{call") ? PlSqlGrammar.accepts(OracleSql.block(sql)) : OracleSql.accepts(sql))) {
                refused.add(name);
            }
        });

        assertThat(statements).hasSizeGreaterThan(60);
        assertThat(refused).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oracle | Procedure.newOrder | )}    | }",
                "oracle | Procedure.payment  | ?, ?  | ? ?",
                "oracle | Procedure.delivery | .     | ..",
                "dm     | Procedure.newOrder | (?    | (",
                "dm     | Procedure.delivery | ?)}   | ?,)}",
            })
    void refusesBrokenCopiesOfCalls(String db, String name, String from, String to) throws Exception {
        String call = DialectSql.statements(db, "").get(name);

        assertThat(PlSqlGrammar.accepts(OracleSql.block(call))).isTrue();
        assertThat(PlSqlGrammar.accepts(OracleSql.block(broken(call, from, to))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"oracle", "dm"})
    void readsTheStatementsInsideTheProceduresAndRefusesBrokenCopies(String db) throws Exception {
        int found = 0;
        // One of each kind: finding no way to read a statement takes far longer than finding one.
        Set<String> kinds = new HashSet<>();
        for (SqlStatement block : DialectSql.script(db, "storedProcedureCreates")) {
            for (String sql : OracleSql.inside(block.text())) {
                assertThat(OracleSql.accepts(sql)).as(sql).isTrue();
                if (kinds.add(sql.split("\\s", 2)[0])) {
                    String broken =
                            sql.startsWith("insert") ? broken(sql, "values (", "value (") : broken(sql, " = ", " == ");
                    assertThat(OracleSql.accepts(broken)).as(broken).isFalse();
                }
                found++;
            }
        }
        assertThat(kinds).containsExactlyInAnyOrder("select", "insert", "update", "delete");
        assertThat(found).isGreaterThan(25);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tableCreates",
                "indexCreates",
                "indexDrops",
                "foreignKeys",
                "extraHistID",
                "buildFinish",
                "tableDrops",
                "loadProgressCreates",
                "loadProgressDrops"
            })
    void readsEveryScript(String script) throws Exception {
        for (SqlStatement statement : DialectSql.plain("oracle", script)) {
            assertThat(OracleSql.accepts(statement.text()))
                    .as(statement.place())
                    .isTrue();
        }
    }

    @Test
    void readsThePartitionedTablesWhichDifferFromThePlainOnesByNothingElse() throws Exception {
        List<String> plain = DialectSql.plain("oracle", "tableCreates").stream()
                .map(SqlStatement::text)
                .toList();
        List<String> whole = new ArrayList<>();
        int cut = 0;
        for (SqlStatement statement : DialectSql.dialect("oracle", "")
                .laidOut(new Layout(4, List.of(), Map.of()))
                .script("tableCreates")
                .orElseThrow()
                .script()
                .statements()) {
            assertThat(OracleSql.accepts(statement.text()))
                    .as(statement.place())
                    .isTrue();
            String rest =
                    statement.text().replaceFirst("\\s+partition by hash \\((?:[a-z]+_)?w_id\\) partitions 4$", "");
            cut += rest.equals(statement.text()) ? 0 : 1;
            whole.add(rest);
        }
        assertThat(whole).isEqualTo(plain);
        assertThat(cut).as("all tables but item and config").isEqualTo(8);
        for (String broken :
                List.of("by hashes (w_id) partitions 4", "by hash () partitions 4", "by hash (w_id) partitions")) {
            assertThat(OracleSql.accepts("create table t (w_id number(10)) pctfree 5 initrans 4 partition " + broken))
                    .as(broken)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OrderStatus.lastOrder    | WHERE ROWNUM = 1           | WHERE ROWNUM = 1 LIMIT 1",
                "OrderStatus.lastOrder    | WHERE ROWNUM = 1           | LIMIT 1",
                "OrderStatus.lastOrder    | ORDER BY o_id DESC         | ORDER o_id DESC",
                "Delivery.oldestNewOrder  | FROM (                     | FROM",
                "NewOrder.district        | FOR UPDATE                 | FOR UPDATES",
                "NewOrder.customer        | JOIN bmsql_warehouse ON    | JOIN ON",
                "NewOrder.updateStock     | SET s_quantity = ?,        | SET s_quantity = ,",
                "NewOrder.insertOrder     | VALUES (                   | VALUE (",
                "NewOrder.insertOrderLine | bmsql_order_line (         | (",
                "Payment.insertHistory    | INSERT INTO                | INSERT IN",
                "Delivery.deleteNewOrder  | AND no_o_id = ?            | AND no_o_id = ? AND",
                "Delivery.sumOrderLines   | sum(ol_amount)             | sum(ol_amount",
                "StockLevel.countLow      | count(DISTINCT ol_i_id)    | count(DISTINCT)",
                "Check.3.3.2.1            | GROUP BY w_id, w_ytd       | GROUP w_id, w_ytd",
                "Check.3.3.2.5            | UNION ALL                  | UNION UNION",
                "Population.item          | THEN 1 ELSE 0 END          | THEN 1 ELSE 0",
            })
    void refusesBrokenCopiesOfStatements(String name, String from, String to) throws Exception {
        assertThat(OracleSql.accepts(broken(DialectSql.statements("oracle", "").get(name), from, to)))
                .isFalse();
    }

    @Test
    void readsTheTablesWithoutFillFactorsAndTheIndexesWithoutTheOneOnCustomers() throws Exception {
        Dialect bare = DialectSql.dialect("oracle", "")
                .laidOut(new Layout(
                        4,
                        List.of(),
                        Map.of(PropertyKey.FILL_FACTORS, false, PropertyKey.ORDER_CUSTOMER_INDEX, false)));
        for (String script : List.of("tableCreates", "indexCreates")) {
            for (SqlStatement statement :
                    bare.script(script).orElseThrow().script().statements()) {
                assertThat(statement.text()).doesNotContain("pctfree", "bmsql_oorder_idx2");
                assertThat(OracleSql.accepts(statement.text()))
                        .as(statement.place())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tableCreates | varchar2(30) primary key | varchar2(30 primary key",
                "tableCreates | number(12,2)             | number(12;2)",
                "tableCreates | pctfree 99               | pctfree",
                "tableCreates | not null                 | not nul",
                "indexCreates | primary key (            | primary (",
                "indexCreates | add constraint           | add constraints",
                "foreignKeys  | references               | reference",
                "extraHistID  | modify (                 | modify ( (",
            })
    void refusesBrokenCopiesOfScripts(String script, String from, String to) throws Exception {
        String text = DialectSql.plain("oracle", script).stream()
                .map(SqlStatement::text)
                .filter(each -> each.contains(from))
                .findFirst()
                .orElseThrow();
        assertThat(OracleSql.accepts(broken(text, from, to))).isFalse();
    }

    static List<SqlStatement> blocks() throws Exception {
        List<SqlStatement> blocks = new ArrayList<>(DialectSql.blocks("oracle"));
        blocks.addAll(DialectSql.blocks("dm"));
        return blocks;
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void readsEveryBlock(SqlStatement block) {
        assertThat(PlSqlGrammar.accepts(block.text())).as(block.place()).isTrue();
    }

    @Test
    void findsTheBlocks() throws Exception {
        assertThat(blocks().stream().map(SqlStatement::place))
                .anyMatch(place -> place.contains("sql.oracle/tableDrops.sql:"))
                .anyMatch(place -> place.contains("sql.oracle/extraHistID.sql:"))
                .anyMatch(place -> place.contains("sql.dm/histId.sql:"));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void refusesBrokenCopiesOfBlocks(SqlStatement block) {
        String text = block.text();
        int tried = 0;
        for (String[] wrong : BREAKS) {
            if (text.contains(wrong[0])) {
                assertThat(PlSqlGrammar.accepts(broken(text, wrong[0], wrong[1])))
                        .as("%s with %s", block.place(), wrong[1])
                        .isFalse();
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(1);
    }

    private static String broken(String text, String from, String to) {
        assertThat(text).contains(from);
        int at = text.lastIndexOf(from);
        return text.substring(0, at) + to + text.substring(at + from.length());
    }
}
