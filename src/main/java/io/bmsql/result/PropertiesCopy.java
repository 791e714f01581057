package io.bmsql.result;

import io.bmsql.common.IoReason;
import io.bmsql.common.SecretText;
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
            Pattern.compile("([ \\t\\f]*[#!/][#!/ \\t\\f]*([^\\s=:]+)\\s*[=:]\\s*)(.*)", Pattern.DOTALL);

    private static final Pattern KEY_AND_SEPARATOR = Pattern.compile(
            "([ \\t\\f]*(?:\\\\[\\s\\S]|[^\\\\=: \\t\\f]++)++[ \\t\\f]*[=:]?[ \\t\\f]*)", Pattern.DOTALL);

    /** Names where a secret comes from, which a repeat of the run needs, and is none itself. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");

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
        StringBuilder copy = new StringBuilder(LOGICAL_LINE.matcher(text).replaceAll(line -> {
            String key = keyOf(line.group());
            left.remove(key);
            return Matcher.quoteReplacement(
                    given.containsKey(key) ? setting(key, given.get(key)) : maskedLine(line.group()));
        }));
        if (!left.isEmpty()) {
            copy.append(text.isEmpty() || text.endsWith("\n") ? "" : "\n").append("# Given by -D or by a study:\n");
            left.forEach((key, value) -> copy.append(setting(key, value)).append('\n'));
        }
        return copy.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Empty for a comment, or a line that no reader of the file gets past. */
    private static String keyOf(String line) {
        try {
            return parsed(line).stringPropertyNames().stream().findFirst().orElse("");
        } catch (IOException | IllegalArgumentException e) {
            return "";
        }
    }

    private static Properties parsed(String line) throws IOException {
        Properties parsed = new Properties();
        parsed.load(new StringReader(line));
        return parsed;
    }

    private static String setting(String key, @Nullable String value) {
        StringBuilder line = new StringBuilder(key).append('=');
        String.valueOf(value)
                .replace("\\", "\\\\")
                .chars()
                .forEach(c -> line.append(
                        c >= ' ' && c <= '~' ? String.valueOf((char) c) : String.format(Locale.ROOT, "\\u%04x", c)));
        return line.toString();
    }

    private static String maskedLine(String line) {
        Matcher commented = COMMENTED_SETTING.matcher(line);
        if (commented.matches()) {
            return SecretText.isSecretKey(commented.group(2))
                    ? commented.group(1) + SecretText.STARS
                    : SecretText.hideIn(line);
        }
        Matcher setting = KEY_AND_SEPARATOR.matcher(line);
        return setting.lookingAt() ? maskedSetting(line, setting.group()) : line;
    }

    private static String maskedSetting(String line, String keyAndSeparator) {
        Properties parsed;
        try {
            parsed = parsed(line);
        } catch (IOException | IllegalArgumentException e) {
            // A malformed escape: no reader of the file gets further than here, but the text may still show a secret.
            return SecretText.hideIn(line);
        }
        for (String key : parsed.stringPropertyNames()) {
            if (SecretText.isSecretKey(key)) {
                if (VARIABLE.matcher(parsed.getProperty(key)).matches()) {
                    return line;
                }
                return keyAndSeparator.equals(line) ? line : keyAndSeparator + SecretText.STARS;
            }
            String value = parsed.getProperty(key);
            String masked = SecretText.hideIn(value);
            if (!masked.equals(value)) {
                return keyAndSeparator + masked.replace("\\", "\\\\");
            }
        }
        return line;
    }
}
