package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder sql.klustron: what its users write by hand, statement for statement. */
@Tag("grammars")
class KlustronFolderTest {
    /** Each partitioned table with the column that its partitions go by and its key. */
    private static final Map<String, List<String>> TABLES = new TreeMap<>(Map.of(
            "warehouse", List.of("w_id", "w_id"),
            "district", List.of("d_w_id", "d_w_id, d_id"),
            "customer", List.of("c_w_id", "c_w_id, c_d_id, c_id"),
            "history", List.of("h_c_w_id", "hist_id, h_c_w_id"),
            "new_order", List.of("no_w_id", "no_w_id, no_d_id, no_o_id"),
            "oorder", List.of("o_w_id", "o_w_id, o_d_id, o_id"),
            "order_line", List.of("ol_w_id", "ol_w_id, ol_d_id, ol_o_id, ol_number"),
            "stock", List.of("s_w_id", "s_w_id, s_i_id")));

    private static Dialect klustron(int partitions, List<Integer> shards, PropertyKey... options)
            throws UsageException {
        return TestDatabase.folders()
                .load("klustron", "")
                .laidOut(new Layout(
                        partitions,
                        shards,
                        Stream.of(options).collect(Collectors.toMap(option -> option, option -> true))));
    }

    private static List<String> statements(Dialect dialect, String script) throws UsageException {
        return dialect.script(script).orElseThrow().script().statements().stream()
                .map(statement -> statement.text().strip().replaceAll("\\s+", " "))
                .toList();
    }

    @Test
    void everyStatementIsTheOneThatUsersWriteByHand() throws Exception {
        List<String> made = statements(klustron(6, List.of(1, 2)), "tableCreates");

        List<String> leaves = new ArrayList<>();
        TABLES.forEach((table, columns) -> {
            int[] shardOf = {1, 1, 1, 2, 2, 2};
            for (int remainder = 0; remainder < 6; remainder++) {
                leaves.add("create table bmsql_" + table + "_" + remainder + " partition of bmsql_" + table
                        + " for values with (modulus 6, remainder " + remainder + ") with (shard = "
                        + shardOf[remainder] + ")");
            }
            assertThat(made).anySatisfy(statement -> assertThat(statement)
                    .startsWith("create table bmsql_" + table + " (")
                    .endsWith("primary key (" + columns.get(1) + ") ) partition by hash (" + columns.get(0) + ")"));
        });
        assertThat(made)
                .containsAll(leaves)
                .contains(
                        "create table bmsql_config ( cfg_name varchar(30) primary key, cfg_value varchar(50) ) with (shard = all)",
                        "create table bmsql_item ( i_id integer not null, i_name varchar(24), i_price decimal(5,2),"
                                + " i_data varchar(50), i_im_id integer, primary key (i_id) ) with (shard = all)",
                        "create index bmsql_customer_idx1 on bmsql_customer (c_w_id, c_d_id, c_last, c_first)",
                        "create unique index bmsql_oorder_idx1 on bmsql_oorder (o_w_id, o_d_id, o_carrier_id, o_id)")
                // 48 leaves, their 8 parents, item and config, two indexes, the sequence
                .hasSize(48 + 8 + 2 + 2 + 1)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "6, 2", "7, 3", "12, 5", "100, 8"})
    void everyRemainderOfEveryTableIsPlacedOnceByTheSameRule(int partitions, int shards) throws Exception {
        List<Integer> ids = Stream.iterate(11, id -> id + 3).limit(shards).toList();
        Pattern leaf = Pattern.compile("create table bmsql_(\\w+)_(\\d+) partition of bmsql_(\\w+) for values with"
                + " \\(modulus (\\d+), remainder (\\d+)\\) with \\(shard = (\\d+)\\)");
        Map<String, List<Integer>> placed = new TreeMap<>();
        for (String statement : statements(klustron(partitions, ids), "tableCreates")) {
            Matcher matcher = leaf.matcher(statement);
            if (matcher.matches()) {
                List<Integer> places = placed.computeIfAbsent(matcher.group(1), table -> new ArrayList<>());
                assertThat(matcher.group(3)).isEqualTo(matcher.group(1));
                assertThat(matcher.group(4)).isEqualTo(Integer.toString(partitions));
                assertThat(matcher.group(5)).isEqualTo(Integer.toString(places.size()));
                assertThat(matcher.group(2)).isEqualTo(matcher.group(5));
                places.add(Integer.valueOf(matcher.group(6)));
            }
        }
        assertThat(placed.keySet()).isEqualTo(TABLES.keySet());
        assertThat(placed.values()).allSatisfy(places -> assertThat(places).hasSize(partitions));
        assertThat(Set.copyOf(placed.values())).hasSize(1);
        assertThat(ids).containsAll(placed.get("stock"));
    }

    @Test
    void sixPartitionsUnlessTheSettingsSayOtherwise() throws Exception {
        assertThat(klustron(0, List.of(1)).layout().partitions()).isEqualTo(6);
        assertThat(klustron(8, List.of(1)).layout().partitions()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"indexCreates", "foreignKeys", "statisticsBeforeKeys", "extraCommandsBeforeLoad"})
    void stepsThatKlustronDoesWithoutAreEmptyFilesOfItsOwn(String script) throws Exception {
        Dialect dialect = klustron(6, List.of(1, 2));
        assertThat(dialect.script(script).orElseThrow().folder()).isEqualTo("sql.klustron");
        assertThat(statements(dialect, script)).isEmpty();
    }

    @Test
    void tablegroupsHoldThePartitionsOfTheirShardAndAreDropped() throws Exception {
        Dialect dialect = klustron(4, List.of(5, 6), PropertyKey.TABLEGROUPS);
        assertThat(statements(dialect, "extraCommandsBeforeLoad"))
                .hasSize(2 + 8 * 4)
                .startsWith(
                        "create tablegroup bmsql_shard_5 with (shard = 5)",
                        "create tablegroup bmsql_shard_6 with (shard = 6)")
                .contains(
                        "alter table bmsql_stock_1 set (tablegroup = bmsql_shard_5)",
                        "alter table bmsql_stock_2 set (tablegroup = bmsql_shard_6)");
        assertThat(statements(dialect, "tableDrops"))
                .endsWith("drop tablegroup if exists bmsql_shard_5", "drop tablegroup if exists bmsql_shard_6");
        assertThat(statements(klustron(4, List.of()), "tableDrops")).noneMatch(sql -> sql.contains("tablegroup"));
    }

    @Test
    void statisticsNameEveryColumnOfEveryTableAndThenWait() throws Exception {
        Dialect dialect = klustron(6, List.of(1, 2));
        List<String> expected = new ArrayList<>();
        for (String statement : statements(dialect, "tableCreates")) {
            Matcher create = Pattern.compile(
                            "create table (bmsql_\\w+) \\( (.*?)(?:, primary key.*)? \\) (?:with|partition).*")
                    .matcher(statement);
            if (create.matches()) {
                List<String> columns = Stream.of(create.group(2).split(", "))
                        .map(column -> column.split(" ")[0])
                        .toList();
                expected.add("analyze " + create.group(1) + " (" + String.join(", ", columns) + ")");
            }
        }
        assertThat(expected).hasSize(10);
        List<String> statistics = statements(dialect, dialect.properties().text("statistics"));
        assertThat(statistics.subList(0, 10)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(statistics.subList(10, statistics.size())).containsExactly("select pg_sleep(5)");
    }

    @Test
    void otherDatabasesRefuseWhatTheyCannotDo() throws Exception {
        Dialect postgres = TestDatabase.folders().load("postgres", "");
        assertThatThrownBy(() ->
                        postgres.laidOut(new Layout(4, List.of(1, 2), Map.of())).requireLayout())
                .hasMessageContainingAll("`shards`", "tableCreates.sql");
        postgres.laidOut(new Layout(4, List.of(), Map.of())).requireLayout();
        klustron(0, List.of(1, 2), PropertyKey.TABLEGROUPS).requireLayout();
    }

    @Test
    void theIndexOnTheCustomerOfAnOrderIsThereWhenItIsAskedFor() throws Exception {
        List<String> plain = statements(klustron(6, List.of(1, 2)), "tableCreates");
        List<String> indexed = new ArrayList<>(
                statements(klustron(6, List.of(1, 2), PropertyKey.ORDER_CUSTOMER_INDEX), "tableCreates"));
        indexed.removeAll(plain);
        assertThat(indexed)
                .containsExactly("create index bmsql_oorder_idx2 on bmsql_oorder (o_w_id, o_d_id, o_c_id, o_id)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Kunlun-db: MySQL storage node (1, 3) returned error: 1213, Deadlock found when trying to get lock.|DEADLOCK",
                "Kunlun-db: MySQL storage node (2, 1) returned error: 1205, Lock wait timeout exceeded.|LOCK_TIMEOUT",
                "Kunlun-db: MySQL storage node (1, 1) is no longer a primary(1290, read-only), . Retry the transaction.|SERIALIZATION",
                "Kunlun-db: MySQL storage node (1, 3) returned error: 1062, Duplicate entry '1213-1205'.|CONSTRAINT",
                "Kunlun-db: MySQL storage node (1, 3) returned error: 12130, of another kind.|OTHER",
                "Kunlun-db: MySQL storage node (1213, 1205) returned error: 1146, Table does not exist.|OTHER",
                "internal error of the compute node|OTHER"
            })
    void errorsOfAShardAreReadFromTheText(String message, ErrorClass expected) throws Exception {
        SqlErrors errors = klustron(6, List.of(1)).errors();
        assertThat(errors.classify(new SQLException("ERROR: " + message, "XX000")))
                .isEqualTo(expected);
        assertThat(errors.classify(new SQLException("ERROR: " + message, "42601")))
                .isEqualTo(ErrorClass.OTHER);
    }

    @ParameterizedTest
    @CsvSource({"08000, CONNECTION", "40P01, DEADLOCK", "40001, SERIALIZATION", "57P01, CONNECTION", "XX000, OTHER"})
    void statesOfTheComputeNodeAreThoseOfPostgres(String state, ErrorClass expected) throws Exception {
        SQLException error = new SQLException("connection with MySQL storage node (1, 1) is gone", state);
        assertThat(klustron(6, List.of(1)).errors().classify(error)).isEqualTo(expected);
    }
}
