package io.bmsql.common;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every sentence of the program in one language; {@code {0}}, {@code {1}} … are filled in, nothing else has a meaning. */
public class Texts {
    /** A language of pages and sentences. Keys, transaction names in files and numbers are the same in all of them. */
    public enum Language {
        EN,
        ZH;

        /** That of the key {@code lang}, else what the environment says by the rules of POSIX; English where both say nothing. */
        public static Language of(String key, Map<String, String> environment) {
            return Stream.concat(
                            Stream.of(key),
                            Stream.of("LC_ALL", "LC_MESSAGES", "LANG").map(name -> environment.getOrDefault(name, "")))
                    .filter(word -> !word.isEmpty())
                    .findFirst()
                    .filter(word -> word.startsWith("zh"))
                    .map(word -> ZH)
                    .orElse(EN);
        }
    }

    private static final Pattern PLACE = Pattern.compile("( ?)\\{(\\d)}( ?)");
    private static final String CHINESE_SIGNS = "（）。，；：、";

    private final String code;
    /** Null before the first sentence: most commands and settings need none. */
    private volatile @Nullable Properties read;

    protected Texts(Language language) {
        this.code = language.name().toLowerCase(Locale.ROOT);
    }

    /** Threads that come at the same time may read the file twice. */
    private Properties texts() {
        Properties known = read;
        if (known != null) {
            return known;
        }
        Properties texts = new Properties();
        String file = "/page/words_" + code + ".properties";
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(Texts.class.getResourceAsStream(file), file), StandardCharsets.UTF_8)) {
            texts.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("the words of language " + code + " are missing from the program", e);
        }
        read = texts;
        return texts;
    }

    public static Texts of(Language language) {
        return new Texts(language);
    }

    public final String code() {
        return code;
    }

    public final String text(String key, Object... values) {
        String text = texts().getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException("the pages have no word for " + key + " in " + code);
        }
        return filled(text, values);
    }

    /** A blank divides Chinese from other letters and digits: none is left where a Chinese word is filled in. */
    protected static String filled(String text, Object... values) {
        return PLACE.matcher(text).replaceAll(place -> {
            String value = String.valueOf(values[Integer.parseInt(place.group(2))]);
            boolean isJoined = isChinese(text, place.start() - 1) && isChinese(value, 0);
            boolean isContinued = isChinese(value, value.length() - 1) && isChinese(text, place.end());
            return Matcher.quoteReplacement(
                    (isJoined ? "" : place.group(1)) + value + (isContinued ? "" : place.group(3)));
        });
    }

    private static boolean isChinese(String text, int at) {
        return at >= 0
                && at < text.length()
                && (Character.isIdeographic(text.charAt(at)) || CHINESE_SIGNS.indexOf(text.charAt(at)) >= 0);
    }

    /** Joins parts of a sentence that have commas of their own. */
    public final String list(List<String> parts) {
        return parts.stream().collect(joining());
    }

    /** Joins as {@link #list} does. */
    public final Collector<CharSequence, ?, String> joining() {
        return Collectors.joining(text("list.separator"));
    }

    /** The text of a key, or another one for a key that is not known: names that a newer program wrote. */
    public final String textOr(String key, String other) {
        return texts().getProperty(key, other);
    }

    /** The texts whose keys begin so, by the rest of their keys, with their places not filled in. */
    public final Map<String, String> below(String start) {
        Properties texts = texts();
        return texts.stringPropertyNames().stream()
                .filter(key -> key.startsWith(start))
                .collect(Collectors.toMap(
                        key -> key.substring(start.length()), texts::getProperty, (one, other) -> one, TreeMap::new));
    }

    /** A text of another package, in this language where {@code own.…} knows it, with its number in the place of {@code (n)}, else as it is. */
    public final String translated(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String numbered = textOr("own." + plain.replaceAll("[0-9]+", "n"), text);
        return textOr("own." + plain, numbered.replace("(n)", text.replaceAll("[^0-9]+", "")));
    }

    /** One of two texts by number: the keys end in {@code .one} and {@code .many}. */
    public final String counted(String key, long number, Object... values) {
        return text(key + (number == 1 ? ".one" : ".many"), values);
    }
}
