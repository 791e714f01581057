package io.bmsql.common;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the known word that the user most likely meant. */
public final class NearestWord {
    /** One slip is forgiven in this many characters. */
    private static final int CHARACTERS_PER_SLIP = 4;

    /** Longer words are sentences that lost their comment sign. */
    private static final int MAX_LENGTH = 40;

    private NearestWord() {}

    /** The known word with the fewest slips, when they are few for its length; letter case, {@code -} and {@code _} do not count. */
    public static Optional<String> to(String unknown, Stream<String> known) {
        if (unknown.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return known.filter(word -> slips(unknown, word) <= Math.max(1, word.length() / CHARACTERS_PER_SLIP))
                .min(Comparator.comparingInt(word -> slips(unknown, word)));
    }

    /** For the end of a message about an unknown word; empty when no known one is like it. */
    public static String question(String unknown, Stream<String> known) {
        return to(unknown, known).map(near -> ": did you mean `" + near + "`?").orElse("");
    }

    private static int slips(String first, String second) {
        return distance(plain(first), plain(second));
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").replace(".", "");
    }

    /** Inserted, left out, changed and swapped characters (optimal string alignment). */
    static int distance(String first, String second) {
        int[][] cost = new int[first.length() + 1][second.length() + 1];
        for (int i = 0; i <= first.length(); i++) {
            for (int j = 0; j <= second.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, first, second, i, j);
            }
        }
        return cost[first.length()][second.length()];
    }

    private static int cheapest(int[][] cost, String first, String second, int i, int j) {
        int change = first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1
                && j > 1
                && first.charAt(i - 1) == second.charAt(j - 2)
                && first.charAt(i - 2) == second.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
