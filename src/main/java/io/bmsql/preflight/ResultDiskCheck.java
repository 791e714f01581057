package io.bmsql.preflight;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.common.ProgramContext;
import io.bmsql.result.DatedPath;
import io.bmsql.result.ResultDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Room for the result files of a run. */
record ResultDiskCheck(BenchmarkConfig config, ProgramContext program) {
    private static final String NAME = "result disk";
    private static final double BYTES_A_MEGABYTE = 1e6;
    private static final double PER_TERMINAL_A_MINUTE = 60 / 21.0;
    /** What a run without waits may well reach. */
    private static final double FAST_A_MINUTE = 300_000;

    Finding finding() {
        String pattern = config.result().directoryPattern();
        if (pattern == null) {
            return Finding.warning(
                    NAME, "no resultDirectory: the run leaves no files and no report", "set resultDirectory");
        }
        try {
            Path place = ProgramContext.nearestExisting(
                    program.resolve(DatedPath.at(pattern, program.clock().now())));
            if (!ProgramContext.canMake(place)) {
                return Finding.problem(NAME, place + " cannot be written to", "set resultDirectory to another place");
            }
            return room(Files.getFileStore(place).getUsableSpace());
        } catch (ResultDirectory.PlaceException | IOException e) {
            return Finding.problem(NAME, String.valueOf(e.getMessage()), "set resultDirectory to another place");
        }
    }

    private Finding room(double bytes) {
        Need need = new Need(config);
        double rate = rate(config.run());
        if (need.minutes() == 0) {
            return Finding.ok(NAME, Need.size(bytes / BYTES_A_MEGABYTE) + " are free");
        }
        String text = String.format(
                Locale.ROOT,
                "%s are free, the run writes about %s with %,.0f transactions a minute",
                Need.size(bytes / BYTES_A_MEGABYTE),
                Need.size(need.resultBytes(rate) / BYTES_A_MEGABYTE),
                rate);
        return bytes < need.resultBytes(rate)
                ? Finding.warning(NAME, text, "make room, or set resultDirectory to another disk")
                : Finding.ok(NAME, text);
    }

    /** Transactions a minute: what the settings ask for, or a guess where nothing holds the terminals back. */
    private static double rate(RunConfig run) {
        return switch (run.pace().mode()) {
            case ARRIVAL_RATE -> Math.max(run.pace().arrivalRate(), profileRate(run));
            case RATE -> run.pace().limitTxnsPerMin();
            case THINK_TIME -> run.terminals() * PER_TERMINAL_A_MINUTE;
            case FLAT_OUT -> FAST_A_MINUTE;
        };
    }

    private static double profileRate(RunConfig run) {
        return run.pace().profile() == null ? 0 : run.pace().profile().mean();
    }
}
