package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Stage.ended(folder, 2, "build", "props", "--print-sql").warned("shards=1,2");

        assertThat(Stage.ended(folder, 0, "build", "props", "--print-sql", "-Dshards=3,4", "-Dpartitions=2")
                        .out())
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
        POSTGRES.execute("create table pg_shard (id int)", "insert into pg_shard values (1), (2)");
        for (String command : List.of("build", "run", "check")) {
            Stage.ended(folder, 0, command, "props");
        }
        assertThat(POSTGRES.number("select count(*) from bmsql_history where hist_id > 30000"))
                .as("rows that the run numbered above the loaded ones")
                .isPositive();
        assertThat(POSTGRES.number("select count(*) from pg_statistic where starelid = 'bmsql_stock'::regclass"))
                .as("columns of a parent with statistics")
                .isEqualTo(17);
        Stage.ended(folder, 0, "destroy", "props");
        POSTGRES.execute("drop table public.pg_shard");
        assertThat(POSTGRES.number("select count(*) from pg_class where relname like 'bmsql%'"))
                .isZero();
    }

    @Test
    void klustronsShardsAreReadFromTheServer() throws Exception {
        write(PROPS.formatted("klustron", POSTGRES.url(), POSTGRES.user(), POSTGRES.password(), 1));
        Stage.ended(folder, 2, "build", "props")
                .warned("does not give the ids of its shards", "pg_shard", "add shards=1,2");

        POSTGRES.execute("create table pg_shard (id int)", "insert into pg_shard values (12), (7)");
        // A PostgreSQL takes everything but the placement, so the first statement that has one ends the build.
        Stage.ended(folder, 4, "build", "props").warned("loadProgressCreates.sql:", "shard");
        POSTGRES.execute("drop table pg_shard");
    }

    private void write(String props) throws IOException {
        Files.writeString(folder.resolve("props"), props);
    }
}
