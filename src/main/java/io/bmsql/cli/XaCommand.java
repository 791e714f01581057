package io.bmsql.cli;

import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.CannotConnectException;
import io.bmsql.dialect.DialectException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql klustron xa}: left-over branches of distributed transactions on the storage nodes. */
@Command(
        name = "xa",
        description = {
            "Lists the prepared XA branches on the storage nodes: node, name, age.",
            "Klustron's cluster manager finishes such branches by its commit log. Rolling one back whose commit is logged"
                    + " loses half of a transaction: use --rollback on an idle cluster, for what the manager has left."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql klustron xa props.klustron               lists, changes nothing",
            "  bmsql klustron xa props.klustron --rollback    rolls back the old ones"
        })
final class XaCommand implements Callable<Integer> {
    /** Far longer than the cluster manager needs. */
    private static final String DEFAULT_MIN_AGE_SECS = "600";

    private final Surroundings surroundings;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Option(
            names = "--rollback",
            description =
                    "Roll back the branches of Klustron's own naming that are old enough. Refused while a session of"
                            + " bmsql, or any session in a transaction, is on the database of `conn`.")
    private boolean rollback;

    @Option(
            names = "--min-age-secs",
            paramLabel = "SECS",
            defaultValue = DEFAULT_MIN_AGE_SECS,
            description = "Leave younger branches alone (${DEFAULT-VALUE}). The age is that of the name's time stamp"
                    + " by this machine's clock.")
    private long minAgeSecs;

    XaCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, SQLException, RefusedException {
        if (minAgeSecs < 0) {
            throw new RefusedException("--min-age-secs=" + minAgeSecs + " is below 0");
        }
        XaSession session = new XaSession(
                surroundings, props.load(surroundings, ConfigPurpose.XA).config());
        List<XaSession.Found> found = session.list(minAgeSecs);
        if (!rollback) {
            session.summarize(found);
            return ExitCode.OK.status();
        }
        int failed = session.rollback(found);
        return (failed == 0 ? ExitCode.OK : ExitCode.UNEXPECTED).status();
    }
}
