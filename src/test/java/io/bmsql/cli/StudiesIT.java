package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.analysis.PairPlan;
import io.bmsql.result.RunFacts;
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
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One real study of each kind: two settings in turn and together, runs once more, a grid that breaks off, a search. */
class StudiesIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    /** The other side of runs that are made together. */
    @RegisterExtension
    static final PostgresExtension NEW = new PostgresExtension(1);

    private static final String[] STUDY = "sweep a.props --terminals 1,2 --repeats 2 --out s --between true".split(" ");

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void pairsInADrawnOrderEndInAComparison() throws Exception {
        // Far apart, and by numbers of transactions: a machine that stands still for seconds does the same ones later.
        write("a.props", "limitTxnsPerMin=6000\nrunMins=0\nrunTxnsPerTerminal=8");
        write("b.props", "limitTxnsPerMin=500\nrunMins=0\nrunTxnsPerTerminal=8");

        String[] words = "ab a.props b.props --rounds 6 --out study -D terminals=3 --between ?".split(" ");
        words[words.length - 1] = "command -v bmsql >path; echo $BMSQL_SIDE >>order";
        Stage stage = Stage.ended(folder, 0, words);

        long seed = TestFiles.json(folder.resolve("study/study.json"))
                .at("/plan/seed")
                .asLong();
        assertThat(Files.readString(folder.resolve("order")).strip().split("\n"))
                .containsExactly(IntStream.range(0, 6)
                        .mapToObj(new PairPlan(6, seed)::isBaseFirst)
                        .flatMap(isBaseFirst -> isBaseFirst ? Stream.of("base", "new") : Stream.of("new", "base"))
                        .toArray(String[]::new));
        assertThat(folder.resolve("path")).content().endsWith("/run/bmsql\n");
        assertThat(stage.err()).contains("All 6 pairs are done");
        assertThat(stage.out()).containsPattern("tpmC is [\\d.]+% worse");
        JsonNode found = TestFiles.json(folder.resolve("study/compare.json"));
        assertThat(found.get("method").asText()).isEqualTo("SEQUENCE");
        assertThat(found.at("/figures/0/highPercent").asDouble()).isNegative();
        assertThat(TestFiles.in(folder.resolve("study/runs")))
                .hasSize(12)
                .allSatisfy(run -> assertThat(run.resolve("report.html")).isNotEmptyFile());
        assertThat(folder.resolve("study/study.html")).isNotEmptyFile();
        assertThat(Stage.ended(folder, 0, "compare", "study").out()).isEqualTo(stage.out());

        words[words.length - 1] = "true";
        Stage.ended(folder, 2, words)
                .warned("--between was command -v bmsql >path; echo $BMSQL_SIDE >>order and is true");
    }

    @Test
    @Tag("long")
    void aRunIsRepeatedFromItsDirectory() throws Exception {
        write("a.props", "");
        Stage.ended(folder, 0, "run", "a.props", "-DrunMins=0.2", "-Dterminals=3", "-DresultDirectory=first");

        Stage.refused(folder, "rerun first", "first holds no password: set the variable BMSQL_PASSWORD");
        Stage again = new Stage(folder, Map.of("BMSQL_PASSWORD", POSTGRES.password()));
        assertThat(again.run("rerun", "first", "-D", "limitTxnsPerMin=90000"))
                .as(() -> again.out() + again.err())
                .isZero();

        long seed = Stage.summary(folder, "first").run().setup().seed();
        assertThat(again.out())
                .contains("Repeats first, seed " + seed, "Changed:")
                .containsPattern("property +limitTxnsPerMin +0 -> 90000")
                .doesNotContainPattern("property +seed|property +terminals|environment +host|run +window");
        String name = TestFiles.names(folder).stream()
                .filter(made -> made.startsWith("first_rerun_"))
                .findFirst()
                .orElseThrow();
        RunFacts second = Stage.summary(folder, name).run();
        assertThat(second.setup().seed()).isEqualTo(seed);
        assertThat(second.size().terminals()).isEqualTo(3);
        assertThat(folder.resolve(name + "/compare.html")).isNotEmptyFile();
        assertThat(folder.resolve(name + "/run.properties")).content().doesNotContain(POSTGRES.password());
    }

    @Test
    @Tag("long")
    void aRunOfBenchmarkSqlIsRepeatedFromItsDirectory() throws Exception {
        MadeUpForeign.write(folder.resolve("five"), "1,1,2,1200", 50);
        write("five/run.properties", "limitTxnsPerMin=1200\nrunTxnsPerTerminal=0");

        Stage stage = Stage.ended(folder, 0, "rerun", "five", "-D", "runMins=0.05");

        assertThat(stage.out())
                .contains("BenchmarkSQL recorded neither its seed nor its server and machine")
                .containsPattern("run +program +BenchmarkSQL 5[.]0 -> bmsql ")
                .containsPattern("\\| Database setting +\\| +\\| not recorded +\\| recorded ")
                .doesNotContainPattern("run +terminals|environment +host");
    }

    @Test
    void aCommandBetweenRunsThatFailsEndsItBeforeTheFirstRun() throws IOException {
        write("a.props", "");
        Stage.ended(folder, 2, "ab", "a.props", "a.props", "--between", "exit 3", "--out", "s")
                .warned("--between exit 3 ended with status 3");
        assertThat(folder.resolve("s")).doesNotExist();
    }

    /** As when a side is gone: the reason and its status stay, and what is done is not lost. */
    @Test
    void thePairsBeforeOneThatCannotBeMadeAreCompared() throws IOException {
        write("a.props", "runMins=0\nrunTxnsPerTerminal=8");
        write("b.props", "runMins=0\nrunTxnsPerTerminal=8");

        String[] words = "ab a.props b.props --rounds 6 --out study --between ?".split(" ");
        words[words.length - 1] = "echo x >>made; test $(wc -l <made) -lt 5";
        Stage stage = Stage.ended(folder, 2, words);
        assertThat(stage.out()).contains("tpmC");
        assertThat(stage.err()).contains("Pair 3 could not be made; compared are the 2 that are done.");
        assertThat(stage.err()).contains("ended with status 1");
        assertThat(folder.resolve("study/compare.json")).isNotEmptyFile();
        assertThat(folder.resolve("study/study.html")).isNotEmptyFile();
    }

    @Test
    @Tag("long")
    void bothSidesHaveTheSameSecondsAndEndInAComparison() throws Exception {
        // Far apart: no machine makes them equal.
        props(POSTGRES, "a.props", "limitTxnsPerMin=6000");
        props(NEW, "b.props", "limitTxnsPerMin=600");
        String cpus = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.split("\\s+")[1])
                .findFirst()
                .orElseThrow();

        String[] words =
                ("ab a.props b.props --together --rounds 6 --out study -D runMins=0.04 -D rampupMins=0.01 --cpus-a "
                                + cpus + " --cpus-b " + cpus)
                        .split(" ");
        Stage stage = Stage.ended(folder, 0, words);

        assertThat(stage.out())
                .containsPattern("tpmC is [\\d.]+% worse")
                .doesNotContain("Load generator CPU per New-Order");
        JsonNode found = TestFiles.json(folder.resolve("study/compare.json"));
        assertThat(found.get("method").asText()).isEqualTo("TOGETHER");
        assertThat(found.get("cannotSee")).hasSize(3);
        for (int pair = 0; pair < 6; pair++) {
            JsonNode base = found.get("baseRuns").get(pair);
            JsonNode fresh = found.get("newRuns").get(pair);
            // Each run looks at the wall clock by itself.
            assertThat(fresh.get("startEpochMillis").asLong())
                    .as("pair %s", pair)
                    .isCloseTo(base.get("startEpochMillis").asLong(), within(1_000L));
            assertThat(fresh.get("windowSeconds")).isEqualTo(base.get("windowSeconds"));
        }
        assertThat(TestFiles.names(folder.resolve("study/runs")))
                .contains("001_base", "002_new", "003_new", "004_base", "005_base");
        assertThat(TestFiles.json(folder.resolve("study/results.json")).get("cannotSee"))
                .isEqualTo(found.get("cannotSee"));
        assertThat(Stage.ended(folder, 0, "compare", "study").out()).isEqualTo(stage.out());

        assertThat(Stage.ended(folder, 0, words).err()).as("all is done").doesNotContain("Run 1: ");
        Stage.refused(
                folder, "ab a.props b.props --rounds 6 --out study", "the order of the runs was together and is pairs");
    }

    /** The lock of the database knows it by any name. */
    @Test
    void twoSidesOnOneDatabaseAreRefused() throws IOException {
        props(POSTGRES, "a.props", "");
        props(POSTGRES, "b.props", "terminals=3");
        Files.writeString(
                folder.resolve("b.props"),
                Files.readString(folder.resolve("b.props")).replaceFirst("(?m)^(conn=.*)$", "$1?ApplicationName=b"));

        Stage.refused(
                folder, "ab a.props b.props --together --out study", "A and B are one database: --together takes two");
        assertThat(folder.resolve("study")).doesNotExist();
    }

    @Test
    void whatCannotBeMadeTogetherIsRefused() throws IOException {
        props(POSTGRES, "a.props", "");
        props(NEW, "b.props", "");
        refused("--together takes runs that end by the clock", "--together -DrunMins=0 -DrunTxnsPerTerminal=5");
        refused("leave lock=false and --anyway out", "--together -Dlock=false");
        refused("leave lock=false and --anyway out", "--together --anyway");
        refused("belong to --together", "--cpus-a 0 --cpus-b 0");
        refused("Give both --cpus-a and --cpus-b", "--together --cpus-a 0");
        refused("Give both --cpus-a and --cpus-b", "--together --server-pid-a 1");
        refused("taskset cannot use the processors 99999", "--together --cpus-a 99999 --cpus-b 0");
    }

    private void refused(String reason, String options) {
        assertThat(Stage.line(folder, 2, "ab a.props b.props --out study " + options)
                        .err()
                        .replaceAll("\\s+", " "))
                .contains(reason);
    }

    private void write(String name, String more) throws IOException {
        props(POSTGRES, name, more);
    }

    private void props(PostgresExtension server, String name, String more) throws IOException {
        server.props(folder.resolve(name), "warehouses=1 terminals=2", more);
    }

    @Test
    @Tag("long")
    void aStudyThatIsKilledAndStoppedGoesOnWhereItWas() throws Exception {
        newOrders();
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
        newOrders();
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

    private void newOrders() throws IOException {
        write(
                "a.props",
                "runMins=0.02\nlimitTxnsPerMin=6000\nnewOrderWeight=100\npaymentWeight=0\norderStatusWeight=0\n"
                        + "deliveryWeight=0\nstockLevelWeight=0");
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
}
