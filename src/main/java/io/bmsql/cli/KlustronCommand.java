package io.bmsql.cli;

import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.schema.XaBranches;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql klustron xa}: branches that a Klustron cluster has left prepared. */
@Command(name = "klustron xa")
final class KlustronCommand extends PropsCommand {
    /** Far longer than the cluster manager needs. */
    private static final String DEFAULT_MIN_AGE_SECS = "600";

    private static final String ROW = "%-24s %10s  %s";

    @Option(names = "--rollback")
    private boolean rollback;

    @Option(names = "--min-age-secs", paramLabel = "SECS", defaultValue = DEFAULT_MIN_AGE_SECS)
    private long minAgeSecs;

    private int done;
    private int refused;

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(minAgeSecs < 0, "--min-age-secs=" + minAgeSecs + " is below 0");
        XaBranches branches =
                new XaBranches(context.program(), load(ConfigPurpose.XA).config());
        context.printf(ROW, "node", "age_secs", "branch");
        List<XaBranches.Found> found = branches.list(minAgeSecs, this::print);
        if (!rollback) {
            long old = found.stream().filter(XaBranches.Found::old).count();
            context.print("# " + found.size() + " branches, " + old
                    + " of them old enough for --rollback; nothing was changed");
            return ExitCode.OK.status();
        }
        branches.rollback(found, this::ended);
        context.print("# " + done + " rolled back, " + refused + " refused by their node, "
                + (found.size() - done - refused) + " left alone: too young, or not named by Klustron");
        return (refused == 0 ? ExitCode.OK : ExitCode.UNEXPECTED).status();
    }

    private void ended(XaBranches.Found each, @Nullable SQLException refusal) {
        String which = each.node() + ": " + each.branch().xid();
        if (refusal == null) {
            done++;
            context.print("# rolled back on " + which);
        } else {
            refused++;
            context.printError("not rolled back on " + which + ": " + refusal.getMessage());
        }
    }

    private void print(XaBranches.Found found) {
        String age = found.ageSecs().isPresent() ? Long.toString(found.ageSecs().getAsLong()) : "?";
        context.printf(ROW, found.node(), age, found.branch().xid());
    }
}
