package io.bmsql.measure;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.TransactionInput;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written into a ledger can be read again, whole, cut or damaged. */
class LedgerFileTest {
    private static final LedgerHeader HEADER = new LedgerHeader(
            new RunMark("ledger 1-2", "1700000000000-0000abcd"),
            List.of(new RunMark("ledger 1-2", "before"), new RunMark("ledger 2-9", "other")),
            7,
            42,
            1_700_000_000_000L,
            1,
            2,
            new Baseline(
                    30_000,
                    Baseline.ANY_DATE,
                    List.of(new Baseline.Warehouse(
                            1, 30_000_000_00L, List.of(new Baseline.District(10, 3001, 2101, 3_000_000_00L))))));

    @TempDir
    Path folder;

    private ResultDirectory results() {
        return ResultDirectory.begin(folder);
    }

    private Path path() {
        return results().ledger();
    }

    /** @param end why it is not whole */
    private record Read(LedgerFile file, List<LedgerEntry> entries, @Nullable String end) {}

    private Read read() {
        LedgerFile file = LedgerFile.open(path());
        List<LedgerEntry> entries = new ArrayList<>();
        return new Read(file, entries, file.read(entries::add));
    }

    private static TransactionInput newOrder(int order) {
        TransactionInput input = new TransactionInput();
        input.keyNewOrder(1, 1, 1, 1, 2, 3, 4, 5);
        input.orderId = order;
        input.totalCents = 100;
        return input;
    }

    @Test
    void everythingComesBackAsItWasWritten() {
        long start = HEADER.startEpochMillis();
        ManualClock clock = new ManualClock(start + 5_000);
        long monthNanos = TimeUnit.DAYS.toNanos(30);
        try (LedgerWriter writer = LedgerWriter.begin(results().append(path()), HEADER, 2, clock)) {
            TransactionInput input = new TransactionInput();
            input.keyNewOrder(70_000, 10, 3000, new int[15]);
            input.orderId = 2_000_000_000;
            input.totalCents = 2_100_000;
            writer.worker(0).enter(input, Outcome.COMMITTED, 7_000_000);
            input.keyPayment(1, 2, 0, 500_000);
            input.customerWarehouseId = 3;
            input.customerDistrictId = 4;
            input.foundCustomerId = 2999;
            writer.worker(0).enter(input, Outcome.UNKNOWN, monthNanos);
            TransactionInput delivery = new TransactionInput();
            delivery.keyDeferredDelivery(5, 10);
            Arrays.setAll(delivery.deliveredOrderIds, district -> 1000 * (district + 1));
            writer.worker(1).enter(delivery, Outcome.FAILED, 0);
            writer.end(0);
        }
        Read read = read();
        assertThat(read.file.header()).isEqualTo(HEADER);
        assertThat(read.end).isNull();
        assertThat(read.entries)
                .containsExactly(
                        new LedgerEntry.NewOrder(
                                Outcome.COMMITTED, start + 5_007, 70_000, 10, 2_000_000_000, 3000, 15, 2_100_000),
                        new LedgerEntry.Payment(
                                Outcome.UNKNOWN, start + 5_000 + monthNanos / 1_000_000, 1, 2, 3, 4, 2999, 500_000),
                        new LedgerEntry.Delivery(
                                Outcome.FAILED,
                                start + 5_000,
                                5,
                                10,
                                List.of(1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000)));
    }

    @Test
    void whatWorkersWroteIsReadableAboutASecondLaterWithoutAnEnd() {
        try (LedgerWriter writer = LedgerWriter.begin(results().append(path()), HEADER, 1, RunClock.SYSTEM)) {
            writer.worker(0).enter(newOrder(1), Outcome.COMMITTED, 0);
            await().atMost(Duration.ofMinutes(2)).until(() -> read().entries.size() == 1);
            assertThat(read().end).contains("killed or is still running");
        }
    }

    @Test
    void aTailThatIsCutAnywhereCostsNoMoreThanItsBlockAndIsSaid() throws IOException {
        byte[] whole = threeBlocks();
        int headerBytes = LedgerFile.FRAME_BYTES + HEADER.bytes().remaining();
        for (int length = 0; length < headerBytes; length += 3) {
            TestFiles.replace(path(), Arrays.copyOf(whole, length));
            assertThrown(ResultReadException.class, () -> LedgerFile.open(path()), "ledger.bin");
        }
        int before = 0;
        for (int length = headerBytes; length < whole.length; length += 5) {
            TestFiles.replace(path(), Arrays.copyOf(whole, length));
            Read read = read();
            assertThat(read.entries).hasSizeGreaterThanOrEqualTo(before);
            assertThat(read.end).isNotNull();
            before = read.entries.size();
        }
        assertThat(before).isEqualTo(500);
    }

    @Test
    void anyFlippedByteIsNoticed() throws IOException {
        byte[] whole = threeBlocks();
        int headerBytes = LedgerFile.FRAME_BYTES + HEADER.bytes().remaining();
        for (int at = headerBytes; at < whole.length; at += 7) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            TestFiles.replace(path(), damaged);
            Read read = read();
            assertThat(read.entries).hasSizeLessThanOrEqualTo(500);
            assertThat(read.end).as("byte " + at).isNotNull();
        }
    }

    private byte[] threeBlocks() throws IOException {
        try (LedgerWriter writer = LedgerWriter.begin(results().append(path()), HEADER, 1, RunClock.SYSTEM)) {
            for (int order = 1; order <= 500; order++) {
                writer.worker(0).enter(newOrder(order), Outcome.COMMITTED, 0);
            }
            writer.end(0);
        }
        return Files.readAllBytes(path());
    }

    @Test
    void noLedgerAndHungWorkersAreSaid() {
        assertThrown(ResultReadException.class, () -> LedgerFile.open(path()), "There is no ledger", "ledger=true");
        try (LedgerWriter writer = LedgerWriter.begin(results().append(path()), HEADER, 3, RunClock.SYSTEM)) {
            writer.end(2);
        }
        assertThat(read().end).contains("2 workers hung");
    }

    @Test
    void aFullDiskEndsTheFileAndNotTheRun() {
        AppendedFile.Opener full = path -> new OutputStream() {
            private int room = 300;

            @Override
            public void write(int value) throws IOException {
                if (room-- <= 0) {
                    throw new IOException("No space left on device");
                }
            }
        };
        try (LedgerWriter writer =
                LedgerWriter.begin(results().with(full).append(path()), HEADER, 1, RunClock.SYSTEM)) {
            for (int order = 1; order <= 100_000; order++) {
                writer.worker(0).enter(newOrder(order), Outcome.COMMITTED, 0);
            }
            writer.end(0);
            assertThat(writer.problem()).contains("ledger.bin is incomplete", "No space left on device");
        }
    }

    @Test
    void aDiskThatHangsCostsEntriesAndNeverTime() throws IOException {
        CountDownLatch goOn = new CountDownLatch(1);
        AppendedFile.Opener slow = path -> new FilterOutputStream(AppendedFile.Opener.NEW_FILE.open(path)) {
            private boolean first = true;

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (!first) {
                    assertThatCode(goOn::await).doesNotThrowAnyException();
                }
                first = false;
                out.write(bytes, from, length);
            }
        };
        int many = 1_000_000;
        try (LedgerWriter writer =
                LedgerWriter.begin(results().with(slow).append(path()), HEADER, 1, RunClock.SYSTEM)) {
            for (int order = 1; order <= many; order++) {
                writer.worker(0).enter(newOrder(order), Outcome.COMMITTED, 0);
            }
            assertThat(writer.problem()).contains("entries were dropped");
            goOn.countDown();
            writer.end(0);
        }
        Read read = read();
        assertThat(read.entries).hasSizeBetween(100_000, many - 1);
        assertThat(read.end).contains("dropped");
    }
}
