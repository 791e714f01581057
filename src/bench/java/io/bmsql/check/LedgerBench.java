package io.bmsql.check;

import com.sun.management.OperatingSystemMXBean;
import io.bmsql.common.RunClock;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.WorkerLedger;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerHeader.Baseline;
import io.bmsql.result.LedgerHeader.RunMark;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TransactionInput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * CPU that a ledger costs an entry: the worker's part, the writing thread's part and the system's, on a real file. With the
 * CPU seconds and the ledger of a real run it prints the share of the agent's CPU.
 */
public final class LedgerBench {
    private static final int ENTRIES = 4_000_000;
    /** Of 100 entries of the standard mix. */
    private static final int NEW_ORDERS = 49;

    private static final int PAYMENTS = 47;
    private static final int BURST = 100_000;
    private static final long PAUSE_MILLIS = 20;

    private LedgerBench() {}

    /** Arguments: a ledger of a run and the CPU seconds that the agent used in that run. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path ledger = Path.of(args[0]).toAbsolutePath();
        // The same file system, and it goes with the run.
        Path folder = Files.createTempDirectory(ledger.getParent(), "bench");
        nanosPerEntry(folder.resolve("warm-up.bin"));
        double nanos = nanosPerEntry(folder.resolve("measured.bin"));
        long[] entries = new long[1];
        LedgerFile.open(ledger).read(entry -> entries[0]++);
        double driverSeconds = Double.parseDouble(args[1]);
        System.out.printf(
                Locale.ROOT,
                "%.0f ns CPU an entry; %d entries in a run that cost the agent %.1f CPU seconds%n",
                nanos,
                entries[0],
                driverSeconds);
        System.out.printf(
                Locale.ROOT,
                "ledger: %.2f %% of the agent's CPU (goal < 3 %%)%n",
                nanos * entries[0] / 1e9 / driverSeconds * 100);
    }

    private static double nanosPerEntry(Path path) throws IOException, InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        LedgerHeader header = new LedgerHeader(
                new RunMark("ledger 1-1", "bench"), List.of(), 0, 0, 0, 1, 1, new Baseline(0, 0, List.of()));
        AppendedFile file = AppendedFile.create(path, AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning());
        try (LedgerWriter writer = LedgerWriter.begin(file, header, 1, RunClock.SYSTEM)) {
            fill(writer.worker(0));
            writer.end(0);
            if (writer.problem() != null) {
                throw new IOException(writer.problem());
            }
        }
        long nanos = system.getProcessCpuTime() - before;
        Files.delete(path);
        return (double) nanos / ENTRIES;
    }

    private static void fill(WorkerLedger worker) throws InterruptedException {
        TransactionInput input = new TransactionInput();
        for (int entry = 0; entry < ENTRIES; entry++) {
            input.warehouseId = 1;
            input.districtId = 1 + entry % 10;
            int card = entry % 100;
            if (card < NEW_ORDERS) {
                input.type = TpccTransaction.NEW_ORDER;
                input.orderId = entry;
            } else if (card < NEW_ORDERS + PAYMENTS) {
                input.type = TpccTransaction.PAYMENT;
            } else {
                input.type = TpccTransaction.DELIVERY_BG;
            }
            worker.enter(input, Outcome.COMMITTED, 0);
            if (entry % BURST == 0) {
                // The disk must keep up, or entries are dropped and cost nothing.
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }
}
