package io.bmsql.result;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hides passwords in settings and JDBC URLs before they are stored or shown. */
public final class SecretText {
    /** What stands in place of a secret. */
    public static final String STARS = "***";

    private static final Pattern SECRET_KEY =
            Pattern.compile(".*(password|passwd|passphrase|pwd|secret|token|credential|apikey|api_key).*");
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "(?i)([\\w.-]*(?:password|passwd|passphrase|pwd|secret|token|credential|apikey|api_key)[\\w.-]*\\s*=\\s*)"
                    + "(?:\\{[^}]*}|[^&;)]*)");
    private static final Pattern USER_INFO = Pattern.compile("(://)[^?\\s]*@");
    private static final Pattern ORACLE_USER_INFO = Pattern.compile("(?i)(jdbc:oracle:\\w+:)[^@?]+@");

    private SecretText() {}

    /** True for a property whose whole value is a secret; {@code passwordFile} only names a file. */
    public static boolean isSecretKey(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return SECRET_KEY.matcher(lower).matches() && !lower.endsWith("file");
    }

    /** A JDBC URL or other text with its user-info and secret parameters starred; anything else is unchanged. */
    public static String inText(String text) {
        String masked = USER_INFO.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(STARS + "@"));
        masked = ORACLE_USER_INFO.matcher(masked).replaceAll("$1" + Matcher.quoteReplacement(STARS + "@"));
        return SECRET_PARAMETER.matcher(masked).replaceAll(SecretText::stars);
    }

    private static String stars(MatchResult match) {
        String name = match.group(1);
        String key = name.substring(0, name.indexOf('=')).strip();
        return Matcher.quoteReplacement(isSecretKey(key) ? name + STARS : match.group());
    }
}
