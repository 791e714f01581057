package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.testing.Background;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that streams to a copy is killed under load, the copy promoted, and what it lacked is named with its age. */
@Tag("long")
class FailoverIT {
    private static final Map<String, String> STREAMING =
            TestServers.quick(Map.of("wal_level", "replica", "fsync", "off", "full_page_writes", "off"));

    private static final int ORDERS = 30;

    @TempDir
    Path folder;

    private long millis(String file) throws IOException {
        return Files.getLastModifiedTime(folder.resolve(file)).toMillis();
    }

    /** Lets the primary be killed as soon as so many are made that the copy has not. */
    private void awaitOrders(EmbeddedServer primary, String name) {
        TestDatabase database = TestServers.database(primary, name);
        try {
            await().atMost(2, TimeUnit.MINUTES).until(() -> Files.exists(folder.resolve("stopped")));
            long before = database.number(FaultyRun.ORDERS);
            await().atMost(2, TimeUnit.MINUTES).until(() -> database.number(FaultyRun.ORDERS) >= before + ORDERS);
            Files.createFile(folder.resolve("enough"));
        } catch (IOException | SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theCopyLacksWhatItDidNotReceiveAndNothingElse() throws Exception {
        Path data = TestServers.loaded(folder.resolve("primary"), 1);
        EmbeddedServer.start(data, STREAMING).close();
        Path copied = folder.resolve("copy");
        TestFiles.copy(data, copied);
        try (EmbeddedServer primary = EmbeddedServer.start(data, STREAMING)) {
            Files.createFile(copied.resolve("standby.signal"));
            Files.writeString(
                    copied.resolve("postgresql.auto.conf"),
                    "primary_conninfo = 'host=127.0.0.1 port=" + primary.port() + " user=postgres password="
                            + TestServers.password() + "'\n");
            try (EmbeddedServer copy = EmbeddedServer.start(copied, STREAMING)) {
                String loaded = TestServers.loaded(1);
                TestServers.database(primary, loaded)
                        .props(
                                folder.resolve("props"),
                                "warehouses=1 terminals=4 limitTxnsPerMin=6000 rampupMins=0.02 runMins=0.4"
                                        + " reportIntervalSecs=0 osCollectorInterval=60");
                String hosts = "127.0.0.1:" + primary.port() + ",127.0.0.1:" + copy.port() + "/" + loaded;
                // The copy receives nothing for some orders; then the primary is gone.
                CompletableFuture<Void> orders = Background.run(() -> awaitOrders(primary, loaded));
                String receiver =
                        "$(ps -eo pid=,ppid=,args= | awk '$2 == '$(head -1 copy/postmaster.pid)' && /walreceiver/"
                                + " { print $1 }')";
                Stage stage = Stage.ended(
                        folder,
                        0,
                        "failover",
                        "props",
                        "-Dconn=jdbc:postgresql://" + hosts + "?targetServerType=primary&hostRecheckSeconds=1",
                        "--kill",
                        "r=" + receiver + "; touch before; kill -STOP $r; touch stopped;"
                                + " while [ ! -e enough ]; do sleep 0.1; done;"
                                // Longer than the second without commits that makes an outage.
                                + " kill -KILL $(head -1 primary/postmaster.pid); touch killed; sleep 1.5;"
                                // A receiver that is killed makes the copy start anew, which forgets to become the
                                // primary.
                                + " kill -TERM $r; kill -CONT $r; true",
                        "--promote",
                        "touch copy/promote; kill -USR1 $(head -1 copy/postmaster.pid)",
                        "--at",
                        "4s",
                        "--may-lose",
                        "1m",
                        "--out",
                        "study");
                orders.get();

                JsonNode event =
                        TestFiles.json(folder.resolve("study/results.json")).at("/events/0");
                assertThat(event.at("/status").asText()).as(stage.out()).isEqualTo("status 0");
                assertThat(event.at("/gone").asLong())
                        .as("all but what terminals had under way")
                        .isGreaterThanOrEqualTo(ORDERS - 4);
                assertThat(event.at("/oldestGoneSeconds").asDouble())
                        .as("until the last commit; 0 where a slow machine had a pause before")
                        .isBetween(0.0, (millis("killed") - millis("before")) / 1e3);
                assertThat(TestFiles.json(folder.resolve("study/runs/001_props/summary.json"))
                                .at("/availability"))
                        .as("also where a slow machine's pauses hide it from the event's figures")
                        .anyMatch(outage -> outage.at("/outageSeconds").asDouble() > 1);
                assertThat(stage.out())
                        .contains(
                                " acknowledged transactions are gone, in 1 of 1 runs",
                                "That is within --may-lose 60 s.")
                        .doesNotContain("violated beyond that");
                assertThat(StudyFile.read(folder.resolve("study/study.json")).kind())
                        .isEqualTo(Kind.FAILOVER);
                assertThat(event.at("/losses/broken").asLong(-1)).isZero();
                String first = Files.readAllLines(folder.resolve("study/runs/001_props/ledger_violations.txt"))
                        .get(0);
                assertThat(first).containsPattern(", acknowledged 20\\d\\d-");
            }
        }
    }
}
