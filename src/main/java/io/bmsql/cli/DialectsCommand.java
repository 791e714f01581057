package io.bmsql.cli;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    private static final int WIDTH = 100;
    private static final String INDENT = " ".repeat(11);

    private final CommandContext context;
    private final List<String> lines = new ArrayList<>(List.of(row("db", "builds on", "bulk", "driver")));

    DialectsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> broken = new ArrayList<>();
        for (String db : context.program().dialects().available()) {
            try {
                Dialect dialect = context.program().dialects().load(db, "");
                add(dialect);
            } catch (DialectException e) {
                broken.add("db=" + db + " cannot be used: " + e.getMessage());
            }
        }
        lines.forEach(context.console().out()::println);
        broken.forEach(context.console().err()::println);
        return (broken.isEmpty() ? ExitCode.OK : ExitCode.USAGE).status();
    }

    private void add(Dialect dialect) {
        List<String> parents = dialect.chain().subList(1, dialect.chain().size());
        lines.add(row(
                dialect.name(),
                String.join(", ", parents),
                dialect.building().bulk().word(),
                driver(dialect)));
        sentence(
                "tried:   ",
                dialect.evidence().tried().isEmpty()
                        ? "nothing on a real server"
                        : dialect.evidence().tried());
        if (!dialect.evidence().untried().isEmpty()) {
            sentence("untried: ", dialect.evidence().untried());
        }
    }

    private String driver(Dialect dialect) {
        if (dialect.access().driver().isEmpty()) {
            return "named by driver= in the props file";
        }
        String jar = context.program()
                .drivers()
                .find(dialect.access().driver(), dialect.chain())
                .orElse("missing: put its jar into lib/" + dialect.name() + "/");
        return dialect.access().driver() + " (" + jar + ")";
    }

    private static String row(String db, String parents, String bulk, String driver) {
        return String.format(Locale.ROOT, "%-10s %-17s %-9s %s", db, parents, bulk, driver);
    }

    /** Breaks a sentence between words; the lines after the first are indented below its text. */
    private void sentence(String label, String text) {
        StringBuilder line = new StringBuilder(INDENT + label);
        boolean first = true;
        for (String word : text.split("\\s+")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(INDENT + " ".repeat(label.length()));
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        lines.add(line.toString());
    }
}
