package io.bmsql.drivers;

import io.bmsql.config.LoadedConfig;
import io.bmsql.db.Database;
import io.bmsql.db.ProgramContext;
import io.bmsql.ledger.LedgerFile;
import io.bmsql.ledger.LedgerVerifier;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.run.RunCheck;
import io.bmsql.run.RunListener;
import io.bmsql.spec.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The check after a run of several drivers, once for all: the consistency conditions, then all ledgers together. */
final class AnswerCheck {
    private final ProgramContext program;
    private final LoadedConfig loaded;
    private final RunListener listener;
    private @Nullable Thread checking;
    private @Nullable String stoppedBy;

    AnswerCheck(ProgramContext program, LoadedConfig loaded, RunListener listener) {
        this.program = program;
        this.loaded = loaded;
        this.listener = listener;
    }

    /** Interrupts the check, from any thread. */
    synchronized void stop(String by) {
        stoppedBy = by;
        if (checking != null) {
            checking.interrupt();
        }
    }

    synchronized void whileChecking(Runnable action) {
        if (checking != null) {
            action.run();
        }
    }

    private synchronized void begin() {
        checking = Thread.currentThread();
    }

    private synchronized boolean end() {
        checking = null;
        return Thread.interrupted() | stoppedBy != null;
    }

    /** The summary with what was proved, when that is asked for and the run reached its planned end. */
    RunSummary after(RunSummary measured, ResultDirectory directory) throws InterruptedException {
        if (!loaded.config().run().checkAfterRun() || measured.ending().status() != Status.COMPLETE) {
            return measured;
        }
        RunSummary summary = measured;
        String failure = null;
        begin();
        try (Database database = program.open(
                loaded.config().connection(), program.dialect(loaded.config()), RunCheck.CONNECTIONS + 1)) {
            summary = summary.withCheck(RunCheck.conditions(database, program.clock(), false, listener));
            summary = verified(summary, database, directory);
        } catch (SQLException | RefusedException | IOException e) {
            failure = loaded.secrets().hide(String.valueOf(e.getMessage()).strip());
        } catch (InterruptedException e) {
            failure = "interrupted";
        }
        if (end()) {
            String reason = "The measurement was completed; the consistency check after it was interrupted" + stoppedBy;
            listener.warn(reason);
            return summary.withStatus(Status.INTERRUPTED, reason);
        }
        return failure == null
                ? summary
                : summary.withStatus(
                        Status.ABORTED,
                        "The measurement was completed; the check after it could not be run: " + failure);
    }

    private RunSummary verified(RunSummary summary, Database database, ResultDirectory directory)
            throws SQLException, IOException {
        List<LedgerFile> ledgers;
        try (Stream<Path> drivers = Files.list(directory.drivers())) {
            ledgers = drivers.map(driver -> driver.resolve("data").resolve("ledger.bin"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .map(LedgerFile::open)
                    .toList();
        }
        if (ledgers.isEmpty()) {
            return summary;
        }
        LedgerResult result = new LedgerVerifier(database, ledgers, program.clock()).verify();
        listener.ledgerVerified(result);
        return summary.withLedger(result);
    }
}
