package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.TransactionType;
import io.bmsql.testing.Allocation;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultCsvTest {
    private static final String HEADER = "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error\n";

    @TempDir
    Path folder;

    private Path file;
    /** Lines that were left out when the file was read last. */
    private long damaged;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("result.csv");
    }

    private record Row(
            long elapsed,
            double latency,
            double dbLatency,
            TransactionType type,
            boolean rbk,
            int skipped,
            int error) {}

    @Test
    void rowsHaveTheOriginalsColumnsAndAreReadAgain() throws IOException {
        ResultBatch batch = new ResultBatch();
        batch.add(0, 7, 5, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 0);
        batch.add(1000, 12, 12, TpccTransaction.NEW_ORDER, Outcome.ROLLED_BACK, 0);
        batch.add(86_400_000L * 30, 3, 0, TpccTransaction.DELIVERY, Outcome.COMMITTED, 0);
        batch.add(1002, 100, 90, TpccTransaction.DELIVERY_BG, Outcome.COMMITTED, 10);
        batch.add(1003, 9, 9, TpccTransaction.PAYMENT, Outcome.FAILED, 0);
        batch.add(1004, 9, 9, TpccTransaction.STOCK_LEVEL, Outcome.UNKNOWN, 0);
        write(7, batch);

        assertThat(read())
                .hasSize(6)
                .contains(
                        new Row(1000, 12, 12, TpccTransaction.NEW_ORDER, true, 0, 0),
                        new Row(1002, 100, 90, TpccTransaction.DELIVERY_BG, false, 10, 0),
                        new Row(1003, 9, 9, TpccTransaction.PAYMENT, false, 0, 1));
        assertThat(Files.readString(file))
                .isEqualTo(
                        HEADER
                                + """
                                7,0,7,5,NEW_ORDER,0,0,0
                                7,1000,12,12,NEW_ORDER,1,0,0
                                7,2592000000,3,0,DELIVERY,0,0,0
                                7,1002,100,90,DELIVERY_BG,0,10,0
                                7,1003,9,9,PAYMENT,0,0,1
                                7,1004,9,9,STOCK_LEVEL,0,0,1
                                """);
    }

    @Test
    void aFullBatchOfTheLongestRowsFits() throws IOException {
        ResultBatch batch = new ResultBatch();
        while (!batch.isFull()) {
            batch.add(
                    Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, TpccTransaction.ORDER_STATUS, Outcome.UNKNOWN, 127);
        }
        write(Integer.MAX_VALUE, batch);

        assertThat(Files.readAllLines(file)).hasSize(ResultBatch.CAPACITY + 1);
    }

    @Test
    void otherWritersMayGiveFractionsFurtherColumnsAndCarriageReturns() throws IOException {
        Files.writeString(
                file,
                HEADER.replace("\n", ",node\r\n")
                        + "1,100,2.5,0.125,PAYMENT,0,0,2,a\r\n1,101,-1,0,PAYMENT,0,0,0,b\r\n");

        assertThat(read())
                .containsExactly(
                        new Row(100, 2.5, 0.125, TpccTransaction.PAYMENT, false, 0, 2),
                        new Row(101, -1, 0, TpccTransaction.PAYMENT, false, 0, 0));
    }

    @Test
    void rowsOfVersion6DevelAreRead() throws IOException {
        Files.writeString(
                file,
                "run,ttype,startts,endts,startms,endms,delayms,latencyms,rbk,error\n"
                        + "7,NEW_ORDER,2026-01-02 03:04:05.678,2026-01-02 03:04:06.001,60100,60423,23,323,1,0\n"
                        + "7,PAYMENT,2026-01-02 03:04:05.678,2026-01-02 03:04:06.002,60100,60424,0,32");

        assertThat(read()).containsExactly(new Row(60_423, 323, 300, TpccTransaction.NEW_ORDER, true, 0, 0));
        assertThat(damaged).isEqualTo(1);
    }

    @Test
    void aCutLastLineIsLeftOutWhereverItIsCut() throws IOException {
        String whole = HEADER + "1,10,20,30,NEW_ORDER,0,0,0\n";
        String last = "1,11,21,31,STOCK_LEVEL,0,0,0";
        for (int cut = 0; cut < last.length(); cut++) {
            Files.writeString(file, whole + last.substring(0, cut));
            assertThat(read()).as("cut after %d characters", cut).hasSize(1);
            assertThat(damaged).isEqualTo(cut == 0 ? 0 : 1);
        }
        Files.writeString(file, whole + last);
        assertThat(read()).hasSize(2);
        assertThat(damaged).isZero();
    }

    @Test
    void damagedLinesAreCountedAndLeftOut() throws IOException {
        Files.writeString(
                file,
                HEADER
                        + Stream.of(
                                        "1,10,20,30,NEW_ORDER,0,0,0",
                                        "1,10,20,30,NEW_ORDER,0,0",
                                        "1,x,20,30,NEW_ORDER,0,0,0",
                                        "1,10,,30,NEW_ORDER,0,0,0",
                                        "1,10,2.5.1,30,NEW_ORDER,0,0,0",
                                        "1,10,20,30,NEW_ORDERS,0,0,0",
                                        "1,10,20,30,NEW_ORDER,0,0,0.5",
                                        "1,10,99999999999999999999,30,NEW_ORDER,0,0,0",
                                        "z".repeat(200_000),
                                        "",
                                        "1,12,20,30,PAYMENT,0,0,0")
                                .map(line -> line + "\n")
                                .reduce("", String::concat));

        assertThat(read()).extracting(Row::elapsed).containsExactly(10L, 12L);
        assertThat(damaged).isEqualTo(8);
    }

    @Test
    void foreignFilesAreRefusedClearly() throws IOException {
        Files.writeString(file, "something else\n");
        assertThatThrownBy(this::read).hasMessageContaining("does not start with the header");
        Files.writeString(file, "");
        assertThatThrownBy(this::read).hasMessageContaining("is empty");
    }

    @Test
    void aLongFileIsReadInOnePassWithoutMemoryOfItsOwn() throws IOException {
        int lines = 300_000;
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            out.write(HEADER);
            for (int i = 0; i < lines; i++) {
                out.write("1," + i + "," + i % 100 + ",5,NEW_ORDER,0,0,0\n");
            }
        }
        long[] sums = new long[4];
        AtomicBoolean inOrder = new AtomicBoolean(true);
        long allocatedBefore = Allocation.bytes();
        damaged = ResultCsv.read(file, TpccTransaction.TYPES, (elapsed, latency, db, type, rbk, skipped, error) -> {
            inOrder.compareAndSet(true, elapsed == sums[3]);
            sums[0] += elapsed;
            sums[1] += (long) latency;
            sums[2] += error;
            sums[3]++;
        });
        long allocated = Allocation.bytes() - allocatedBefore;

        assertThat(damaged).isZero();
        assertThat(inOrder).isTrue();
        assertThat(sums).containsExactly(44_999_850_000L, 14_850_000, 0, lines);
        assertThat(allocated).as("bytes allocated for %d rows", lines).isLessThan(2_000_000);
    }

    private void write(int runId, ResultBatch batch) {
        try (AppendedFile out = ResultDirectory.begin(folder).append(file)) {
            new ResultCsv.Writer(out, runId, TpccTransaction.TYPES).write(batch);
        }
    }

    private List<Row> read() {
        List<Row> rows = new ArrayList<>();
        damaged = ResultCsv.read(
                file,
                TpccTransaction.TYPES,
                (elapsed, latency, db, type, rbk, skipped, error) ->
                        rows.add(new Row(elapsed, latency, db, type, rbk, skipped, error)));
        return rows;
    }
}
