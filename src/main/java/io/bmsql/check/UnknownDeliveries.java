package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.result.LedgerEntry;
import io.bmsql.tpcc.Scale;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The Deliveries of unknown outcome, and what became of them: each took place in all its districts or in none. Of some no
 * terminal was told the orders: such a Delivery, without orders, took one of each district of its warehouse, except of those that had
 * none. Threads: any, once all are added.
 */
final class UnknownDeliveries {
    /** Where there are Deliveries without orders too, every choice among so many with orders is tried; of more it is not known who did what. */
    private static final int MAX_TRIED = 12;

    private final Coverage coverage;
    private final LedgerFindings findings;
    /** By warehouse and carrier: no others deliver for one another. */
    private final Map<Long, List<LedgerEntry.Delivery>> all = new TreeMap<>();
    /** What one of them that names its orders did deliver, by {@link LedgerPart#key}. */
    private final Set<Long> seen = ConcurrentHashMap.newKeySet();
    /** By warehouse and carrier, where there are Deliveries without orders: how many orders of each district nobody else delivered. */
    private final Map<Long, AtomicIntegerArray> unnamedSeen = new ConcurrentHashMap<>();

    UnknownDeliveries(Coverage coverage, LedgerFindings findings) {
        this.coverage = coverage;
        this.findings = findings;
    }

    private static long group(int warehouse, int carrier) {
        return (long) warehouse << Byte.SIZE | carrier;
    }

    void add(LedgerEntry.Delivery delivery) {
        long group = group(delivery.warehouse(), delivery.carrier());
        all.computeIfAbsent(group, none -> new ArrayList<>()).add(delivery);
        if (delivery.isBlind()) {
            unnamedSeen.computeIfAbsent(group, none -> new AtomicIntegerArray(Scale.DISTRICTS_PER_WAREHOUSE + 1));
        }
    }

    /** An order is delivered by this carrier, and one of these names it. */
    void see(int warehouse, int district, int order, int carrier) {
        seen.add(LedgerPart.key(warehouse, district, order, carrier));
    }

    /** An order is delivered by this carrier, and no Delivery names it; false when none without orders can have done it either. */
    boolean seeUnnamed(int warehouse, int district, int carrier) {
        AtomicIntegerArray orders = unnamedSeen.get(group(warehouse, carrier));
        if (orders != null) {
            orders.incrementAndGet(district);
        }
        return orders != null;
    }

    void resolve() {
        all.forEach((group, deliveries) -> {
            // The next one may have delivered the same orders by the same carrier after one was rolled back: it named
            // as many or more, and is looked at first. Before these come those whose orders are all there: they may
            // explain the orders of one that is there in part.
            deliveries.sort(Comparator.comparing((LedgerEntry.Delivery delivery) -> !seen.containsAll(keys(delivery)))
                    .thenComparing(delivery -> -keys(delivery).size()));
            AtomicIntegerArray unnamed = unnamedSeen.get(group);
            if (unnamed == null) {
                Set<Long> explained = new HashSet<>();
                deliveries.forEach(delivery -> resolve(delivery, keys(delivery), explained));
            } else {
                resolve(deliveries, unnamed);
            }
        });
    }

    private List<Long> keys(LedgerEntry.Delivery delivery) {
        return IntStream.rangeClosed(1, delivery.orders().size())
                .filter(district -> delivery.orders().get(district - 1) > 0
                        && coverage.state(delivery.warehouse(), district) != null)
                .mapToObj(district -> LedgerPart.key(
                        delivery.warehouse(), district, delivery.orders().get(district - 1), delivery.carrier()))
                .toList();
    }

    private static String name(LedgerEntry.Delivery delivery) {
        return "Delivery w=" + delivery.warehouse() + " carrier " + delivery.carrier()
                + (delivery.isBlind() ? "" : " orders " + delivery.orders());
    }

    private void resolve(LedgerEntry.Delivery delivery, List<Long> wanted, Set<Long> explained) {
        long there = wanted.stream()
                .filter(key -> seen.contains(key) && !explained.contains(key))
                .count();
        boolean isCertain = coverage.canTellAll() && wanted.stream().noneMatch(explained::contains);
        if (there > 0 && there < wanted.size()) {
            String seenText = there + " of " + wanted.size() + " districts";
            findings.unexplained(Rule.UNKNOWN, isCertain, name(delivery) + ": happened in " + seenText);
        } else {
            explained.addAll(there > 0 ? wanted : List.of());
            findings.resolved(there > 0, name(delivery));
        }
    }

    /** Finds which of the Deliveries with orders took place, and how many without: any choice that explains all delivered orders will do. */
    private void resolve(List<LedgerEntry.Delivery> deliveries, AtomicIntegerArray unnamed) {
        List<LedgerEntry.Delivery> withoutOrders =
                deliveries.stream().filter(LedgerEntry.Delivery::isBlind).toList();
        List<LedgerEntry.Delivery> named =
                deliveries.stream().filter(delivery -> !delivery.isBlind()).toList();
        int choices = 1 << Math.min(named.size(), MAX_TRIED);
        for (int choice = choices - 1; choice >= 0; choice--) {
            int chosen = choice;
            Predicate<Integer> happened = at -> at >= MAX_TRIED || (chosen & 1 << at) != 0;
            int[] left = left(named, happened, unnamed);
            int most = IntStream.of(left).max().orElse(0);
            if (most <= withoutOrders.size() && isLeftWhole(withoutOrders.get(0).warehouse(), left, most)) {
                for (int at = 0; at < named.size(); at++) {
                    findings.resolved(happened.test(at), name(named.get(at)));
                }
                for (int at = 0; at < withoutOrders.size(); at++) {
                    findings.resolved(at < most, name(withoutOrders.get(at)));
                }
                return;
            }
        }
        findings.unexplained(
                Rule.UNKNOWN,
                coverage.canTellAll() && named.size() <= MAX_TRIED,
                name(withoutOrders.get(0)) + ": " + withoutOrders.size() + " of unknown orders and " + named.size()
                        + " others do not explain, whole, what is delivered");
    }

    /** Counts the orders of each district that are left for Deliveries without orders; more than there can be when the chosen others cannot all have happened. */
    private int[] left(List<LedgerEntry.Delivery> named, Predicate<Integer> happened, AtomicIntegerArray unnamed) {
        int[] left = new int[unnamed.length()];
        Set<Long> rest = new HashSet<>();
        named.forEach(delivery -> rest.addAll(keys(delivery)));
        rest.retainAll(seen);
        for (int at = 0; at < named.size(); at++) {
            List<Long> keys = keys(named.get(at));
            if (happened.test(at) && !rest.containsAll(keys)) {
                left[0] = Integer.MAX_VALUE;
            }
            rest.removeAll(happened.test(at) ? keys : List.of());
        }
        rest.forEach(key -> left[LedgerPart.district(key)]++);
        for (int district = 1; district < left.length; district++) {
            left[district] += unnamed.get(district);
        }
        return left;
    }

    /** True when no district lacks one that it must have had. */
    private boolean isLeftWhole(int warehouse, int[] left, int most) {
        return IntStream.range(1, left.length).allMatch(district -> {
            DistrictState state = coverage.state(warehouse, district);
            return left[district] == most || state == null || !state.hadAlwaysOpen;
        });
    }
}
