package io.bmsql.config;

import io.bmsql.common.UserText;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A props file as read, nothing interpreted. The syntax is that of {@link Properties}, which does the unescaping; here each
 * key keeps its line number.
 *
 * <p>One difference, which real files rely on: a line that begins with {@code //} is a comment. For Properties it is a key,
 * which fails on a {@code \}{@code u} in its text and swallows the next line when it ends in a backslash.
 *
 * @param name as the user gave it
 * @param entries in the order of the file, repeated keys included
 * @param swallowedLines lines that BenchmarkSQL would have joined to a {@code //} line ending in a backslash
 */
public record PropsFile(String name, List<Entry> entries, List<Integer> swallowedLines) {
    /** The three bytes that some editors write at the start of UTF-8 files, as ISO-8859-1. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
    private static final Pattern LEADING_BLANKS = Pattern.compile("^[ \t\f]+");
    private static final Pattern COMMENT = Pattern.compile("[#!]|//");
    /** An odd number of them continues the line. */
    private static final Pattern LAST_BACKSLASH = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\$");

    private static final Pattern BROKEN_UNICODE = Pattern.compile("(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?!\\p{XDigit}{4})");

    /** One setting with its line from 1, escapes resolved, trailing blanks kept; the defect would stop the original. */
    public record Entry(String key, String value, int line, @Nullable String defect) {}

    public static PropsFile read(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // The results get a copy of it.
            throw new IOException("it is a pipe or a device, and would have to be read twice");
        }
        return parse(file.toString(), UserText.read(file, StandardCharsets.ISO_8859_1));
    }

    /** The settings of a text of ISO-8859-1 characters; never throws. */
    public static PropsFile parse(String name, String text) {
        String[] lines = LINE_END.split(text.startsWith(BYTE_ORDER_MARK) ? text.substring(3) : text, -1);
        List<Entry> entries = new ArrayList<>();
        List<Integer> swallowedLines = new ArrayList<>();
        StringBuilder logicalLine = new StringBuilder();
        int firstLine = 1;
        for (int i = 0; i < lines.length; i++) {
            String line = LEADING_BLANKS.matcher(lines[i]).replaceFirst("");
            boolean continues = LAST_BACKSLASH.matcher(line).find();
            if (logicalLine.isEmpty() && COMMENT.matcher(line).lookingAt()) {
                if (line.startsWith("//") && continues && i + 1 < lines.length) {
                    swallowedLines.add(i + 2);
                }
                continue;
            }
            firstLine = logicalLine.isEmpty() ? i + 1 : firstLine;
            logicalLine.append(line, 0, line.length() - (continues ? 1 : 0));
            if (!logicalLine.isEmpty() && (!continues || i + 1 == lines.length)) {
                entries.add(entry(logicalLine.toString(), firstLine));
                logicalLine.setLength(0);
            }
        }
        return new PropsFile(name, entries, swallowedLines);
    }

    /** A malformed unicode escape stays as it is written. */
    private static Entry entry(String logicalLine, int line) {
        String readable = BROKEN_UNICODE.matcher(logicalLine).replaceAll("$1\\\\\\\\u");
        Properties setting = new Properties();
        try {
            setting.load(new StringReader(readable));
        } catch (IOException e) {
            throw new UncheckedIOException("A text in memory can always be read", e);
        }
        String key = setting.stringPropertyNames().iterator().next();
        return new Entry(
                key,
                setting.getProperty(key),
                line,
                readable.equals(logicalLine) ? null : "\\u without four hexadecimal digits, where BenchmarkSQL stops");
    }

    /** The text as its writer saw it: UTF-8 when the bytes behind the ISO-8859-1 characters are that, else unchanged. */
    public static String readable(String latin1) {
        boolean bytes =
                latin1.chars().allMatch(c -> c <= 0xff) && latin1.chars().anyMatch(c -> c > 0x7f);
        if (!bytes) {
            return latin1;
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException notUtf8) {
            // A file in ISO-8859-1, GBK or the like: the characters stay as Properties reads them.
            return latin1;
        }
    }

    public String place(int line) {
        return name + ":" + line;
    }
}
