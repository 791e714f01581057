package io.bmsql.db;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What may be shown of a JDBC URL, and what it says by itself. */
final class ConnectionUrl {
    /** {@code user:password@} after the slashes, and Oracle's {@code thin:user/password@}. */
    private static final Pattern USER_INFO = Pattern.compile("(//|thin:)[^@?;]*@(?=.)");

    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);

    private ConnectionUrl() {}

    /** The URL without user, password and parameters, for messages and reports. */
    static String shown(String url) {
        return PARAMETERS.matcher(USER_INFO.matcher(url).replaceAll("$1")).replaceAll("");
    }

    /** True when the URL itself sets a driver property, in whatever notation the driver uses. */
    static boolean sets(String url, String property) {
        String quoted = Pattern.quote(property.toLowerCase(Locale.ROOT));
        return Pattern.compile("[?&;:,(]\\s*" + quoted + "\\s*=")
                .matcher(url.toLowerCase(Locale.ROOT))
                .find();
    }

    /**
     * The driver properties of a folder that are meant for the URL: a name such as {@code jdbc:mariadb:useCompression} is for URLs that
     * begin so, and goes before the plain name.
     */
    static Map<String, String> meant(String url, Map<String, String> ofFolder) {
        Map<String, String> meant = new HashMap<>(ofFolder);
        meant.keySet().removeIf(name -> name.startsWith("jdbc:"));
        ofFolder.forEach((name, value) -> {
            int end = name.lastIndexOf(':') + 1;
            if (name.startsWith("jdbc:") && url.startsWith(name.substring(0, end))) {
                meant.put(name.substring(end), value);
            }
        });
        return meant;
    }

    /** A driver's message, which may repeat the URL with all its parts. */
    static String withoutSecrets(String message, String url, String password) {
        String clean = message.replace(url, shown(url));
        return password.length() < 3 ? clean : clean.replace(password, "***");
    }
}
