package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.check.LedgerPart.OrderCheck;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ViolationsFile;
import io.bmsql.schema.DataState;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.RunTime;
import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.Decimals;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares ledgers of runs that followed each other with their database, in two passes whatever their length. The first reads each
 * file once, and the new rows of the history once, and sorts both into {@link LedgerParts}. The second takes one part after
 * the other on several connections, with the orders that belong to it; all of a part is seen at one moment. Neither the ledger's
 * nor the database's size decides about memory.
 */
public final class LedgerVerifier {
    private static final int CONNECTIONS = 4;
    /** A piece of work among the parts: the balances are sums over whole tables. */
    private static final int BALANCES = -1;
    /** Says how much of the work is done when the files are read, as it was measured. */
    private static final double READING_SHARE = 0.3;

    private final Database database;
    private final RunClock clock;
    private final Path temporary;
    private final ViolationsFile violations;
    private final Coverage coverage;
    private final LedgerFindings findings;
    private final UnknownDeliveries unknownDeliveries;
    /** Smaller where a test needs many of them. */
    int partBytes = LedgerParts.PART_BYTES;

    /** Null where nothing shows which rows of the history are new: Payments are not compared then. */
    private final @Nullable Baseline history;

    /** What sum(c_balance) of a warehouse is more than what was delivered less what was paid, where it is not the same. */
    private final Map<Integer, Long> balancesOff = new TreeMap<>();

    private long ledgerBytes;
    private long newOrders;
    private long payments;
    private boolean isPaid;
    /** Why Payments are not compared; null when they are. */
    private @Nullable String withoutHistory;

    private long unknownPayments;

    private long deliveries;
    private long failed;
    private long unknown;
    private final LongAdder readBytes = new LongAdder();
    private volatile @Nullable SharedWork<Integer> work;

    /**
     * Prepares a verification.
     *
     * @param files a ledger that is given twice counts once
     * @param temporary where the sorted entries are kept meanwhile; null for beside the first ledger
     * @param violations takes all violations; the caller closes it
     */
    public LedgerVerifier(
            Database database,
            List<LedgerFile> files,
            RunClock clock,
            @Nullable Path temporary,
            ViolationsFile violations) {
        this.database = database;
        this.clock = clock;
        this.violations = violations;
        this.findings = new LedgerFindings(violations);
        Map<LedgerHeader, LedgerFile> distinct = new LinkedHashMap<>();
        Coverage.inOrder(files).forEach(file -> distinct.putIfAbsent(file.header(), file));
        this.coverage = new Coverage(List.copyOf(distinct.values()));
        this.unknownDeliveries = new UnknownDeliveries(coverage, findings);
        this.history = coverage.history();
        this.withoutHistory =
                history == null ? "neither numbers nor dates show which of its rows are of these runs" : null;
        Path beside = files.get(0).path().toAbsolutePath().resolveSibling("");
        this.temporary = temporary == null ? beside : temporary;
    }

    /** @throws UsageException when the database was reset or built after one of the runs, or the temporary files find no room */
    public LedgerResult verify() throws SQLException, UsageException, InterruptedException {
        long beginNanos = clock.nanoTime();
        coverage.requireRowsOfRuns(DataState.config(database));
        for (LedgerFile file : coverage.files()) {
            ledgerBytes += bytes(file);
        }
        try (LedgerParts parts = LedgerParts.create(temporary, ledgerBytes, partBytes)) {
            for (LedgerFile file : coverage.files()) {
                long before = newOrders + payments + deliveries;
                String why = file.read(entry -> sort(entry, parts));
                coverage.ended(file, why, newOrders + payments + deliveries - before);
            }
            if (!coverage.warehouses().isEmpty()) {
                int first = coverage.warehouses().firstKey();
                int last = coverage.warehouses().lastKey();
                onConnections(List.of(0), (connection, piece) -> sortHistory(connection, parts, first, last));
                parts.finish();
                List<Integer> pieces =
                        IntStream.range(BALANCES, parts.count()).boxed().toList();
                onConnections(pieces, (connection, piece) -> {
                    if (piece == BALANCES) {
                        balancesOff.putAll(balancesOff(connection, first, last));
                    } else {
                        check(connection, parts, piece);
                    }
                });
                judgeBalances();
                unknownDeliveries.resolve();
                resolveBlindOrders();
                onConnections(List.of(0), (connection, piece) -> checkSums(connection, first, last));
            }
        } catch (UncheckedIOException | IOException e) {
            throw unusableTemporary(e);
        }
        return result(clock.secondsSince(beginNanos));
    }

    private static long bytes(LedgerFile file) {
        try {
            return Files.size(file.path());
        } catch (IOException e) {
            throw new ResultReadException("Cannot read the ledger " + file.path() + ": " + e.getMessage(), e);
        }
    }

    private UsageException unusableTemporary(Exception e) throws InterruptedException {
        Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
        if (cause instanceof InterruptedIOException) {
            throw (InterruptedException) new InterruptedException().initCause(cause);
        }
        return new UsageException(
                "the temporary files of the verification cannot be kept in " + temporary + " (" + e.getMessage() + "): "
                        + LedgerParts.advice(),
                e);
    }

    /** How much of the work is done, from 0 to 1; from any thread. */
    public double share() {
        SharedWork<Integer> now = work;
        return now == null
                ? READING_SHARE * Math.min(1.0, readBytes.sum() / (ledgerBytes + 1.0))
                : READING_SHARE + (1 - READING_SHARE) * now.share();
    }

    private void onConnections(List<Integer> pieces, SharedWork.PieceWork<Integer, IOException> doing)
            throws SQLException, IOException, InterruptedException {
        SharedWork<Integer> shared = new SharedWork<>(pieces);
        if (pieces.size() > 1) {
            work = shared;
        }
        shared.run(CONNECTIONS, database::worker, (connection, piece) -> {
            connection.beginSnapshot();
            doing.accept(connection, piece);
            // The next piece may look at a later moment: a server need not keep all old rows until the end.
            connection.rollback();
        });
    }

    /** Counts an entry and puts it into its part. */
    private void sort(LedgerEntry entry, LedgerParts parts) {
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        unknown += entry.outcome() == Outcome.UNKNOWN ? 1 : 0;
        failed += !isCommitted && entry.outcome() != Outcome.UNKNOWN ? 1 : 0;
        if (entry instanceof LedgerEntry.NewOrder order) {
            readBytes.add(LedgerFile.NEW_ORDER_BYTES);
            newOrders += isCommitted ? 1 : 0;
            DistrictState state = coverage.state(order.warehouse(), order.district());
            if (state != null) {
                state.made(order);
                if (!order.isBlind()) {
                    parts.made(order);
                }
            }
        } else if (entry instanceof LedgerEntry.Payment payment) {
            readBytes.add(LedgerFile.PAYMENT_BYTES);
            payments += isCommitted ? 1 : 0;
            isPaid = true;
            DistrictState state = coverage.state(payment.warehouse(), payment.district());
            if (state != null && isCommitted) {
                state.paidCents.addAndGet(payment.cents());
            }
            unknownPayments += payment.outcome() == Outcome.UNKNOWN ? 1 : 0;
            if (history != null) {
                parts.paid(payment);
            }
        } else if (entry instanceof LedgerEntry.Delivery delivery) {
            readBytes.add(LedgerFile.DELIVERY_BYTES);
            deliveries += isCommitted ? 1 : 0;
            if (delivery.outcome() == Outcome.UNKNOWN) {
                unknownDeliveries.add(delivery);
            }
            sort(delivery, parts);
        }
    }

    private void sort(LedgerEntry.Delivery delivery, LedgerParts parts) {
        for (int district = 1; district <= delivery.orders().size(); district++) {
            int order = delivery.orders().get(district - 1);
            DistrictState state = coverage.state(delivery.warehouse(), district);
            if (order > 0 && state != null && delivery.outcome() != Outcome.FAILED) {
                state.delivered(order);
                parts.delivered(delivery, district, order);
                findings.checked(Rule.DELIVERIES, delivery.outcome() == Outcome.COMMITTED ? 1 : 0);
            }
        }
    }

    /** Reads the new rows once: no index finds those of some warehouses. */
    private void sortHistory(WorkerConnection connection, LedgerParts parts, int first, int last) throws SQLException {
        coverage.marks(RunStart.marks(connection, first, last), findings);
        coverage.besides(RunTime.besides(connection, coverage.ids()));
        if (history == null) {
            return;
        }
        BoundStatement statement = connection.bound(StatementId.LEDGER_HISTORY, first, last);
        statement.setFetchSize(connection.fetchRows());
        RunStart.bindHistory(
                statement, history.historyMark(), history.historySince(), LoadedData.loadedHistory(connection));
        statement.each(row -> {
            LedgerEntry.Payment payment = new LedgerEntry.Payment(
                    Outcome.COMMITTED,
                    0,
                    row.getInt(1),
                    row.getInt(2),
                    row.getInt(3),
                    row.getInt(4),
                    row.getInt(5),
                    (int) Decimals.cents(row, 6));
            DistrictState state = coverage.state(payment.warehouse(), payment.district());
            if (state != null) {
                state.storedCents += payment.cents();
                parts.historyRow(payment);
            }
        });
        if (history.historySince() != Baseline.ANY_DATE && hasEarlierDates(connection, first, last)) {
            withoutHistory =
                    "some of its rows of these runs have dates before these began, as after a clock was set back";
        }
    }

    /**
     * True when Payments are in the sums, and no balance contradicts it, whose rows the dates do not show. A sum that is less than what was
     * acknowledged, or a balance that is off, shows a loss, and is told as one.
     */
    private boolean hasEarlierDates(WorkerConnection connection, int first, int last) throws SQLException {
        Map<Integer, Long> grown = sums(connection, StatementId.LEDGER_WAREHOUSES, first, last);
        coverage.warehouses().forEach((id, before) -> grown.computeIfPresent(id, (same, is) -> is - before.ytdCents()));
        Map<Integer, Long> ofDistricts = new HashMap<>();
        Map<DistrictState, Long> grownDistricts = new HashMap<>();
        connection.bound(StatementId.LEDGER_DISTRICTS, first, last).each(row -> {
            DistrictState state = coverage.state(row.getInt(1), row.getInt(2));
            if (state != null) {
                long cents = Decimals.cents(row, 4) - state.baseline.ytdCents();
                grownDistricts.put(state, cents);
                ofDistricts.merge(state.warehouse, cents, Long::sum);
            }
        });
        boolean isPaidMore = false;
        boolean isPaidLess = false;
        for (Map.Entry<DistrictState, Long> district : grownDistricts.entrySet()) {
            DistrictState state = district.getKey();
            long paidCents = state.paidCents.get();
            // A sum that somebody raised shows no row: then only what is missing of the acknowledged ones does.
            boolean agrees = Objects.equals(ofDistricts.get(state.warehouse), grown.get(state.warehouse));
            isPaidMore |= agrees ? district.getValue() > state.storedCents : paidCents > state.storedCents;
            isPaidLess |= district.getValue() < paidCents;
        }
        Map<Integer, Long> paid = new HashMap<>();
        coverage.districts().forEach(state -> paid.merge(state.warehouse, state.paidCents.get(), Long::sum));
        isPaidLess |= paid.entrySet().stream()
                .anyMatch(warehouse -> grown.getOrDefault(warehouse.getKey(), 0L) < warehouse.getValue());
        return isPaidMore
                && !isPaidLess
                && balancesOff(connection, 1, Integer.MAX_VALUE).isEmpty();
    }

    private void check(WorkerConnection connection, LedgerParts parts, int number) throws SQLException, IOException {
        LedgerPart part = new LedgerPart(coverage, findings, unknownDeliveries, withoutHistory == null);
        parts.read(number, part);
        part.finish();
        for (DistrictState district : coverage.districts()) {
            int lastChunk = Math.max(0, district.lastOrder()) / LedgerParts.CHUNK_ORDERS;
            int firstChunk = Math.min(lastChunk, district.firstOrder() / LedgerParts.CHUNK_ORDERS);
            for (int chunk = firstChunk; chunk <= lastChunk; chunk++) {
                if (parts.partOf(district.warehouse, district.baseline.id(), chunk) == number) {
                    int first = Math.max(district.firstOrder(), chunk * LedgerParts.CHUNK_ORDERS);
                    int last = chunk == lastChunk ? Integer.MAX_VALUE : (chunk + 1) * LedgerParts.CHUNK_ORDERS - 1;
                    part.new OrderCheck(connection, district, first, last).run();
                }
            }
        }
    }

    /** What no order was found for did not happen. */
    private void resolveBlindOrders() {
        for (DistrictState district : coverage.districts()) {
            district.unnumbered.forEach(entry -> findings.resolved(
                    false,
                    "New-Order w=" + entry.warehouse() + " d=" + entry.district() + " customer " + entry.customer()
                            + ", " + entry.lines() + " lines"));
        }
    }

    /** Compares the running sums of districts and warehouses with the ledgers. */
    private void checkSums(WorkerConnection connection, int from, int to) throws SQLException {
        Map<Integer, Long> paid = new HashMap<>();
        Map<Integer, Long> lost = new HashMap<>();
        Set<DistrictState> missing = new LinkedHashSet<>(coverage.districts());
        connection.bound(StatementId.LEDGER_DISTRICTS, from, to).each(row -> {
            DistrictState state = coverage.state(row.getInt(1), row.getInt(2));
            if (state != null) {
                missing.remove(state);
                checkDistrict(state, row.getInt(3), Decimals.cents(row, 4));
                paid.merge(state.warehouse, state.paidCents.get(), Long::sum);
                lost.merge(state.warehouse, state.lostCents.get(), Long::sum);
            }
        });
        missing.forEach(state -> findings.violated(
                Rule.ORDER_NUMBERS, "w=" + state.warehouse + " d=" + state.baseline.id() + ": no such district"));
        Map<Integer, Long> ytdCents = sums(connection, StatementId.LEDGER_WAREHOUSES, from, to);
        coverage.warehouses().forEach((id, before) -> {
            Long is = ytdCents.get(id);
            if (is == null) {
                findings.violated(Rule.WAREHOUSE_YTD, "w=" + id + ": no such warehouse");
            } else {
                money(
                        Rule.WAREHOUSE_YTD,
                        "w=" + id,
                        is,
                        before.ytdCents() + paid.getOrDefault(id, 0L),
                        lost.getOrDefault(id, 0L));
            }
        });
    }

    private void checkDistrict(DistrictState state, int nextOrderId, long ytdCents) {
        Baseline.District before = state.baseline;
        String place = "w=" + state.warehouse + " d=" + before.id();
        int expected = before.nextOrderId() + state.orders.get();
        judge(
                Rule.ORDER_NUMBERS,
                nextOrderId - expected,
                state.lostOrders.get(),
                place + ": d_next_o_id is " + nextOrderId + " and should be " + expected);
        money(Rule.DISTRICT_YTD, place, ytdCents, before.ytdCents() + state.paidCents.get(), state.lostCents.get());
    }

    private void money(Rule rule, String place, long isCents, long shouldCents, long lostCents) {
        judge(
                rule,
                isCents - shouldCents,
                lostCents,
                place + ": " + rule.title + " is " + Cents.toDecimal(isCents) + " and should be "
                        + Cents.toDecimal(shouldCents) + ", " + Cents.toDecimal(Math.abs(isCents - shouldCents))
                        + (isCents > shouldCents ? " more" : " less"));
    }

    /** @param lost by how much the sum is smaller because acknowledged transactions are gone */
    private void judge(Rule rule, long difference, long lost, String text) {
        findings.checked(rule, 1);
        if (difference != 0) {
            boolean isOpen = withoutHistory != null && unknownPayments > 0;
            boolean isDecided = coverage.canTellAll() && !(isOpen && rule != Rule.ORDER_NUMBERS);
            if (difference > 0) {
                findings.surplus(rule, isDecided, text);
            } else {
                findings.violated(rule, text);
            }
            if (difference == -lost) {
                findings.followsFromGone();
            }
        }
    }

    /** The balances need no baseline: each is what was delivered to the customer less what it paid (clause 3.3.2.10). */
    private Map<Integer, Long> balancesOff(WorkerConnection connection, int from, int to) throws SQLException {
        Map<Integer, Long> off = new TreeMap<>();
        Map<Integer, Long> balances = sums(connection, StatementId.LEDGER_BALANCES, from, to);
        Map<Integer, Long> delivered = sums(connection, StatementId.LEDGER_DELIVERED, from, to);
        Map<Integer, Long> paid = sums(connection, StatementId.LEDGER_PAID, from, to);
        balances.forEach((id, cents) -> off.merge(id, cents, Long::sum));
        delivered.forEach((id, cents) -> off.merge(id, -cents, Long::sum));
        paid.forEach((id, cents) -> off.merge(id, cents, Long::sum));
        off.values().removeIf(cents -> cents == 0);
        return off;
    }

    /** After all rows: which of two sums is wrong they do not say, unless rows that no run made are in one of them only. */
    private void judgeBalances() {
        findings.checked(Rule.BALANCES, coverage.warehouses().size());
        balancesOff.keySet().retainAll(coverage.warehouses().keySet());
        balancesOff.forEach((id, cents) -> {
            String text = "w=" + id + ": c_balance and what bmsql_order_line and bmsql_history say it is differ by "
                    + Cents.toDecimal(Math.abs(cents)) + (cents > 0 ? ", c_balance is more" : ", c_balance is less");
            if (findings.isSurplusBalance(id, -cents)) {
                findings.surplus(Rule.BALANCES, true, text);
            } else {
                findings.violated(Rule.BALANCES, text);
            }
        });
    }

    private static Map<Integer, Long> sums(WorkerConnection connection, StatementId id, int from, int to)
            throws SQLException {
        Map<Integer, Long> sums = new TreeMap<>();
        connection.bound(id, from, to).each(row -> sums.put(row.getInt(1), Decimals.cents(row, 2)));
        return sums;
    }

    private LedgerResult result(double seconds) {
        findings.checked(Rule.NEW_ORDERS, newOrders);
        // Without Payments of its own it matters where balances are off: a row that no run made may be why.
        if (withoutHistory != null && (isPaid || !balancesOff.isEmpty())) {
            coverage.say("Payments are not compared with bmsql_history: " + withoutHistory);
            Stream.of(Rule.PAYMENTS, Rule.PHANTOMS, Rule.DUPLICATES).forEach(findings::open);
            LongStream.range(0, unknownPayments).forEach(one -> findings.open(Rule.UNKNOWN));
        }
        findings.checked(Rule.PAYMENTS, withoutHistory == null ? payments : 0);
        findings.checked(Rule.UNKNOWN, unknown);
        List<Check> checks = Stream.of(Rule.values()).map(findings::check).toList();
        if (checks.stream().anyMatch(check -> check.state() == State.OPEN)) {
            coverage.sayBesides();
        }
        boolean passed = !coverage.isCut() && checks.stream().noneMatch(check -> check.state() == State.FAILED);
        return new LedgerResult(
                passed,
                coverage.sentences(),
                coverage.isPartial(),
                new LedgerResult.Counts(newOrders, payments, deliveries, failed, unknown, findings.unknownHappened()),
                seconds,
                violations.name(),
                checks,
                findings.gone());
    }
}
