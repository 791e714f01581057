package io.bmsql.result;

import io.bmsql.common.IoReason;
import io.bmsql.common.SecretText;
import io.bmsql.config.ConfigLoader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.properties}: the props file of a run with its secrets starred, what {@code -D} or a study gave in the place of its
 * own, and every other line unchanged to the byte, line ends and encodings included. Commented-out settings hide their secrets too.
 */
public final class PropertiesCopy {
    /** A logical line: natural lines ending in an odd number of backslashes continue. Comments never do. */
    private static final Pattern LOGICAL_LINE =
            Pattern.compile("[ \\t\\f]*[#!][^\\r\\n]*|(?:\\\\(?:\\r\\n|[\\s\\S])|[^\\\\\\r\\n]++)++");

    private static final Pattern COMMENTED_SETTING =
            Pattern.compile("([ \\t\\f]*[#!/][#!/ \\t\\f]*+([^\\s=:]++)\\s*+[=:]\\s*)(.*)", Pattern.DOTALL);

    private static final Pattern KEY_AND_SEPARATOR = Pattern.compile(
            "([ \\t\\f]*(?:\\\\[\\s\\S]|[^\\\\=: \\t\\f]++)++[ \\t\\f]*[=:]?[ \\t\\f]*)", Pattern.DOTALL);

    private PropertiesCopy() {}

    /**
     * Writes the copy. Throws {@link ResultWriteException} when the one cannot be read or the other not be written.
     *
     * @param given settings that won over the file's, without their secrets
     */
    public static void write(Path props, Path copy, Map<String, String> given) {
        try {
            Files.write(copy, masked(Files.readAllBytes(props), given), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot copy " + props + " to " + copy + " (" + IoReason.of(e) + ")", e);
        }
    }

    /** The bytes of a props file with its secrets starred. */
    public static byte[] masked(byte[] props) {
        return masked(props, Map.of());
    }

    private static byte[] masked(byte[] props, Map<String, String> given) {
        // Every byte is one character of ISO-8859-1 and comes back as it was, whatever the file's real encoding.
        String text = new String(props, StandardCharsets.ISO_8859_1);
        Map<String, String> left = new LinkedHashMap<>(given);
        StringBuilder copy = new StringBuilder(LOGICAL_LINE.matcher(text).replaceAll(found -> {
            Map.Entry<String, String> setting = setting(found.group());
            left.remove(setting.getKey());
            return Matcher.quoteReplacement(
                    given.containsKey(setting.getKey())
                            ? line(setting.getKey(), given.get(setting.getKey()))
                            : masked(found.group(), setting));
        }));
        if (!left.isEmpty()) {
            copy.append(text.isEmpty() || text.endsWith("\n") ? "" : "\n").append("# Given by -D or by a study:\n");
            left.forEach((key, value) -> copy.append(line(key, value)).append('\n'));
        }
        return copy.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A key and its value; both empty for a comment, and for a malformed escape, which no reader of the file gets past. */
    private static Map.Entry<String, String> setting(String line) {
        Properties parsed = new Properties();
        try {
            parsed.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException e) {
            return Map.entry("", "");
        }
        return parsed.stringPropertyNames().stream()
                .map(key -> Map.entry(key, parsed.getProperty(key)))
                .findFirst()
                .orElse(Map.entry("", ""));
    }

    private static String line(String key, @Nullable String value) {
        StringBuilder line = new StringBuilder(key).append('=');
        String.valueOf(value)
                .replace("\\", "\\\\")
                .chars()
                .forEach(c -> line.append(
                        c >= ' ' && c <= '~' ? String.valueOf((char) c) : String.format(Locale.ROOT, "\\u%04x", c)));
        return line.toString();
    }

    private static String masked(String line, Map.Entry<String, String> setting) {
        Matcher commented = COMMENTED_SETTING.matcher(line);
        if (commented.matches()) {
            return SecretText.isSecretKey(commented.group(2))
                    ? commented.group(1) + SecretText.STARS
                    : SecretText.hideIn(line);
        }
        Matcher matcher = KEY_AND_SEPARATOR.matcher(line);
        if (!matcher.lookingAt()) {
            return line;
        }
        String key = matcher.group();
        if (setting.getKey().isEmpty()) {
            // A malformed escape: its text may still show a secret.
            return SecretText.hideIn(line);
        }
        if (SecretText.isSecretKey(setting.getKey())) {
            // A variable names where a secret comes from, which a repeat of the run needs, and is none itself.
            boolean isPublic = ConfigLoader.VARIABLE.matcher(setting.getValue()).matches() || key.equals(line);
            return isPublic ? line : key + SecretText.STARS;
        }
        String masked = SecretText.hideIn(setting.getValue());
        return masked.equals(setting.getValue()) ? line : key + masked.replace("\\", "\\\\");
    }
}
