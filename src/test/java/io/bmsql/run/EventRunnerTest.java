package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.EventRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventRunnerTest {
    @TempDir
    Path folder;

    private ProgramContext program() {
        return TestRuns.program(folder);
    }

    private LoadedConfig config(String events) throws Exception {
        Path props = folder.resolve("p");
        new TestDatabase.Named("postgres", "jdbc:postgresql://127.0.0.1:1/none", "u", "hunter2")
                .props(props, "warehouses=1 terminals=1 runMins=0.1 eventLimitSecs=1", "events=" + events);
        return new ConfigLoader(Map.of(), () -> 7).load(props, Map.of(), ConfigPurpose.RUN);
    }

    /** All at once: how each ended, and what it printed, without the password. */
    @Test
    void eachCommandEndsWithItsStatusAndItsOutput() throws Exception {
        ResultDirectory directory = ran(
                "0s fine echo one 'two  hunter2'; 0s fails false; 0s hangs sleep 600; 0s odd "
                        + Files.createFile(folder.resolve("text")),
                results -> Files.exists(EventRow.CSV.in(results))
                        && EventRow.CSV.list(results).stream()
                                        .filter(row -> !row.status().isEmpty())
                                        .count()
                                == 4
                        && Files.readString(results.data().resolve("events.log"))
                                .contains("== hangs"));
        assertThat(EventRow.CSV.list(directory))
                .filteredOn(row -> !row.status().isEmpty())
                .extracting(row -> row.name() + ": " + row.status().replaceFirst(" \\(.*", ""))
                .containsExactlyInAnyOrder(
                        "fine: status 0", "fails: status 1", "hangs: stopped at its limit of 1 s", "odd: not started");
        assertThat(directory.data().resolve("events.log"))
                .content()
                .contains("== fine: status 0\none two  ")
                .doesNotContain("hunter2");
        assertThat(EventRow.CSV.in(directory)).content().doesNotContain("hunter2");
    }

    @Test
    void theEndOfTheRunEndsItsCommands() throws Exception {
        ResultDirectory directory =
                ran("0s hangs sleep 600; 5s late true", results -> Files.exists(EventRow.CSV.in(results)));
        assertThat(EventRow.CSV.list(directory))
                .extracting(EventRow::status)
                .startsWith("")
                .contains("stopped with the run");
    }

    /** The results of events that end as soon as those are there. */
    private ResultDirectory ran(String events, FailablePredicate isDone) throws Exception {
        LoadedConfig settings = config(events);
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        RunWindow window = RunWindow.timed(RunClock.SYSTEM, 0, 6);
        try (EventRunner runner = new EventRunner(
                program(), window, settings.config().events(), settings.secrets(), directory, new RunListener() {})) {
            runner.start();
            await().atMost(5, TimeUnit.MINUTES).until(() -> isDone.test(directory));
        }
        return directory;
    }

    private interface FailablePredicate {
        boolean test(ResultDirectory results) throws Exception;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1s a /no/such/program | events: the command of `a`, /no/such/program, is not there",
                "1s a no-such-program  | events: the command of `a`, no-such-program, is not there",
                "6s a true             | events: `a` comes after 6 s, and the run measures 6 s"
            })
    void whatCannotHappenIsRefused(String events, String message) throws Exception {
        LoadedConfig settings = config(events);
        assertThatThrownBy(() -> EventRunner.require(program(), settings.config()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
        EventRunner.require(program(), config("5.9s a true").config());
    }
}
