package io.bmsql.config;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the key that the user most likely meant. */
final class NearestKey {
    /** One slip is forgiven in this many characters. */
    private static final int CHARACTERS_PER_SLIP = 4;

    /** Longer words are sentences that lost their comment sign. */
    private static final int MAX_LENGTH = 40;

    private NearestKey() {}

    /** The known key with the fewest slips, when they are few for its length; letter case, {@code -} and {@code _} do not count. */
    static Optional<String> to(String unknown) {
        if (unknown.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return Stream.concat(
                        Stream.of(PropertyKey.values()).flatMap(NearestKey::names),
                        UnsupportedKey.ALL.stream().map(UnsupportedKey::key))
                .filter(known -> slips(unknown, known) <= Math.max(1, known.length() / CHARACTERS_PER_SLIP))
                .min(Comparator.comparingInt(known -> slips(unknown, known)));
    }

    private static Stream<String> names(PropertyKey key) {
        return Stream.concat(Stream.of(key.key()), key.aliases.stream());
    }

    private static int slips(String first, String second) {
        return distance(plain(first), plain(second));
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").replace(".", "");
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
