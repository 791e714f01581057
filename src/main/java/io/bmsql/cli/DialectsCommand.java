package io.bmsql.cli;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bmsql dialects}: every database that there is a folder for, and what is known of it. */
@Command(
        name = "dialects",
        description =
                "Lists the databases, one for each sql.<db> folder: which folders it builds on, how rows are loaded, whether"
                        + " its driver is there, and what was run on a real server. Connects to nothing.",
        footerHeading = "%nExample:%n",
        footer = "  bmsql dialects")
final class DialectsCommand implements Callable<Integer> {
    private final CommandContext context;

    DialectsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        DialectTable table = new DialectTable(context.program().drivers());
        List<String> broken = new ArrayList<>();
        for (String db : context.program().dialects().available()) {
            try {
                Dialect dialect = context.program().dialects().load(db, "");
                table.add(dialect);
            } catch (DialectException e) {
                broken.add("db=" + db + " cannot be used: " + e.getMessage());
            }
        }
        table.lines().forEach(context.console().out()::println);
        broken.forEach(context.console().err()::println);
        return (broken.isEmpty() ? ExitCode.OK : ExitCode.USAGE).status();
    }
}
