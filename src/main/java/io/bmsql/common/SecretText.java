package io.bmsql.common;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds and hides secrets by their place: values of password-like settings and parameters, and user-info of URLs. */
public final class SecretText {
    public static final String STARS = "***";

    private static final Pattern KEY =
            Pattern.compile("(?i).*(?:password|passwd|passphrase|pwd|secret|token|credential|api[_-]?key"
                    + "|access[_-]?key|client[_-]?key|cryptconfig).*|.*pass");

    // Lengths are bounded, so that no text makes the search go back and forth for minutes.

    /** What sets something: {@code ?user=}, {@code ;pwd = }, {@code (trustStorePassword=}, {@code :password=}, {@code &pass%77ord=}. */
    private static final Pattern SETTING = Pattern.compile("(?<![\\w.%-])([\\w.%-]{1,200})\\s*=\\s*");

    /**
     * Where a value ends, by what stands before its key: at what separates it from the next setting in this notation, so that a separator
     * inside a password ends nothing.
     */
    private static final Map<Character, String> ENDS = Map.of(
            '?', "&(?=[\\w.%-]{1,200}=)",
            '&', "&(?=[\\w.%-]{1,200}=)",
            ';', "[;&](?=\\s*[\\w.%-]{1,200}\\s*=)|;$",
            ':', "[;&](?=\\s*[\\w.%-]{1,200}\\s*=)|;$",
            '(', ",(?=\\s*[\\w.%-]{1,200}\\s*=)|\\)(?=\\([\\w.%-]{1,200}=|,\\(|[/?]|$)",
            ',', ",(?=\\s*[\\w.%-]{1,200}\\s*=)|\\)(?=\\([\\w.%-]{1,200}=|,\\(|[/?]|$)");

    /** After anything else: in a text, not in a URL. */
    private static final String END_ELSEWHERE = "[&;,)]";

    private static final Pattern QUOTED = Pattern.compile("\\{[^}]{0,4000}+}|\"[^\"]*\"|'[^']*'");

    /** {@code ://user:secret@host}, up to the last at-sign before the parameters; a look for any at-sign is cheap. */
    private static final String USER_INFO = "://(?=[^@]{0,1000}+@)((?:(?!\\?[\\w.%%-]{1,200}=)%s){0,1000})@";

    /** {@code jdbc:oracle:thin:user/secret@host} and {@code jdbc:oracle:thin:user/"se@cret"@host}. */
    private static final String ORACLE_LOGIN =
            "(?i)(:(?:thin|oci8?|kprb):)(\"[^\"]{0,200}\"|[^\\s@/]{0,200})/(%s{1,1000})@";

    /** Where one URL of several ends; alone it goes to the end of its text, blanks and all. */
    private static final Pattern NEXT_URL = Pattern.compile("(?<![\\s,])[\\s,]++(?=jdbc:)");

    private static final Pattern LOGIN = Pattern.compile("(?:^|,)[^:,@]*:([^@]+)@");

    /** Where to look for a password is none, nor is the place where the user is to write one. */
    private static final Pattern REFERENCE = Pattern.compile("('?)\\$\\{[A-Za-z_][A-Za-z0-9_]*}\\1|…[.。]?");

    private SecretText() {}

    /** True for a setting whose whole value is a secret; {@code passwordFile} only names a file. */
    public static boolean isSecretKey(String key) {
        return KEY.matcher(key).matches() && !key.toLowerCase(Locale.ROOT).endsWith("file");
    }

    /** The value of a key without its secrets: stars where the key says that all of it is one. */
    public static String hideIn(String key, String value) {
        return isSecretKey(key) && !value.isEmpty() ? STARS : hideIn(value);
    }

    /**
     * A URL, or a text with URLs in it, without user-info and without the values of secret parameters: of what begins with {@code jdbc:}
     * rather too much than too little.
     */
    public static String hideIn(String text) {
        StringBuilder hidden = new StringBuilder();
        int end = 0;
        for (Place place : places(text)) {
            if (place.begin() >= end) {
                hidden.append(text, end, place.begin()).append(STARS);
            }
            end = Math.max(end, place.end());
        }
        return hidden.append(text.substring(end)).toString();
    }

    /** The secrets that {@link #hideIn} would hide, as they are written; the user's name stays out. */
    public static List<String> findIn(String url) {
        List<String> secrets = new ArrayList<>();
        List<Place> places = places(url);
        for (Place place : places) {
            String found = url.substring(place.begin(), place.end());
            // A login that ends inside a value is none: there is an at-sign in the value.
            if (places.stream().noneMatch(other -> other.begin() > place.begin() && other.begin() < place.end())) {
                secrets.add(found.substring(place.secret()));
                LOGIN.matcher(place.isLogin() ? found + "@" : "")
                        .results()
                        .forEach(login -> secrets.add(login.group(1)));
            }
        }
        return secrets;
    }

    /** What is hidden; its secret begins so far into it. */
    private record Place(int begin, int end, int secret, boolean isLogin) {}

    private static List<Place> places(String text) {
        List<Place> places = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            boolean isUrl = text.startsWith("jdbc:", from);
            Matcher next = NEXT_URL.matcher(text);
            int end = next.find(from) ? next.end() : text.length();
            String part = text.substring(from, end);
            addSettings(part.stripTrailing(), isUrl, from, places);
            for (String login : List.of(USER_INFO, ORACLE_LOGIN)) {
                Matcher found = Pattern.compile(String.format(login, isUrl ? "[\\S\\s]" : "\\S"))
                        .matcher(part);
                while (found.find()) {
                    boolean isOracle = found.groupCount() > 1;
                    int begin = isOracle ? found.end(1) : found.start(1);
                    int secret =
                            isOracle ? found.start(3) : begin + found.group(1).indexOf(':') + 1;
                    places.add(new Place(from + begin, from + found.end() - 1, secret - begin, !isOracle));
                }
            }
            from = end;
        }
        places.sort(Comparator.comparingInt(Place::begin));
        return places;
    }

    private static void addSettings(String text, boolean isUrl, int offset, List<Place> places) {
        Matcher setting = SETTING.matcher(text);
        for (int at = 0; setting.find(at); ) {
            at = setting.end();
            String key = setting.group(1);
            if (isSecretKey(key) || isSecretKey(decoded(key))) {
                at = valueEnd(text, setting.start(), at, isUrl);
                if (isUrl
                        || !REFERENCE.matcher(text.substring(setting.end(), at)).matches()) {
                    places.add(new Place(offset + setting.end(), offset + at, 0, false));
                }
            }
        }
    }

    private static int valueEnd(String text, int key, int value, boolean isUrl) {
        String end = key == 0 ? END_ELSEWHERE : ENDS.getOrDefault(text.charAt(key - 1), END_ELSEWHERE);
        // Stars are what was hidden before, and the sentence goes on.
        Matcher ends = Pattern.compile(isUrl ? end : text.startsWith(STARS, value) ? "(?<=\\*{3})" : end + "|[\\s\"<]")
                .matcher(text);
        Matcher quoted = QUOTED.matcher(text);
        int from = quoted.region(value, text.length()).lookingAt() ? quoted.end() : value;
        return ends.find(from) ? ends.start() : text.length();
    }

    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noEncoding) {
            return key;
        }
    }

    /**
     * The secrets among the words of a command line, as they were typed: the whole value of {@code -Dpassword=x}, {@code
     * password=x}, and the word after {@code --password}. Unlike in a URL, a value ends where its word ends.
     */
    public static List<String> findIn(List<String> words) {
        return IntStream.range(0, words.size())
                .mapToObj(i -> {
                    String word = words.get(i);
                    return Stream.concat(
                            Stream.of(word.substring(valueStart(words, i))),
                            findIn(word.substring(urlStart(word))).stream());
                })
                .flatMap(each -> each)
                .filter(secret -> !secret.isEmpty())
                .toList();
    }

    /** The words of a command line with stars for those secrets. */
    public static List<String> hideIn(List<String> words) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int value = valueStart(words, i);
            int url = urlStart(word);
            shown.add(
                    value < word.length()
                            ? word.substring(0, value) + STARS
                            : word.substring(0, url) + hideIn(word.substring(url)));
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

    /** Where in a word its URL begins, the word's length when there is none. */
    private static int urlStart(String word) {
        int url = word.indexOf("jdbc:");
        return url < 0 ? word.length() : url;
    }

    private static boolean isSecretWord(String key) {
        return isSecretKey(key.replaceFirst("^(?:-D|-+)", ""));
    }
}
