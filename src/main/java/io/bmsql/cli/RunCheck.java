package io.bmsql.cli;

import io.bmsql.db.Database;
import io.bmsql.result.RunSummary;
import java.sql.SQLException;

/** What is proved after a run: the consistency conditions, then the ledger. A signal breaks it off and leaves the figures. */
final class RunCheck {
    private final Surroundings surroundings;
    private final Database database;
    private final RunStop stop;
    private final RunLog log;
    private final int maxOutageSeconds;

    /** @param maxOutageSeconds how long a server that is away just then is waited for, within reason */
    RunCheck(Surroundings surroundings, Database database, RunStop stop, RunLog log, int maxOutageSeconds) {
        this.surroundings = surroundings;
        this.database = database;
        this.stop = stop;
        this.log = log;
        this.maxOutageSeconds = maxOutageSeconds;
    }

    /** The summary with what was found, or with the reason why nothing was. */
    RunSummary after(RunSummary summary, RunLedger ledger) throws InterruptedException {
        RunSummary checked = summary;
        try {
            if (!stop.beginCheck()) {
                return brokenOff(summary);
            }
            new ServerWait(database, surroundings.clock(), log).await(maxOutageSeconds);
            checked = summary.withCheck(new CheckLines(surroundings).check(database, false));
            return ledger.verified(checked);
        } catch (InterruptedException e) {
            if (stop.signal() == null) {
                throw e;
            }
            return brokenOff(summary);
        } catch (SQLException e) {
            return stop.signal() == null ? impossible(checked, e) : brokenOff(summary);
        } finally {
            stop.endCheck();
        }
    }

    /** With nothing to hold the figures against they are kept, but not as a valid result. */
    private RunSummary impossible(RunSummary summary, SQLException error) {
        String what = summary.check().isEmpty() ? "the consistency check" : "the verification of the ledger";
        String reason = "The window went to its end; " + what + " after it could not be run: "
                + String.valueOf(error.getMessage()).strip().lines().findFirst().orElse("-");
        return summary.withStatus(
                RunSummary.Status.ABORTED, surroundings.shield().hide(reason));
    }

    private RunSummary brokenOff(RunSummary summary) {
        String reason =
                "The window went to its end; the consistency check after it was broken off" + Signals.by(stop.signal());
        log.warn(reason);
        return summary.withStatus(RunSummary.Status.INTERRUPTED, reason);
    }
}
