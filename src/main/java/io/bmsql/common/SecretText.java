package io.bmsql.common;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Finds and hides secrets by their place: values of password-like settings and parameters, and user-info of URLs. */
public final class SecretText {
    public static final String STARS = "***";

    private static final String WORDS =
            "password|passwd|passphrase|pwd|secret|token|credential|api[_-]?key|access[_-]?key";

    private static final Pattern KEY = Pattern.compile(".*(?:" + WORDS + ").*|(?:.*[._-])?pass");

    // Lengths are bounded, so that no text makes the search go back and forth for minutes.

    /** {@code ?password=x}, {@code ;pwd={x;y}}, {@code (trustStorePassword=x)}, {@code :password=x}. */
    private static final Pattern PARAMETER = Pattern.compile("(?i)((?<![\\w.-])(?:[\\w.-]{0,200}(?:" + WORDS
            + ")[\\w.-]{0,200}|(?:[\\w.-]{0,200}[._-])?pass)\\s*=\\s*)(\\{[^}]*}|\"[^\"]*\"|'[^']*'|[^&;,)\\s]+)");

    /** {@code ://user:secret@host}, up to the last at-sign before the parameters. */
    private static final Pattern USER_INFO = Pattern.compile("://([^\\s?]{0,1000})@");

    /** {@code jdbc:oracle:thin:user/secret@host} and {@code jdbc:oracle:thin:user/"se@cret"@host}. */
    private static final Pattern ORACLE_LOGIN =
            Pattern.compile("(?i)(:(?:thin|oci8?|kprb):)([^\\s@/]{0,200})/(\"[^\"]{0,1000}\"|[^\\s@]{1,1000})@");

    private SecretText() {}

    /** True for a setting whose whole value is a secret; {@code passwordFile} only names a file. */
    public static boolean isSecretKey(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return KEY.matcher(lower).matches() && !lower.endsWith("file");
    }

    /** The value of a key without its secrets: stars where the key says that all of it is one. */
    public static String hideIn(String key, String value) {
        return isSecretKey(key) && !value.isEmpty() ? STARS : hideIn(value);
    }

    /** A URL, or a text with URLs in it, without user-info and without the values of secret parameters. */
    public static String hideIn(String text) {
        String hidden = PARAMETER.matcher(text).replaceAll(SecretText::starred);
        hidden = USER_INFO.matcher(hidden).replaceAll("://" + Matcher.quoteReplacement(STARS) + "@");
        return ORACLE_LOGIN.matcher(hidden).replaceAll("$1" + Matcher.quoteReplacement(STARS) + "@");
    }

    private static String starred(MatchResult parameter) {
        return Matcher.quoteReplacement(isSecret(parameter) ? parameter.group(1) + STARS : parameter.group());
    }

    private static boolean isSecret(MatchResult parameter) {
        String name = parameter.group(1);
        return isSecretKey(name.substring(0, name.indexOf('=')).strip());
    }

    /** The secrets that {@link #hideIn} would hide, as they are written; the user's name stays out. */
    public static List<String> findIn(String url) {
        List<String> secrets = new ArrayList<>();
        PARAMETER.matcher(url).results().filter(SecretText::isSecret).forEach(found -> secrets.add(found.group(2)));
        ORACLE_LOGIN.matcher(url).results().forEach(found -> secrets.add(found.group(3)));
        USER_INFO.matcher(url).results().forEach(found -> {
            String info = found.group(1);
            secrets.add(info.substring(info.indexOf(':') + 1));
        });
        return secrets;
    }

    /**
     * The secrets among the words of a command line, as they were typed: the whole value of {@code -Dpassword=x}, {@code
     * password=x}, and the word after {@code --password}. Unlike in a URL, a value ends where its word ends.
     */
    public static List<String> findIn(List<String> words) {
        return IntStream.range(0, words.size())
                .mapToObj(i -> words.get(i).substring(valueStart(words, i)))
                .filter(secret -> !secret.isEmpty())
                .toList();
    }

    /** The words of a command line with stars for those secrets; the ones in URLs are left to others. */
    public static List<String> hideIn(List<String> words) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int value = valueStart(words, i);
            shown.add(value < word.length() ? word.substring(0, value) + STARS : word);
        }
        return shown;
    }

    /** Where in a word its secret begins, the word's length when there is none. */
    private static int valueStart(List<String> words, int index) {
        String word = words.get(index);
        int equals = word.indexOf('=');
        if (equals >= 0 && isSecretWord(word.substring(0, equals))) {
            return equals + 1;
        }
        String before = index == 0 ? "" : words.get(index - 1);
        boolean isNamedBefore = before.startsWith("-") && before.indexOf('=') < 0 && isSecretWord(before);
        return isNamedBefore && !word.startsWith("-") ? 0 : word.length();
    }

    private static boolean isSecretWord(String key) {
        return isSecretKey(key.replaceFirst("^(?:-D|-+)", ""));
    }
}
