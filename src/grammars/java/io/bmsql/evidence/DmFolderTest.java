package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No grammar knows DM. Its own clauses are filtered out, each in its exact form; what is left runs on H2. */
@Tag("grammars")
class DmFolderTest {
    @Test
    void everyStatementCanBePreparedOnWhatIsLeft() throws Exception {
        Map<String, String> statements = DialectSql.statements("dm", "");
        try (H2Schema dm = FolderSchemasTest.schema("dm", "dm")) {
            for (String sql : statements.values().stream()
                    .filter(text -> !text.contains("{next}"))
                    .toList()) {
                // Calls are read by a grammar and run on MariaDB elsewhere; H2 has no bigdatediff.
                if (!sql.startsWith("{call ") && !sql.toLowerCase(Locale.ROOT).contains("bigdatediff(")) {
                    dm.prepare(sql);
                }
            }
        }
        assertThat(statements).hasSizeGreaterThan(60);
    }

    @Test
    void everyTableButTheHeapIsClusteredByItsKeyAndHotTablesAreSpread() throws Exception {
        DmClauses clauses = new DmClauses();
        texts("dm", "tableCreates").forEach(clauses::remove);

        assertThat(clauses.removed().stream().filter("cluster"::equals)).hasSize(9);
        assertThat(clauses.removed().stream().filter("without counter"::equals)).hasSize(10);
        assertThat(clauses.removed()).containsOnlyOnce("branch (16, 16)");
        assertThat(clauses.removed().stream().filter("fillfactor 5"::equals)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cluster primary key (       | clustered primary key (",
                "cluster primary key (       | cluster primary (",
                "storage (                   | storages (",
                "storage (without counter)   | storage (without counter",
                "storage (without counter)   | storage (without counters)",
                "storage (without counter)   | storage without counter",
                "fillfactor 5                | fillfactor = 5",
                "fillfactor 5                | fillfactor 101",
                "branch (16, 16)             | branch (16 16)",
                "decimal(12,2)               | decimal(12,2",
            })
    void brokenCopiesAreRefused(String from, String to) throws Exception {
        String text = texts("dm", "tableCreates").stream()
                .filter(each -> each.contains(from))
                .findFirst()
                .orElseThrow();
        String broken = text.replace(from, to);

        try (H2Schema schema = new H2Schema("REGULAR")) {
            assertThatThrownBy(() -> schema.run(List.of(new DmClauses().remove(broken))))
                    .isInstanceOfAny(SQLException.class, IllegalArgumentException.class);
        }
    }

    private static List<String> texts(String db, String script) throws Exception {
        return DialectSql.plain(db, script).stream().map(SqlStatement::text).toList();
    }
}
