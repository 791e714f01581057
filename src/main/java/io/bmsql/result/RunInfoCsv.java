package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** {@code data/runInfo.csv}: header and exactly one row about the run (contract 6.2). */
public final class RunInfoCsv {
    /** The header, byte for byte as BenchmarkSQL 5 writes it. */
    public static final String HEADER = "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,"
            + "numSUTThreads,limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier";

    private static final DateTimeFormatter SESSION_START =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private RunInfoCsv() {}

    /** The text of the column {@code sessionStart}. */
    public static String sessionStart(ZonedDateTime start) {
        return SESSION_START.format(start);
    }

    /**
     * Writes the file; the original's scripts put its values into shell variables, so commas, quotes and other special
     * characters become {@code _}.
     *
     * @throws ResultWriteException when it cannot be written
     */
    public static void write(Path path, RunInfo info) {
        try (CsvWriter csv = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(path, StandardCharsets.US_ASCII, StandardOpenOption.CREATE_NEW)) {
            csv.writeRecord(HEADER.split(","));
            csv.writeRecord(values(info));
        } catch (IOException | UncheckedIOException e) {
            throw new ResultWriteException("Cannot write " + path + " (" + reason(e) + ")", e);
        }
    }

    private static List<String> values(RunInfo info) {
        return List.of(
                Integer.toString(info.run()),
                plain(info.driver()),
                plain(info.driverVersion()),
                plain(info.db()),
                plain(info.sessionStart()),
                plain(info.runMins()),
                Integer.toString(info.loadWarehouses()),
                Integer.toString(info.runWarehouses()),
                Integer.toString(info.numSutThreads()),
                Integer.toString(info.limitTxnsPerMin()),
                Double.toString(info.thinkTimeMultiplier()),
                Double.toString(info.keyingTimeMultiplier()));
    }

    private static String plain(String value) {
        String plain = value.strip().replaceAll("[^A-Za-z0-9._+: -]", "_");
        return plain.isEmpty() ? "-" : plain;
    }

    private static String reason(Exception e) {
        return e instanceof IOException io
                ? IoReason.of(io)
                : e.getCause() instanceof IOException io ? IoReason.of(io) : e.toString();
    }

    /**
     * Reads the file of this program or of BenchmarkSQL 5.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static RunInfo read(Path path) {
        return row(path, RunInfoCsv::info);
    }

    /** What a row of BenchmarkSQL 5 or of this program says. */
    public static RunInfo info(NamedCsvRecord row) {
        return new RunInfo(
                integer(row, "run"),
                row.getField("driver"),
                row.getField("driverVersion"),
                row.getField("db"),
                row.getField("sessionStart"),
                row.getField("runMins"),
                integer(row, "loadWarehouses"),
                integer(row, "runWarehouses"),
                integer(row, "numSUTThreads"),
                integer(row, "limitTxnsPerMin"),
                Double.parseDouble(row.getField("thinkTimeMultiplier")),
                Double.parseDouble(row.getField("keyingTimeMultiplier")));
    }

    /**
     * Reads the one row of a file, whatever its columns.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static <T> T row(Path path, Function<NamedCsvRecord, T> make) {
        try (Reader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1);
                CsvReader<NamedCsvRecord> csv =
                        CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(lines)) {
            for (NamedCsvRecord row : csv) {
                return make.apply(row);
            }
            throw new ResultReadException(path + " holds no row: the run ended before it started to measure");
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | NumberFormatException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    /** A whole number of a row. */
    public static int integer(NamedCsvRecord row, String column) {
        return Integer.parseInt(row.getField(column).strip());
    }
}
