package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.AcidTrial;
import io.bmsql.testing.Background;
import io.bmsql.testing.FaultyPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ACID tests on a PostgreSQL of its own, which the test of durability kills with signal 9. */
class AcidIT {
    private static final int WAIT_SECONDS = 120;

    @TempDir
    static Path folder;

    private static FaultyPostgres server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = FaultyPostgres.createLoaded(folder.resolve("data"));
        server.props(folder.resolve("props.pg"), "warehouses=1");
        Files.createDirectories(folder.resolve("result/data"));
        Files.writeString(folder.resolve("result/data/runInfo.csv"), "run\n");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static List<AcidTrial> trials() {
        return AcidTrial.read(folder.resolve("result/data/acid.json"));
    }

    @Test
    @Tag("long")
    void readCommittedLetsThreeTestsFailAndTheLinesSayWhichLevelPasses() {
        Stage stage =
                Stage.ended(folder, 7, "acid", "props.pg", "--result", "result", "-DisolationLevel=read committed");
        assertThat(trials())
                .filteredOn(trial -> !trial.holds())
                .allSatisfy(trial -> {
                    assertThat(trial.level()).isEqualTo("READ COMMITTED");
                    assertThat(trial.detail()).endsWith("passes at REPEATABLE READ");
                })
                .extracting(AcidTrial::clause)
                .containsExactly("3.4.2.7", "3.4.2.8", "3.4.2.9");
        assertThat(stage.out())
                .contains(
                        "ACID 3.2.2.1  ok     READ COMMITTED",
                        "ACID 3.4.2.9  FAILED",
                        "3 of 11 tests FAILED; durability (clause 3.5) is not tested without --kill-command");
        Stage.ended(folder, 0, "check", "props.pg").printed("all 11 conditions hold");
    }

    @Test
    void aServerKilledUnderLoadKnowsEveryCommit() throws Exception {
        Path wanted = folder.resolve("start-wanted");
        Path started = folder.resolve("started");
        CompletableFuture<Void> starter = Background.run(() -> {
            await(() -> Files.exists(wanted));
            try {
                server.start();
                Files.createFile(started);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        Stage stage = Stage.ended(
                folder,
                0,
                "acid",
                "props.pg",
                "-DisolationLevel=repeatable read",
                "--run-secs=2",
                "--kill-command",
                // A session that ends by itself meanwhile is as gone as the others.
                "p=$(head -1 data/postmaster.pid); all=$(cat /proc/$p/task/$p/children);"
                        + " kill -9 $p && { kill -9 $all || true; }",
                "--start-command",
                "touch start-wanted; while [ ! -e started ]; do sleep 0.2; done");
        starter.get(WAIT_SECONDS, TimeUnit.SECONDS);
        assertThat(stage.out())
                .contains(
                        "Ledger new-orders   ok",
                        "ACID 3.5.4    ok",
                        "nothing of what the run committed is missing",
                        "all 12 tests passed");
    }

    /** Nor does one that fails by itself. */
    @Test
    @Tag("long")
    void aKillCommandThatKillsNothingIsNoProof() {
        String acid = "acid props.pg -DisolationLevel=serializable --run-secs=1 --kill-command ";
        Stage.line(folder, 7, acid + "true")
                .printed(
                        "ACID 3.4.2.3  ok     SERIALIZABLE",
                        "ACID 3.5.4    open",
                        "0 of 12 tests FAILED, 1 not judged",
                        "the kill command did not stop the server");
        Stage.line(folder, 2, acid + "false").warned("ended with status 1");
        Stage.ended(folder, 0, "check", "props.pg").printed("all 11 conditions hold");
    }
}
