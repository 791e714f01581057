package io.bmsql.cli;

import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The databases as lines of text: a row for each, and under it the sentences of its folder. */
final class DialectTable {
    private static final int WIDTH = 100;
    private static final String INDENT = " ".repeat(11);

    private final DriverFolders drivers;
    private final List<String> lines = new ArrayList<>(List.of(row("db", "builds on", "bulk", "driver")));

    DialectTable(DriverFolders drivers) {
        this.drivers = drivers;
    }

    void add(Dialect dialect) {
        List<String> parents = dialect.chain().subList(1, dialect.chain().size());
        lines.add(row(dialect.name(), String.join(", ", parents), dialect.building().bulk().word(), driver(dialect)));
        sentence("tried:   ", dialect.evidence().tried().isEmpty() ? "nothing on a real server" : dialect.evidence().tried());
        if (!dialect.evidence().untried().isEmpty()) {
            sentence("untried: ", dialect.evidence().untried());
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    private String driver(Dialect dialect) {
        if (dialect.access().driver().isEmpty()) {
            return "named by driver= in the props file";
        }
        String jar = drivers.find(dialect.access().driver(), dialect.chain())
                .orElse("missing: put its jar into lib/" + dialect.name() + "/");
        return dialect.access().driver() + " (" + jar + ")";
    }

    private static String row(String db, String parents, String bulk, String driver) {
        return String.format(Locale.ROOT, "%-10s %-17s %-9s %s", db, parents, bulk, driver);
    }

    /** Breaks a sentence between words; the lines after the first stand under its text. */
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
