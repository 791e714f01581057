package io.bmsql.result;

import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * {@code data/result.csv}: one row a transaction that ended inside the window (benchmarksql-formats.md, Result files). {@code elapsed} is
 * rounded down, to stay inside; latencies to the nearest millisecond, so that means and percentiles are not shifted.
 */
public final class ResultCsv {
    /** The header, byte for byte as BenchmarkSQL 5 writes it. */
    public static final String HEADER = "run,elapsed,latency,dblatency,ttype,rbk,dskipped,error";

    /** Which column holds what: the first line byte for byte, further columns are left out, and meanings by name. */
    public record Layout(String header, Map<String, Column> meanings) {
        /** Of this program and of BenchmarkSQL 5. */
        public static final Layout FIVE = new Layout(
                HEADER,
                Map.of(
                        "elapsed", Column.ELAPSED,
                        "latency", Column.LATENCY,
                        "dblatency", Column.SERVICE,
                        "ttype", Column.TYPE,
                        "rbk", Column.ROLLED_BACK,
                        "dskipped", Column.SKIPPED,
                        "error", Column.ERROR));

        /** True for the first line of a file of this layout. */
        public boolean fits(String firstLine) {
            return firstLine.equals(header) || firstLine.startsWith(header + ",");
        }

        int[] columns() {
            return Arrays.stream(header.split(","))
                    .mapToInt(
                            name -> meanings.getOrDefault(name, Column.IGNORED).ordinal())
                    .toArray();
        }
    }

    /** What a column is read as. */
    public enum Column {
        IGNORED,
        ELAPSED,
        LATENCY,
        SERVICE,
        DELAY,
        TYPE,
        ROLLED_BACK,
        SKIPPED,
        ERROR
    }

    private ResultCsv() {}

    /** Takes the rows of a file. */
    @FunctionalInterface
    public interface RowHandler {
        /** The end from the window's start; end minus due, maybe a fraction; end minus start; 0 for no error. */
        void row(
                long elapsedMs,
                double latencyMs,
                double dbLatencyMs,
                TransactionType type,
                boolean rolledBack,
                int skippedDeliveries,
                int error);
    }

    /** Rows handed over, and lines left out because they are no rows, a cut last one included. */
    public record ReadCount(long rows, long damagedLines) {}

    /** Formats rows without a library, as there may be 100,000 a second; used by one thread. */
    public static final class Writer {
        private static final int LONGEST_ROW = 96;
        private static final int LONGEST_NUMBER = 20;
        private static final byte COMMA = ',';
        private static final byte[][] TYPES = Arrays.stream(TransactionType.values())
                .map(type -> type.name().getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        private static final int ROLLED_BACK = Outcome.ROLLED_BACK.ordinal();
        private static final int[] ERRORS = Arrays.stream(Outcome.values())
                .mapToInt(outcome -> outcome.isCompleted() ? 0 : 1)
                .toArray();

        private final AppendedFile file;
        private final byte[] run;
        private final byte[] digits = new byte[LONGEST_NUMBER];
        private final ByteBuffer out = ByteBuffer.allocate(ResultBatch.CAPACITY * LONGEST_ROW);

        public Writer(AppendedFile file, int runId) {
            this.file = file;
            this.run = Integer.toString(runId).getBytes(StandardCharsets.US_ASCII);
            file.append(HEADER + "\n");
        }

        /** Hands the rows of a batch to the operating system. */
        public void write(ResultBatch batch) {
            out.clear();
            for (int row = 0; row < batch.size(); row++) {
                int outcome = batch.outcomes[row];
                out.put(run).put(COMMA);
                number(batch.elapsedMillis[row]).put(COMMA);
                number(batch.latencyMillis[row]).put(COMMA);
                number(batch.serviceMillis[row]).put(COMMA);
                out.put(TYPES[batch.types[row]]).put(COMMA);
                number(outcome == ROLLED_BACK ? 1 : 0).put(COMMA);
                number(batch.skipped[row]).put(COMMA);
                number(ERRORS[outcome]).put((byte) '\n');
            }
            file.append(out.array(), out.position());
        }

        /** Digits without making a string. */
        private ByteBuffer number(long number) {
            long rest = number;
            if (rest < 0) {
                out.put((byte) '-');
                rest = -rest;
            }
            int at = LONGEST_NUMBER;
            do {
                digits[--at] = (byte) ('0' + rest % 10);
                rest /= 10;
            } while (rest > 0);
            return out.put(digits, at, LONGEST_NUMBER - at);
        }
    }

    public static String firstLine(Path path) {
        try {
            return FileParts.firstLine(path).strip();
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    /** {@link #read(Path, Layout, RowHandler)} of a file of this program or of BenchmarkSQL 5. */
    public static ReadCount read(Path path, RowHandler rows) {
        return read(path, Layout.FIVE, rows);
    }

    /** Reads a file in one pass. Lines that are no rows are counted and left out; another form is refused. */
    public static ReadCount read(Path path, Layout layout, RowHandler rows) {
        String header = firstLine(path);
        if (header.isEmpty()) {
            throw new ResultReadException(
                    path + " is empty: the run ended before it started to measure, or its disk was full");
        }
        if (!layout.fits(header)) {
            throw new ResultReadException(path + " does not start with the header " + layout.header()
                    + ": no version of BenchmarkSQL wrote it");
        }
        try (InputStream in = Files.newInputStream(path)) {
            for (int next = in.read(); next >= 0 && next != '\n'; ) {
                next = in.read();
            }
            return new ResultCsvParser(layout, rows).parse(in);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }
}
