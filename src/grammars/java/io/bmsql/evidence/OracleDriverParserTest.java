package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How ojdbc11's own parser, which decides about each call's form before it is sent, sees our SQL. */
@Tag("grammars")
class OracleDriverParserTest {
    /** The driver's parser, which is not public. */
    private static final class Seen {
        private final Object sql;

        Seen(String text) throws ReflectiveOperationException {
            Class<?> type = Class.forName("oracle.jdbc.driver.OracleSql");
            sql = type.getDeclaredConstructor(Class.forName("oracle.jdbc.driver.DBConversion"))
                    .newInstance((Object) null);
            Method initialize = type.getDeclaredMethod("initialize", String.class);
            initialize.setAccessible(true);
            initialize.invoke(sql, text);
        }

        String kind() throws ReflectiveOperationException {
            return String.valueOf(ask("getSqlKind"));
        }

        int binds() throws ReflectiveOperationException {
            return (Integer) ask("getParameterCount");
        }

        private Object ask(String name) throws ReflectiveOperationException {
            Method method = sql.getClass().getDeclaredMethod(name);
            method.setAccessible(true);
            return method.invoke(sql);
        }
    }

    @Test
    void blocksAreSentAsPlSqlInSpiteOfTheirMarkerLines() throws Exception {
        List<SqlStatement> blocks = DialectSql.blocks("oracle");
        assertThat(blocks).hasSizeGreaterThan(3);
        for (SqlStatement block : blocks) {
            Seen seen = new Seen(block.text());
            assertThat(seen.kind()).as(block.place()).isEqualTo(isDdl(block) ? "OTHER" : "PLSQL_BLOCK");
            assertThat(seen.binds()).as(block.place()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "benchmarksql5"})
    void statementsHaveTheKindOfTheirFirstWordAndAsManyBindsAsTheProgramSets(String profile) throws Exception {
        Dialect dialect = DialectSql.dialect("oracle", profile);
        for (StatementId id : StatementId.values()) {
            NamedStatement statement = dialect.statements().get(id);
            if (statement.isEmpty()) {
                continue;
            }
            Seen seen = new Seen(statement.sql());
            int bound = IntStream.rangeClosed(1, id.parameters().size())
                            .map(parameter -> statement.positions(parameter).length)
                            .sum()
                    + statement.outputPositions().length;
            assertThat(seen.binds()).as(id.sqlName()).isEqualTo(bound);
            String word = statement.sql().split("\\s")[0];
            if (List.of("SELECT", "INSERT", "UPDATE", "DELETE").contains(word)) {
                assertThat(seen.kind())
                        .as(id.sqlName())
                        .isEqualTo(statement.sql().contains("FOR UPDATE") ? "SELECT_FOR_UPDATE" : word);
            }
            if (statement.sql().startsWith("{call ")) {
                assertThat(seen.kind()).as(id.sqlName()).isEqualTo("PLSQL_BLOCK");
            }
        }
    }

    private static boolean isDdl(SqlStatement block) {
        return block.text().startsWith("-- {\ncreate or replace ");
    }
}
