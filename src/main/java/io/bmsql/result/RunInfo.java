package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.common.IoReason;
import io.bmsql.config.PacingMode;
import io.bmsql.result.RunFacts.Setup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The one row of {@code data/runInfo.csv}, with the columns of BenchmarkSQL 5 (benchmarksql-formats.md, Result files): {@code sessionStart} is
 * {@code yyyy-MM-dd HH:mm:ss.f}, local time; {@code runMins} is 0 in a run limited by count.
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
        @JsonProperty("numSUTThreads") int numSutThreads,
        int limitTxnsPerMin,
        double thinkTimeMultiplier,
        double keyingTimeMultiplier) {
    public static final CsvTable<RunInfo> CSV = new CsvTable<>("runInfo.csv", RunInfo.class);

    /** What BenchmarkSQL 5 writes into the column {@code driver}, and we too. */
    private static final String DRIVER = "simple";

    /** A props file may ask for no more. */
    private static final double MAX_MINUTES = 10_000_000;

    private static final DateTimeFormatter WRITTEN_START =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    /** BenchmarkSQL writes one to three digits of the fraction. */
    private static final DateTimeFormatter READ_START =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSS][.SS][.S]", Locale.ROOT);

    /** The row of a run with these facts, whose measured time begins at this moment. */
    public static RunInfo of(RunFacts facts, long startEpochMillis, String runMins) {
        RunFacts.Size size = facts.size();
        RunFacts.Pace pace = facts.pace();
        return new RunInfo(
                facts.setup().runId(),
                DRIVER,
                facts.setup().toolVersion(),
                facts.setup().db(),
                WRITTEN_START.format(Instant.ofEpochMilli(startEpochMillis).atZone(ZoneId.systemDefault())),
                runMins,
                size.loadedWarehouses(),
                size.warehouses(),
                size.terminals(),
                pace.limitTxnsPerMin(),
                pace.thinkTimeMultiplier(),
                pace.keyingTimeMultiplier());
    }

    /** The original's scripts put the values into shell variables, so special characters become {@code _}. */
    public void write(Path path) {
        String row = CsvTable.line(CSV.cells(this)
                .map(value -> value.toString().strip().replaceAll("[^A-Za-z0-9._+: -]", "_"))
                .map(plain -> plain.isEmpty() ? "-" : plain)
                .toList());
        try {
            Files.writeString(path, CSV.header() + row, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write " + path + " (" + IoReason.of(e, path) + ")", e);
        }
    }

    public static RunInfo read(Path path) {
        return read(path, CSV::row);
    }

    /** Reads the one row of a file, whatever its columns. */
    public static <T> T read(Path path, Function<NamedCsvRecord, T> make) {
        List<T> rows = new ArrayList<>();
        CsvTable.rows(path, true, row -> rows.add(make.apply(row)));
        if (rows.isEmpty()) {
            throw new ResultReadException(path + " holds no row: the run ended before it started to measure");
        }
        return rows.get(0);
    }

    /** The length of the measured time, 0 in a run limited by count; refuses what is no such number. */
    public double minutes() {
        try {
            double number = Double.parseDouble(runMins);
            if (!(number >= 0 && number <= MAX_MINUTES)) {
                throw new NumberFormatException(runMins + " is not the length of a run");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new ResultReadException(
                    "data/runInfo.csv says runMins=" + runMins + ", which is not a number of minutes", e);
        }
    }

    /** When the session started, 0 when that is not known; refuses what is no date and time. */
    public long startEpochMillis() {
        try {
            return sessionStart.isEmpty()
                    ? 0
                    : LocalDateTime.parse(sessionStart, READ_START)
                            .atZone(ZoneId.systemDefault())
                            .toInstant()
                            .toEpochMilli();
        } catch (DateTimeException e) {
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
        PacingMode pacing =
                waits ? PacingMode.THINK_TIME : limitTxnsPerMin > 0 ? PacingMode.RATE : PacingMode.CLOSED_LOOP;
        String mode = minutes() > 0 ? "minutes" : "transactions";
        double keying = waits ? keyingTimeMultiplier : 0;
        double thinking = waits ? thinkTimeMultiplier : 0;
        return new RunFacts(
                new Setup(run, driverVersion, db, statementProfile, "plain", "as the server sets it", 0, null),
                new RunFacts.Size(loadWarehouses, runWarehouses, numSutThreads, numSutThreads, null),
                new RunFacts.Pace(pacing, mode, limitTxnsPerMin, keying, thinking, 0, null),
                RunFacts.Window.of(startEpochMillis(), rampupSeconds, windowSeconds),
                environment,
                List.of(),
                null,
                null);
    }
}
