package io.bmsql.preflight;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PacingMode;
import io.bmsql.config.RunConfig;
import io.bmsql.result.DatedPath;
import io.bmsql.result.ResultDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the props file asks for that makes a number worth less, and the disk for the results. */
record SettingChecks(LoadedConfig loaded) {
    private static final double SHORT_MINUTES = 5;

    private static final String RESULT_DISK = "result disk";
    private static final double BYTES_A_MEGABYTE = 1e6;
    private static final double PER_TERMINAL_A_MINUTE = 60 / 21.0;
    /** What a run without waits may well reach. */
    private static final double FAST_A_MINUTE = 300_000;

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        loaded.warnings().forEach(warning -> findings.add(Finding.warning("props", warning, "")));
        RunConfig run = loaded.config().run();
        boolean isWaiting = run.pace().mode() == PacingMode.THINK_TIME;
        String text = NumberText.counted(run.terminals(), "terminal") + " on "
                + NumberText.counted(loaded.config().load().warehouses(), "warehouse") + ", "
                + (isWaiting
                        ? "with keying and think times"
                        : "without waits: not to be compared with published results");
        findings.add(Finding.ok("load", text));
        findings.add(length(run.length()));
        return findings;
    }

    private static Finding length(RunConfig.Length length) {
        double rampup = Math.max(length.rampupMinutes(), length.longestRampupMinutes());
        String text = length.isTimed()
                ? number(length.runMinutes()) + " minutes after a ramp-up of " + number(rampup)
                : length.transactionsPerTerminal() + " transactions a terminal";
        if (length.isTimed() && length.runMinutes() < SHORT_MINUTES) {
            return Finding.warning("length", text, "so short a run says little; measure 10 minutes or longer");
        }
        return rampup == 0
                ? Finding.warning("length", text, "the first minutes, with cold caches, count; set rampupMins")
                : Finding.ok("length", text);
    }

    private static String number(double minutes) {
        return minutes == Math.rint(minutes) ? Long.toString((long) minutes) : Double.toString(minutes);
    }

    /** Space for the result files of a run. */
    Finding resultDisk(ProgramContext program) {
        String pattern = loaded.config().result().directoryPattern();
        if (pattern == null) {
            return Finding.warning(
                    RESULT_DISK, "no resultDirectory: the run leaves no files and no report", "set resultDirectory");
        }
        try {
            Path place = ProgramContext.nearestExisting(
                    program.resolve(DatedPath.at(pattern, program.clock().now())));
            if (!ProgramContext.canMake(place)) {
                return Finding.problem(
                        RESULT_DISK, place + " cannot be written to", "set resultDirectory to another place");
            }
            return resultDisk(Files.getFileStore(place).getUsableSpace());
        } catch (ResultDirectory.PlaceException | IOException e) {
            return Finding.problem(RESULT_DISK, String.valueOf(e.getMessage()), "set resultDirectory to another place");
        }
    }

    private Finding resultDisk(double bytes) {
        Need need = new Need(loaded.config());
        double rate = rate(loaded.config().run());
        if (need.minutes() == 0) {
            return Finding.ok(RESULT_DISK, Need.size(bytes / BYTES_A_MEGABYTE) + " are free");
        }
        String text = String.format(
                Locale.ROOT,
                "%s are free, the run writes about %s with %,.0f transactions a minute",
                Need.size(bytes / BYTES_A_MEGABYTE),
                Need.size(need.resultBytes(rate) / BYTES_A_MEGABYTE),
                rate);
        return bytes < need.resultBytes(rate)
                ? Finding.warning(RESULT_DISK, text, "free some, or set resultDirectory to another disk")
                : Finding.ok(RESULT_DISK, text);
    }

    /** Transactions a minute: what the settings ask for, or a guess where nothing holds the terminals back. */
    private static double rate(RunConfig run) {
        return switch (run.pace().mode()) {
            case ARRIVAL_RATE -> Math.max(run.pace().arrivalRate(), profileRate(run));
            case RATE -> run.pace().limitTxnsPerMin();
            case THINK_TIME -> run.terminals() * PER_TERMINAL_A_MINUTE;
            case CLOSED_LOOP -> FAST_A_MINUTE;
        };
    }

    private static double profileRate(RunConfig run) {
        return run.pace().profile() == null ? 0 : run.pace().profile().mean();
    }
}
