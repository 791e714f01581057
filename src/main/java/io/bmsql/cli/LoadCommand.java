package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.cli.console.LoadStatus;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.report.Words;
import io.bmsql.schema.LoadProgress;
import java.io.PrintStream;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code bmsql load}: the rows alone, into empty tables or into CSV files. */
@Command(name = "load")
final class LoadCommand extends PropsCommand.Work {
    private volatile String promise = "load";

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = loadTpcc(ConfigPurpose.LOAD);
        promise = config.load().fileLocation() == null ? "load" : "files";
        BuildEcho echo = new BuildEcho(context, config, isVerbose, progress.mode);
        new BenchmarkTables(context.program(), config, echo).load();
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return promise;
    }

    /** Shows how much it will be, then how far it is. */
    static void show(
            ProgressScreen screen,
            Words words,
            BenchmarkConfig config,
            LoadProgress progress,
            long expectedBytes,
            boolean isIntoFiles) {
        RunClock clock = screen.clock();
        showEstimate(screen, words, progress, expectedBytes, isIntoFiles);
        long startNanos = clock.nanoTime();
        Supplier<LoadStatus> status = () -> new LoadStatus(
                progress.warehousesDone(),
                progress.warehouses(),
                progress.rows(),
                progress.rowsBefore(),
                progress.expectedRows(),
                progress.bytes(),
                clock.secondsSince(startNanos));
        screen.show(
                config.result().reportIntervalSecs(),
                () -> screen.showBlock(status.get().block(words)),
                () -> status.get().plain(words),
                () -> status.get().json());
    }

    /** Before the first row: how much it will be. How long it takes shows when rows have gone in for a while. */
    private static void showEstimate(
            ProgressScreen screen, Words words, LoadProgress progress, long expectedBytes, boolean isIntoFiles) {
        PrintStream err = screen.console().err();
        int warehouses = progress.warehouses();
        long rows = progress.expectedRows();
        switch (screen.mode()) {
            case none -> {}
            case json ->
                err.println(ProgressScreen.jsonLine("loadEstimate")
                        .put("warehouses", warehouses)
                        .put("expectedRows", rows)
                        .put("expectedDiskBytes", expectedBytes));
            case auto, plain ->
                err.println(words.counted(
                        isIntoFiles ? "console.load.files" : "console.load.disk",
                        warehouses,
                        NumberText.count(warehouses),
                        NumberText.count(rows),
                        NumberText.bytes(expectedBytes)));
        }
    }
}
