package io.bmsql.cli;

import io.bmsql.collector.CollectorScripts;
import io.bmsql.collector.CollectorWindow;
import io.bmsql.collector.Collectors;
import io.bmsql.config.CollectorConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorSummary;
import io.bmsql.result.ResultDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The collectors of one run; none without a result directory to write to. */
final class RunCollectors implements AutoCloseable {
    private final @Nullable Collectors collectors;

    private RunCollectors(@Nullable Collectors collectors) {
        this.collectors = collectors;
    }

    /**
     * Begins to collect, on the run's clock.
     *
     * @throws RefusedException when the user's own script cannot be read
     */
    static RunCollectors begin(
            Surroundings surroundings,
            CollectorConfig config,
            @Nullable ResultDirectory directory,
            int runId,
            RunWindow window)
            throws RefusedException {
        if (directory == null) {
            return new RunCollectors(null);
        }
        try {
            return new RunCollectors(Collectors.start(
                    config,
                    scripts(surroundings),
                    directory,
                    runId,
                    surroundings.clock(),
                    new CollectorWindow(window.measureFromNanos(), window::measureUntilNanos)));
        } catch (IOException e) {
            throw unreadable(config, e);
        }
    }

    /**
     * Finds out before anything is made whether the user's own script is there.
     *
     * @throws RefusedException when it cannot be read
     */
    static void require(Surroundings surroundings, CollectorConfig config) throws RefusedException {
        try {
            scripts(surroundings).require(config);
        } catch (IOException e) {
            throw unreadable(config, e);
        }
    }

    private static RefusedException unreadable(CollectorConfig config, IOException e) {
        return new RefusedException(
                "osCollectorScript=" + config.script() + " cannot be read (" + e.getMessage()
                        + "): give the path of your script, or `builtin` for the built-in collector",
                e);
    }

    private static CollectorScripts scripts(Surroundings surroundings) {
        return new CollectorScripts(surroundings.resolve(Path.of("")), programFolders(surroundings), List.of("ssh"));
    }

    private static List<Path> programFolders(Surroundings surroundings) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(surroundings.environment().getOrDefault("PATH", ""))
                .map(Path::of)
                .toList();
    }

    /** Ends the collecting; what is missing stands in the summaries. */
    List<CollectorSummary> end() throws InterruptedException {
        return collectors == null ? List.of() : collectors.stop();
    }

    @Override
    public void close() {
        if (collectors != null) {
            collectors.close();
        }
    }
}
