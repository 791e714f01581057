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

/** Compares some orders of a district, with their lines and open orders, with a part of the ledgers, number after number. */
final class OrderCheck {
    private static final int FETCH_ROWS = 2_000;
    private static final int NO_ROW = Integer.MAX_VALUE;

    private final LedgerPart part;
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
    OrderCheck(WorkerConnection connection, LedgerPart part, DistrictState district, int first, int last)
            throws SQLException {
        this.part = part;
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
                judge();
            }
            missingUntil(Math.min(district.lastOrder(), last) + 1);
            part.findings.checked(Rule.PHANTOMS, checkedOrders);
        }
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
                part.findings.violated(Rule.DUPLICATES, district.name(order) + ": it is stored twice");
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
        lineCents = found ? RunStart.cents(lines, 3) : 0;
        deliveredLines = found ? lines.getInt(4) : 0;
    }

    /** What the ledger knows and the database does not, up to this number. */
    private void missingUntil(int until) {
        for (int gone = next; gone < until; gone++) {
            LedgerEntry.NewOrder entry = part.made(district, gone);
            if (entry != null && entry.outcome() == Outcome.COMMITTED) {
                part.findings.violated(
                        Rule.NEW_ORDERS, "lost New-Order " + district.name(gone) + " (" + described(entry) + ")");
            } else if (entry != null && entry.outcome() == Outcome.UNKNOWN) {
                part.findings.resolved(false, "New-Order " + district.name(gone));
            }
            LedgerPart.Delivered delivery = part.delivered(district, gone);
            boolean isDelivered = delivery != null && delivery.outcome() == Outcome.COMMITTED;
            if (gone < district.baseline.nextOrderId() && isDelivered) {
                part.findings.violated(Rule.DELIVERIES, "delivered " + district.name(gone) + ": the order is gone");
            }
        }
    }

    private String described(LedgerEntry.NewOrder entry) {
        return "customer " + entry.customer() + ", " + entry.lines() + " lines, " + Cents.toDecimal(entry.totalCents());
    }

    private void judge() throws SQLException {
        if (order >= district.baseline.nextOrderId()) {
            judgeOrder();
        }
        judgeDelivery();
    }

    private void judgeOrder() throws SQLException {
        LedgerEntry.NewOrder entry = part.made(district, order);
        checkedOrders++;
        if (entry == null) {
            phantom("phantom " + district.name(order) + " (customer " + orders.getInt(2) + ", " + orders.getInt(3)
                    + " lines): no run made it");
            return;
        }
        switch (entry.outcome()) {
            case COMMITTED -> {
                String difference = difference(entry);
                if (!difference.isEmpty()) {
                    part.findings.violated(
                            Rule.NEW_ORDERS,
                            "changed New-Order " + district.name(order) + " (" + described(entry) + "): there "
                                    + difference);
                }
            }
            case UNKNOWN -> judgeUnknown(entry);
            case FAILED, ROLLED_BACK ->
                phantom("phantom " + district.name(order)
                        + ": a New-Order with this number failed, but it is stored, customer " + orders.getInt(2));
        }
    }

    private void judgeUnknown(LedgerEntry.NewOrder entry) throws SQLException {
        String difference = difference(entry);
        if (difference.isEmpty()) {
            district.orderTookPlace();
            part.findings.resolved(true, "New-Order " + district.name(order));
        } else {
            part.findings.violated(
                    Rule.UNKNOWN,
                    "New-Order " + district.name(order) + " (" + described(entry) + ") in part, or another one: there "
                            + difference);
        }
    }

    private void phantom(String text) {
        boolean isCertain = part.coverage.canTellAll() || part.coverage.canTellBetween() && order < district.lastMade;
        part.findings.unexplained(Rule.PHANTOMS, isCertain, text);
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
        long total = Cents.ofOrder(lineCents, Decimals.tenThousandths(orders, 5), Decimals.tenThousandths(orders, 6));
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
        LedgerPart.Delivered delivery = part.delivered(district, order);
        if (delivery == null) {
            if (!isUntouched) {
                part.findings.unexplained(
                        Rule.PHANTOMS,
                        part.coverage.canTellAll(),
                        "phantom Delivery of " + district.name(order) + ": there " + state(carrier)
                                + ", and no run delivered it");
            }
            return;
        }
        boolean isAsKnown = isDelivered && carrier == delivery.carrier();
        String name = "Delivery of " + district.name(order) + " by carrier " + delivery.carrier();
        if (delivery.outcome() == Outcome.COMMITTED) {
            if (!isAsKnown) {
                part.findings.violated(Rule.DELIVERIES, "lost " + name + ": there " + state(carrier));
            }
        } else if (isAsKnown) {
            part.sawUnknown(district, order);
        } else if (!isUntouched && part.coverage.canTellAll()) {
            part.findings.violated(Rule.UNKNOWN, name + " in part: there " + state(carrier));
        }
    }

    private String state(int carrier) {
        return (carrier == 0 ? "no carrier" : "carrier " + carrier) + (isOpen ? ", open" : ", not open") + ", "
                + deliveredLines + " of " + lineCount + " lines delivered";
    }
}
