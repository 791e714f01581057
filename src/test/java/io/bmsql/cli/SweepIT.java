package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql sweep} on a real server. */
class SweepIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    private static final String[] STUDY = "sweep a.props --terminals 1,2 --repeats 2 --out s --between true".split(" ");

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void aStudyThatIsKilledAndStoppedGoesOnWhereItWas() throws Exception {
        write("");
        try (ChildProgram first = ChildProgram.start(folder, STUDY)) {
            awaitRunning(first, 2);
            first.kill();
        }
        Run done = study().runs().get(0);
        assertThat(done.state()).isEqualTo(State.DONE);
        assertThat(study().runs().get(1).state()).isEqualTo(State.RUNNING);

        try (ChildProgram second = ChildProgram.start(folder, "sweep", "--resume", "s")) {
            awaitRunning(second, 3);
            second.signal("INT");
            assertThat(second.exitStatus()).isEqualTo(130);
            assertThat(second.err()).contains("Study in s: 1 of 4 runs done", "Resume it with: bmsql sweep --resume s");
        }
        Stage last = Stage.ended(folder, 0, STUDY);

        assertThat(last.err()).contains("/s: 2 of 4 runs done; about 0:");
        assertThat(last.out()).contains("   4  a: terminals=").contains("Report of the study: ");
        assertThat(study().runs()).extracting(Run::state).containsOnly(State.DONE);
        assertThat(study().runs().get(0)).isEqualTo(done);
        for (Run run : study().runs()) {
            assertThat(Stage.summary(folder, "s/" + run.directory()).ending().status())
                    .isEqualTo(RunSummary.Status.COMPLETE);
        }
        assertThat(folder.resolve("s/cut_short").toFile().list()).hasSize(2);
        assertThat(Files.readString(folder.resolve("s/study.json"))).doesNotContain("hunter2");
    }

    @Test
    @Tag("long")
    void aSearchEndsAtThePeakOrSaysWhyThereIsNone() throws Exception {
        write("");
        String[] search = "sweep a.props --find-peak terminals --confirm-minutes 0.02 --to 2 --out".split(" ");

        Stage found = ended(
                0, search, "found", "-Dthresholds=errors<=100%", "--events", "0.2s nap /bin/sleep 0.1", "--at", "50%");
        assertThat(found.out())
                .contains("a: all thresholds hold up to terminals=2, where the search ends; confirmed by run 3")
                .contains("| terminals=1, events=0.2s nap /bin/sleep 0.1 | nap   | ");
        assertThat(TestFiles.json(folder.resolve("found/results.json"))
                        .at("/events/0/gone")
                        .asLong(-1))
                .isZero();
        assertThat(ended(6, search, "none", "-Dthresholds=tpmC<1").out())
                .contains("the thresholds do not even hold at terminals=1: tpmC<1: ");
    }

    @Test
    @Tag("long")
    void aKilledResetIsMadeAgain() throws Exception {
        write("");
        POSTGRES.execute("insert into bmsql_config (cfg_name, cfg_value) values ('reset begun', 'a moment ago')");
        String[] study = {"sweep", "a.props", "--repeats", "1", "--between"};

        assertThat(ended(2, study, "nothing", "--out", "n").err()).contains("start it again first");
        ended(0, study, "reset", "--out", "r");

        assertThat(POSTGRES.number("select count(*) from bmsql_config where cfg_name = 'reset begun'"))
                .isZero();
    }

    private Stage ended(int status, String[] words, String... more) {
        return Stage.ended(folder, status, Stage.words(more, words));
    }

    private StudyFile study() {
        return StudyFile.read(folder.resolve("s").resolve(StudyFile.NAME));
    }

    /** Its window has begun: what is stopped before that leaves nothing behind. */
    private void awaitRunning(ChildProgram child, int number) throws IOException {
        await(() -> !child.isAlive()
                || Files.exists(folder.resolve("s/study.json"))
                        && Files.exists(folder.resolve("s")
                                .resolve(study().runs().get(number - 1).directory())
                                .resolve("data/runInfo.csv")));
        assertThat(child.isAlive()).as(child.output()).isTrue();
    }

    private void write(String more) throws IOException {
        POSTGRES.props(
                folder.resolve("a.props"),
                "warehouses=1 terminals=2 runMins=0.02 limitTxnsPerMin=6000 newOrderWeight=100 paymentWeight=0"
                        + " orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0",
                more);
    }
}
