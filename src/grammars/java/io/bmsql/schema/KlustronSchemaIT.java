package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.Layout;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Klustron's DDL before a real PostgreSQL, which knows all of it but the placement clause. */
@Tag("grammars")
class KlustronSchemaIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String PLACEMENT = "\\s+with \\(shard = \\w+\\)$";
    private static final String UNRECOGNIZED_PARAMETER = "22023";

    private static List<String> statements() throws Exception {
        Dialect klustron = TestDatabase.folders().load("klustron", "").laidOut(new Layout(6, List.of(1, 2), Map.of()));
        List<String> all = new ArrayList<>();
        for (PlannedStep step : PlannedStep.of(klustron, BuildStep.BUILD)) {
            step.statements().stream().map(SqlStatement::text).forEach(all::add);
        }
        return all;
    }

    @Test
    void theWholeSchemaIsCreatedOnceThePlacementIsTakenOff() throws Exception {
        List<String> placed = new ArrayList<>();
        for (String sql : statements()) {
            String bare = sql.replaceFirst(PLACEMENT, "");
            if (!bare.equals(sql)) {
                placed.add(sql);
                assertRefusedOnlyForThePlacement(sql);
            }
            POSTGRES.execute(bare);
        }
        // 48 leaves, item and config
        assertThat(placed).hasSize(50);
        assertThat(POSTGRES.number("select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid"
                        + " where c.relkind = 'r' and c.relname like 'bmsql%'"))
                .isEqualTo(48);
        assertThat(POSTGRES.number("select count(*) from pg_constraint where contype = 'p' and conparentid = 0"
                        + " and conrelid::regclass::text like 'bmsql%'"))
                .isEqualTo(10);
        assertHistoryNeedsItsPartitionColumnInTheKey();
    }

    private static void assertRefusedOnlyForThePlacement(String sql) {
        assertThatThrownBy(() -> POSTGRES.execute(sql))
                .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getSQLState())
                        .as(sql + ": " + refused.getMessage())
                        .isEqualTo(UNRECOGNIZED_PARAMETER))
                .hasMessageContaining("shard");
    }

    private static void assertHistoryNeedsItsPartitionColumnInTheKey() throws SQLException {
        POSTGRES.execute("alter table bmsql_history drop constraint bmsql_history_pkey");
        assertThatThrownBy(() -> POSTGRES.execute("alter table bmsql_history add primary key (hist_id)"))
                .hasMessageContaining("h_c_w_id");
        POSTGRES.execute("alter table bmsql_history add primary key (hist_id, h_c_w_id)");
    }
}
