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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Builds and runs through the folder of Klustron, on a PostgreSQL that has no shards. */
@Tag("grammars")
@Timeout(300)
class KlustronRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String PROPS =
            """
            db=%s
            conn=%s
            user=%s
            password=%s
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
    void klustronsStatementsArePrintedWithoutAServerOnlyWhenTheShardsAreKnown() throws IOException {
        write("db=klustron\n");
        Stage unknown = new Stage(folder);
        assertThat(unknown.run("build", "props", "--print-sql")).isEqualTo(2);
        assertThat(unknown.err()).contains("shards=1,2");

        Stage known = new Stage(folder);
        assertThat(known.run("build", "props", "--print-sql", "-Dshards=3,4", "-Dpartitions=2"))
                .as(known.err())
                .isZero();
        assertThat(known.out())
                .contains("modulus 2, remainder 0) with (shard = 3)", "modulus 2, remainder 1) with (shard = 4)")
                .contains("with (shard = all)", "analyze bmsql_stock (s_w_id,")
                .doesNotContain("{", "vacuum", "foreign key");
    }

    /** What Klustron's folder sends besides the placement is PostgreSQL's, so that a whole benchmark runs through it. */
    @Test
    void klustronsFolderWithoutThePlacement() throws Exception {
        Path own = Files.createDirectories(folder.resolve("sql.klustron"));
        for (String creates : List.of("tableCreates.sql", "loadProgressCreates.sql")) {
            String shipped = Files.readString(Path.of("sql.klustron", creates));
            Files.writeString(own.resolve(creates), shipped.replaceAll("\\s+with \\(shard = [^)]*\\);", ";"));
        }
        write(PROPS.formatted("klustron", POSTGRES.url(), POSTGRES.user(), POSTGRES.password(), 1));
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table pg_shard (id int)");
            statement.execute("insert into pg_shard values (1), (2)");
            buildRunAndCheck();
            assertThat(texts(connection, "select count(*) from bmsql_history where hist_id > 30000"))
                    .as("rows that the run numbered above the loaded ones")
                    .isNotEqualTo(List.of("0"));
            assertThat(texts(connection, "select count(*) from pg_statistic where starelid = 'bmsql_stock'::regclass"))
                    .as("columns of a parent with statistics")
                    .containsExactly("17");
            destroy();
            statement.execute("drop table public.pg_shard");
            assertThat(texts(connection, "select count(*) from pg_class where relname like 'bmsql%'"))
                    .containsExactly("0");
        }
    }

    @Test
    void klustronsShardsAreReadFromTheServer() throws Exception {
        write(PROPS.formatted("klustron", POSTGRES.url(), POSTGRES.user(), POSTGRES.password(), 1));
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            Stage without = new Stage(folder);
            assertThat(without.run("build", "props")).isEqualTo(2);
            assertThat(without.err()).contains("does not give the ids of its shards", "pg_shard", "add shards=1,2");

            statement.execute("create table pg_shard (id int)");
            statement.execute("insert into pg_shard values (12), (7)");
            Stage stage = new Stage(folder);
            // A PostgreSQL takes everything but the placement, so the first statement that has one ends the build.
            assertThat(stage.run("build", "props")).isEqualTo(4);
            assertThat(stage.err()).contains("loadProgressCreates.sql:", "shard");

            statement.execute("drop table pg_shard");
        }
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
