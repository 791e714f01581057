package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.SchemaBuilder.StatementKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class StatementKindTest {
    @ParameterizedTest
    @CsvFileSource(resources = "/schema/statements.txt", delimiter = '|', nullValues = "-")
    void knowsWhichStatementsAreIndependent(String sql, StatementKind kind, String tables) {
        StatementKind.Claim claim = StatementKind.of(new SqlStatement(sql, "x.sql:1", List.of()));
        assertThat(claim.kind()).isEqualTo(kind);
        assertThat(claim.tables()).isEqualTo(tables == null ? Set.of() : Set.of(tables.split(" ")));
    }
}
