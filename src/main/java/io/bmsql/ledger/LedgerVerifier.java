package io.bmsql.ledger;

import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.ledger.LedgerFindings.Rule;
import io.bmsql.ledger.LedgerHeader.Baseline;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.spec.Outcome;
import io.bmsql.time.RunClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Holds ledgers of runs that followed each other against their database, as many warehouses at a time as have half a
 * million entries, in one snapshot: neither the ledger's nor the database's size decides about memory.
 */
public final class LedgerVerifier {
    /** Entries in memory at a time, some 60 MB; one warehouse may have more. */
    private static final long ENTRIES_AT_A_TIME = 500_000;

    static final int FETCH_ROWS = 2_000;

    private final Database database;
    private final Coverage coverage;
    private final RunClock clock;
    private final LedgerFindings findings = new LedgerFindings();
    private final Totals totals = new Totals();

    public LedgerVerifier(Database database, List<LedgerFile> files, RunClock clock) {
        this.database = database;
        this.clock = clock;
        this.coverage = new Coverage(files.stream()
                .sorted(Comparator.comparingLong(file -> file.header().startEpochMillis()))
                .toList());
    }

    private static final class Totals {
        private final Map<Integer, Long> entriesOfWarehouse = new TreeMap<>();
        private long newOrders;
        private long payments;
        private long deliveries;
        private long failed;
        private long unknown;

        void add(LedgerEntry entry) {
            entriesOfWarehouse.merge(entry.warehouse(), 1L, Long::sum);
            if (entry.outcome() == Outcome.UNKNOWN) {
                unknown++;
            } else if (entry.outcome() != Outcome.COMMITTED) {
                failed++;
            } else if (entry instanceof LedgerEntry.NewOrder) {
                newOrders++;
            } else if (entry instanceof LedgerEntry.Payment) {
                payments++;
            } else {
                deliveries++;
            }
        }
    }

    public LedgerResult verify() throws SQLException {
        long beginNanos = clock.nanoTime();
        for (LedgerFile file : coverage.files()) {
            coverage.ended(file, file.read(totals::add));
        }
        try (WorkerConnection connection = database.worker()) {
            int levelBefore = connection.connection().getTransactionIsolation();
            connection.connection().setTransactionIsolation(WorkerConnection.snapshotLevel(connection.connection()));
            try {
                verify(connection);
            } finally {
                connection.rollback();
                connection.connection().setTransactionIsolation(levelBefore);
            }
        }
        return result(clock.secondsSince(beginNanos));
    }

    private void verify(WorkerConnection connection) throws SQLException {
        if (coverage.warehouses().isEmpty()) {
            return;
        }
        int first = coverage.warehouses().firstKey();
        int last = coverage.warehouses().lastKey();
        coverage.marks(RunStart.marks(connection, first, last), findings);
        int from = first;
        long entries = 0;
        for (int id : coverage.warehouses().keySet()) {
            long more = totals.entriesOfWarehouse.getOrDefault(id, 0L);
            if (id > from && entries + more > ENTRIES_AT_A_TIME) {
                verify(connection, from, id - 1);
                from = id;
                entries = 0;
            }
            entries += more;
        }
        verify(connection, from, last);
        new SumCheck(connection, coverage, findings).checkBalances(first, last);
    }

    private void verify(WorkerConnection connection, int from, int to) throws SQLException {
        Map<Long, DistrictBook> books = new TreeMap<>();
        for (Baseline.Warehouse warehouse :
                coverage.warehouses().subMap(from, true, to, true).values()) {
            for (Baseline.District district : warehouse.districts()) {
                books.put(RunStart.place(warehouse.id(), district.id()), new DistrictBook(warehouse.id(), district));
            }
        }
        PaymentBook payments = new PaymentBook();
        List<LedgerEntry.Delivery> unknown = new ArrayList<>();
        for (LedgerFile file : coverage.files()) {
            file.read(entry -> {
                if (entry.warehouse() >= from && entry.warehouse() <= to) {
                    enter(entry, books, payments, unknown);
                }
            });
        }
        for (DistrictBook book : books.values()) {
            new OrderCheck(connection, coverage, findings, book).run();
        }
        checkHistory(connection, from, to, payments, books);
        unknown.forEach(delivery -> resolve(delivery, books));
        new SumCheck(connection, coverage, findings).check(from, to, books);
    }

    private void enter(
            LedgerEntry entry,
            Map<Long, DistrictBook> books,
            PaymentBook payments,
            List<LedgerEntry.Delivery> unknown) {
        if (entry.outcome() == Outcome.UNKNOWN) {
            findings.checked(Rule.UNKNOWN, 1);
        }
        if (entry instanceof LedgerEntry.NewOrder order) {
            DistrictBook book = books.get(RunStart.place(order.warehouse(), order.district()));
            if (book != null) {
                book.made(order, findings);
            }
        } else if (entry instanceof LedgerEntry.Payment payment) {
            payments.add(payment, findings);
            DistrictBook book = books.get(RunStart.place(payment.warehouse(), payment.district()));
            if (book != null && payment.outcome() == Outcome.COMMITTED) {
                book.paidCents += payment.cents();
            }
        } else if (entry instanceof LedgerEntry.Delivery delivery && delivery.outcome() != Outcome.FAILED) {
            if (delivery.outcome() == Outcome.UNKNOWN) {
                unknown.add(delivery);
            }
            eachOrder(delivery, books, (book, order) -> book.delivered(delivery, order, findings));
        }
    }

    private static void eachOrder(
            LedgerEntry.Delivery delivery, Map<Long, DistrictBook> books, BiConsumer<DistrictBook, Integer> action) {
        for (int district = 1; district <= delivery.orders().size(); district++) {
            int order = delivery.orders().get(district - 1);
            DistrictBook book = books.get(RunStart.place(delivery.warehouse(), district));
            if (order != 0 && book != null) {
                action.accept(book, order);
            }
        }
    }

    private void checkHistory(
            WorkerConnection connection, int from, int to, PaymentBook payments, Map<Long, DistrictBook> books)
            throws SQLException {
        BoundStatement statement = connection.bound(StatementId.LEDGER_HISTORY, from, to);
        statement.setFetchSize(FETCH_ROWS);
        statement.setLong(3, coverage.historyMark());
        statement.setTimestamp(4, new Timestamp(coverage.sinceEpochMillis()));
        try (ResultSet rows = statement.query()) {
            while (rows.next()) {
                LedgerEntry.Payment key = new LedgerEntry.Payment(
                        Outcome.COMMITTED,
                        rows.getInt(1),
                        rows.getInt(2),
                        rows.getInt(3),
                        rows.getInt(4),
                        rows.getInt(5),
                        (int) RunStart.cents(rows, 6));
                DistrictBook book = books.get(RunStart.place(key.warehouse(), key.district()));
                if (book != null) {
                    payments.row(key, coverage, findings, cents -> book.paidCents += cents);
                }
            }
        }
        payments.finish(findings);
    }

    /** A delivery takes place in all its districts or in none. */
    private void resolve(LedgerEntry.Delivery delivery, Map<Long, DistrictBook> books) {
        List<Boolean> seen = new ArrayList<>();
        eachOrder(delivery, books, (book, order) -> seen.add(book.deliveriesSeen.contains(order)));
        int there = Collections.frequency(seen, true);
        String name = "Delivery w=" + delivery.warehouse() + " carrier " + delivery.carrier() + " orders "
                + delivery.orders();
        if (there > 0 && there < seen.size()) {
            findings.violated(
                    Rule.UNKNOWN, () -> name + ": happened in " + there + " of " + seen.size() + " districts");
        } else {
            findings.resolved(there > 0, () -> name);
        }
    }

    private LedgerResult result(double seconds) {
        List<Check> checks = Stream.of(Rule.values()).map(findings::check).toList();
        boolean passed = checks.stream().noneMatch(check -> check.state() == State.FAILED);
        return new LedgerResult(
                passed,
                coverage.sentences(),
                new LedgerResult.Counts(
                        totals.newOrders,
                        totals.payments,
                        totals.deliveries,
                        totals.failed,
                        totals.unknown,
                        findings.unknownHappened()),
                seconds,
                checks);
    }
}
