package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.embedded.ShardedServers;
import io.bmsql.result.RunSummary;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in for a sharded database, and hot rows with honest serialization failures. */
@Tag("long")
class ClusterRunIT {
    @TempDir
    static Path folder;

    private static ShardedServers cluster;
    private static TestDatabase database;

    @BeforeAll
    static void startAndBuild() throws Exception {
        for (String server : List.of("shard1", "shard2", "coordinator")) {
            TestServers.initialised(folder.resolve(server));
        }
        cluster = new ShardedServers(folder, TestServers.CARELESS);
        database = new TestDatabase.Named("postgres_fdw", cluster.jdbcUrl(), EmbeddedServer.USER, cluster.password());
        // Nearly every transaction pays at one of two warehouses: the hottest rows that there are.
        database.props(
                folder.resolve("props"),
                "warehouses=2 loadWorkers=2 terminals=6 runMins=0 runTxnsPerTerminal=30"
                        + " terminalWarehouseFixed=false newOrderWeight=25 paymentWeight=65 orderStatusWeight=2"
                        + " deliveryWeight=6 stockLevelWeight=2 maxRetries=1000 seed=3 resultDirectory=hot");
        Stage.ended(folder, 0, "build", "props");
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @Test
    void tablesOfAllShardsAreRunOnResetAndTakenAway() throws Exception {
        assertThat(database.texts(
                        "select distinct srvname from pg_foreign_table join pg_foreign_server s on s.oid = ftserver"
                                + " where ftrelid in (select tableoid from bmsql_warehouse) order by 1"))
                .containsExactly("shard_1", "shard_2");
        serializationFailuresOfHotRowsAreRetriedUntilAllIsDone();
        Stage.ended(folder, 0, "reset", "props").printed("warehouses: 2; rows of runs deleted: ");
        Stage.ended(folder, 0, "fingerprint", "props", "--as-loaded").printed("Fingerprint of 2 warehouses: ");
        Stage.ended(folder, 0, "destroy", "props");
        Stage.ended(folder, 0, "destroy", "props");
        assertThat(database.texts("select tables from pg_foreign_server, dblink(srvname,"
                        + " 'select count(*) from pg_namespace where nspname = ''bmsql''') as shard (tables text)"))
                .containsExactly("0", "0");
        assertThat(database.texts("select count(*) from pg_class where relname like 'bmsql%'"))
                .containsExactly("0");

        // Since the shards commit one after the other.
        database.execute(
                "create table bmsql_load_progress (lp_name varchar(50) primary key, lp_value varchar(200))",
                "insert into bmsql_load_progress values ('seed', '1'), ('warehouses', '2'),"
                        + " ('loadEpochMillis', '1700000000000'), ('zone', 'UTC'), ('version', '1')");
        Stage load = Stage.ended(folder, 4, "load", "props", "-Dwarehouses=2", "-Dseed=1");
        assertThat(load.out() + load.err()).contains("db=postgres_fdw it cannot be resumed", "'bmsql destroy'");
    }

    private static void serializationFailuresOfHotRowsAreRetriedUntilAllIsDone() {
        Stage.ended(folder, 0, "run", "props", "-DcheckAfterRun=true").printed("all 11 conditions hold");
        RunSummary.Figures figures = Stage.summary(folder, "hot").figures();
        assertThat(figures.errors())
                .filteredOn(error -> error.errorClass().equals("SERIALIZATION"))
                .isNotEmpty()
                .allMatch(failure -> failure.sqlState().equals("40001") && failure.gaveUp() == 0);
        assertThat(figures.retries()).isPositive();
        assertThat(figures.completed()).isGreaterThanOrEqualTo(6 * 30);
        assertThat(figures.givenUp()).isZero();
    }
}
