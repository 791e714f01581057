package io.bmsql.run;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.common.ProgramContext;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.DatedPath;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunConditions.SteadyRampup;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary;
import io.bmsql.result.Steadiness;
import io.bmsql.common.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result directory of one run, if any; taken back when the run cannot be started after all. */
record RunFiles(ProgramContext program, RunSession.Request request, RunListener listener) {
    /** Refuses a place that is taken, or says that nothing will be kept. */
    void requirePlace() {
        Path path = path();
        if (path == null) {
            listener.warn("resultDirectory is not set: this run keeps no files, and there will be no report of it");
        } else {
            ResultDirectory.requireNew(program.resolve(path));
        }
    }

    private @Nullable Path path() {
        String pattern = request.settings().config().result().directoryPattern();
        return pattern == null
                ? null
                : DatedPath.at(
                        request.share().directory(pattern), program.clock().now());
    }

    @Nullable
    ResultDirectory create() throws UsageException {
        Path path = path();
        if (path == null) {
            return null;
        }
        ResultDirectory directory = ResultDirectory.create(program.resolve(path));
        try {
            PropertiesCopy.write(program.resolve(request.props()), directory.runProperties(), given());
        } catch (ResultWriteException e) {
            throw withdrawn(directory, e);
        }
        listener.directory(directory);
        listener.info("copied " + request.props() + " to " + path.resolve("run.properties"));
        listener.info("created " + path.resolve("data/runInfo.csv") + " for runID " + request.runId());
        listener.info("writing per transaction results to " + path.resolve("data/result.csv"));
        return directory;
    }

    /** What was not the file's; where the results go says nothing of the run. */
    private Map<String, String> given() {
        return request.settings().settings().stream()
                .filter(setting -> setting.origin().equals("-D"))
                .filter(setting -> !setting.key().equals(PropertyKey.RESULT_DIRECTORY.key()))
                .collect(Collectors.toMap(EffectiveSetting::key, EffectiveSetting::value));
    }

    /** Opens the files of the measurement, or a measurement without files; the window begins when the gate says so. */
    Recording record(RunWindow window, RunFacts facts, @Nullable ResultDirectory directory, RunStop stop)
            throws UsageException, InterruptedException {
        try {
            Recording recording = Recording.open(program.clock(), window, facts, directory);
            try {
                window.beginAt(stop.awaitStart(request.gate(), program.clock()), program.clock());
                if (directory != null) {
                    runInfo(facts, window).write(directory.runInfo());
                }
                return recording;
            } catch (ResultWriteException | UsageException e) {
                recording.close();
                throw e;
            } catch (InterruptedException e) {
                recording.close();
                takeBack(directory);
                throw e;
            }
        } catch (ResultWriteException e) {
            throw withdrawn(directory, e);
        }
    }

    private static UsageException withdrawn(@Nullable ResultDirectory directory, ResultWriteException failure) {
        takeBack(directory);
        return new UsageException(failure.getMessage() + "; the run was not started", failure);
    }

    /** Nothing was measured yet. */
    static void takeBack(@Nullable ResultDirectory directory) {
        if (directory != null && Files.exists(directory.root())) {
            directory.remove();
        }
    }

    /** What the collectors saw is only known once they have ended, and when a window that waited to be steady began. */
    RunSummary withConditions(@Nullable ResultDirectory directory, RunSummary summary, RunWindow window) {
        RunConfig.Length length = request.settings().config().run().length();
        SteadyRampup rampup = length.longestRampupMinutes() == 0
                ? null
                : new SteadyRampup(window.isSteady(), length.longestRampupMinutes() * 60);
        Steadiness steadiness = summary.aftermath().conditions().steadiness();
        RunConditions conditions = directory == null
                ? RunConditions.NONE
                : WindowConditions.of(CollectedFigures.read(directory, List.of()), summary, 0);
        if (directory != null && rampup != null) {
            runInfo(summary.run(), window).write(directory.runInfo());
        }
        return summary.with(conditions.with(steadiness).with(rampup));
    }

    private RunInfo runInfo(RunFacts facts, RunWindow window) {
        // The text of the setting.
        String runMinutes = request.settings().text(PropertyKey.RUN_MINS);
        long start = window.epochMillis(window.measureFromNanos());
        return RunInfo.of(facts, start, runMinutes.isEmpty() ? "0" : runMinutes);
    }
}
