package io.bmsql.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Table;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The text of Oracle's direct path. */
class DirectPathTest {
    @ParameterizedTest
    @EnumSource(Table.class)
    void everyInsertHasTheHintAndTheSameParameters(Table table) throws Exception {
        Dialect oracle = new DialectFolders(List.of(Path.of("").toAbsolutePath())).load("oracle", "");
        var insert = oracle.statements().get(StatementId.load(table));

        var direct = insert.insertedBy(oracle.building().bulkInsert());

        assertThat(direct.sql()).startsWith("INSERT /*+ APPEND_VALUES */ INTO " + table.sqlName());
        assertThat(direct.sql().replace(" /*+ APPEND_VALUES */", "")).isEqualTo(insert.sql());
        for (int parameter = 1; parameter <= insert.id().parameters().size(); parameter++) {
            assertThat(direct.positions(parameter)).isEqualTo(insert.positions(parameter));
        }
    }
}
