package io.bmsql.check;

import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.ViolationsFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a verification has found so far: counts, and the first keys of each kind; all of them go to a file. Threads: any. */
final class LedgerFindings {
    /** More would not fit a screen; the total counts the rest. */
    static final int MAX_SAMPLES = 20;

    private static final int MAX_SUMS = 1 << 12;

    private final Map<Rule, Found> found = new EnumMap<>(Rule.class);
    private final ViolationsFile all;
    private long unknownHappened;
    private final Map<Long, Long> goneBySecond = new TreeMap<>();
    private long oldestGoneEpochMillis = Long.MAX_VALUE;
    private long explained;
    private final Map<Integer, Surplus> surplusOfWarehouses = new HashMap<>();

    LedgerFindings(ViolationsFile all) {
        this.all = all;
    }

    /** What must hold between a ledger and its database, in the order of the report. */
    enum Rule {
        RUN("run", "the database knows this run"),
        NEW_ORDERS("new-orders", "every committed New-Order is stored, with its customer, lines and amount"),
        PAYMENTS("payments", "every committed Payment is in the history"),
        DELIVERIES("deliveries", "the orders of every committed Delivery are delivered, by its carrier"),
        PHANTOMS("phantoms", "there is no order, payment or delivery that failed or that no run made"),
        DUPLICATES("duplicates", "nothing is stored twice, and no order number was used twice"),
        UNKNOWN("unknown", "a transaction that lost its connection happened completely or not at all"),
        ORDER_NUMBERS("d_next_o_id", "every district's next order number grew by its New-Orders"),
        WAREHOUSE_YTD("w_ytd", "every warehouse's w_ytd grew by its Payments"),
        DISTRICT_YTD("d_ytd", "every district's d_ytd grew by its Payments"),
        BALANCES("balances", "every warehouse's c_balance is what was delivered less what was paid");

        final String title;
        final String description;

        Rule(String title, String description) {
            this.title = title;
            this.description = description;
        }
    }

    private static final class Found {
        private long checked;
        private long violations;
        private long surplus;
        private long open;
        private final List<String> samples = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private long moreNotes;
    }

    private static final class Surplus {
        private long allCents;
        /** What one, some or all of the first rows add up to, in cents. */
        private final Set<Long> sums = new HashSet<>(Set.of(0L));
    }

    private Found of(Rule rule) {
        return found.computeIfAbsent(rule, name -> new Found());
    }

    synchronized void checked(Rule rule, long count) {
        of(rule).checked += count;
    }

    synchronized void violated(Rule rule, String text) {
        Found at = of(rule);
        at.violations++;
        all.add(rule.title, text);
        if (at.samples.size() < MAX_SAMPLES) {
            at.samples.add(text);
        }
    }

    /** Something that was acknowledged is not there any more, as a whole. */
    synchronized void gone(Rule rule, String text, long acknowledgedEpochMillis) {
        violated(rule, text + ", acknowledged " + Instant.ofEpochMilli(acknowledgedEpochMillis));
        goneBySecond.merge(Math.floorDiv(acknowledgedEpochMillis, 1000), 1L, Long::sum);
        oldestGoneEpochMillis = Math.min(oldestGoneEpochMillis, acknowledgedEpochMillis);
        explained++;
    }

    /** A violation is no more than what follows from those. */
    synchronized void followsFromGone() {
        explained++;
    }

    /** Null when nothing is gone. */
    synchronized LedgerResult.@Nullable Gone gone() {
        return goneBySecond.isEmpty()
                ? null
                : new LedgerResult.Gone(oldestGoneEpochMillis, new TreeMap<>(goneBySecond), explained);
    }

    /** There is more than the ledger knows; its origin is unknown. */
    synchronized void open(Rule rule) {
        of(rule).open++;
    }

    /** There is more than the ledger knows: a violation when it is certain that no run made it, otherwise open. */
    void unexplained(Rule rule, boolean isCertain, String text) {
        if (isCertain) {
            violated(rule, text);
        } else {
            open(rule);
        }
    }

    /** The same for what takes nothing from what was committed. */
    synchronized void surplus(Rule rule, boolean isCertain, String text) {
        unexplained(rule, isCertain, text);
        of(rule).surplus += isCertain ? 1 : 0;
    }

    /** Rows that no run made changed what the customers of a warehouse should have, by so much, whether they have it or not. */
    synchronized void surplusBalance(int warehouse, long cents) {
        Surplus surplus = surplusOfWarehouses.computeIfAbsent(warehouse, unseen -> new Surplus());
        surplus.allCents += cents;
        if (surplus.sums.size() < MAX_SUMS) {
            List.copyOf(surplus.sums).forEach(sum -> surplus.sums.add(sum + cents));
        }
    }

    /** True when balances that are less by so much lack just what some of those rows, or all, should have changed. */
    synchronized boolean isSurplusBalance(int warehouse, long cents) {
        Surplus surplus = surplusOfWarehouses.getOrDefault(warehouse, new Surplus());
        return surplus.allCents == cents || surplus.sums.contains(cents);
    }

    synchronized void resolved(boolean happened, String text) {
        unknownHappened += happened ? 1 : 0;
        Found at = of(Rule.UNKNOWN);
        if (at.notes.size() < MAX_SAMPLES) {
            at.notes.add(text + (happened ? ": happened" : ": did not happen"));
        } else {
            at.moreNotes++;
        }
    }

    synchronized long unknownHappened() {
        return unknownHappened;
    }

    synchronized Check check(Rule rule) {
        Found at = of(rule);
        State state = at.violations > 0 ? State.FAILED : at.open > 0 ? State.OPEN : State.OK;
        long count = state == State.OPEN ? at.open : at.violations;
        List<String> samples = new ArrayList<>(at.samples);
        samples.addAll(at.notes);
        if (at.moreNotes > 0) {
            samples.add(at.moreNotes + " more of unknown outcome");
        }
        return new Check(rule.title, rule.description, state, at.checked, count, at.surplus, List.copyOf(samples));
    }
}
