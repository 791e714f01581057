package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Build, run, check and destroy with {@code partitions=4} on a real server. */
@Timeout(300)
class PartitionedRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String PROPS =
            """
            db=%s
            conn=%s
            user=%s
            warehouses=%d
            partitions=4
            loadWorkers=2
            terminals=4
            runMins=0
            runTxnsPerTerminal=50
            seed=5
            """;

    @TempDir
    Path folder;

    @Test
    void postgres() throws Exception {
        write(PROPS.formatted("postgres", POSTGRES.url(), "postgres", 1));
        try (Connection connection = POSTGRES.connect()) {
            buildRunAndCheck();
            assertThat(
                            texts(
                                    connection,
                                    "select inhparent::regclass || ' ' || count(*) from pg_inherits i"
                                            + " join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' group by inhparent"))
                    .containsExactlyInAnyOrder(
                            "bmsql_warehouse 4",
                            "bmsql_district 4",
                            "bmsql_customer 4",
                            "bmsql_history 4",
                            "bmsql_new_order 4",
                            "bmsql_oorder 4",
                            "bmsql_order_line 4",
                            "bmsql_stock 4");
            assertThat(texts(connection, "select count(*) from pg_constraint where contype = 'f' and conparentid = 0"))
                    .containsExactly("10");
            assertThat(texts(connection, "select reloptions::text from pg_class where relname = 'bmsql_stock_3'"))
                    .containsExactly("{fillfactor=95}");
            destroy();
            assertThat(texts(connection, "select count(*) from pg_class where relname like 'bmsql%'"))
                    .containsExactly("0");
        }
    }

    @Test
    void settingsThatTheDatabaseHasNoTemplateForAreRefused() throws IOException {
        write(PROPS.formatted("postgres", POSTGRES.url(), "postgres", 1));
        Stage stage = new Stage(folder);
        assertThat(stage.run("build", "props", "-Dshards=1,2")).isEqualTo(2);
        assertThat(stage.err()).contains("`shards` is set", "no template");
        assertThat(stage.run("build", "props", "-Dshards=1,1", "--print-sql")).isEqualTo(2);
        assertThat(stage.err()).contains("names shard 1 twice");
    }

    private void write(String props) throws IOException {
        Files.writeString(folder.resolve("props"), props);
    }

    private void buildRunAndCheck() {
        for (String command : List.of("build", "run", "check")) {
            Stage.ended(folder, 0, command, "props");
        }
    }

    private void destroy() {
        Stage.ended(folder, 0, "destroy", "props");
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
