package io.bmsql.replicas;

import io.bmsql.common.NumberText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether all nodes show one order of commits. Beginnings of one history contain each other, whenever they were read: each reading is
 * held against the last ones of the other nodes. For any thread.
 */
final class CommitOrder {
    /** For each node; older ones are below all that comes later, or were compared already. */
    private static final int KEPT_READINGS = 20;

    private static final int MAX_SAMPLES = 3;

    private final AcknowledgedOrders districts;
    private final Deque<Reading> latest = new ArrayDeque<>();
    /** By copy: what was found between it and others, counted at the copy of the later reading. */
    private final long[] contradictions;

    private final List<List<String>> samples = new ArrayList<>();

    /** One look at all counters. */
    private record Reading(int node, double atSeconds, int[] next) {}

    CommitOrder(AcknowledgedOrders districts, int nodes) {
        this.districts = districts;
        this.contradictions = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            samples.add(new ArrayList<>());
        }
    }

    /** @param node 0 is the database itself */
    synchronized void add(int node, double atSeconds, int[] next) {
        Reading fresh = new Reading(node, atSeconds, next);
        for (Reading reading : latest) {
            if (reading.node != node && contradict(reading.next, next)) {
                int copy = node > 0 ? node : reading.node;
                contradictions[copy]++;
                if (samples.get(copy).size() < MAX_SAMPLES) {
                    samples.get(copy).add(sample(reading, fresh));
                }
            }
        }
        latest.addLast(fresh);
        if (latest.size() > KEPT_READINGS * contradictions.length) {
            latest.removeFirst();
        }
    }

    /** Pairs of readings that contradict each other, one of this copy's and another node's. */
    synchronized long contradictions(int copy) {
        return contradictions[copy];
    }

    /** The first ones, with both readings. */
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

    /** Names the districts in which the two differ, as warehouse/district with both counters. */
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
