package io.bmsql.result;

import io.bmsql.result.RunSummary.Pace;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setup;
import io.bmsql.result.RunSummary.Size;
import io.bmsql.result.RunSummary.Window;
import io.bmsql.spec.PacingMode;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The row of {@code runInfo.csv}, in column order (contract 6.2).
 *
 * @param run number of the run sequence
 * @param driver {@code simple} in every 5.x directory
 * @param driverVersion version of the program that ran
 * @param db the {@code db} setting
 * @param sessionStart {@code yyyy-MM-dd HH:mm:ss.f}, local time
 * @param runMins text of the {@code runMins} setting, {@code 0} in a run limited by count
 * @param loadWarehouses warehouses in the database
 * @param runWarehouses warehouses of the run
 * @param numSutThreads terminals of a 5.x run
 * @param limitTxnsPerMin 0 for none
 */
public record RunInfo(
        int run,
        String driver,
        String driverVersion,
        String db,
        String sessionStart,
        String runMins,
        int loadWarehouses,
        int runWarehouses,
        int numSutThreads,
        int limitTxnsPerMin,
        double thinkTimeMultiplier,
        double keyingTimeMultiplier) {
    /** What BenchmarkSQL 5 writes into the column {@code driver}, and we too. */
    public static final String DRIVER = "simple";

    /** As much as a props file may ask for. */
    private static final double MOST_MINUTES = 10_000_000;

    /** BenchmarkSQL writes one to three digits of the fraction. */
    private static final DateTimeFormatter SESSION_START =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSS][.SS][.S]", Locale.ROOT);

    /**
     * The length of the measured time, 0 in a run limited by count.
     *
     * @throws ResultReadException when the text is no such number
     */
    public double minutes() {
        try {
            double number = Double.parseDouble(runMins.strip());
            if (!(number >= 0 && number <= MOST_MINUTES)) {
                throw new NumberFormatException(runMins + " is not the length of a run");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new ResultReadException(
                    "data/runInfo.csv says runMins=" + runMins + ", which is not a number of minutes", e);
        }
    }

    /**
     * When the session started, 0 when that is not known.
     *
     * @throws ResultReadException when the text is no date and time
     */
    public long startEpochMillis() {
        if (sessionStart.isEmpty()) {
            return 0;
        }
        try {
            return LocalDateTime.parse(sessionStart.strip(), SESSION_START)
                    .atZone(ZoneId.systemDefault())
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new ResultReadException(
                    "data/runInfo.csv says sessionStart=" + sessionStart + ", which is not a date and time", e);
        }
    }

    /** All that this row says about a run that left no summary. */
    public RunFacts facts(
            String statementProfile,
            boolean waits,
            double rampupSeconds,
            double windowSeconds,
            Map<String, String> environment) {
        boolean isCapped = limitTxnsPerMin > 0;
        long start = startEpochMillis();
        return new RunFacts(
                new Setup(run, driverVersion, db, statementProfile, "plain", "as the server sets it", 0),
                new Size(loadWarehouses, runWarehouses, numSutThreads, numSutThreads),
                new Pace(
                        waits ? PacingMode.THINK_TIME : isCapped ? PacingMode.RATE : PacingMode.FLAT_OUT,
                        minutes() > 0 ? "minutes" : "transactions",
                        limitTxnsPerMin,
                        waits ? keyingTimeMultiplier : 0,
                        waits ? thinkTimeMultiplier : 0,
                        0),
                new Window(
                        start,
                        start + Math.round(windowSeconds * 1000),
                        rampupSeconds,
                        windowSeconds,
                        RunSummary.UNKNOWN),
                environment,
                List.of(),
                null,
                null);
    }
}
