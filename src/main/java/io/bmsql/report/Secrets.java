package io.bmsql.report;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A second fence in front of secrets: values arrive hidden, but an old or foreign result directory may not have done so.
 */
final class Secrets {
    static final String HIDDEN = "***";

    private static final Pattern SECRET_KEY = Pattern.compile("(?i).*(passw|pwd|secret|token|credential).*");
    private static final Pattern IN_URL =
            Pattern.compile("(?i)((?:[a-z_]*(?:passw|pwd|secret|token)[a-z_]*)\\s*[=:]\\s*)[^\\s&;,)\"']+");
    private static final Pattern USER_INFO = Pattern.compile("(//)[^/@\\s]+@");
    private static final Pattern ORACLE_LOGIN = Pattern.compile("(:thin:)[^/@\\s]+/[^@\\s]+@");

    private Secrets() {}

    /** The value as it may be shown under this key. */
    static String hide(String key, String value) {
        boolean isSecret = SECRET_KEY.matcher(key).matches()
                && !key.toLowerCase(Locale.ROOT).endsWith("file");
        return isSecret && !value.isEmpty() ? HIDDEN : hide(value);
    }

    /** Text with user-info in URLs and {@code password=…} hidden. */
    static String hide(String text) {
        String hidden = IN_URL.matcher(text).replaceAll("$1" + HIDDEN);
        hidden = USER_INFO.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
        return ORACLE_LOGIN.matcher(hidden).replaceAll("$1" + HIDDEN + "@");
    }
}
