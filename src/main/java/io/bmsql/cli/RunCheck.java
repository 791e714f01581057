package io.bmsql.cli;

import io.bmsql.db.Database;
import io.bmsql.dialect.DialectException;
import io.bmsql.result.RunSummary;
import java.sql.SQLException;

/** What is proved after a run: the consistency conditions, then the ledger. A signal breaks it off and leaves the figures. */
final class RunCheck {
    private final Surroundings surroundings;
    private final Database database;
    private final RunStop stop;
    private final RunLog log;

    RunCheck(Surroundings surroundings, Database database, RunStop stop, RunLog log) {
        this.surroundings = surroundings;
        this.database = database;
        this.stop = stop;
        this.log = log;
    }

    /** The summary with what was found, or with the reason why nothing was. */
    RunSummary after(RunSummary summary, RunLedger ledger) throws DialectException, SQLException, InterruptedException {
        try {
            return stop.beginCheck()
                    ? ledger.verified(summary.withCheck(new CheckLines(surroundings).check(database, false)))
                    : brokenOff(summary);
        } catch (InterruptedException | SQLException e) {
            if (stop.signal() == null) {
                throw e;
            }
            return brokenOff(summary);
        } finally {
            stop.endCheck();
        }
    }

    private RunSummary brokenOff(RunSummary summary) {
        String reason =
                "The window went to its end; the consistency check after it was broken off" + Signals.by(stop.signal());
        log.warn(reason);
        return summary.withStatus(RunSummary.Status.INTERRUPTED, reason);
    }
}
