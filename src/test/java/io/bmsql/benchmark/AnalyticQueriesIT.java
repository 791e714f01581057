package io.bmsql.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.load.WorkloadBuild;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestRuns;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The 22 queries on real servers, on one loaded warehouse. */
@Tag("long")
class AnalyticQueriesIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    /** Nothing was sold, delivered late or paid back yet; and few of a small supplier's items begin with "co". */
    private static final List<String> EMPTY_AFTER_A_LOAD = List.of("q11", "q20", "q21", "q22");

    /** Each has a nation, and customers complain of five. */
    private static final String SUPPLIERS =
            """
            select count(*) from bmsql_supplier join bmsql_nation on su_nationkey = n_nationkey
            union all select count(*) from bmsql_supplier where su_comment like '%bad%'
            """;

    private static Map<String, Integer> rows(SharedServer server) throws Exception {
        server.becomeLoaded(1);
        Map<String, Integer> rows = new TreeMap<>();
        try (Database database = TestDatabase.open(
                server.connectionConfig(IsolationLevel.READ_COMMITTED),
                TestDatabase.folders().load(server.db(), ""),
                2)) {
            List<String> said = new ArrayList<>();
            WorkloadBuild tables =
                    WorkloadBuild.ofAnalytics(TestRuns.program(Path.of("").toAbsolutePath()), database, said::add);
            Analytics.make(tables);
            // They are there the second time.
            Analytics.make(tables);
            assertThat(said).singleElement().asString().startsWith("making the tables");
            try (Connection connection = database.connection()) {
                assertThat(PlainSql.query(connection, SUPPLIERS, row -> row.getLong(1)))
                        .containsExactly(10_000L, 5L);
                for (int number = 1; number <= 22; number++) {
                    String name = String.format(Locale.ROOT, "q%02d", number);
                    String sql = tables.statements("analytics/" + name + ".sql")
                            .get(0)
                            .sql();
                    rows.put(
                            name,
                            PlainSql.query(connection, sql, row -> row.getString(1))
                                    .size());
                }
            }
            tables.drop();
        }
        return rows;
    }

    @Test
    void theSameRowsComeFromBothServers() throws Exception {
        Map<String, Integer> postgres = rows(POSTGRES);

        assertThat(postgres).hasSize(22);
        postgres.keySet().removeAll(EMPTY_AFTER_A_LOAD);
        assertThat(postgres).allSatisfy((query, count) -> assertThat(count).isPositive());
        assertThat(rows(MARIADB)).containsAllEntriesOf(postgres);
    }
}
