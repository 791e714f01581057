package io.bmsql.run;

import io.bmsql.common.UsageException;
import java.sql.SQLException;

/** A timed run that can be stopped: of this program alone, or of several agents. */
public interface TimedRun {
    /** Runs, from the settings to the last file. */
    RunSession.Finished run() throws UsageException, SQLException, InterruptedException;

    /** Ends the run early, from any thread, with its partial result. */
    RunStop stop();
}
