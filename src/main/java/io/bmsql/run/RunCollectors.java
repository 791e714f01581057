package io.bmsql.run;

import io.bmsql.collector.CollectorScripts;
import io.bmsql.collector.Collectors;
import io.bmsql.collector.database.DatabaseCollector;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.CollectorConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.measure.Participant;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The collectors of one run: hosts, load generator and database; none without a result directory to write to. */
final class RunCollectors implements Participant {
    private final ResultDirectory directory;
    private final Collectors hosts;
    private final @Nullable DatabaseCollector database;
    private final RunListener listener;
    private boolean hasEnded;

    private RunCollectors(
            ResultDirectory directory, Collectors hosts, @Nullable DatabaseCollector database, RunListener listener) {
        this.listener = listener;
        this.directory = directory;
        this.hosts = hosts;
        this.database = database;
    }

    /** Begins to collect, on the run's clock, of a whole run or as one of several agents; null without a result directory. */
    static @Nullable RunCollectors begin(
            ProgramContext program,
            CollectorConfig config,
            String url,
            Database database,
            @Nullable ResultDirectory directory,
            int runId,
            RunWindow window,
            boolean isWhole,
            RunListener listener)
            throws UsageException, InterruptedException {
        if (directory == null) {
            return null;
        }
        // It is made before anything is started: the disk may refuse its files.
        DatabaseCollector server = config.database()
                ? new DatabaseCollector(database, directory, program.clock(), window, config, isWhole)
                : null;
        CollectorScripts scripts = CollectorScripts.of(program)
                .watching(database.dialect().properties().processes(), ProgramContext.port(url));
        scripts.remark(config).ifPresent(listener::info);
        RunCollectors begun = null;
        try {
            Collectors hosts = Collectors.start(config, scripts, directory, runId, program.clock(), window);
            begun = new RunCollectors(directory, hosts, server == null ? null : server.start(), listener);
            return begun;
        } catch (IOException e) {
            throw UsageException.about(
                    "osCollectorScript", "=" + config.script() + " cannot be started: " + e.getMessage(), e);
        } finally {
            if (begun == null && server != null) {
                server.stop();
            }
        }
    }

    /** Finds out before anything is made whether the user's own script exists and the dialect's queries can be read. */
    static void require(ProgramContext program, CollectorConfig config, Dialect dialect) throws UsageException {
        CollectorScripts.of(program).require(config);
        if (config.database()) {
            DatabaseCollector.require(dialect);
        }
    }

    /** Ends the collecting and writes what is missing; the sentences are for the user. */
    @Override
    public void end(int leftBehind) throws InterruptedException {
        List<CollectorCsv.Summary> summaries = stop();
        try {
            CollectorCsv.write(directory, summaries);
        } catch (ResultWriteException e) {
            // The run is over and has its figures.
            listener.warn(String.valueOf(e.getMessage()));
        }
        summaries.forEach(summary -> summary.notes().forEach(listener::warn));
    }

    private List<CollectorCsv.Summary> stop() throws InterruptedException {
        hasEnded = true;
        List<CollectorCsv.Summary> summaries = new ArrayList<>(hosts.stop());
        if (database != null) {
            summaries.addAll(database.stop());
        }
        return summaries;
    }

    @Override
    public void close() {
        hosts.close();
        if (database != null) {
            database.close();
        }
        if (!hasEnded) {
            try {
                stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
