package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.LoadedConfig;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs one after the other from Java, as a study does them: without a command line, and without a trace in the JVM. */
class SeveralRunsIT {
    private static final int RUNS = 4;

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(1);
    }

    /** Remembers what it hears. */
    private static final class Received implements RunListener {
        private final List<String> lines = new ArrayList<>();
        private int displays;

        @Override
        public void info(String line) {
            lines.add(line);
        }

        @Override
        public void warn(String line) {
            lines.add("warning: " + line);
        }

        @Override
        public Runnable running(LiveSource source) {
            displays++;
            return () -> displays--;
        }
    }

    @Test
    @Tag("long")
    void runsInOneProgramLeaveTheirDirectoriesAndNothingElse() throws Exception {
        Path props = folder.resolve("props");
        new TestDatabase.Named("postgres", POSTGRES.url() + "?ApplicationName=several", "postgres")
                .props(
                        props,
                        "warehouses=1 terminals=2 runTxnsPerTerminal=20 resultDirectory=result_%d"
                                + " osCollectorScript=builtin livePort=0");
        runOnce(props, 0);
        Set<String> threadsBefore = threads();
        Set<Path> directories = new HashSet<>();
        for (int run = 1; run <= RUNS; run++) {
            directories.add(runOnce(props, run).root());
        }
        assertThat(directories).as("a directory each").hasSize(RUNS);
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(POSTGRES.number("select count(*) from pg_stat_activity where application_name = 'several'"))
                    .as("connections of the runs")
                    .isZero();
            assertThat(threads()).as("threads").isSubsetOf(threadsBefore);
        });
    }

    private ResultDirectory runOnce(Path props, int number) throws Exception {
        boolean checked = number % 2 == 0;
        Map<String, String> overrides =
                Map.of("resultDirectory", "result_" + number, "checkAfterRun", Boolean.toString(checked));
        Received heard = new Received();
        RunSession.Finished finished =
                TestRuns.session(folder, props, number, overrides, heard).run();
        assertThat(finished.problems()).isEmpty();
        ResultDirectory directory = finished.directory();
        assertThat(directory).isNotNull();
        RunSummary summary = SummaryJson.read(directory.summary());
        assertThat(summary).isEqualTo(finished.summary());
        assertThat(summary.ending().status()).isEqualTo(Status.COMPLETE);
        assertThat(summary.run().setup().runId()).isEqualTo(number);
        assertThat(summary.figures().types().stream()
                        .filter(type -> !type.type().equals("DELIVERY_BG"))
                        .mapToLong(RunSummary.TypeSummary::count)
                        .sum())
                .isEqualTo(40);
        assertThat(Files.readString(directory.runInfo())).contains("\n" + number + ",");
        assertThat(directory.runProperties()).exists();
        assertThat(summary.postRun().check()).hasSize(checked ? 11 : 0).allMatch(CheckResult::passed);
        assertThat(heard.displays).as("every display is closed").isZero();
        assertThat(heard.lines).anyMatch(line -> line.startsWith("C value for C_LAST this run:"));
        return directory;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunThatIsStoppedBeforeItBeginsLeavesNoDirectory(boolean isDirectoryMade) throws Exception {
        Path props = folder.resolve("props");
        POSTGRES.props(props, "warehouses=1 terminals=1 runMins=1 resultDirectory=result");
        List<RunListener.Stage> stages = new ArrayList<>();
        AtomicReference<RunSession> session = new AtomicReference<>();
        RunListener stopper = new RunListener() {
            @Override
            public void settings(LoadedConfig settings) {
                stop(!isDirectoryMade);
            }

            @Override
            public Runnable running(LiveSource source) {
                stop(isDirectoryMade);
                return () -> {};
            }

            private void stop(boolean isNow) {
                if (isNow) {
                    session.get().stop().request(" by the study");
                }
            }

            @Override
            public void stopping(Stage stage) {
                stages.add(stage);
            }
        };
        session.set(TestRuns.session(folder, props, 1, Map.of(), stopper));
        assertThatThrownBy(session.get()::run).hasMessage("Stopped before the run began by the study.");
        assertThat(stages).containsExactly(RunListener.Stage.BEFORE_START);
        assertThat(folder.resolve("result")).doesNotExist();
    }

    /** All but those that come and go with the JVM, the test, and the one thread that the metrics library keeps for good. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name ->
                        !name.matches("(process reaper|ForkJoinPool|awaitility|prometheus-metrics-scheduler-0$).*"))
                .collect(Collectors.toSet());
    }
}
