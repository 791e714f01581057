package io.bmsql.run;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.Database;
import io.bmsql.common.ProgramContext;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.LedgerHeader;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.check.RunStart;
import io.bmsql.result.ResultDirectory;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ledger of one run: begun before its first transaction, ended and verified after its last; or none at all. */
record RunLedger(
        ProgramContext program,
        Database database,
        @Nullable ResultDirectory directory,
        @Nullable LedgerWriter writer,
        RunListener listener)
        implements AutoCloseable {
    /** Marks the database, reads the baseline and creates the file, when the settings ask for a ledger. */
    static RunLedger begin(
            ProgramContext program,
            Database database,
            BenchmarkConfig config,
            RunConfig.Inputs inputs,
            RunSession.Request request,
            @Nullable ResultDirectory directory,
            RunListener listener)
            throws SQLException {
        RunStart start = new RunStart(
                database, program.clock(), inputs.firstWarehouse(), inputs.lastWarehouse(), request.share());
        if (directory == null || !config.result().ledger()) {
            tellEarlierLedgers(start, listener);
            return new RunLedger(program, database, directory, null, listener);
        }
        try {
            LedgerHeader header = start.begin(request.runId(), inputs.seed());
            listener.info("writing the ledger to " + directory.ledger());
            LedgerWriter writer = LedgerWriter.create(
                    directory.ledger(), header, config.run().workers().count(), program.clock());
            return new RunLedger(program, database, directory, writer, listener);
        } catch (SQLException e) {
            throw new SQLException(
                    "the ledger cannot be started ("
                            + SqlErrors.text(e)
                            + "): let the user of the run write bmsql_config, or set ledger=false",
                    e.getSQLState(),
                    e.getErrorCode(),
                    e);
        }
    }

    /** A courtesy to other runs must not cost anybody this one. */
    private static void tellEarlierLedgers(RunStart start, RunListener listener) {
        try {
            start.beginWithoutLedger();
        } catch (SQLException e) {
            listener.warn("bmsql_config cannot be written ("
                    + SqlErrors.text(e)
                    + "): ledgers of earlier runs will report this run's rows as phantoms");
        }
    }

    /** Writes the end; gives why the ledger is incomplete, if it is. */
    Optional<String> end(int leftBehind) {
        if (writer == null) {
            return Optional.empty();
        }
        writer.end(leftBehind);
        return Optional.ofNullable(writer.problem());
    }

    /** Ends the file of an interrupted run. */
    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
