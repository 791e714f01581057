package io.bmsql.replicas;

import io.bmsql.common.NumberText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Holds readings of all nodes against each other: beginnings of one history contain each other. Any thread. */
final class CommitOrder {
    /** For each node; older ones are below all that comes later, or were compared already. */
    private static final int KEPT_READINGS = 20;

    private static final int MOST_SAMPLES = 3;

    private final AcknowledgedOrders districts;
    private final Deque<Reading> latest = new ArrayDeque<>();
    private final long[] contradictions;

    private final List<List<String>> samples = new ArrayList<>();

    private record Reading(int node, double atSeconds, int[] next) {}

    CommitOrder(AcknowledgedOrders districts, int nodes) {
        this.districts = districts;
        this.contradictions = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            samples.add(new ArrayList<>());
        }
    }

    synchronized void add(int node, double atSeconds, int[] next) {
        Reading fresh = new Reading(node, atSeconds, next);
        for (Reading reading : latest) {
            if (reading.node != node && contradict(reading.next, next)) {
                int copy = node > 0 ? node : reading.node;
                contradictions[copy]++;
                if (samples.get(copy).size() < MOST_SAMPLES) {
                    samples.get(copy).add(sample(reading, fresh));
                }
            }
        }
        latest.addLast(fresh);
        if (latest.size() > KEPT_READINGS * contradictions.length) {
            latest.removeFirst();
        }
    }

    synchronized long contradictions(int copy) {
        return contradictions[copy];
    }

    synchronized List<String> samples(int copy) {
        return List.copyOf(samples.get(copy));
    }

    /** True when each is ahead of the other in some district. */
    static boolean contradict(int[] one, int[] other) {
        boolean isAhead = false;
        boolean isBehind = false;
        for (int district = 0; district < one.length; district++) {
            isAhead |= one[district] > other[district];
            isBehind |= one[district] < other[district];
        }
        return isAhead && isBehind;
    }

    private String sample(Reading one, Reading other) {
        String moments = NumberText.format(
                "%s at %.1f s and %s at %.1f s: ", name(one.node), one.atSeconds, name(other.node), other.atSeconds);
        return IntStream.range(0, one.next.length)
                .filter(district -> one.next[district] != other.next[district])
                .mapToObj(district -> districts.name(district) + " " + one.next[district] + " " + other.next[district])
                .collect(Collectors.joining(", ", moments, ""));
    }

    static String name(int node) {
        return node == 0 ? "the database" : "copy " + node;
    }
}
