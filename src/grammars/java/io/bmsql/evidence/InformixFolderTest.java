package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No grammar of Informix is at hand: its words are translated back, each in its exact form, and the rest runs on H2. */
@Tag("grammars")
class InformixFolderTest {
    private static final Pattern CONSTRAINT = Pattern.compile(
            "alter table (\\w+) add constraint\\s+((?:primary|foreign) key \\([^)]*\\)(?:\\s+references \\w+ \\([^)]*\\))?)"
                    + "\\s+constraint (\\w+)");

    @Test
    void tablesAreThoseOfCommonButForTheRowNumber() throws Exception {
        try (H2Schema informix = schema("informix");
                H2Schema common = schema("common")) {
            Map<String, String> expected = common.columns();
            Map<String, String> columns = informix.columns();
            String number = "BMSQL_HISTORY #01 HIST_ID";

            assertThat(columns.remove(number)).isEqualTo(expected.remove(number) + " not null");
            assertThat(columns).hasSizeGreaterThan(90).isEqualTo(expected);
        }
    }

    @Test
    void keysAndForeignKeysAreThoseOfCommonByName() throws Exception {
        try (H2Schema informix = schema("informix");
                H2Schema common = schema("common")) {
            for (String script : List.of("indexCreates", "foreignKeys")) {
                informix.run(translated("informix", script));
                common.run(translated("common", script));
            }
            assertThat(informix.keys()).hasSize(9 + 10 + 1).isEqualTo(common.keys());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"indexCreates", "foreignKeys"})
    void everyConstraintHasItsNameAtTheEnd(String script) throws Exception {
        for (SqlStatement statement : DialectSql.plain("informix", script)) {
            if (statement.text().startsWith("alter")) {
                assertThat(statement.text()).as(statement.place()).matches(CONSTRAINT);
            }
        }
    }

    @Test
    void locksAreAskedForOnlyWhereInformixAllowsThem() throws Exception {
        DialectSql.statements("informix", "").forEach((name, sql) -> {
            if (sql.contains("FOR UPDATE")) {
                assertThat(sql).as(name).doesNotContain("ORDER BY", "JOIN", "FIRST 1");
            }
            assertThat(sql).as(name).doesNotContain("LIMIT", "FETCH FIRST");
        });
    }

    private static H2Schema schema(String db) throws Exception {
        H2Schema schema = new H2Schema("REGULAR");
        schema.run(translated(db, "tableCreates"));
        schema.run(translated(db, "loadProgressCreates"));
        return schema;
    }

    private static List<String> translated(String db, String script) throws Exception {
        List<String> found = new ArrayList<>();
        for (SqlStatement statement : DialectSql.plain(db, script)) {
            found.add(db.equals("informix") ? translate(statement.text()) : withoutSequence(statement.text()));
        }
        return found;
    }

    private static String withoutSequence(String sql) {
        return sql.startsWith("create sequence") ? "select 1" : sql;
    }

    private static String translate(String sql) {
        Matcher constraint = CONSTRAINT.matcher(sql);
        if (constraint.matches()) {
            return "alter table " + constraint.group(1) + " add constraint " + constraint.group(3) + " "
                    + constraint.group(2);
        }
        return sql.replaceAll("\\) lock mode row$", ")")
                .replace("datetime year to fraction(3)", "timestamp")
                .replace("lvarchar(500)", "varchar(500)")
                .replace("bigserial", "bigint");
    }
}
