package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.Layout;
import io.bmsql.dialect.SqlStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.shardingsphere.sql.parser.api.CacheOption;
import org.apache.shardingsphere.sql.parser.api.SQLParserEngine;
import org.apache.shardingsphere.sql.parser.exception.SQLParsingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ShardingSphere's Oracle grammar reads every statement of the folder, PMD's PL/SQL grammar every block; neither reads broken ones. */
class OracleGrammarTest {
    private static final SQLParserEngine GRAMMAR = new SQLParserEngine("Oracle", new CacheOption(1, 1));

    @ParameterizedTest
    @ValueSource(strings = {"", "benchmarksql5"})
    void readsEveryStatementThatTheProgramSends(String profile) throws Exception {
        List<String> refused = new ArrayList<>();
        Map<String, String> statements = DialectSql.statements("oracle", profile);
        statements.forEach((name, sql) -> {
            if (!accepts(sql)) {
                refused.add(name);
            }
        });

        assertThat(statements).hasSizeGreaterThan(60);
        assertThat(refused).isEmpty();
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
                "tableDrops"
            })
    void readsEveryScript(String script) throws Exception {
        for (SqlStatement statement : DialectSql.plain("oracle", script)) {
            assertThat(accepts(statement.text())).as(statement.place()).isTrue();
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
                .laidOut(new Layout(4, List.of(), Set.of()))
                .script("tableCreates")
                .orElseThrow()
                .script()
                .statements()) {
            assertThat(accepts(statement.text())).as(statement.place()).isTrue();
            String rest =
                    statement.text().replaceFirst("\\s+partition by hash \\((?:[a-z]+_)?w_id\\) partitions 4$", "");
            cut += rest.equals(statement.text()) ? 0 : 1;
            whole.add(rest);
        }
        assertThat(whole).isEqualTo(plain);
        assertThat(cut).as("all tables but item and config").isEqualTo(8);
        for (String broken :
                List.of("by hashes (w_id) partitions 4", "by hash () partitions 4", "by hash (w_id) partitions")) {
            assertThat(accepts("create table t (w_id number(10)) pctfree 5 initrans 4 partition " + broken))
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
        assertThat(accepts(broken(DialectSql.statements("oracle", "").get(name), from, to)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tableCreates | varchar2(30) primary key | varchar2(30 primary key",
                "tableCreates | number(12,2)             | number(12;2)",
                "tableCreates | pctfree 99 initrans 4    | pctfree initrans 4",
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
        assertThat(accepts(broken(text, from, to))).isFalse();
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
        assertThat(blocks().stream().map(SqlStatement::file))
                .anyMatch(file -> file.endsWith("sql.oracle/tableDrops.sql"))
                .anyMatch(file -> file.endsWith("sql.oracle/extraHistID.sql"))
                .anyMatch(file -> file.endsWith("sql.dm/histId.sql"));
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void refusesBrokenCopiesOfBlocks(SqlStatement block) {
        String text = block.text();
        assertThat(PlSqlGrammar.accepts(broken(text, "end;", "end"))).isFalse();
        assertThat(PlSqlGrammar.accepts(broken(text, "begin", "begn"))).isFalse();
        if (text.contains("end loop;")) {
            assertThat(PlSqlGrammar.accepts(broken(text, "end loop;", "end;"))).isFalse();
            assertThat(PlSqlGrammar.accepts(broken(text, ") loop", ")"))).isFalse();
        }
        if (text.contains("execute immediate")) {
            assertThat(PlSqlGrammar.accepts(broken(text, " || ", " | "))).isFalse();
        }
    }

    private static String broken(String text, String from, String to) {
        assertThat(text).contains(from);
        int at = text.lastIndexOf(from);
        return text.substring(0, at) + to + text.substring(at + from.length());
    }

    private static boolean accepts(String sql) {
        try {
            GRAMMAR.parse(sql, false);
            return true;
        } catch (SQLParsingException refused) {
            return false;
        }
    }
}
