package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Build, run, check and destroy with {@code partitions=4} on a real server. */
@Tag("long")
class PartitionedRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeEach
    void writeProps() throws IOException {
        POSTGRES.props(
                folder.resolve("props"),
                "warehouses=1 partitions=4 loadWorkers=2 terminals=4 runMins=0 runTxnsPerTerminal=50 seed=5");
    }

    @Test
    void postgres() throws Exception {
        for (String command : List.of("build", "run", "check")) {
            Stage.ended(folder, 0, command, "props");
        }
        assertThat(POSTGRES.texts("select inhparent::regclass || ' ' || count(*) from pg_inherits i"
                        + " join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' group by inhparent"))
                .containsExactlyInAnyOrder(
                        ("bmsql_warehouse 4,bmsql_district 4,bmsql_customer 4,bmsql_history 4,bmsql_new_order 4,"
                                        + "bmsql_oorder 4,bmsql_order_line 4,bmsql_stock 4")
                                .split(","));
        assertThat(POSTGRES.texts("select count(*) from pg_constraint where contype = 'f' and conparentid = 0"))
                .containsExactly("10");
        assertThat(POSTGRES.texts("select reloptions::text from pg_class where relname = 'bmsql_stock_3'"))
                .containsExactly("{fillfactor=95}");
        Stage.ended(folder, 0, "destroy", "props");
        assertThat(POSTGRES.texts("select count(*) from pg_class where relname like 'bmsql%'"))
                .containsExactly("0");
    }

    @Test
    void settingsThatTheDatabaseHasNoTemplateForAreRefused() {
        Stage.refused(folder, "build props -Dshards=1,2", "`shards` is set", "no template");
        Stage.refused(folder, "build props -Dshards=1,1 --print-sql", "names shard 1 twice");
    }
}
