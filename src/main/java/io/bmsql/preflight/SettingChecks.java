package io.bmsql.preflight;

import io.bmsql.benchmark.Finding;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.config.AnalyticsConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PacingMode;
import io.bmsql.config.RunConfig;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.RunSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run of these settings takes, by what docs/performance.md measured; what they ask for that makes a number worth less, and
 * the disk for the results.
 */
record SettingChecks(LoadedConfig loaded, Texts texts) {
    private static final double SHORT_MINUTES = 5;

    private static final String RESULT_DISK = "result disk";
    private static final double PROCESS_MEGABYTES = 60;
    private static final double MEGABYTES_A_CONNECTION = 0.4;
    private static final double MEGABYTES_A_TERMINAL = 0.001;
    private static final double RESULT_BYTES = 27;
    private static final double LEDGER_BYTES = 17;
    private static final double SERIES_BYTES_A_MINUTE = 360_000;
    private static final double PER_TERMINAL_A_MINUTE = 60 / 21.0;
    /** What a run without waits may well reach. */
    private static final double FAST_A_MINUTE = 300_000;

    /** All connections of a run: workers, figures of the server, the check at the end, analytic queries. */
    int connections() {
        AnalyticsConfig analytics = loaded.config().analytics();
        return loaded.config().run().workers()
                + RunSession.SIDE_CONNECTIONS
                + (analytics.url().isEmpty() ? analytics.streams() : 0);
    }

    long memoryMegabytes() {
        return Math.round(PROCESS_MEGABYTES
                + MEGABYTES_A_CONNECTION * connections()
                + MEGABYTES_A_TERMINAL * loaded.config().run().terminals());
    }

    /** Megabytes for people, such as 1.2 GB. */
    static String size(double megabytes) {
        return NumberText.bytes(Math.round(megabytes * 1e6));
    }

    private static double rampupMinutes(RunConfig.Length length) {
        return Math.max(length.rampupMinutes(), length.longestRampupMinutes());
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        loaded.warnings().forEach(warning -> findings.add(Finding.warning("props", warning, "")));
        RunConfig run = loaded.config().run();
        boolean isWaiting = run.pace().mode() == PacingMode.THINK_TIME;
        ScriptsConfig scripts = loaded.config().scripts();
        boolean isTpcc = scripts.isTpcc();
        String work = isTpcc
                ? count("warehouses", loaded.config().load().warehouses())
                : scripts.isFolder() ? "workload=" + scripts.workload() : texts.text("doctor.load.scripts");
        String text = texts.text("doctor.load", count("terminals", run.terminals()), work)
                + texts.text(isWaiting ? "doctor.load.waits" : "doctor.load.nowaits")
                + (isWaiting || !isTpcc ? "" : texts.text("doctor.load.unpublished"));
        findings.add(Finding.ok("load", text));
        findings.add(length(run.length()));
        return findings;
    }

    /** A number of what {@code doctor.count} names. */
    String count(String what, long number) {
        return texts.counted("doctor.count." + what, number, NumberText.count(number));
    }

    private Finding length(RunConfig.Length length) {
        double rampup = rampupMinutes(length);
        String text = length.isTimed()
                ? texts.text("doctor.length", NumberText.shortest(length.runMinutes()), NumberText.shortest(rampup))
                : texts.text("doctor.length.counted", length.transactionsPerTerminal());
        return length.isTimed() && length.runMinutes() < SHORT_MINUTES
                ? Finding.warning("length", text, texts.text("doctor.length.short"))
                : Finding.warningIf(rampup == 0, "length", text, texts.text("doctor.length.cold"));
    }

    Finding resultDisk(ProgramContext program) {
        String pattern = loaded.config().result().directoryPattern();
        if (pattern == null) {
            return Finding.warning(
                    RESULT_DISK, texts.text("doctor.resultdisk.none"), texts.text("doctor.resultdisk.none.do"));
        }
        try {
            Path place = ProgramContext.nearestExisting(program.resolve(
                    ResultDirectory.dated(pattern, program.clock().now())));
            if (!ProgramContext.canMake(place)) {
                return Finding.problem(
                        RESULT_DISK,
                        texts.text("doctor.resultdisk.closed", place),
                        texts.text("doctor.resultdisk.closed.do"));
            }
            return resultDisk(Files.getFileStore(place).getUsableSpace());
        } catch (UsageException | IOException e) {
            return Finding.problem(
                    RESULT_DISK, String.valueOf(e.getMessage()), texts.text("doctor.resultdisk.closed.do"));
        }
    }

    private Finding resultDisk(double bytes) {
        RunConfig run = loaded.config().run();
        double minutes = run.length().runMinutes() + rampupMinutes(run.length());
        if (minutes == 0) {
            return Finding.ok(RESULT_DISK, texts.text("doctor.resultdisk.free", size(bytes / 1e6)));
        }
        double rate = rate(run);
        double each = RESULT_BYTES + (loaded.config().result().ledger() ? LEDGER_BYTES : 0);
        double needed = minutes * (rate * each + SERIES_BYTES_A_MINUTE);
        String text = texts.text(
                "doctor.resultdisk", size(bytes / 1e6), size(needed / 1e6), NumberText.count(Math.round(rate)));
        return Finding.warningIf(bytes < needed, RESULT_DISK, text, texts.text("doctor.resultdisk.do"));
    }

    /** Transactions a minute: what the settings ask for, or a guess where nothing holds the terminals back. */
    private static double rate(RunConfig run) {
        return switch (run.pace().mode()) {
            case ARRIVAL_RATE ->
                run.pace().profile() == null
                        ? run.pace().arrivalRate()
                        : Math.max(
                                run.pace().arrivalRate(), run.pace().profile().mean());
            case RATE -> run.pace().limitTxnsPerMin();
            case THINK_TIME -> run.terminals() * PER_TERMINAL_A_MINUTE;
            case CLOSED_LOOP -> FAST_A_MINUTE;
        };
    }
}
