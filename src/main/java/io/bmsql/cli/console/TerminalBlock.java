package io.bmsql.cli.console;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines at the bottom of a terminal, drawn again in place below all else. For several threads. */
public final class TerminalBlock implements AutoCloseable {
    private static final String ESC = "\u001b[";
    private static final String WRAP_OFF = ESC + "?7l";
    private static final String WRAP_ON = ESC + "?7h";
    private static final String ERASE_BELOW = ESC + "J";
    private static final char FIRST_WIDE = '\u2e80';
    private static final Pattern COLOR_OR_CHARACTER = Pattern.compile("\u001b\\[\\d*m|.");

    private final PrintStream terminal;
    private final IntSupplier columns;
    private List<String> lines = List.of();
    private boolean drawn;
    /** How wide the window was when the lines were drawn: no more of them was shown. */
    private int drawnWidth;

    public TerminalBlock(PrintStream terminal, IntSupplier columns) {
        this.terminal = terminal;
        this.columns = columns;
    }

    public synchronized void show(List<String> newLines) {
        StringBuilder text = new StringBuilder(erasing());
        lines = List.copyOf(newLines);
        terminal.print(text.append(drawing()));
        terminal.flush();
        drawn = !lines.isEmpty();
    }

    /** A stream whose lines appear above the block, as soon as they are complete. */
    public PrintStream above(PrintStream target) {
        OutputStream lines = new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();

            @Override
            public synchronized void write(int value) {
                line.write(value);
                if (value == '\n') {
                    printAbove(target, line.toByteArray());
                    line.reset();
                }
            }
        };
        return new PrintStream(lines, true, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        show(List.of());
    }

    private synchronized void printAbove(PrintStream target, byte[] line) {
        terminal.print(erasing());
        terminal.flush();
        target.write(line, 0, line.length);
        target.flush();
        terminal.print(drawing());
        terminal.flush();
    }

    /** In a window that became narrower the lines take more rows than they had. */
    private String erasing() {
        int width = columns.getAsInt();
        int rows = lines.stream()
                .mapToInt(line -> Math.max(1, (Math.min(columns(line), drawnWidth) - 1) / width + 1))
                .sum();
        return drawn ? ESC + rows + "F" + ERASE_BELOW : "";
    }

    private String drawing() {
        if (lines.isEmpty()) {
            return "";
        }
        // A line that is wider than the window would wrap and spoil the count of lines to go back. Without wrapping,
        // the rest of it would be written over the last column.
        int width = columns.getAsInt();
        drawnWidth = width;
        return lines.stream().map(line -> cut(line, width)).collect(Collectors.joining("\n", WRAP_OFF, "\n" + WRAP_ON));
    }

    /** How many columns a text takes. */
    static int columns(String text) {
        return COLOR_OR_CHARACTER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .mapToInt(part -> part.startsWith(ESC) ? 0 : part.charAt(0) < FIRST_WIDE ? 1 : 2)
                .sum();
    }

    /** What fits, Chinese characters in two columns each; colours take none, and all of them stay, so that none lasts too long. */
    private static String cut(String line, int width) {
        StringBuilder kept = new StringBuilder();
        int seen = 0;
        Matcher parts = COLOR_OR_CHARACTER.matcher(line);
        while (parts.find()) {
            int taken = columns(parts.group());
            if (seen + taken <= width) {
                kept.append(parts.group());
            }
            seen = Math.min(width, seen + taken);
        }
        return kept.toString();
    }
}
