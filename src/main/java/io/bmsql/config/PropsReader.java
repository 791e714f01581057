package io.bmsql.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a file in the syntax of {@link java.util.Properties} and keeps the line of each key, which that class forgets.
 *
 * <p>One difference, which files of the field rely on: a line that begins with {@code //} is a comment. For Properties it
 * is a key, which breaks on a {@code \}{@code u} in its text and swallows the next line when it ends in a backslash.
 */
public final class PropsReader {
    /** The three bytes that some editors write at the start of UTF-8 files, as ISO-8859-1. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final String text;
    private final StringBuilder logicalLine = new StringBuilder();
    private final List<Integer> swallowedLines = new ArrayList<>();
    private int at;
    private int line = 1;
    private int firstLine = 1;

    private PropsReader(String text) {
        this.text = text;
        this.at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
    }

    /** The settings of a file. */
    public static PropsFile read(Path file) throws IOException {
        return parse(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    /** The settings of a text; never throws. */
    public static PropsFile parse(String name, String text) {
        PropsReader reader = new PropsReader(text);
        List<PropsFile.Entry> entries = new ArrayList<>();
        while (reader.nextLogicalLine()) {
            entries.add(reader.entry());
        }
        return new PropsFile(name, entries, reader.swallowedLines);
    }

    /** Joins natural lines into {@link #logicalLine}; false at the end of the text. */
    private boolean nextLogicalLine() {
        logicalLine.setLength(0);
        boolean skipBlanks = true;
        boolean continued = false;
        boolean backslash = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (skipBlanks && (isBlank(c) || !continued && isEnd(c))) {
                skip(c);
                continue;
            }
            skipBlanks = false;
            continued = false;
            if (logicalLine.isEmpty() && beginsComment(c)) {
                skipComment();
                skipBlanks = true;
            } else if (!isEnd(c)) {
                firstLine = logicalLine.isEmpty() ? line : firstLine;
                logicalLine.append(c);
                backslash = c == '\\' && !backslash;
                at++;
            } else {
                skip(c);
                if (!logicalLine.isEmpty() && !backslash) {
                    return true;
                }
                skipBlanks = true;
                continued = dropLast(backslash);
                backslash = false;
            }
        }
        dropLast(backslash);
        return !logicalLine.isEmpty();
    }

    private boolean dropLast(boolean backslash) {
        if (backslash) {
            logicalLine.setLength(logicalLine.length() - 1);
        }
        return backslash;
    }

    private boolean beginsComment(char c) {
        return c == '#' || c == '!' || text.startsWith("//", at);
    }

    private void skipComment() {
        boolean slashes = text.charAt(at) == '/';
        boolean backslash = false;
        while (at < text.length() && !isEnd(text.charAt(at))) {
            backslash = text.charAt(at) == '\\' && !backslash;
            at++;
        }
        if (slashes && backslash && at < text.length()) {
            swallowedLines.add(line + 1);
        }
    }

    /** Steps over one character, or over the two of a CRLF. */
    private void skip(char c) {
        at++;
        if (c == '\r' && at < text.length() && text.charAt(at) == '\n') {
            at++;
        }
        line += isEnd(c) ? 1 : 0;
    }

    private PropsFile.Entry entry() {
        int keyEnd = keyEnd();
        int valueStart = keyEnd;
        boolean separator = false;
        while (valueStart < logicalLine.length()) {
            char c = logicalLine.charAt(valueStart);
            boolean firstSeparator = !separator && isSeparator(c);
            if (!isBlank(c) && !firstSeparator) {
                break;
            }
            separator |= firstSeparator;
            valueStart++;
        }
        Unescaped key = Unescaped.of(logicalLine.substring(0, keyEnd));
        Unescaped value = Unescaped.of(logicalLine.substring(valueStart));
        String defect = key.malformed() || value.malformed()
                ? "\\u without four hexadecimal digits, where BenchmarkSQL stops"
                : null;
        return new PropsFile.Entry(key.text(), value.text(), firstLine, defect);
    }

    private int keyEnd() {
        boolean backslash = false;
        for (int i = 0; i < logicalLine.length(); i++) {
            char c = logicalLine.charAt(i);
            if (!backslash && (isSeparator(c) || isBlank(c))) {
                return i;
            }
            backslash = c == '\\' && !backslash;
        }
        return logicalLine.length();
    }

    private static boolean isSeparator(char c) {
        return c == '=' || c == ':';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f';
    }

    private static boolean isEnd(char c) {
        return c == '\n' || c == '\r';
    }

    /** A key or value with its escapes resolved; a malformed unicode escape stays as it is written. */
    private record Unescaped(String text, boolean malformed) {
        private static final int HEX_DIGITS = 4;

        static Unescaped of(String raw) {
            StringBuilder text = new StringBuilder(raw.length());
            boolean malformed = false;
            for (int i = 0; i < raw.length(); i++) {
                char c = raw.charAt(i);
                if (c != '\\' || i + 1 == raw.length()) {
                    text.append(c);
                    continue;
                }
                char escaped = raw.charAt(++i);
                if (escaped != 'u') {
                    text.append(control(escaped));
                } else if (isHex(raw, i + 1)) {
                    text.append((char) Integer.parseInt(raw.substring(i + 1, i + 1 + HEX_DIGITS), 16));
                    i += HEX_DIGITS;
                } else {
                    text.append("\\u");
                    malformed = true;
                }
            }
            return new Unescaped(text.toString(), malformed);
        }

        private static char control(char escaped) {
            return switch (escaped) {
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'n' -> '\n';
                case 'f' -> '\f';
                default -> escaped;
            };
        }

        private static boolean isHex(String raw, int from) {
            if (from + HEX_DIGITS > raw.length()) {
                return false;
            }
            return raw.substring(from, from + HEX_DIGITS).chars().allMatch(Unescaped::isHexDigit);
        }

        private static boolean isHexDigit(int c) {
            return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
        }
    }
}
