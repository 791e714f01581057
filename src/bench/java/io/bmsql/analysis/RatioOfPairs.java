package io.bmsql.analysis;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Says of pairs on the standard input, a line "base new" each, what "ab --together" says of runs that are made at the same moments. */
public final class RatioOfPairs {
    private RatioOfPairs() {}

    public static void main(String[] args) {
        List<double[]> pairs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .map(line -> Arrays.stream(line.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        RatioInterval ratio = RatioInterval.ofSequence(
                new PairLooks(pairs.size()),
                new PairPlan(pairs.size(), 0),
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray());
        System.out.printf(
                "%+.1f%% (%+.1f to %+.1f%%)%n",
                100 * (ratio.ratio() - 1), 100 * (ratio.low() - 1), 100 * (ratio.high() - 1));
    }
}
