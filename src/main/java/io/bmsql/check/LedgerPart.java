package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.LedgerEntry;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.Decimals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one part of the ledgers knows: its payments are compared as it is read, its orders by an {@link OrderCheck} for each ten
 * thousand of a district.
 */
final class LedgerPart {
    private final Coverage coverage;
    private final LedgerFindings findings;
    private final UnknownDeliveries unknownDeliveries;
    private final boolean comparesPayments;
    // A number is given out again after a rollback: of one order there are all entries that may have made it.
    private final Map<Long, List<LedgerEntry.NewOrder>> made = new HashMap<>();
    private final Map<Long, List<Delivered>> deliveries = new HashMap<>();
    /** By what a row of the history holds; each row takes one away. */
    private final Map<LedgerEntry.Payment, Counts> payments = new HashMap<>();

    private long historyRows;

    private record Delivered(Outcome outcome, long endedEpochMillis, int carrier) {}

    private static final class Counts {
        private int committed;
        private int unknown;
        private int failed;
        private int known;
        /** Belongs to the committed one that ended first: which of several is gone, nobody can tell. */
        private long endedEpochMillis = Long.MAX_VALUE;
    }

    /** @param unknownDeliveries hears of what was delivered by one of unknown outcome */
    LedgerPart(
            Coverage coverage, LedgerFindings findings, UnknownDeliveries unknownDeliveries, boolean comparesPayments) {
        this.coverage = coverage;
        this.findings = findings;
        this.unknownDeliveries = unknownDeliveries;
        this.comparesPayments = comparesPayments;
    }

    static long key(int warehouse, int district, int order) {
        return RunStart.place(warehouse, district) << Integer.SIZE | order;
    }

    static long key(int warehouse, int district, int order, int carrier) {
        return key(warehouse, district, order) << 4 | carrier;
    }

    /** The district of such a key. */
    static int district(long key) {
        return (int) (key >>> Integer.SIZE + 4) & 0xFF;
    }

    /** The first committed entry that matches, else the first of unknown outcome. */
    private static <E> Optional<E> first(List<E> entries, Function<E, Outcome> outcome, Predicate<E> matching) {
        return Stream.of(Outcome.COMMITTED, Outcome.UNKNOWN)
                .flatMap(wanted -> entries.stream().filter(entry -> outcome.apply(entry) == wanted))
                .filter(matching)
                .findFirst();
    }

    private static <E> List<E> joined(List<E> entries, List<E> more) {
        return Stream.concat(entries.stream(), more.stream()).toList();
    }

    private DistrictState state(int warehouse, int district) {
        // Entries and rows of other districts are in no part.
        return Objects.requireNonNull(coverage.state(warehouse, district));
    }

    void made(LedgerEntry.NewOrder entry) {
        DistrictState state = state(entry.warehouse(), entry.district());
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        if (entry.order() < state.baseline.nextOrderId()) {
            if (isCommitted) {
                findings.violated(
                        Rule.DUPLICATES,
                        state.name(entry.order())
                                + ": the number was given out before the run and again to customer "
                                + entry.customer());
            }
            return;
        }
        List<LedgerEntry.NewOrder> one = List.of(entry);
        boolean mayBeStored = isCommitted || entry.outcome() == Outcome.UNKNOWN;
        made.merge(
                key(entry.warehouse(), entry.district(), entry.order()),
                one,
                (there, more) -> mayBeStored ? joined(there, more) : there);
    }

    void delivered(Outcome outcome, long endedEpochMillis, int warehouse, int district, int order, int carrier) {
        DistrictState state = state(warehouse, district);
        if (order >= state.baseline.oldestOpenOrderId()) {
            deliveries.merge(
                    key(warehouse, district, order),
                    List.of(new Delivered(outcome, endedEpochMillis, carrier)),
                    LedgerPart::joined);
        } else if (outcome == Outcome.COMMITTED) {
            findings.violated(
                    Rule.DUPLICATES,
                    state.name(order) + ": it was delivered before the run and again by carrier " + carrier);
        }
    }

    void paid(LedgerEntry.Payment entry) {
        if (!comparesPayments) {
            return;
        }
        Counts counts = payments.computeIfAbsent(entry.key(), unseen -> new Counts());
        switch (entry.outcome()) {
            case COMMITTED -> {
                counts.committed++;
                counts.known++;
                counts.endedEpochMillis = Math.min(counts.endedEpochMillis, entry.endedEpochMillis());
            }
            case UNKNOWN -> {
                counts.unknown++;
                counts.known++;
            }
            case FAILED, ROLLED_BACK -> counts.failed++;
        }
    }

    /** Compares a row of the history with the payments, all of which are known by then. */
    void historyRow(LedgerEntry.Payment key) {
        if (!comparesPayments) {
            return;
        }
        historyRows++;
        Counts counts = payments.get(key);
        Counts withoutCustomer = payments.get(key.withoutCustomer());
        if (counts != null && counts.committed > 0) {
            counts.committed--;
        } else if (counts != null && counts.unknown > 0 || withoutCustomer != null && withoutCustomer.unknown > 0) {
            Objects.requireNonNull(counts != null && counts.unknown > 0 ? counts : withoutCustomer).unknown--;
            state(key.warehouse(), key.district()).paidCents.addAndGet(key.cents());
            findings.resolved(true, key.toString());
        } else if (!coverage.canTellAll()) {
            findings.open(Rule.PHANTOMS);
        } else if (counts != null && counts.known > 0) {
            surplus(Rule.DUPLICATES, key, key + ": it is stored once more than it was paid");
        } else if (counts != null && counts.failed > 0) {
            surplus(Rule.PHANTOMS, key, "phantom " + key + ": it failed, but it is stored");
        } else {
            surplus(Rule.PHANTOMS, key, "phantom " + key + ": no run made it");
        }
    }

    private void surplus(Rule rule, LedgerEntry.Payment key, String text) {
        findings.surplus(rule, true, text);
        findings.surplusBalance(key.customerWarehouse(), -key.cents());
    }

    /** After the last row: what is left of the payments was lost. */
    void finish() {
        findings.checked(Rule.PHANTOMS, historyRows);
        payments.forEach((key, counts) -> {
            for (int lost = 0; lost < counts.committed; lost++) {
                state(key.warehouse(), key.district()).lostCents.addAndGet(key.cents());
                findings.gone(Rule.PAYMENTS, "lost " + key, counts.endedEpochMillis);
            }
            for (int gone = 0; gone < counts.unknown; gone++) {
                findings.resolved(false, key.toString());
            }
        });
    }

    /** Compares some orders of a district, with their lines and open orders, with the ledgers, number after number. */
    final class OrderCheck {
        private static final int FETCH_ROWS = 2_000;
        private static final int NO_ROW = Integer.MAX_VALUE;

        private final DistrictState district;
        private final int last;

        // Three answers, all in the order of the order's number, and the place that is reached in them.
        private final ResultSet orders;
        private final ResultSet lines;
        private final ResultSet open;
        private int next;
        private int order;
        private int lineOrder;
        private int openOrder;
        private boolean isOpen;
        private int lineCount;
        private int deliveredLines;
        private long lineCents;
        private long checkedOrders;

        /** Orders from {@code first} to {@code last}, which is beyond all numbers for the district's last ones. */
        OrderCheck(WorkerConnection connection, DistrictState district, int first, int last) throws SQLException {
            this.district = district;
            this.last = last;
            next = first;
            orders = query(connection, StatementId.LEDGER_ORDERS);
            lines = query(connection, StatementId.LEDGER_ORDER_LINES);
            open = query(connection, StatementId.LEDGER_NEW_ORDERS);
            lineOrder = advance(lines);
            openOrder = advance(open);
        }

        private ResultSet query(WorkerConnection connection, StatementId id) throws SQLException {
            BoundStatement statement = connection.bound(id, district.warehouse, district.baseline.id(), next, last);
            // Three answers are read at once, which Connector/J does not do row by row; they are short.
            statement.setFetchSize(FETCH_ROWS);
            return statement.query();
        }

        void run() throws SQLException {
            try (orders;
                    lines;
                    open) {
                while (nextOrder()) {
                    if (order >= district.baseline.nextOrderId()) {
                        judgeOrder();
                    }
                    judgeDelivery();
                }
                missingUntil(Math.min(district.lastOrder(), last) + 1);
                findings.checked(Rule.PHANTOMS, checkedOrders);
            }
        }

        private long key(int number) {
            return LedgerPart.key(district.warehouse, district.baseline.id(), number);
        }

        private static int advance(ResultSet rows) throws SQLException {
            return rows.next() ? rows.getInt(1) : NO_ROW;
        }

        private boolean nextOrder() throws SQLException {
            do {
                if (!orders.next()) {
                    return false;
                }
                order = orders.getInt(1);
                if (order < next) {
                    findings.surplus(Rule.DUPLICATES, true, district.name(order) + ": it is stored twice");
                }
            } while (order < next);
            missingUntil(order);
            next = order + 1;
            readLines();
            while (openOrder < order) {
                openOrder = advance(open);
            }
            isOpen = openOrder == order;
            return true;
        }

        private void readLines() throws SQLException {
            while (lineOrder < order) {
                lineOrder = advance(lines);
            }
            boolean found = lineOrder == order;
            lineCount = found ? lines.getInt(2) : 0;
            lineCents = found ? Decimals.cents(lines, 3) : 0;
            deliveredLines = found ? lines.getInt(4) : 0;
        }

        /** What the ledger knows and the database does not, up to this number. */
        private void missingUntil(int until) {
            for (int gone = next; gone < until; gone++) {
                List<LedgerEntry.NewOrder> entries = made.getOrDefault(key(gone), List.of());
                others(gone, entries, null);
                boolean isLost = entries.stream().anyMatch(entry -> entry.outcome() == Outcome.COMMITTED);
                boolean isDelivered = deliveries.getOrDefault(key(gone), List.of()).stream()
                        .anyMatch(delivery -> delivery.outcome() == Outcome.COMMITTED);
                if (isDelivered && !isLost) {
                    findings.violated(Rule.DELIVERIES, "delivered " + district.name(gone) + ": the order is gone");
                }
            }
        }

        /** What became of the entries of a number besides the one that is there, which may be none. */
        private void others(int number, List<LedgerEntry.NewOrder> entries, LedgerEntry.@Nullable NewOrder there) {
            boolean isGivenAgain = there != null;
            for (LedgerEntry.NewOrder entry : entries) {
                String name = district.name(number);
                if (entry != there && entry.outcome() == Outcome.COMMITTED) {
                    district.lostOrders.incrementAndGet();
                    findings.gone(
                            isGivenAgain ? Rule.DUPLICATES : Rule.NEW_ORDERS,
                            isGivenAgain
                                    ? name + ": the number was given out twice, lost is that of " + described(entry)
                                    : "lost New-Order " + name + " (" + described(entry) + ")",
                            entry.endedEpochMillis());
                    isGivenAgain = true;
                } else if (entry != there && entry.outcome() == Outcome.UNKNOWN) {
                    findings.resolved(false, "New-Order " + name);
                }
            }
        }

        private String described(LedgerEntry.NewOrder entry) {
            return "customer " + entry.customer() + ", " + entry.lines() + " lines, "
                    + Cents.toDecimal(entry.totalCents());
        }

        private void judgeOrder() throws SQLException {
            List<LedgerEntry.NewOrder> entries = made.getOrDefault(key(order), List.of());
            checkedOrders++;
            Map<LedgerEntry.NewOrder, String> differences = new IdentityHashMap<>();
            for (LedgerEntry.NewOrder entry : entries) {
                differences.put(entry, difference(entry));
            }
            LedgerEntry.NewOrder there = first(
                            entries, LedgerEntry::outcome, entry -> "".equals(differences.get(entry)))
                    .orElse(null);
            if (there == null && orders.getInt(3) == lineCount) {
                there = district.takeUnnumbered(orders.getInt(2), lineCount);
            }
            if (there == null) {
                there = first(entries, LedgerEntry::outcome, entry -> true).orElse(null);
            }
            if (there == null) {
                phantom("phantom " + district.name(order)
                        + (entries.isEmpty()
                                ? " (customer " + orders.getInt(2) + ", " + orders.getInt(3) + " lines): no run made it"
                                : ": a New-Order with this number failed, but it is stored, customer "
                                        + orders.getInt(2)));
                return;
            }
            String difference = differences.getOrDefault(there, "");
            boolean isUnknown = there.outcome() == Outcome.UNKNOWN;
            if (isUnknown) {
                // Whatever became of it, its number is used.
                district.orders.incrementAndGet();
            }
            if (!difference.isEmpty()) {
                findings.unexplained(
                        isUnknown ? Rule.UNKNOWN : Rule.NEW_ORDERS,
                        !isUnknown || isCertain(),
                        (isUnknown ? "" : "changed ") + "New-Order " + district.name(order) + " (" + described(there)
                                + ")" + (isUnknown ? " in part, or another one" : "") + ": there " + difference);
            } else if (isUnknown) {
                findings.resolved(true, "New-Order " + district.name(order));
            }
            if (difference.isEmpty() || !isUnknown) {
                others(order, entries, there);
            }
        }

        private void phantom(String text) {
            findings.surplus(Rule.PHANTOMS, isCertain(), text);
        }

        /** That no run without a ledger here made this order: none gave out the numbers before a committed one. */
        private boolean isCertain() {
            return coverage.canTellAll() || coverage.canTellBetween() && order < district.lastCommitted;
        }

        private String difference(LedgerEntry.NewOrder entry) throws SQLException {
            StringBuilder text = new StringBuilder();
            if (orders.getInt(2) != entry.customer()) {
                text.append(" customer ").append(orders.getInt(2));
            }
            if (orders.getInt(3) != entry.lines()) {
                text.append(" o_ol_cnt ").append(orders.getInt(3));
            }
            if (lineCount != entry.lines()) {
                text.append(' ').append(lineCount).append(" lines");
            }
            long total =
                    Cents.ofOrder(lineCents, Decimals.tenThousandths(orders, 5), Decimals.tenThousandths(orders, 6));
            // A server that rounds in between may be off by one.
            if (text.length() == 0 && Math.abs(total - entry.totalCents()) > 1) {
                text.append(" amount ").append(Cents.toDecimal(total));
            }
            return text.toString().strip();
        }

        private void judgeDelivery() throws SQLException {
            int carrier = orders.getInt(4);
            boolean isDelivered = carrier != 0 && !isOpen && deliveredLines == lineCount;
            boolean isUntouched = carrier == 0 && isOpen && deliveredLines == 0;
            List<Delivered> entries = deliveries.getOrDefault(key(order), List.of());
            Delivered there = first(entries, Delivered::outcome, entry -> isDelivered && carrier == entry.carrier())
                    .orElse(null);
            boolean isBlind = there == null
                    && isDelivered
                    && unknownDeliveries.seeUnnamed(district.warehouse, district.baseline.id(), carrier);
            if (entries.isEmpty() && !isUntouched && !isBlind) {
                String text = "phantom Delivery of " + district.name(order) + ": there " + stored(carrier)
                        + ", and no run delivered it";
                if (isDelivered && coverage.canTellAll()) {
                    findings.surplus(Rule.PHANTOMS, true, text);
                    findings.surplusBalance(district.warehouse, lineCents);
                } else {
                    // A part of the order may be gone.
                    findings.unexplained(Rule.PHANTOMS, coverage.canTellAll(), text);
                }
            }
            boolean isDeliveredAgain = there != null || isBlind;
            if (isUntouched && order < district.baseline.nextOrderId()) {
                district.hadAlwaysOpen = true;
            }
            for (Delivered entry : entries) {
                String name = "Delivery of " + district.name(order) + " by carrier " + entry.carrier();
                if (entry.outcome() != Outcome.COMMITTED) {
                    if (there == null && !isUntouched && !isBlind) {
                        findings.unexplained(
                                Rule.UNKNOWN, coverage.canTellAll(), name + " in part: there " + stored(carrier));
                    }
                } else if (entry != there && (isUntouched || isDeliveredAgain)) {
                    findings.gone(
                            isDeliveredAgain ? Rule.DUPLICATES : Rule.DELIVERIES,
                            isDeliveredAgain
                                    ? district.name(order) + ": it was delivered twice, lost is that by carrier "
                                            + entry.carrier()
                                    : "lost " + name + ": there " + stored(carrier),
                            entry.endedEpochMillis());
                    isDeliveredAgain = true;
                } else if (entry != there) {
                    findings.violated(Rule.DELIVERIES, "lost " + name + ": there " + stored(carrier));
                    isDeliveredAgain = true;
                }
            }
            if (there != null && there.outcome() == Outcome.UNKNOWN) {
                unknownDeliveries.see(district.warehouse, district.baseline.id(), order, carrier);
            }
        }

        private String stored(int carrier) {
            return (carrier == 0 ? "no carrier" : "carrier " + carrier) + (isOpen ? ", open" : ", not open") + ", "
                    + deliveredLines + " of " + lineCount + " lines delivered";
        }
    }
}
