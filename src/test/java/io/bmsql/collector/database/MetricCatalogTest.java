package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MetricCatalogTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();

    @TempDir
    private Path user;

    static Stream<String> shipped() {
        return TestDatabase.folders().available().stream();
    }

    private MetricCatalog book(String text) throws IOException, UsageException {
        Files.createDirectories(user.resolve("sql.postgres"));
        Files.writeString(user.resolve("sql.postgres/metrics.sql"), text);
        return MetricCatalog.of(new DialectFolders(List.of(user, REPOSITORY)).load("postgres", ""));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyShippedFileSaysWhatItsQueriesAre(String db) throws Exception {
        MetricCatalog book = MetricCatalog.of(TestDatabase.folders().load(db, ""));
        assertThat(book.settings()).isNotEmpty();
        if (!List.of("informix", "firebird").contains(db)) {
            assertThat(book.charts()).isNotEmpty();
        }
    }

    /** TiDB has no such setting; what is published about DM and OceanBase names none. */
    @ParameterizedTest
    @CsvSource({
        "postgres, synchronous_commit",
        "mysql, innodb_flush_log_at_trx_commit",
        "oracle, commit_wait",
        "informix, is_buff_log = 1",
        "firebird, mon$forced_writes = 0"
    })
    void settingsThatMayLoseCommitsAreMarked(String db, String setting) throws Exception {
        MetricCatalog book = MetricCatalog.of(TestDatabase.folders().load(db, ""));
        assertThat(book.settings()).allSatisfy(sql -> assertThat(sql.text()).contains(setting, "unsafe", "'yes'"));
    }

    @Test
    void queriesOfOneTitleAreAlternatives() throws Exception {
        MetricCatalog book = book(
                """
                -- chart: a
                -- kind: rate
                -- unit: kB/s
                -- A note for people.
                SELECT 1 AS x;
                -- chart: b
                -- kind: gauge
                -- optional
                SELECT 2 AS y;
                -- chart: a
                -- kind: delta
                SELECT 3 AS x;
                -- settings
                SELECT 4;
                -- statements
                SELECT 5;
                """);
        assertThat(book.charts()).containsOnlyKeys("a", "b");
        assertThat(book.charts().get("a"))
                .extracting(MetricCatalog.Query::kind)
                .containsExactly(MetricCatalog.Kind.RATE, MetricCatalog.Kind.DELTA);
        assertThat(book.charts().get("a").get(0).unit()).isEqualTo("kB/s");
        assertThat(book.charts().get("b").get(0).optional()).isTrue();
        assertThat(book.settings()).hasSize(1);
        assertThat(book.statements()).hasSize(1);
    }

    @Test
    void aQueryThatDoesNotSayWhatItIsIsNamed() {
        assertThatThrownBy(() -> book("-- just so\nSELECT 1;\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("metrics.sql:2: a query needs a line `-- chart: title`");
        assertThatThrownBy(() -> book("-- chart: a\n-- kind: speed\nSELECT 1;\n"))
                .hasMessageContaining("`-- kind: speed` should be gauge, rate, delta or share");
    }

    @Test
    void factsHaveNamesThatTheDoctorKnowsAndSeveralAreAlternatives() throws Exception {
        MetricCatalog book =
                book("-- fact: clock\nSELECT 1 AS epoch_seconds;\n-- fact: clock\nSELECT 2 AS epoch_seconds;\n");

        assertThat(book.facts().get("clock")).hasSize(2);
        assertThatThrownBy(() -> book("-- fact: colour\nSELECT 1;\n"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("`-- fact: colour` should be one of activity, cache, clock, connections,");
    }

    @Test
    void costsOfStatementsAreThoseOfTheRun() throws Exception {
        String paid = "UPDATE bmsql_warehouse SET w_ytd = w_ytd + $1 WHERE w_id = $2";
        List<Map<String, String>> start = List.of(
                Map.of("id", "1", "statement", "SELECT\n a", "calls", "10", "total_ms", "100", "row_count", "10"),
                Map.of("id", "2", "statement", "idle", "calls", "5", "total_ms", "9000", "row_count", "1"));
        List<Map<String, String>> end = List.of(
                Map.of("id", "1", "statement", "SELECT\n a", "calls", "30", "total_ms", "150", "row_count", "40"),
                Map.of("id", "3", "statement", paid, "calls", "2", "total_ms", "300.5", "row_count", "2"),
                Map.of("id", "4", "statement", "ALTER ROLE a PASSWORD 'it''s'", "calls", "1", "total_ms", "1"),
                Map.of("id", "5", "statement", "ALTER ROLE a PASSWORD 'cut of", "calls", "1", "total_ms", "1"),
                Map.of("id", "2", "statement", "idle", "calls", "5", "total_ms", "9000", "row_count", "1"));
        KnownStatements known = new KnownStatements(TestDatabase.folders().load("postgres", ""));
        assertThat(DatabaseCollector.costs(start, end, known))
                .containsExactly(
                        List.of(paid, "2", "300.500", "150.2500", "2", "PAYMENT", "Payment.updateWarehouse"),
                        List.of("SELECT a", "20", "50.000", "2.5000", "30", "", ""),
                        List.of("ALTER ROLE a PASSWORD '***''***'", "1", "1.000", "1.0000", "0", "", ""),
                        List.of("ALTER ROLE a PASSWORD '***'", "1", "1.000", "1.0000", "0", "", ""));
    }
}
