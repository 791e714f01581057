package io.bmsql.secret;

import java.util.ArrayList;
import java.util.List;

/**
 * Secrets among the words of a command line: the whole value of {@code -Dpassword=x}, {@code password=x}, and the word after
 * {@code --password}. Unlike in a URL, a value ends where its word ends, whatever characters it holds.
 */
public final class SecretArguments {
    private SecretArguments() {}

    /** The secret values as they were typed. */
    public static List<String> secretsIn(List<String> words) {
        List<String> secrets = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            int value = valueStart(words, i);
            if (value < words.get(i).length()) {
                secrets.add(words.get(i).substring(value));
            }
        }
        return secrets;
    }

    /** The words with stars for the secret values; secrets in URLs are left to others. */
    public static List<String> hide(List<String> words) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int value = valueStart(words, i);
            shown.add(value < word.length() ? word.substring(0, value) + SecretText.STARS : word);
        }
        return shown;
    }

    /** Where in a word its secret begins, the word's length when there is none. */
    private static int valueStart(List<String> words, int index) {
        String word = words.get(index);
        int equals = word.indexOf('=');
        if (equals >= 0 && isSecretKey(word.substring(0, equals))) {
            return equals + 1;
        }
        String before = index == 0 ? "" : words.get(index - 1);
        boolean isNamedBefore = before.startsWith("-") && before.indexOf('=') < 0 && isSecretKey(before);
        return isNamedBefore && !word.startsWith("-") ? 0 : word.length();
    }

    private static boolean isSecretKey(String key) {
        return SecretText.isSecretKey(key.replaceFirst("^(?:-D|-+)", ""));
    }
}
