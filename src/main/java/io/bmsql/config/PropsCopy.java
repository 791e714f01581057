package io.bmsql.config;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A props file as it may be published: passwords starred, every other byte unchanged. */
public final class PropsCopy {
    /** A line with its end; the last one may have none. */
    private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(?:\\r\\n|\\r|\\n|$)");

    /** {@code password=x}, {@code some.pwd: x}, also commented out; a sentence about passwords has no separator. */
    private static final Pattern PASSWORD = Pattern.compile(
            "(?i)^([ \\t\\f]*(?:[\\w.\\[\\]-]*(?:password|passwd|pwd)(?!File)[\\w.\\[\\]-]*[ \\t\\f]*[=: \\t\\f]"
                    + "|(?:#|!|//)[#!/ \\t\\f]*[\\w.-]*(?:password|passwd|pwd)(?!File)[\\w.-]*[ \\t\\f]*[=:])[ \\t\\f=:]*)"
                    + "([^\\s][^\\r\\n]*)");

    private enum Part {
        PLAIN,
        PASSWORD,
        URL
    }

    private PropsCopy() {}

    /** The bytes of a props file without the values of password keys and without the secrets inside JDBC URLs. */
    public static byte[] withoutSecrets(byte[] props) {
        String text = new String(props, StandardCharsets.ISO_8859_1);
        StringBuilder copy = new StringBuilder(text.length());
        Matcher lines = LINE.matcher(text);
        Part continued = Part.PLAIN;
        while (lines.find() && !lines.group().isEmpty()) {
            String line = lines.group();
            Part part = continued == Part.PLAIN ? partOf(line) : continued;
            copy.append(hide(line, part, continued != Part.PLAIN));
            continued = endsInBackslash(line) ? part : Part.PLAIN;
        }
        return copy.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Part partOf(String line) {
        if (PASSWORD.matcher(line).find()) {
            return Part.PASSWORD;
        }
        return line.contains("jdbc:") ? Part.URL : Part.PLAIN;
    }

    private static String hide(String line, Part part, boolean continuation) {
        return switch (part) {
            case PLAIN -> line;
            case URL -> SecretMask.hideSecrets(line);
            case PASSWORD ->
                continuation
                        ? line.replaceFirst("[^\\r\\n]+", Matcher.quoteReplacement(SecretMask.STARS))
                        : starred(line);
        };
    }

    /** The backslash that joins the next line goes with the value: the copy has one starred line for each. */
    private static String starred(String line) {
        return PASSWORD.matcher(line).replaceFirst("$1" + Matcher.quoteReplacement(SecretMask.STARS));
    }

    private static boolean endsInBackslash(String line) {
        String content = line.replaceFirst("[\\r\\n]+$", "");
        int end = content.length();
        while (end > 0 && content.charAt(end - 1) == '\\') {
            end--;
        }
        return (content.length() - end) % 2 == 1;
    }
}
