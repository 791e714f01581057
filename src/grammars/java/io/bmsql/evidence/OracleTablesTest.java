package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Oracle's tables, without their physical clauses, as H2 understands them, beside those of sql.common. */
@Tag("grammars")
class OracleTablesTest {
    @Test
    void columnsAreThoseOfCommonInOraclesTypes() throws Exception {
        try (H2Schema oracle = schema("oracle");
                H2Schema common = schema("common")) {
            Map<String, String> expected = new TreeMap<>();
            common.columns().forEach((column, type) -> expected.put(column, oracleType(type)));

            assertThat(oracle.columns()).hasSizeGreaterThan(90).isEqualTo(expected);
        }
    }

    @Test
    void keysAndForeignKeysAreThoseOfCommon() throws Exception {
        try (H2Schema oracle = schema("oracle");
                H2Schema common = schema("common")) {
            for (String script : List.of("indexCreates", "foreignKeys")) {
                oracle.run(texts("oracle", script));
                common.run(texts("common", script));
            }
            assertThat(oracle.keys()).hasSize(9 + 10 + 1).isEqualTo(common.keys());
        }
    }

    /** INTEGER, BIGINT and DECIMAL are all NUMBER. */
    private static String oracleType(String type) {
        return type.replaceFirst("^4\\(32,0\\)", "2(10,0)")
                .replaceFirst("^-5\\(64,0\\)", "2(19,0)")
                .replaceFirst("^3\\(", "2(");
    }

    private static H2Schema schema(String db) throws Exception {
        H2Schema schema = new H2Schema("Oracle");
        schema.run(texts(db, "tableCreates"));
        schema.run(texts(db, "loadProgressCreates"));
        return schema;
    }

    private static List<String> texts(String db, String script) throws Exception {
        List<String> texts = new ArrayList<>();
        for (SqlStatement statement : DialectSql.plain(db, script)) {
            texts.add(OracleClauses.withoutPhysical(statement.text()));
        }
        return texts;
    }
}
