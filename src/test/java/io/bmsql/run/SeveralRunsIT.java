package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.tpcc.RandomStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

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
        private final List<CheckResult> conditions = new ArrayList<>();
        private final List<LedgerResult> ledgers = new ArrayList<>();
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

        @Override
        public void checked(List<CheckResult> results, double seconds) {
            conditions.addAll(results);
        }

        @Override
        public void ledgerVerified(LedgerResult result) {
            ledgers.add(result);
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
        ProgramContext program = new ProgramContext(
                folder, Path.of("").toAbsolutePath(), Map.of(), RunClock.SYSTEM, SecretMask.of(List.of()));
        runOnce(program, props, 0);
        Set<String> threadsBefore = threads();
        Set<Path> directories = new HashSet<>();
        for (int run = 1; run <= RUNS; run++) {
            directories.add(runOnce(program, props, run).root());
        }
        assertThat(directories).as("a directory each").hasSize(RUNS);
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(POSTGRES.number("select count(*) from pg_stat_activity where application_name = 'several'"))
                    .as("connections of the runs")
                    .isZero();
            assertThat(threads()).as("threads").isSubsetOf(threadsBefore);
        });
    }

    private ResultDirectory runOnce(ProgramContext program, Path props, int number) throws Exception {
        boolean checked = number % 2 == 0;
        LoadedConfig settings = new ConfigLoader(program.environment(), () -> RandomStream.drawSeed(program.clock()))
                .load(
                        props,
                        Map.of("resultDirectory", "result_" + number, "checkAfterRun", Boolean.toString(checked)),
                        ConfigPurpose.RUN);
        Received heard = new Received();
        RunSession.Finished finished =
                new RunSession(program, new RunSession.Request(settings, props, number, "a study"), heard).run();
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
        assertThat(heard.conditions).hasSize(checked ? 11 : 0).allMatch(CheckResult::passed);
        assertThat(heard.ledgers).hasSize(checked ? 1 : 0).allMatch(LedgerResult::passed);
        assertThat(heard.displays).as("every display is closed").isZero();
        assertThat(heard.lines).anyMatch(line -> line.startsWith("C value for C_LAST this run:"));
        return directory;
    }

    @Test
    void aRunThatIsStoppedBeforeItBeginsLeavesNoDirectory() throws Exception {
        Stopping last = new Stopping() {
            @Override
            public Runnable running(LiveSource source) {
                stop();
                return () -> {};
            }
        };
        assertThatThrownBy(() -> last.run(session(last))).hasMessage("Stopped before the run began by the study.");
        assertThat(last.stages).containsExactly(RunListener.Stage.BEFORE_START);
        assertThat(folder.resolve("result")).doesNotExist();
    }

    @Test
    void aRunThatIsStoppedBeforeItsDirectoryIsMadeLeavesNoneEither() throws Exception {
        Stopping early = new Stopping() {
            @Override
            public void settings(LoadedConfig settings) {
                stop();
            }
        };
        assertThatThrownBy(() -> early.run(session(early))).hasMessage("Stopped before the run began by the study.");
        assertThat(early.stages).containsExactly(RunListener.Stage.BEFORE_START);
        assertThat(folder.resolve("result")).doesNotExist();
    }

    /** Stops the run that it listens to. */
    private static class Stopping implements RunListener {
        private final List<RunListener.Stage> stages = new ArrayList<>();
        private @Nullable RunSession session;

        void run(RunSession listened) throws Exception {
            session = listened;
            listened.run();
        }

        final void stop() {
            Objects.requireNonNull(session).stop().request(" by the study");
        }

        @Override
        public void stopping(Stage stage) {
            stages.add(stage);
        }
    }

    private RunSession session(RunListener listener) throws Exception {
        Path props = folder.resolve("props");
        Files.writeString(
                props,
                "db=postgres\nconn=" + POSTGRES.url() + "\nuser=postgres\npassword=" + POSTGRES.password()
                        + "\nwarehouses=1\nterminals=1\nrunMins=1\nresultDirectory=result\n");
        ProgramContext program = new ProgramContext(
                folder, Path.of("").toAbsolutePath(), Map.of(), RunClock.SYSTEM, SecretMask.of(List.of()));
        LoadedConfig settings = new ConfigLoader(program.environment(), () -> RandomStream.drawSeed(program.clock()))
                .load(props, Map.of(), ConfigPurpose.RUN);
        return new RunSession(program, new RunSession.Request(settings, props, 1, "a study"), listener);
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
