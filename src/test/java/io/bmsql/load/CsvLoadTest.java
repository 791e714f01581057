package io.bmsql.load;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.CollectedRows;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CsvLoadTest {
    private static final long SEED = 42;
    private static final ManualClock CLOCK = new ManualClock(1_767_323_045_678L);
    private static final String NOW = "@" + CLOCK.epochMillis();

    /** Two warehouses by three workers, shared by the tests that only read. */
    @TempDir
    private static Path shared;

    private static final RecordedLines SHARED_LINES = new RecordedLines();

    @TempDir
    private Path folder;

    private final RecordedLines lines = new RecordedLines();

    @BeforeAll
    static void loadOnce() throws Exception {
        LoadConfig config = new LoadConfig(2, 3, shared + "/tpcc-", "nil", SEED, false, false);
        new Loader(config, CLOCK, ZoneOffset.UTC, SHARED_LINES).intoFiles();
    }

    @ParameterizedTest
    @EnumSource(
            value = Table.class,
            names = {"CONFIG", "DISTRICT", "ORDER", "ORDER_LINE", "CUSTOMER", "HISTORY"})
    void filesHoldTheGeneratedRowsInTheOrderOfTheirKeys(Table table) throws Exception {
        Population population = new Population(SEED, 2, CLOCK.epochMillis());
        try (BufferedReader file = Files.newBufferedReader(shared("tpcc-", table), StandardCharsets.US_ASCII)) {
            for (int warehouse = table == Table.CONFIG ? 2 : 1; warehouse <= 2; warehouse++) {
                for (List<String> row : CollectedRows.of(population, table, warehouse)) {
                    assertSame(file.readLine(), csv(row));
                }
            }
            assertThat(file.readLine()).isNull();
        }
    }

    /** Half a million lines: only what differs is worth the words. */
    private static void assertSame(@Nullable String line, String expected) {
        if (!expected.equals(line)) {
            assertThat(line).isEqualTo(expected);
        }
    }

    private static String csv(List<String> row) {
        StringBuilder line = new StringBuilder(500);
        for (String value : row) {
            String text = value.equals("NULL") ? "nil" : value.equals(NOW) ? "2026-01-02 03:04:05.678" : value;
            line.append(line.isEmpty() ? "" : ",").append(text);
        }
        return line.toString();
    }

    @ParameterizedTest
    @EnumSource(
            value = Table.class,
            names = {"STOCK", "ORDER_LINE", "ITEM"})
    void csvHoldsTheSameRowsAsCopyText(Table table) throws Exception {
        Population population = new Population(SEED, 1, CLOCK.epochMillis());
        try (BufferedReader file = Files.newBufferedReader(shared("tpcc-", table), StandardCharsets.US_ASCII)) {
            TextRows<IOException> rows = TextRows.copy(ZoneOffset.UTC);
            rows.redirect((bytes, length, count) -> {
                String copy = new String(bytes, 0, length, StandardCharsets.US_ASCII);
                for (String line : copy.split("\n")) {
                    assertSame(file.readLine(), line.replace('\t', ',').replace("\\N", "nil"));
                }
            });
            population.write(Slice.whole(table, table == Table.ITEM ? 0 : 1), rows);
            rows.flush();
        }
    }

    @Test
    void filesDependNeitherOnTheNumberOfWorkersNorOnTheLocale() throws Exception {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(String.format("%d", 1)).as("the locale is a strange one").isNotEqualTo("1");
            loader(2, 7, folder + "/arab-", "nil").intoFiles();
        } finally {
            Locale.setDefault(before);
        }
        for (Table table : Table.values()) {
            assertThat(Files.mismatch(folder.resolve("arab-" + table.csvName()), shared("tpcc-", table)))
                    .as(table.csvName())
                    .isEqualTo(-1);
        }
    }

    private static Path shared(String prefix, Table table) {
        return shared.resolve(prefix + table.csvName());
    }

    @Test
    void workersSayWhatTheyLoad() throws Exception {
        assertThat(SHARED_LINES.output).allMatch(line -> line.matches("Worker 00[0-2]: .*"));
        assertThat(SHARED_LINES.output.stream().map(line -> line.replaceFirst("Worker 00\\d: Loading ", "")))
                .containsExactlyInAnyOrder(
                        "ITEM,ITEM done,Warehouse      1,Warehouse      1 done,Warehouse      2,Warehouse      2 done"
                                .split(","));
        assertThat(SHARED_LINES.errors).isEmpty();
    }

    @Test
    void progressEndsWithEveryRowAndByteOfTheFiles() throws Exception {
        Loader loader = loader(1, 2, folder + "/", "NULL");
        LoadSummary summary = loader.intoFiles();

        long bytes = 0;
        long rows = 0;
        for (byte[] content : TestFiles.contents(folder, ".*csv")) {
            bytes += content.length;
            rows += new String(content, StandardCharsets.US_ASCII).lines().count();
        }
        assertThat(loader.progress().rows()).isEqualTo(rows).isEqualTo(summary.rows());
        assertThat(loader.progress().bytes()).isEqualTo(bytes).isEqualTo(summary.bytes());
        assertThat(loader.progress().expectedRows()).isBetween(rows * 99 / 100, rows * 101 / 100);
        assertThat(loader.progress().warehousesDone()).isEqualTo(1);
        assertThat(summary.way()).isEqualTo("CSV files");
        assertThat(summary.constants()).isEqualTo(Population.loadConstants(SEED));
    }

    @Test
    void zeroWarehousesWriteItemsAndConfigAlone() throws Exception {
        Files.writeString(folder.resolve("config.csv"), "x\n".repeat(1_000));
        load(0, 2, folder + "/", "NULL");

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
                () -> load(1, 1, folder + "/nowhere/", "NULL"),
                "cannot create " + folder + "/nowhere/config.csv: its folder does not exist",
                "fileLocation");
    }

    @Test
    void aFullDiskStopsAllWorkersWithOneClearSentence() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "needs Linux's device that is always full");
        Files.createSymbolicLink(folder.resolve("stock.csv"), full);

        assertThatThrownBy(() -> load(2, 4, folder + "/", "NULL"))
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
        Loader loader = loader(1_000, 2, folder + "/", "NULL");
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

    private LoadSummary load(int warehouses, int workers, String prefix, String nullText)
            throws BuildFailedException, InterruptedException {
        return loader(warehouses, workers, prefix, nullText).intoFiles();
    }

    private Loader loader(int warehouses, int workers, String prefix, String nullText) {
        LoadConfig config = new LoadConfig(warehouses, workers, prefix, nullText, SEED, false, false);
        return new Loader(config, CLOCK, ZoneOffset.UTC, lines);
    }
}
