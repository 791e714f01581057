package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.testing.Background;
import io.bmsql.testing.StreamingPair;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that streams to a copy is killed under load, the copy promoted, and what it lacked is named with its age. */
@Tag("long")
class FailoverIT {
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
            await(() -> Files.exists(folder.resolve("stopped")));
            long before = database.number(FaultyRun.ORDERS);
            await(() -> database.number(FaultyRun.ORDERS) >= before + ORDERS);
            Files.createFile(folder.resolve("enough"));
        } catch (IOException | SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theCopyLacksWhatItDidNotReceiveAndNothingElse() throws Exception {
        try (StreamingPair pair = new StreamingPair(folder)) {
            EmbeddedServer primary = pair.primary();
            String loaded = TestServers.loaded(1);
            String hosts =
                    "127.0.0.1:" + primary.port() + ",127.0.0.1:" + pair.copy().port() + "/" + loaded;
            String url = "jdbc:postgresql://" + hosts + "?targetServerType=primary&hostRecheckSeconds=1";
            new TestDatabase.Named("postgres", url, EmbeddedServer.USER)
                    .props(
                            folder.resolve("props"),
                            "warehouses=1 terminals=4 limitTxnsPerMin=6000 rampupMins=0.02 runMins=0.4"
                                    + " reportIntervalSecs=0 osCollectorInterval=60");
            // The copy receives nothing for some orders; then the primary is gone.
            CompletableFuture<Void> orders = Background.run(() -> awaitOrders(primary, loaded));
            String kill = "r=$(ps -eo pid=,ppid=,args= | awk '$2 == '$(head -1 copy/postmaster.pid)' && /walreceiver/"
                    + " { print $1 }'); touch before; kill -STOP $r; touch stopped;"
                    + " while [ ! -e enough ]; do sleep 0.1; done;"
                    // Longer than the second without commits that makes an outage.
                    + " kill -KILL $(head -1 primary/postmaster.pid); touch killed; sleep 1.5;"
                    // A receiver that is killed makes the copy start anew, which forgets to become the primary.
                    + " kill -TERM $r; kill -CONT $r; true";
            String promote = "touch copy/promote; kill -USR1 $(head -1 copy/postmaster.pid)";
            String[] words = {"failover", "props", "--at", "4s", "--may-lose", "1m", "--out", "study"};
            Stage stage =
                    Stage.ended(folder, 0, Stage.words(new String[] {"--kill", kill, "--promote", promote}, words));
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
                    .contains(" acknowledged transactions are gone, in 1 of 1 runs", "That is within --may-lose 60 s.")
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
