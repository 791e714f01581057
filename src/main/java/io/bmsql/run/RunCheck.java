package io.bmsql.run;

import io.bmsql.analysis.EventFigures;
import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.benchmark.Benchmark;
import io.bmsql.check.ConsistencyCheck;
import io.bmsql.check.LedgerVerifier;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.Threshold;
import io.bmsql.db.Database;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.Checksums;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.EndingCause;
import io.bmsql.result.EndingCause.Kind;
import io.bmsql.result.EventSummary;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.ViolationsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a run concludes, alone or of agents: conditions and events are judged, then come thresholds, consistency conditions, ledger and
 * files. A stop breaks it off and leaves the figures.
 *
 * @param database with at least {@link #CONNECTIONS} connections; null where nothing is to be checked
 */
public record RunCheck(
        RunClock clock,
        LoadedConfig loaded,
        @Nullable Database database,
        RunStop stop,
        RunListener listener,
        Benchmark benchmark) {
    /** Conditions that are checked at a time: they are scans, and more of them only fight for the same disk. */
    public static final int CONNECTIONS = 4;

    /** No check is worth more of a script's time. */
    private static final int LONGEST_WAIT_SECONDS = 60;

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long BETWEEN_TRIES_NANOS = SECOND_NANOS / 2;

    /**
     * Checks the consistency conditions alone, by {@link #CONNECTIONS}.
     *
     * @param afterLoad one holds only then
     * @param keep takes the list of all violations; null for none
     */
    public static List<CheckResult> conditions(
            Database database,
            RunClock clock,
            Benchmark benchmark,
            boolean afterLoad,
            @Nullable ResultDirectory keep,
            RunListener listener)
            throws SQLException, UsageException, InterruptedException {
        List<NamedSql> conditions = benchmark.conditions(database);
        int warehouses = benchmark.loadedWarehouses(database);
        long beginNanos = clock.nanoTime();
        List<CheckResult> results;
        Runnable end = () -> {};
        try (ViolationsFile violations = new ViolationsFile(keep == null ? null : keep.violations("check"))) {
            ConsistencyCheck check =
                    new ConsistencyCheck(database, conditions, warehouses, CONNECTIONS, clock, violations);
            end = listener.checking("check", check::share);
            results = check.run(afterLoad, listener::condition);
        } finally {
            end.run();
        }
        listener.checked(results, clock.secondsSince(beginNanos));
        return results;
    }

    /**
     * Gives the summary of a run that has just ended, with what its files say of its conditions and its events.
     *
     * @param others of several agents what each load generator did; none of a run with one
     * @param warnings hears what cannot be read
     */
    public static RunSummary judged(
            ResultDirectory directory, RunSummary counted, List<GeneratorLoad> others, Consumer<String> warnings) {
        CollectedFigures collected = CollectedFigures.read(directory, List.of());
        RunSummary measured =
                counted.with(found -> found.withAvailability(WindowConditions.outages(collected, counted)));
        List<GeneratorLoad> generators = new ArrayList<>(others);
        generators.add(generator(directory, measured));
        RunConditions conditions = WindowConditions.of(collected, measured, generators, 0);
        RunSummary judged =
                measured.with(conditions.with(measured.postRun().conditions().steadiness()));
        try {
            List<EventSummary> events = EventFigures.of(directory, judged);
            return judged.with(found -> found.withEvents(events));
        } catch (ResultReadException e) {
            warnings.accept(e.getMessage() + ": the summary says nothing of the run's events");
            return judged;
        }
    }

    /** Gives what the load generator of this directory did in its whole window. */
    public static GeneratorLoad generator(ResultDirectory directory, RunSummary summary) {
        return WindowConditions.generator(
                RunReader.series(directory, summary.run().types()),
                CollectedFigures.read(directory, List.of()),
                summary,
                0);
    }

    /**
     * Judges what was measured, checks it where the settings ask for that, and writes what is known after each step.
     *
     * @param write writes a summary, and gives it with what could not be written
     */
    public RunSession.Finished conclude(
            RunSummary measured,
            @Nullable ResultDirectory directory,
            UnaryOperator<RunSummary> write,
            Supplier<List<String>> problems,
            RunPage page)
            throws InterruptedException {
        RunConfig run = loaded.config().run();
        List<Threshold> bounds = benchmark.bounds();
        boolean isChecked = run.checkAfterRun() && measured.ending().cameToEnd();
        // Before the check, which may take minutes; only the bounds of what it finds come after it.
        RunSummary summary = write.apply(
                isChecked ? Thresholds.appliedBeforeCheck(bounds, measured) : Thresholds.applied(bounds, measured));
        listener.measured(summary, problems.get());
        if (isChecked) {
            summary = write.apply(Thresholds.applied(bounds, after(summary, directory)));
        }
        if (directory != null) {
            writeChecksums(directory);
        }
        page.end(summary, problems.get(), directory, loaded.secrets());
        return new RunSession.Finished(summary, List.copyOf(problems.get()), directory);
    }

    /** No run is worth less without them: only a contribution to a site is asked for them. */
    private void writeChecksums(ResultDirectory directory) {
        try {
            Checksums.write(directory);
        } catch (ResultReadException | ResultWriteException e) {
            listener.warn("the result has no checksums: " + e.getMessage());
        }
    }

    /**
     * The summary with what was proved: the conditions, then all ledgers of the directory together. Waits for a server that does
     * not answer; when the check cannot be run or is stopped, the summary says so.
     */
    private RunSummary after(RunSummary summary, @Nullable ResultDirectory directory) throws InterruptedException {
        RunSummary checked = summary;
        try {
            if (!stop.beginCheck()) {
                return brokenOff(checked);
            }
            Database server = Objects.requireNonNull(database);
            awaitServer(server);
            List<CheckResult> held = conditions(server, clock, benchmark, false, directory, listener);
            checked = summary.with(found -> found.withCheck(held));
            return verified(checked, server, directory);
        } catch (InterruptedException e) {
            if (stop.stoppedBy() == null) {
                throw e;
            }
            return brokenOff(checked);
        } catch (SQLException | UsageException | ResultReadException | ResultWriteException e) {
            // A request interrupts a file that is read or written as well.
            return stop.stoppedBy() == null ? impossible(checked, e) : brokenOff(checked);
        } finally {
            stop.endCheck();
        }
    }

    private RunSummary verified(RunSummary summary, Database server, @Nullable ResultDirectory directory)
            throws SQLException, UsageException, InterruptedException {
        if (directory == null) {
            return summary;
        }
        List<LedgerFile> ledgers = directory.ledgers().stream()
                .filter(Files::isRegularFile)
                .map(LedgerFile::open)
                .toList();
        if (ledgers.isEmpty()) {
            return summary;
        }
        LedgerResult verified = ledger(server, ledgers, clock, null, directory, listener);
        return summary.with(found -> found.withLedger(verified));
    }

    /**
     * Compares ledgers with their database.
     *
     * @param temporary where the sorted entries are kept meanwhile; null for beside the first ledger
     * @param keep takes the list of all violations
     */
    public static LedgerResult ledger(
            Database database,
            List<LedgerFile> files,
            RunClock clock,
            @Nullable Path temporary,
            ResultDirectory keep,
            RunListener listener)
            throws SQLException, UsageException, InterruptedException {
        LedgerResult result;
        Runnable end = () -> {};
        try (ViolationsFile violations = new ViolationsFile(keep.violations("ledger"))) {
            LedgerVerifier verifier = new LedgerVerifier(database, files, clock, temporary, violations);
            end = listener.checking("ledger", verifier::share);
            result = verifier.verify();
        } catch (SQLException e) {
            throw notCompared(e, database.dialect().errors().classify(e));
        } finally {
            end.run();
        }
        listener.ledgerVerified(result);
        return result;
    }

    /** The same error with what it ended, and what helps against a limit that the server sets. */
    static SQLException notCompared(SQLException error, ErrorClass kind) {
        String advice = kind == ErrorClass.TIMEOUT || kind == ErrorClass.LOCK_TIMEOUT
                ? " (take the server's time limits away from this user, such as statement_timeout, and verify again)"
                : "";
        return new SQLException(
                "the ledger was not compared with the database: " + SqlErrors.firstLine(error) + advice,
                error.getSQLState(),
                error.getErrorCode(),
                error);
    }

    /** A server that was lost shortly before the end of the run may come back, so that what the run did can be checked. */
    private void awaitServer(Database server) throws SQLException, InterruptedException {
        int seconds = Math.min(loaded.config().run().retryLimits().maxOutageSeconds(), LONGEST_WAIT_SECONDS);
        long deadlineNanos = clock.nanoTime() + seconds * SECOND_NANOS;
        boolean announced = false;
        while (true) {
            try {
                server.runWorker().close();
                server.endIdle();
                return;
            } catch (SQLException e) {
                if (clock.nanoTime() + BETWEEN_TRIES_NANOS - deadlineNanos > 0) {
                    throw e;
                }
                if (!announced) {
                    listener.warn(
                            "the check waits up to " + seconds + " s for the server (" + SqlErrors.firstLine(e) + ")");
                    announced = true;
                }
            }
            clock.sleep(BETWEEN_TRIES_NANOS);
        }
    }

    private RunSummary impossible(RunSummary summary, Exception error) {
        return unchecked(
                summary, isOfLedger(summary) ? Kind.LEDGER_FAILED : Kind.CHECK_FAILED, SqlErrors.firstLine(error));
    }

    private RunSummary brokenOff(RunSummary summary) {
        return unchecked(
                summary,
                isOfLedger(summary) ? Kind.LEDGER_STOPPED : Kind.CHECK_STOPPED,
                Objects.requireNonNullElse(stop.stoppedBy(), ""));
    }

    /** The window is complete, and stays so. */
    private RunSummary unchecked(RunSummary summary, Kind kind, String detail) {
        RunSummary.Ending ending = new RunSummary.Ending(
                RunSummary.Status.COMPLETE,
                new EndingCause(kind, loaded.secrets().hide(detail)));
        listener.unchecked(ending);
        return summary.withEnding(ending);
    }

    /** The ledger is verified after the conditions. */
    private static boolean isOfLedger(RunSummary summary) {
        return !summary.postRun().check().isEmpty();
    }
}
