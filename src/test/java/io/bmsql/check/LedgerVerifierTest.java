package io.bmsql.check;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.check.LedgerHistory.Numbering;
import io.bmsql.check.ModelTables.HistoryRow;
import io.bmsql.check.ModelTables.Order;
import io.bmsql.check.ModelTables.Place;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.result.Checksums.Standing;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.ViolationsFile;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.Records;
import io.bmsql.tpcc.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger in many parts finds what it finds in one, and neither its file nor the history is read for each part. */
class LedgerVerifierTest {
    /** Some have numbers below 10,000, where the next part of a district begins. */
    private static final int FIRST = 9_901;

    private static final int ORDERS = 200;
    private static final int CUSTOMERS = 100;
    private static final int SMALL_PART_BYTES = 2_000;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final ModelServer server = new ModelServer();
    private final ModelTables tables = new ModelTables(1);

    /** In each district so many orders of one line, each delivered, and as many payments of 1.00. */
    @BeforeEach
    void work() throws Exception {
        tables.warehouseCents.put(1, 0L);
        tables.balanceCents.put(1, 0L);
        for (int d = 1; d <= 10; d++) {
            tables.nextOrders.put(new Place(1, d), FIRST);
            tables.districtCents.put(new Place(1, d), 0L);
        }
        server.show(tables, Numbering.IN_ORDER);
        RunStart start = new RunStart(server.database(Numbering.IN_ORDER), clock, 1, 1, AgentShare.WHOLE);
        LedgerHeader header = start.begin(1, 42);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(LedgerFile.block(LedgerFile.HEADER, header.bytes()));
        for (int number = FIRST; number < FIRST + ORDERS; number++) {
            file.writeBytes(LedgerHistory.block(header, entries(number)));
        }
        file.writeBytes(LedgerFile.block(LedgerFile.END, ByteBuffer.allocate(12)));
        Files.write(path(), file.toByteArray());
    }

    private List<LedgerEntry> entries(int number) {
        long now = clock.epochMillis();
        List<LedgerEntry> entries = new ArrayList<>();
        for (int d = 1; d <= 10; d++) {
            Order order = new Order();
            order.place = new Place(1, d);
            order.number = number;
            order.customer = 1 + number % CUSTOMERS;
            order.count = 1;
            order.lines = 1;
            order.lineCents = 100;
            tables.orders.add(order);
            tables.nextOrders.merge(order.place, 1, Integer::sum);
            tables.deliver(order, 5);
            int row = tables.history.size() + 1;
            LocalDateTime date = LocalDateTime.ofEpochSecond(now / 1_000, 0, ZoneOffset.UTC);
            tables.pay(new HistoryRow(row, (long) row, order.place, 1, d, order.customer, 100, date));
            int total = (int) ModelTables.total(order);
            entries.add(new LedgerEntry.NewOrder(Outcome.COMMITTED, now, 1, d, number, order.customer, 1, total));
            entries.add(new LedgerEntry.Payment(Outcome.COMMITTED, now, 1, d, 1, d, order.customer, 100));
        }
        entries.add(new LedgerEntry.Delivery(Outcome.COMMITTED, now, 1, 5, Collections.nCopies(10, number)));
        return entries;
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Path path() {
        return folder.resolve("ledger.bin");
    }

    private LedgerResult verify(int partBytes, Path violations, LedgerFile... files) throws Exception {
        try (ViolationsFile all = new ViolationsFile(violations)) {
            LedgerVerifier verifier =
                    new LedgerVerifier(server.database(Numbering.IN_ORDER), List.of(files), clock, null, all);
            verifier.partBytes = partBytes;
            return verifier.verify();
        }
    }

    private Order order(int district, int number) {
        return tables.orders.stream()
                .filter(order -> order.place.district() == district && order.number == number)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void manyPartsFindWhatOnePartFindsAndEverythingIsReadOnce() throws Exception {
        tables.orders.removeAll(List.of(order(3, 9_907), order(3, 9_999), order(3, 10_100)));
        tables.history.removeIf(row -> row.place().district() == 4 && row.customer() == 9);
        order(5, 10_000).customer = 99;
        order(6, 9_998).carrier = 6;
        LedgerFile file = LedgerFile.open(path());
        Path allOfOne = folder.resolve("one.txt");
        server.historyReads = 0;
        LedgerResult one = verify(LedgerParts.PART_BYTES, allOfOne, file);
        assertThat(server.historyReads).isOne();
        assertThat(one.checks())
                .filteredOn(check -> check.state() == State.FAILED)
                .extracting(LedgerResult.Check::name, LedgerResult.Check::violations)
                .containsExactly(
                        tuple("new-orders", 4L), tuple("payments", 2L), tuple("deliveries", 1L), tuple("balances", 1L));
        LedgerResult.Gone gone = Objects.requireNonNull(one.gone());
        assertThat(gone.count()).isEqualTo(5);
        assertThat(gone.explains()).isEqualTo(5);

        // The same ledger twice is one ledger.
        Path allOfMany = folder.resolve("many.txt");
        LedgerResult many = verify(SMALL_PART_BYTES, allOfMany, file, LedgerFile.open(path()));
        assertThat(server.historyReads).isEqualTo(2);
        assertThat(many.counts()).isEqualTo(one.counts());
        assertThat(many.checks())
                .usingRecursiveComparison()
                .ignoringFields("samples")
                .isEqualTo(one.checks());
        assertThat(Files.readAllLines(allOfMany))
                .hasSize(8)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(allOfOne));
        assertThat(many.violationsFile()).isEqualTo("many.txt");
        assertThat(folder).isDirectoryNotContaining("glob:**ledger-parts*");
    }

    private HistoryRow foreign(int cents) {
        LocalDateTime date = tables.history.get(0).date();
        int id = tables.history.size() + 1;
        return new HistoryRow(id, (long) id, new Place(1, 4), 1, 4, 7, cents, date);
    }

    /** The violations as "rule surplus of all", those of another program and those of a server that stores twice. */
    private void assertFound(boolean hasLosses, String... violations) throws Exception {
        LedgerResult result = verify(LedgerParts.PART_BYTES, folder.resolve("found.txt"), LedgerFile.open(path()));
        assertThat(result.passed()).isEqualTo(violations.length == 0);
        assertThat(result.hasLosses()).isEqualTo(hasLosses);
        assertThat(result.checks())
                .filteredOn(check -> check.state() == State.FAILED)
                .extracting(check -> check.name() + " " + check.surplus() + " of " + check.violations())
                .containsExactly(violations);
    }

    private String found() throws Exception {
        return Files.readString(folder.resolve("found.txt"));
    }

    @Test
    void aWholePaymentOfAnotherProgramIsNoLoss() throws Exception {
        tables.pay(foreign(12_34));
        assertFound(false, "phantoms 1 of 1", "w_ytd 1 of 1", "d_ytd 1 of 1");
    }

    @Test
    void aPaymentThatTheServerRepeatedIsNoLossAndSaysSo() throws Exception {
        HistoryRow row = tables.history.get(0);
        tables.pay(Records.with(row, "id", 9_999_999, "number", 9_999_999L));
        assertFound(false, "duplicates 1 of 1", "w_ytd 1 of 1", "d_ytd 1 of 1");
        assertThat(found()).contains("it is stored once more than it was paid");
    }

    @Test
    void anOrderThatIsStoredTwiceIsNoLoss() throws Exception {
        tables.orders.add(order(3, 9_907));
        LedgerResult result = verify(LedgerParts.PART_BYTES, folder.resolve("found.txt"), LedgerFile.open(path()));
        assertThat(result.violations(LedgerResult.Check::surplus)).containsEntry("duplicates", 1L);
    }

    /** Of another program that wrote a row and no sums, and a whole Payment: the row explains the balances, in which order ever. */
    @Test
    void balancesThatAreMoreByARowThatNoRunMadeAreNoLoss() throws Exception {
        tables.pay(foreign(5_00));
        tables.history.add(foreign(12_34));
        assertFound(false, "phantoms 2 of 2", "w_ytd 1 of 1", "d_ytd 1 of 1", "balances 1 of 1");
        assertThat(found())
                .contains("c_balance and what bmsql_order_line and bmsql_history say it is differ by 12.34,"
                        + " c_balance is more")
                .doesNotContain("sum(c_balance)");
    }

    @Test
    void balancesThatNoSuchRowExplainsAreALoss() throws Exception {
        tables.history.add(foreign(12_34));
        tables.balanceCents.merge(1, 1L, Long::sum);
        assertFound(true, "phantoms 1 of 1", "balances 0 of 1");
    }

    @Test
    void aSumThatIsLessIsALossAndOneThatIsMoreIsNone() throws Exception {
        tables.districtCents.merge(new Place(1, 1), 1L, Long::sum);
        assertFound(false, "d_ytd 1 of 1");
        tables.districtCents.merge(new Place(1, 2), -1L, Long::sum);
        assertFound(true, "d_ytd 1 of 2");
    }

    /** A row of bmsql_new_order is gone: what is left looks delivered in part. */
    @Test
    void aPartOfAnOrderThatIsGoneIsALoss() throws Exception {
        Order order = order(2, 9_901 + ORDERS - 1);
        order.carrier = 0;
        order.deliveredLines = 0;
        LedgerResult result = verify(LedgerParts.PART_BYTES, folder.resolve("found.txt"), LedgerFile.open(path()));
        assertThat(result.hasLosses()).isTrue();
    }

    /** Where nothing notes a reset, or an older one, as in a backup that was restored, the run is lost with its mark. */
    @Test
    void onlyWhatTheDatabaseNotesItselfHindersTheVerification() throws Exception {
        tables.config.keySet().removeIf(name -> name.startsWith("ledger "));
        tables.config.put("loadEpochMillis", Long.toString(clock.epochMillis() - 1_000));
        tables.config.put("data resetAt", clock.moment());
        assertFound(true, "run 0 of 1");
        assertThat(found()).contains(") but that of no run: the database was restored to an older state");
        clock.advance(TimeUnit.SECONDS.toNanos(1));
        String reset = "bmsql reset brought its rows back to the load at " + clock.moment() + ", after run 1 began";
        assertRefused("data resetAt", clock.moment(), reset);
        assertRefused("reset begun", clock.moment(), "a bmsql reset of it was begun at " + clock.moment());
        assertRefused("loadEpochMillis", Long.toString(clock.epochMillis()), "it was loaded anew at " + clock.moment());
    }

    /** Clocks of hosts differ: while the run's mark is there, nothing came after it. */
    @Test
    void aMarkThatIsThereIsStrongerThanAClock() throws Exception {
        tables.config.put("data resetAt", "2099-01-01T00:00:00Z");
        assertFound(false);
    }

    private void assertRefused(String name, String value, String sentence) {
        String before = tables.config.put(name, value);
        assertThrown(UsageException.class, () -> assertFound(false), "cannot be compared with this database", sentence);
        if (before == null) {
            tables.config.remove(name);
        } else {
            tables.config.put(name, before);
        }
    }

    private LedgerResult verified(Standing standing, long committed) throws Exception {
        LedgerFile whole = LedgerFile.open(path());
        LedgerFile file = new LedgerFile(path(), whole.header(), standing, committed);
        return verify(LedgerParts.PART_BYTES, folder.resolve("found.txt"), file);
    }

    @Test
    void aLedgerThatWasCutAfterItsRunDoesNotPass() throws Exception {
        long all = verified(Standing.AS_LEFT, 0).counts().committed();
        assertThat(verified(Standing.AS_LEFT, all).passed()).isTrue();
        assertThat(verified(Standing.AS_LEFT, all + 9).passed())
                .as("more of other files")
                .isTrue();
        assertThat(verified(Standing.CHANGED, all).passed()).isFalse();
        LedgerResult unknown = verified(Standing.UNKNOWN, all);
        assertThat(unknown.passed()).isFalse();
        assertThat(unknown.violations()).isZero();
        assertThat(unknown.standing().get(0))
                .contains("whether it was cut or changed after the run is not known, since checksums.txt is missing");

        byte[] bytes = Files.readAllBytes(path());
        Files.write(path(), Arrays.copyOf(bytes, bytes.length / 2));
        LedgerResult half = verified(Standing.CHANGED, all);
        assertThat(half.passed()).isFalse();
        assertThat(half.violations()).isZero();
        assertThat(half.hasLosses()).isFalse();
        assertThat(half.standing().get(0))
                .contains(
                        "it was cut or changed after the run, says checksums.txt",
                        "read were the first " + NumberText.count(half.counts().committed()) + " of "
                                + NumberText.count(all) + " committed")
                .doesNotContain("killed");
        assertThat(verified(Standing.AS_LEFT, all).standing().get(0))
                .contains("cut or changed after the run; read were");
        bytes[bytes.length / 2] ^= 1;
        Files.write(path(), bytes);
        assertThat(verified(Standing.AS_LEFT, all).passed()).isFalse();
    }

    /** Its program was killed: nobody knew more, and what it has is judged. */
    @Test
    void aLedgerThatWasNeverWholePasses() throws Exception {
        byte[] bytes = Files.readAllBytes(path());
        Files.write(path(), Arrays.copyOf(bytes, bytes.length - 3));
        LedgerResult result = verified(Standing.AS_LEFT, 0);
        assertThat(result.passed()).isTrue();
        assertThat(result.standing().get(0)).contains("the run was killed");
        assertThat(result.hides()).as("nothing is open").isFalse();

        Files.write(path(), Arrays.copyOf(bytes, bytes.length / 2));
        LedgerResult cut = verified(Standing.AS_LEFT, 0);
        assertThat(cut.passed()).isTrue();
        assertThat(cut.hides()).isTrue();
    }

    /** Also when ledgers of runs months apart are compared together. */
    @Test
    void whatIsGoneWasAcknowledgedWhenItsRunSays() throws Exception {
        clock.advance(TimeUnit.DAYS.toNanos(30));
        LedgerHeader header = LedgerFile.open(path()).header();
        long late = clock.epochMillis();
        ByteArrayOutputStream longer = new ByteArrayOutputStream();
        byte[] bytes = Files.readAllBytes(path());
        longer.write(bytes, 0, bytes.length - LedgerFile.FRAME_BYTES - 12);
        LedgerEntry lost = new LedgerEntry.NewOrder(Outcome.COMMITTED, late, 1, 1, FIRST + ORDERS, 1, 1, 100);
        longer.writeBytes(LedgerHistory.block(header, List.of(lost)));
        Files.write(path(), longer.toByteArray());
        LedgerResult.Gone gone = verified(Standing.AS_LEFT, 0).gone();
        assertThat(Objects.requireNonNull(gone).oldestEpochMillis()).isEqualTo(late);
    }

    /** A row that is gone has no sum to compare. */
    @Test
    void aDistrictThatIsGoneIsSaid() throws Exception {
        tables.nextOrders.remove(new Place(1, 10));
        Path all = folder.resolve("gone.txt");
        verify(LedgerParts.PART_BYTES, all, LedgerFile.open(path()));
        assertThat(Files.readAllLines(all)).contains("d_next_o_id: w=1 d=10: no such district");
    }

    @Test
    void aDiskWithoutRoomIsOneSentence() {
        assertThrown(
                UsageException.class,
                () -> LedgerParts.create(folder, Long.MAX_VALUE / 4, LedgerParts.PART_BYTES),
                "verifying the ledger needs ",
                " MB are free: make room");
        assertThat(folder).isDirectoryNotContaining("glob:**ledger-parts*");
    }

    /** One warehouse with everything is spread as evenly as a thousand are. */
    @Test
    void noPartIsMuchLargerThanTheOthers() throws Exception {
        int partBytes = 4_000;
        AtomicInteger cents = new AtomicInteger(100);
        try (LedgerParts parts = LedgerParts.create(folder, Files.size(path()), partBytes)) {
            LedgerFile.open(path()).read(entry -> {
                if (entry instanceof LedgerEntry.NewOrder order) {
                    parts.made(order);
                } else if (entry instanceof LedgerEntry.Payment payment) {
                    parts.paid(Records.with(payment, "cents", cents.incrementAndGet()));
                }
            });
            parts.finish();
            try (Stream<Path> kept = Files.walk(folder)
                    .filter(path -> path.getParent().toString().contains("parts"))) {
                long[] bytes = kept.mapToLong(path -> path.toFile().length()).toArray();
                assertThat(bytes).hasSize(parts.count()).hasSizeGreaterThan(10);
                assertThat(LongStream.of(bytes)).allMatch(length -> length < 3 * partBytes);
            }
        }
    }
}
