package io.bmsql.common;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hides secrets in any text: passwords everywhere, user-info and password parameters in URLs. For many threads. */
public final class SecretMask {
    /** Shorter secrets would star half of any text; they are still hidden as a parameter's value and in user-info. */
    private static final int MIN_LENGTH_ANYWHERE = 3;

    private final Set<String> known = new HashSet<>();
    private volatile List<Pattern> spellings = List.of();

    private SecretMask(Collection<String> secrets) {
        secrets.stream()
                .filter(secret -> secret.length() >= MIN_LENGTH_ANYWHERE)
                .forEach(secret -> addSpellings(secret, known));
        use(this);
    }

    /** Hides these secrets, and in URLs what {@link SecretText#hideIn} finds. */
    public static SecretMask of(Collection<String> secrets) {
        return new SecretMask(secrets);
    }

    /**
     * Hides the passwords and the secrets inside the URLs. One that is also a public word, as in {@code db=postgres}, is
     * only hidden in the places of secrets: stars in its place would reveal it.
     */
    public static SecretMask of(Collection<String> urls, Collection<String> passwords, Collection<String> publicWords) {
        Set<String> secrets = new LinkedHashSet<>();
        StringBuilder publicText = new StringBuilder(String.join(" ", publicWords));
        for (String url : urls) {
            SecretText.findIn(url).forEach(secret -> addDecoded(secret, secrets));
            publicText.append(' ').append(SecretText.hideIn(url));
        }
        secrets.addAll(passwords);
        secrets.removeIf(secret ->
                !secret.isEmpty() && standingAlone(secret).matcher(publicText).find());
        return new SecretMask(secrets);
    }

    /** From now on hides what that one hides as well: what every message passes begins without known secrets. */
    public synchronized void use(SecretMask secrets) {
        known.addAll(secrets.known);
        spellings = known.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(SecretMask::standingAlone)
                .toList();
    }

    /** The text without this mask's secrets in any usual spelling, and without user-info and password parameters. */
    public String hide(String text) {
        // Known secrets first: one with an & in it would be half gone, and no longer known, after the search by places.
        String hidden = text;
        for (Pattern spelling : spellings) {
            hidden = spelling.matcher(hidden).replaceAll(Matcher.quoteReplacement(SecretText.STARS));
        }
        return SecretText.hideIn(hidden);
    }

    private static void addDecoded(String quoted, Set<String> secrets) {
        boolean inQuotes = quoted.length() > 1 && "{\"'".indexOf(quoted.charAt(0)) >= 0;
        String secret = inQuotes ? quoted.substring(1, quoted.length() - 1) : quoted;
        secrets.add(secret);
        try {
            secrets.add(URLDecoder.decode(secret, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException noEncoding) {
            // A per cent sign that begins no code: the secret is written as it is, and that spelling is in already.
            secrets.add(secret.replace("%", "%25"));
        }
    }

    private static void addSpellings(String secret, Set<String> spellings) {
        String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        spellings.add(secret);
        spellings.add(encoded);
        spellings.add(encoded.replace("+", "%20"));
        spellings.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
        spellings.add(secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    /** One of letters and digits counts when it stands alone: {@code postgres} hides nothing in {@code postgresql}. */
    private static Pattern standingAlone(String spelling) {
        boolean plainWord = spelling.chars().allMatch(Character::isLetterOrDigit);
        String quoted = Pattern.quote(spelling);
        if (plainWord) {
            return Pattern.compile("(?:(?<![\\p{L}\\p{N}])|(?<=%\\p{XDigit}{2}))" + quoted + "(?![\\p{L}\\p{N}])");
        }
        return Pattern.compile(quoted, spelling.indexOf('%') >= 0 ? Pattern.CASE_INSENSITIVE : 0);
    }
}
