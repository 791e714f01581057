package io.bmsql.load;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CsvLoadTest {
    private static final long SEED = 42;
    private static final ManualClock CLOCK = new ManualClock(1_767_323_045_678L);

    /** Two warehouses by seven workers, shared by the tests that only read. */
    @TempDir
    private static Path shared;

    private static final RecordingListener SHARED_LINES = new RecordingListener();

    @TempDir
    private Path folder;

    private final RecordingListener lines = new RecordingListener();

    /** Under a locale of other digits. */
    @BeforeAll
    static void loadOnce() throws Exception {
        LoadConfig config = new LoadConfig(2, 7, shared + "/tpcc-", "nil", SEED, false, false);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(String.format("%d", 1)).as("the locale is a strange one").isNotEqualTo("1");
            new Loader(config, CLOCK, ZoneOffset.UTC, SHARED_LINES).intoFiles();
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void filesHoldTheRowsOfCopyInTheOrderOfTheirKeys(Table table) throws Exception {
        Population population = new Population(SEED, 2, CLOCK.epochMillis());
        boolean isShared = table == Table.CONFIG || table == Table.ITEM;
        try (BufferedReader file = Files.newBufferedReader(shared(table), StandardCharsets.US_ASCII)) {
            TextRows<IOException> rows = TextRows.copy(ZoneOffset.UTC);
            rows.redirect((bytes, length, count) -> {
                String copy = new String(bytes, 0, length, StandardCharsets.US_ASCII);
                for (String line : copy.split("\n")) {
                    assertSame(file.readLine(), line.replace('\t', ',').replace("\\N", "nil"));
                }
            });
            for (int warehouse = isShared ? 0 : 1; warehouse <= (isShared ? 0 : 2); warehouse++) {
                population.write(Slice.whole(table, warehouse), rows);
            }
            rows.flush();
            assertThat(file.readLine()).isNull();
        }
    }

    /** A million lines: only what differs is worth the words. */
    private static void assertSame(@Nullable String line, String expected) {
        if (!expected.equals(line)) {
            assertThat(line).isEqualTo(expected);
        }
    }

    private static Path shared(Table table) {
        return shared.resolve("tpcc-" + table.csvName());
    }

    @Test
    void workersSayWhatTheyLoad() throws Exception {
        assertThat(SHARED_LINES.output).allMatch(line -> line.matches("Worker 00[0-6]: .*"));
        assertThat(SHARED_LINES.output.stream().map(line -> line.replaceFirst("Worker 00\\d: Loading ", "")))
                .containsExactlyInAnyOrder(
                        "ITEM,ITEM done,Warehouse      1,Warehouse      1 done,Warehouse      2,Warehouse      2 done"
                                .split(","));
        assertThat(SHARED_LINES.errors).isEmpty();
    }

    @Test
    void twoWorkersWriteTheSameFilesAndTheirProgressEndsWithEveryRowAndByte() throws Exception {
        Loader loader = loader(2, 2, folder + "/");
        LoadSummary summary = loader.intoFiles();

        long bytes = 0;
        long rows = 0;
        for (Table table : Table.values()) {
            Path file = folder.resolve(table.csvName());
            assertThat(Files.mismatch(file, shared(table))).as(table.csvName()).isEqualTo(-1);
            bytes += Files.size(file);
            try (Stream<String> rowsOfTable = Files.lines(file, StandardCharsets.US_ASCII)) {
                rows += rowsOfTable.count();
            }
        }
        assertThat(loader.progress().rows()).isEqualTo(rows).isEqualTo(summary.rows());
        assertThat(loader.progress().bytes()).isEqualTo(bytes).isEqualTo(summary.bytes());
        assertThat(loader.progress().expectedRows()).isBetween(rows * 99 / 100, rows * 101 / 100);
        assertThat(loader.progress().warehousesDone()).isEqualTo(2);
        assertThat(summary.way()).isEqualTo("CSV files");
        assertThat(summary.constants()).isEqualTo(Population.loadConstants(SEED));
    }

    @Test
    void zeroWarehousesWriteItemsAndConfigAlone() throws Exception {
        Files.writeString(folder.resolve("config.csv"), "x\n".repeat(1_000));
        loader(0, 2, folder + "/").intoFiles();

        assertThat(Files.readAllLines(folder.resolve("item.csv"))).hasSize(100_000);
        assertThat(Files.readAllLines(folder.resolve("config.csv")))
                .as("written anew")
                .hasSize(6)
                .contains("warehouses,0");
        assertThat(folder.resolve("stock.csv")).isEmptyFile();
    }

    @Test
    void aMissingFolderIsOneClearSentence() {
        assertThrown(
                BuildFailedException.class,
                () -> loader(1, 1, folder + "/nowhere/").intoFiles(),
                "cannot create " + folder + "/nowhere/config.csv: its folder does not exist",
                "fileLocation");
    }

    @Test
    void aFullDiskStopsAllWorkersWithOneClearSentence() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "needs Linux's device that is always full");
        Files.createSymbolicLink(folder.resolve("stock.csv"), full);

        assertThatThrownBy(() -> loader(2, 4, folder + "/").intoFiles())
                .isInstanceOf(BuildFailedException.class)
                .hasMessageMatching("worker 00\\d could not load bmsql_stock of warehouse 1: cannot write .*stock.csv: "
                        + "No space left on device\\. Fix the cause.*");
        assertThat(lines.errors)
                .singleElement()
                .asString()
                .matches("Worker 00\\d: ERROR: bmsql_stock of warehouse 1: cannot write .*stock.csv: No space .*");
        assertThat(folder.resolve("config.csv")).as("written last").isEmptyFile();
    }

    @Test
    void anInterruptEndsTheLoad() throws Exception {
        Loader loader = loader(1_000, 2, folder + "/");
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> breaker = Background.run(() -> {
            while (loader.progress().rows() < 200_000) {
                Thread.onSpinWait();
            }
            caller.interrupt();
        });

        assertThatThrownBy(loader::intoFiles).isInstanceOf(InterruptedException.class);
        breaker.join();
        assertThat(Thread.getAllStackTraces().keySet()).as("workers have ended").noneMatch(thread -> thread.getName()
                .startsWith("load-"));
        assertThat(loader.progress().rows()).isLessThan(10_000_000);
    }

    private Loader loader(int warehouses, int workers, String prefix) {
        LoadConfig config = new LoadConfig(warehouses, workers, prefix, "nil", SEED, false, false);
        return new Loader(config, CLOCK, ZoneOffset.UTC, lines);
    }
}
