package io.bmsql.study;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ResultWriteException;
import io.bmsql.run.RunSession;
import io.bmsql.run.StartGate;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal of runs that cannot be made; StudiesIT makes real ones. */
class SweepTest implements StudyRunner.Runs {
    @TempDir
    Path folder;

    private interface Preparation {
        void prepare() throws Exception;
    }

    private final List<String> heard = new ArrayList<>();
    private Preparation preparation = () -> {};
    private final SecretMask secrets = SecretMask.of(List.of());
    private ProgramContext program;
    private Path directory;
    private StudyFile plan;

    @BeforeEach
    void planFiveRuns() throws UsageException {
        program = new ProgramContext(folder, folder, Map.of(), new ManualClock(), secrets);
        directory = folder.resolve("study");
        List<Database> databases = List.of(new Database("pg", "pg.props", Map.of(), 0));
        Plan asked = MadeUpStudy.plan(databases, MadeUpStudy.vary("terminals=1,2,3,4,5"), 1, "listed", 1);
        plan = MadeUpStudy.sweep(asked, SweepPlan.runs(asked));
    }

    @Override
    public void prepare(Run run) throws Exception {
        heard.add("prepare " + run.number());
        preparation.prepare();
    }

    @Override
    public RunSession session(Run run, Path place, StartGate gate) {
        throw new IllegalStateException("no server for hunter2");
    }

    @Override
    public void failed(Run run) {
        heard.add("failed " + run.number());
    }

    private StudyRunner sweep(StudyJournal journal) {
        return new StudyRunner(journal, program, StudyRunner.grid(journal), this);
    }

    private static List<State> states(StudyFile study) {
        return study.runs().stream().map(Run::state).toList();
    }

    private StudyFile onDisk() {
        return StudyFile.read(directory.resolve(StudyFile.NAME));
    }

    @Test
    void threeFailuresInARowEndItAndTheNextStartTriesThemAgain() throws Exception {
        secrets.use(SecretMask.of(List.of("hunter2")));
        try (StudyJournal journal = StudyJournal.begin(directory, plan)) {
            assertThat(sweep(journal).run()).isFalse();
        }

        assertThat(states(onDisk()))
                .containsExactly(State.FAILED, State.FAILED, State.FAILED, State.PLANNED, State.PLANNED);
        assertThat(onDisk().runs().get(0).note()).isEqualTo("no server for ***");
        assertThat(heard).containsExactly("prepare 1", "failed 1", "prepare 2", "failed 2", "prepare 3", "failed 3");
        try (StudyJournal journal = StudyJournal.resume(directory)) {
            journal.planAgain();
            assertThat(states(onDisk())).containsOnly(State.PLANNED);
        }
    }

    @Test
    void aRunThatWasUnderWayIsPlannedAgainAndItsDirectorySetAside() throws Exception {
        Run killed = plan.runs().get(1).in(State.RUNNING, 5, 0, "");
        Run done = plan.runs().get(0).in(State.DONE, 1, 2, "");
        StudyJournal.begin(directory, plan.with(done).with(killed)).close();
        Files.createDirectories(directory.resolve(killed.directory()));
        Files.writeString(directory.resolve(killed.directory()).resolve("summary.json"), "half");

        try (StudyJournal journal = StudyJournal.resume(directory)) {
            journal.planAgain();
            assertThat(states(onDisk()).subList(0, 3)).containsExactly(State.DONE, State.PLANNED, State.PLANNED);
            sweep(journal).run();
        }

        assertThat(heard).contains("prepare 2").doesNotContain("prepare 1");
        assertThat(directory.resolve(killed.directory())).doesNotExist();
        assertThat(directory.resolve("cut_short/002_terminals2_1/summary.json")).hasContent("half");
    }

    @Test
    void aStopInterruptsThePreparationAndThatIsNoFailure() throws Exception {
        CountDownLatch preparing = new CountDownLatch(1);
        try (StudyJournal journal = StudyJournal.begin(directory, plan)) {
            StudyRunner sweep = sweep(journal);
            preparation = () -> {
                preparing.countDown();
                new CountDownLatch(1).await();
            };
            CompletableFuture<Boolean> stopper = Background.call(() -> {
                preparing.await();
                sweep.stop(" by a test");
                return true;
            });

            assertThat(sweep.run()).isFalse();
            assertThat(stopper.get()).isTrue();
        }
        assertThat(Thread.interrupted()).isFalse();
        assertThat(states(onDisk())).containsOnly(State.PLANNED);
        assertThat(onDisk().runs().get(0).note()).isEqualTo("was cut short by a test");
    }

    @Test
    void aJournalThatCannotBeKeptEndsTheStudy() throws Exception {
        try (StudyJournal journal = StudyJournal.begin(directory, plan)) {
            preparation = () -> Files.createDirectories(
                    FileReplacer.fresh(directory.resolve("study.json")).resolve("kept"));
            assertThrown(ResultWriteException.class, sweep(journal)::run, "study.json");
        }
        assertThat(heard).containsExactly("prepare 1");
    }

    /** Linux takes paths of 4,095 characters: the lock has one, the new plan has not. */
    @Test
    void aPlanThatCannotBeWrittenLeavesNothing() {
        Path deep = folder.toAbsolutePath();
        while (deep.toString().length() < 3_900) {
            deep = deep.resolve("d".repeat(99));
        }
        Path place = deep.resolve("d".repeat(4_081 - deep.toString().length()));
        assertThrown(
                ResultWriteException.class,
                () -> StudyJournal.begin(place, plan),
                "make room, and start the same command again");
        assertThat(place).doesNotExist();
    }

    @Test
    void twoProgramsCannotMakeTheSameStudy() throws Exception {
        try (StudyJournal journal = StudyJournal.begin(directory, plan)) {
            assertThrown(UsageException.class, () -> StudyJournal.resume(directory), "Another program is at work");
            assertThat(journal.study()).isEqualTo(plan);
        }
        StudyJournal.resume(directory).close();
        assertThatThrownBy(() -> StudyJournal.begin(directory, plan)).hasMessageContaining("exists already");
        assertThatThrownBy(() -> StudyJournal.resume(folder)).hasMessageContaining("is not the directory of a study");
    }

    @Test
    void theTimeLeftFollowsWhatRunsTookBeyondTheirPlan() {
        assertThat(plan.secondsLeft(run -> 60, 0)).isEqualTo(300);

        Run done = plan.runs().get(0).in(State.DONE, 1_000, 71_000, "");
        Run running = plan.runs().get(1).in(State.RUNNING, 71_000, 0, "");
        assertThat(plan.with(done).with(running).secondsLeft(run -> 60, 91_000)).isEqualTo(50 + 3 * 70);
    }
}
