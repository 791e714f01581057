package io.bmsql.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds and hides secrets by their place: values of password-like settings and parameters, and user-info of URLs. */
public final class SecretText {
    /** Replaces a secret. */
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
}
