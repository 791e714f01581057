package io.bmsql.ledger;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.ledger.LedgerFindings.Rule;
import io.bmsql.spec.Cents;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Holds the orders of a district, with their lines and open orders, against the ledger, number after number. */
final class OrderCheck {
    private static final int FETCH_ROWS = 2_000;
    private static final long TEN_THOUSAND = 10_000;
    private static final int NO_ROW = Integer.MAX_VALUE;

    private final WorkerConnection connection;
    private final Coverage coverage;
    private final LedgerFindings findings;

    OrderCheck(WorkerConnection connection, Coverage coverage, LedgerFindings findings) {
        this.connection = connection;
        this.coverage = coverage;
        this.findings = findings;
    }

    /** Checks one district. */
    void check(DistrictBook book) throws SQLException {
        int from = Math.min(book.baseline().oldestOpenOrderId(), book.baseline().nextOrderId());
        try (ResultSet orders = query(StatementId.LEDGER_ORDERS, book, from);
                ResultSet lines = query(StatementId.LEDGER_ORDER_LINES, book, from);
                ResultSet open = query(StatementId.LEDGER_NEW_ORDERS, book, from)) {
            Walk walk = new Walk(book, orders, lines, open, from);
            while (walk.nextOrder()) {
                walk.judge();
            }
            walk.missingUntil(book.lastOrder() + 1);
        }
    }

    private ResultSet query(StatementId id, DistrictBook book, int from) throws SQLException {
        BoundStatement statement = connection.statement(id);
        statement.setFetchSize(FETCH_ROWS);
        statement.setInt(1, book.warehouse());
        statement.setInt(2, book.baseline().id());
        statement.setInt(3, from);
        return statement.query();
    }

    /** Three answers, all in the order of the order's number, and the place that is reached in them. */
    private final class Walk {
        private final DistrictBook book;
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

        Walk(DistrictBook book, ResultSet orders, ResultSet lines, ResultSet open, int from) throws SQLException {
            this.book = book;
            this.orders = orders;
            this.lines = lines;
            this.open = open;
            next = from;
            lineOrder = advance(lines);
            openOrder = advance(open);
        }

        private int advance(ResultSet rows) throws SQLException {
            return rows.next() ? rows.getInt(1) : NO_ROW;
        }

        boolean nextOrder() throws SQLException {
            do {
                if (!orders.next()) {
                    return false;
                }
                order = orders.getInt(1);
                if (order < next) {
                    findings.violated(Rule.DUPLICATES, () -> book.name(order) + ": it is stored twice");
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
        void missingUntil(int until) {
            for (int missing = next; missing < until; missing++) {
                int gone = missing;
                long entry = book.entry(gone);
                if (DistrictBook.state(entry) == DistrictBook.COMMITTED) {
                    findings.violated(Rule.NEW_ORDERS, () -> lost(gone, entry));
                } else if (DistrictBook.state(entry) == DistrictBook.UNKNOWN) {
                    findings.resolved(false, () -> "New-Order " + book.name(gone));
                }
                if (gone < book.baseline().nextOrderId() && book.deliveryState(gone) == DistrictBook.COMMITTED) {
                    findings.violated(Rule.DELIVERIES, () -> "delivered " + book.name(gone) + ": the order is gone");
                }
            }
        }

        private String lost(int gone, long entry) {
            return "lost New-Order " + book.name(gone) + " (" + described(entry) + ")";
        }

        private String described(long entry) {
            return "customer " + DistrictBook.customer(entry) + ", " + DistrictBook.lines(entry) + " lines, "
                    + Cents.toDecimal(DistrictBook.cents(entry));
        }

        void judge() throws SQLException {
            if (order >= book.baseline().nextOrderId()) {
                judgeOrder();
            }
            judgeDelivery();
        }

        private void judgeOrder() throws SQLException {
            long entry = book.entry(order);
            findings.checked(Rule.PHANTOMS, 1);
            switch (DistrictBook.state(entry)) {
                case DistrictBook.COMMITTED -> {
                    String difference = difference(entry);
                    if (!difference.isEmpty()) {
                        findings.violated(
                                Rule.NEW_ORDERS,
                                () -> "changed New-Order " + book.name(order) + " (" + described(entry) + "): there "
                                        + difference);
                    }
                }
                case DistrictBook.UNKNOWN -> judgeUnknown(entry);
                case DistrictBook.FAILED ->
                    phantom("phantom " + book.name(order)
                            + ": a New-Order with this number failed, but it is stored, customer " + orders.getInt(2));
                default ->
                    phantom("phantom " + book.name(order) + " (customer " + orders.getInt(2) + ", " + orders.getInt(3)
                            + " lines): no run made it");
            }
        }

        private void judgeUnknown(long entry) throws SQLException {
            String difference = difference(entry);
            if (difference.isEmpty()) {
                book.unknownHappened();
                findings.resolved(true, () -> "New-Order " + book.name(order));
            } else {
                findings.violated(
                        Rule.UNKNOWN,
                        () -> "New-Order " + book.name(order) + " (" + described(entry)
                                + ") in part, or another one: there " + difference);
            }
        }

        private void phantom(String text) {
            if (coverage.canTellAll() || coverage.canTellBetween() && order < book.lastMade()) {
                findings.violated(Rule.PHANTOMS, () -> text);
            } else {
                findings.open(Rule.PHANTOMS, 1);
            }
        }

        /** What the database has instead, empty when it has the same. */
        private String difference(long entry) throws SQLException {
            StringBuilder text = new StringBuilder();
            if (orders.getInt(2) != DistrictBook.customer(entry)) {
                text.append(" customer ").append(orders.getInt(2));
            }
            if (orders.getInt(3) != DistrictBook.lines(entry)) {
                text.append(" o_ol_cnt ").append(orders.getInt(3));
            }
            if (lineCount != DistrictBook.lines(entry)) {
                text.append(' ').append(lineCount).append(" lines");
            }
            long total = total();
            // A server that rounds in between may be off by one.
            if (text.length() == 0 && Math.abs(total - DistrictBook.cents(entry)) > 1) {
                text.append(" amount ").append(Cents.toDecimal(total));
            }
            return text.toString().strip();
        }

        /** As New-Order counts it (clause 2.4.2.2). */
        private long total() throws SQLException {
            long discount = tenThousandths(5);
            long taxes = tenThousandths(6);
            long scale = TEN_THOUSAND * TEN_THOUSAND;
            return (lineCents * (TEN_THOUSAND - discount) * (TEN_THOUSAND + taxes) + scale / 2) / scale;
        }

        private long tenThousandths(int column) throws SQLException {
            var value = orders.getBigDecimal(column);
            return value == null ? 0 : value.movePointRight(4).longValue();
        }

        private void judgeDelivery() throws SQLException {
            int carrier = orders.getInt(4);
            boolean isDelivered = carrier != 0 && !isOpen && deliveredLines == lineCount;
            boolean isUntouched = carrier == 0 && isOpen && deliveredLines == 0;
            switch (book.deliveryState(order)) {
                case DistrictBook.COMMITTED -> {
                    if (!isDelivered || carrier != book.carrier(order)) {
                        findings.violated(
                                Rule.DELIVERIES,
                                () -> "lost Delivery of " + book.name(order) + " by carrier " + book.carrier(order)
                                        + ": there " + state(carrier));
                    }
                }
                case DistrictBook.UNKNOWN -> {
                    if (isDelivered && carrier == book.carrier(order)) {
                        book.deliverySeen(order);
                    } else if (!isUntouched && coverage.canTellAll()) {
                        findings.violated(
                                Rule.UNKNOWN,
                                () -> "Delivery of " + book.name(order) + " by carrier " + book.carrier(order)
                                        + " in part: there " + state(carrier));
                    }
                }
                default -> judgeUndelivered(carrier, isUntouched);
            }
        }

        private void judgeUndelivered(int carrier, boolean isUntouched) {
            if (isUntouched) {
                return;
            }
            if (coverage.canTellAll()) {
                findings.violated(
                        Rule.PHANTOMS,
                        () -> "phantom Delivery of " + book.name(order) + ": there " + state(carrier)
                                + ", and no run delivered it");
            } else {
                findings.open(Rule.PHANTOMS, 1);
            }
        }

        private String state(int carrier) {
            return (carrier == 0 ? "no carrier" : "carrier " + carrier) + (isOpen ? ", open" : ", not open") + ", "
                    + deliveredLines + " of " + lineCount + " lines delivered";
        }
    }
}
