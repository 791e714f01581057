package io.bmsql.check;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Measurement.Failure;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ViolationsFile;
import io.bmsql.schema.LoadedData;
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.EndedTransaction;
import io.bmsql.workload.TpccWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Clause 3.5: the server is killed under load, comes back within {@code waitSecs}, and must know every commit. */
public record DurabilityTest(
        ProgramContext program,
        Consumer<LedgerResult> verified,
        ConnectionConfig connection,
        LoadedData scale,
        int runSecs,
        int waitSecs) {
    private static final int TERMINALS = 10;
    private static final int MAX_RETRIES = 10;
    private static final long LOOK_MILLIS = 500;
    private static final long AFTER_KILL_MILLIS = 2_000;
    private static final MixConfig MIX = new MixConfig(45, 43, 4, 4, 4, false);

    private static final class Counts implements Measurement {
        private final AtomicLong lostConnections = new AtomicLong();

        @Override
        public void record(EndedTransaction ended) {
            // The ledger has what counts.
        }

        @Override
        public void error(Failure failure) {
            if (failure.errorClass() == ErrorClass.CONNECTION) {
                lostConnections.incrementAndGet();
            }
        }
    }

    public AcidTrial run(String killCommand, @Nullable String startCommand)
            throws UsageException, SQLException, InterruptedException, IOException {
        ResultDirectory kept = ResultDirectory.begin(Files.createTempDirectory("bmsql-acid"));
        Counts counts = new Counts();
        Dialect dialect = Dialect.of(program, connection);
        RunConfig config = config();
        try (Database database = Database.open(program, connection, dialect, 1)) {
            load(database, config, counts, kept, killCommand);
        }
        if (startCommand != null) {
            shell(startCommand);
        }
        try (Database database = await(dialect);
                ViolationsFile violations = new ViolationsFile(null)) {
            LedgerResult result = new LedgerVerifier(
                            database, List.of(LedgerFile.open(kept.ledger())), program.clock(), null, violations)
                    .verify();
            verified.accept(result);
            AcidTrial trial = judge(counts.lostConnections.get(), result, kept.ledger());
            if (trial.holds()) {
                kept.remove();
            }
            return trial;
        }
    }

    /** A server that was not killed, or had nothing to keep, proves nothing; nor do rows that nobody in the ledger made. */
    static AcidTrial judge(long lostConnections, LedgerResult result, Path ledger) {
        LedgerResult.Counts counts = result.counts();
        String what = counts.committed() + " transactions that write committed, " + counts.unknown()
                + " unknown of which " + counts.unknownHappened() + " happened: ";
        Boolean passed = result.passed();
        String detail = what + LedgerResult.NOTHING_MISSING;
        if (!result.passed()) {
            passed = result.hasLosses() ? false : null;
            detail = what + "see the ledger's lines above, kept in " + ledger;
        } else if (lostConnections == 0) {
            passed = null;
            detail = "no connection was lost: the kill command did not stop the server";
        } else if (counts.committed() == 0) {
            passed = null;
            detail = "no transaction that writes committed before the kill";
        }
        return new AcidTrial("3.5.4", "a killed server still has every commit", "", passed, detail);
    }

    private RunConfig config() {
        int warehouses = scale.warehouses();
        // Ended by the kill, long before.
        double minutes = (runSecs + waitSecs) / 60.0 + 1;
        return new RunConfig(
                new RunConfig.Inputs(warehouses, 1, warehouses, false, 1, RandomStream.drawSeed(program.clock())),
                TERMINALS,
                TERMINALS,
                false,
                new RunConfig.Length(minutes, 0, 0, 0, 0),
                new RunConfig.Pace(0, 0, 0, 0, null),
                new RunConfig.RetryLimits(MAX_RETRIES, waitSecs),
                StatementForm.PLAIN,
                false,
                List.of(),
                RunConfig.Connections.LASTING);
    }

    private void load(Database database, RunConfig config, Counts counts, ResultDirectory kept, String killCommand)
            throws SQLException, InterruptedException, UsageException {
        LedgerHeader header = new RunStart(database, program.clock(), 1, scale.warehouses(), AgentShare.WHOLE)
                .begin(0, config.inputs().seed());
        NURand nuRand = NURand.forRun(
                new RandomStream(config.inputs().seed()), scale.cLast().orElse(0));
        try (LedgerWriter ledger =
                        LedgerWriter.begin(kept.append(kept.ledger()), header, config.workers(), program.clock());
                TerminalScheduler scheduler = new TerminalScheduler(
                        program.clock(),
                        config,
                        AgentShare.WHOLE,
                        new TpccWorkload(config, MIX, nuRand, database.dialect().errors()),
                        database::runWorker,
                        database.dialect().errors())) {
            scheduler.connect();
            AtomicReference<@Nullable UsageException> problem = new AtomicReference<>();
            Thread killer = ParallelWork.daemon("acid-killer", () -> kill(killCommand, scheduler, problem));
            killer.start();
            RunWindow window =
                    RunWindow.timed(program.clock(), 0, config.length().runMinutes() * 60);
            RunEnd end = scheduler.run(window, counts, ledger);
            ledger.end(end.unfinishedWorkers());
            killer.join();
            UsageException refused = problem.get();
            if (refused != null) {
                throw refused;
            }
        }
    }

    private void kill(String command, TerminalScheduler scheduler, AtomicReference<@Nullable UsageException> problem) {
        try {
            TimeUnit.SECONDS.sleep(runSecs);
            shell(command);
            TimeUnit.MILLISECONDS.sleep(AFTER_KILL_MILLIS);
        } catch (UsageException e) {
            problem.set(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            scheduler.stop();
        }
    }

    /** The user's own command, by the user's own shell. */
    private void shell(String command) throws UsageException, InterruptedException {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .directory(program.workingDirectory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(waitSecs, TimeUnit.SECONDS)) {
                process.destroy();
                throw new UsageException(
                        "\"" + command + "\" did not end within " + waitSecs + " s: let it run in the background");
            }
            if (process.exitValue() != 0) {
                throw new UsageException(
                        "\"" + command + "\" ended with status " + process.exitValue() + ": try it yourself first");
            }
        } catch (IOException e) {
            throw new UsageException("\"" + command + "\" cannot be run (" + e.getMessage() + ")", e);
        }
    }

    private Database await(Dialect dialect) throws CannotConnectException, InterruptedException {
        long untilNanos = program.clock().nanoTime() + TimeUnit.SECONDS.toNanos(waitSecs);
        while (true) {
            try {
                return Database.open(program, connection, dialect, 1);
            } catch (CannotConnectException e) {
                if (program.clock().nanoTime() - untilNanos > 0) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        }
    }
}
