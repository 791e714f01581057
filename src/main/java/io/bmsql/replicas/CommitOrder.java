package io.bmsql.replicas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Whether all nodes show one order of commits. Beginnings of one history contain each other, whenever they were read: each reading is
 * held against the last ones of the other nodes. For any thread.
 */
final class CommitOrder {
    /** Older ones are below all that comes later, or were compared already. */
    private static final int KEPT_READINGS = 20;

    private static final int MOST_SAMPLES = 3;

    private final AcknowledgedOrders districts;
    private final List<Node> nodes = new ArrayList<>();

    /** One look at all counters. */
    private record Reading(int node, double atSeconds, int[] next) {}

    /** The last readings of a node, and what was found between it and others, counted at the copy of the later reading. */
    private static final class Node {
        private final Deque<Reading> readings = new ArrayDeque<>();
        private final List<String> samples = new ArrayList<>();
        private long contradictions;
    }

    CommitOrder(AcknowledgedOrders districts, int nodes) {
        this.districts = districts;
        for (int node = 0; node < nodes; node++) {
            this.nodes.add(new Node());
        }
    }

    /** @param node 0 is the database itself */
    synchronized void add(int node, double atSeconds, int[] next) {
        Reading fresh = new Reading(node, atSeconds, next);
        for (int other = 0; other < nodes.size(); other++) {
            if (other != node) {
                Node copy = nodes.get(node > 0 ? node : other);
                nodes.get(other).readings.stream()
                        .filter(reading -> contradict(reading.next, next))
                        .forEach(reading -> {
                            copy.contradictions++;
                            if (copy.samples.size() < MOST_SAMPLES) {
                                copy.samples.add(sample(reading, fresh));
                            }
                        });
            }
        }
        Deque<Reading> own = nodes.get(node).readings;
        own.addLast(fresh);
        if (own.size() > KEPT_READINGS) {
            own.removeFirst();
        }
    }

    /** Pairs of readings that contradict each other, one of this copy's and another node's. */
    synchronized long contradictions(int copy) {
        return nodes.get(copy).contradictions;
    }

    /** The first ones, with both readings. */
    synchronized List<String> samples(int copy) {
        return List.copyOf(nodes.get(copy).samples);
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
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s at %.1f s and %s at %.1f s:",
                name(one.node),
                one.atSeconds,
                name(other.node),
                other.atSeconds));
        for (int district = 0; district < one.next.length; district++) {
            if (one.next[district] != other.next[district]) {
                text.append(' ')
                        .append(districts.name(district))
                        .append(' ')
                        .append(one.next[district])
                        .append(' ')
                        .append(other.next[district])
                        .append(',');
            }
        }
        return text.substring(0, text.length() - 1);
    }

    static String name(int node) {
        return node == 0 ? "the database" : "copy " + node;
    }
}
