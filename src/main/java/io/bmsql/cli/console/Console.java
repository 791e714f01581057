package io.bmsql.cli.console;

import io.bmsql.common.RunClock;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The two streams of the program: results go to {@link #out()}, progress and complaints to {@link #err()}, above the
 * block of a {@link ProgressScreen} on a terminal that understands cursor movements.
 */
public record Console(PrintStream out, PrintStream err, boolean terminal, boolean color) {
    /** Values of {@code --progress}. The names are in lower case because users type them. */
    public enum ProgressMode {
        /** A refreshed block on a terminal, plain lines elsewhere. */
        auto,
        /** The same, with a line for each agent of a run of several. */
        agents,
        /** One line for each report interval, without any control character. */
        plain,
        /** One JSON object for each report interval, on its own line. */
        json,
        none
    }

    /**
     * Judges the streams by the environment: {@code TERM=dumb} or an empty {@code TERM} is no terminal for us, and
     * {@code NO_COLOR} forbids colours (no-color.org). The launching script found out what standard error is.
     */
    public static Console of(PrintStream out, PrintStream err, boolean errIsTerminal, Map<String, String> environment) {
        String type = environment.getOrDefault("TERM", "");
        boolean terminal = errIsTerminal && !type.isEmpty() && !type.equals("dumb");
        boolean color = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Console(out, err, terminal, color);
    }

    /** Both streams give text alone. */
    public Console {
        out = out instanceof TextStream ? out : new TextStream(out);
        err = err instanceof TextStream ? err : new TextStream(err);
    }

    /** Replaces {@code auto} and {@code agents} by the mode for this output. */
    public ProgressMode resolve(ProgressMode mode) {
        boolean isOpen = mode == ProgressMode.auto || mode == ProgressMode.agents;
        return !isOpen ? mode : terminal ? ProgressMode.auto : ProgressMode.plain;
    }

    /** The terminal that the user types in; nothing when input or output of this process is something else. */
    public static Optional<java.io.Console> ofUser() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }

    /** From Java 22 on there is a console without a terminal as well, and a way to tell. */
    private static boolean isTerminal(java.io.Console console) {
        try {
            return Boolean.TRUE.equals(
                    java.io.Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException olderJava) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** How wide the user's window is; a very large number where it is not known, or there is none. */
    public static int columnsOfUser() {
        return ofUser().map(terminal -> new TerminalWidth(RunClock.SYSTEM).getAsInt())
                .orElse(TerminalWidth.UNKNOWN);
    }

    /** How many columns a text takes; a Chinese character takes two. */
    public static int columns(String text) {
        return TerminalBlock.columns(text);
    }

    /** The text with blanks behind it, so that it takes this many columns. */
    public static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - columns(text)));
    }

    /** Breaks a text between words; the lines after the first are indented below its beginning, which follows the label. */
    public static List<String> paragraph(String label, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(label);
        boolean isFirst = true;
        for (String word : text.split("\\s+")) {
            if (!isFirst && columns(line.toString()) + 1 + columns(word) > width) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(columns(label)));
                isFirst = true;
            }
            line.append(isFirst ? "" : " ").append(word);
            isFirst = false;
        }
        lines.add(line.toString());
        return lines;
    }

    /**
     * Text for people: of what a terminal would obey, and of marks that turn the direction of writing, a question mark stays, since names
     * and messages of others may hold them. The colours of help pass. While a block is on the screen it goes elsewhere. Safe for use by
     * several threads.
     */
    public static final class TextStream extends PrintStream {
        /** As UTF-8, a byte each; first what passes. */
        private static final Pattern OBEYED = Pattern.compile(
                "(\\x1b\\[(?:[0134]|2[1-4]|3[1-69])m)"
                        + "|[\\x00-\\x08\\x0b-\\x1f\\x7f]|\\xc2[\\x80-\\x9f]|\\xd8\\x9c|\\xe2\\x80[\\x8e\\x8f\\xaa-\\xae]|\\xe2\\x81[\\xa6-\\xa9]");

        private final PrintStream own;
        private volatile PrintStream target;

        public TextStream(PrintStream own) {
            super(own, true, StandardCharsets.UTF_8);
            this.own = own;
            this.target = own;
        }

        /** Where it leads when it is not turned, which takes everything as it is. */
        PrintStream own() {
            return own;
        }

        void turnTo(PrintStream other) {
            flush();
            target = other;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            byte[] plain = OBEYED.matcher(new String(bytes, from, count, StandardCharsets.ISO_8859_1))
                    .replaceAll(found -> found.group(1) == null ? "?" : found.group(1))
                    .getBytes(StandardCharsets.ISO_8859_1);
            target.write(plain, 0, plain.length);
            target.flush();
        }

        @Override
        public void flush() {
            target.flush();
        }
    }
}
