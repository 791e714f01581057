package io.bmsql.dialect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A script split into statements, line by line as BenchmarkSQL does it (benchmarksql-formats.md, SQL files): a statement ends at a line that ends
 * in a semicolon; {@code \;} is a literal semicolon and ends nothing; lines between two {@code $$} lines, and blocks from
 * <code>-- {</code> to <code>-- }</code>, are taken as they are; other {@code --} lines are dropped.
 */
public final class SqlScript {
    private static final Pattern BLOCK_START = Pattern.compile("--\\s*\\{.*");
    private static final Pattern BLOCK_END = Pattern.compile("--\\s*}.*");

    private final String file;
    private final List<SqlStatement> statements = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private List<String> comments = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int firstLine;
    private boolean inDollars;
    private boolean inBlock;

    /** One statement, as it is sent: where its text begins ({@code file:line}), and the comments since the one before. */
    public record SqlStatement(String text, String place, List<String> comments) {}

    /** Splits lines that know their place in the file; {@code file} is only shown. */
    SqlScript(String file, List<SqlTemplate.Line> lines) {
        this.file = file;
        for (SqlTemplate.Line line : lines) {
            read(line.text(), line.number());
        }
        if (!text.toString().isBlank()) {
            warnings.add(place() + ": the last statement has no "
                    + (inDollars ? "closing $$" : inBlock ? "closing -- }" : "semicolon at the end of a line")
                    + ", so it is not executed");
        }
    }

    public List<SqlStatement> statements() {
        return Collections.unmodifiableList(statements);
    }

    /** The {@code --} lines after the last statement. */
    public List<String> comments() {
        return Collections.unmodifiableList(comments);
    }

    /** What was not understood, each with its place. */
    public List<String> warnings() {
        return Collections.unmodifiableList(warnings);
    }

    private String place() {
        return file + ":" + firstLine;
    }

    private void read(String line, int number) {
        String trimmed = line.trim();
        boolean isQuote = trimmed.equals("$$");
        if (inBlock || inDollars || isQuote || BLOCK_START.matcher(trimmed).matches()) {
            add(line, number);
            if (inBlock && BLOCK_END.matcher(trimmed).matches()) {
                inBlock = false;
                finish();
            } else if (!inBlock) {
                inBlock = !inDollars && !isQuote;
                inDollars ^= isQuote;
            }
        } else if (trimmed.startsWith("--")) {
            comments.add(trimmed);
        } else if (!trimmed.isEmpty()) {
            readPlain(line, trimmed, number);
        }
    }

    private void readPlain(String line, String trimmed, int number) {
        boolean ends = trimmed.endsWith(";") && !trimmed.endsWith("\\;");
        String kept = ends ? line.stripTrailing() : line;
        if (ends) {
            kept = kept.substring(0, kept.length() - 1);
        }
        if (!kept.isBlank()) {
            add(kept.replace("\\;", ";"), number);
        }
        if (ends) {
            finish();
        }
    }

    private void add(String line, int number) {
        if (text.length() == 0) {
            firstLine = number;
        } else {
            text.append('\n');
        }
        text.append(line);
    }

    private void finish() {
        if (!text.toString().isBlank()) {
            statements.add(new SqlStatement(text.toString(), place(), List.copyOf(comments)));
            comments = new ArrayList<>();
        }
        text.setLength(0);
    }
}
