package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.DialectSql;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables and keys of folders whose servers nobody has here are those of sql.common. What only such a server knows is taken out or
 * translated back, each clause in its exact form, and H2 reads the rest.
 */
@Tag("grammars")
class FolderSchemasTest {
    private static final Pattern INFORMIX_CONSTRAINT = Pattern.compile(
            "alter table (\\w+) add constraint\\s+((?:primary|foreign) key \\([^)]*\\)(?:\\s+references \\w+ \\([^)]*\\))?)"
                    + "\\s+constraint (\\w+)");

    @ParameterizedTest
    @ValueSource(strings = {"oracle", "dm", "informix"})
    void columnsAreThoseOfCommon(String db) throws Exception {
        try (H2Schema own = schema(db, db);
                H2Schema common = schema("common", db)) {
            Map<String, String> expected = common.columns();
            expected.replaceAll((column, type) -> typeOn(db, column, type));

            assertThat(own.columns()).hasSizeGreaterThan(90).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oracle", "dm", "informix"})
    void keysAndForeignKeysAreThoseOfCommon(String db) throws Exception {
        try (H2Schema own = schema(db, db);
                H2Schema common = schema("common", db)) {
            for (String script : List.of("indexCreates", "foreignKeys")) {
                own.run(texts(db, script));
                common.run(texts("common", script));
            }
            assertThat(own.keys()).hasSize(9 + 10 + 1).isEqualTo(common.keys());
        }
    }

    /** Oracle's INTEGER, BIGINT and DECIMAL are all NUMBER; Informix numbers the rows of history itself. */
    private static String typeOn(String db, String column, String type) {
        return switch (db) {
            case "oracle" ->
                type.replaceFirst("^4\\(32,0\\)", "2(10,0)")
                        .replaceFirst("^-5\\(64,0\\)", "2(19,0)")
                        .replaceFirst("^3\\(", "2(");
            case "informix" -> column.equals("BMSQL_HISTORY #01 HIST_ID") ? type + " not null" : type;
            default -> type;
        };
    }

    /** The tables of a folder in the words that H2 takes for those of a database. */
    static H2Schema schema(String folder, String db) throws Exception {
        H2Schema schema = new H2Schema(db.equals("oracle") ? "Oracle" : "REGULAR");
        schema.run(texts(folder, "tableCreates"));
        schema.run(texts(folder, "loadProgressCreates"));
        return schema;
    }

    private static List<String> texts(String folder, String script) throws Exception {
        return DialectSql.plain(folder, script).stream()
                .map(statement -> inWordsOfH2(folder, statement.text()))
                .toList();
    }

    private static String inWordsOfH2(String folder, String sql) {
        return switch (folder) {
            case "oracle" -> OracleClauses.withoutPhysical(sql);
            case "dm" -> new DmClauses().remove(sql);
            case "informix" -> ofInformix(sql);
            default -> sql;
        };
    }

    private static String ofInformix(String sql) {
        Matcher constraint = INFORMIX_CONSTRAINT.matcher(sql);
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
