package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultReadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One {@code result.csv} out of those of all drivers, in the order of time. Each file is in order but for a few rows, as its
 * workers write when they end: a bounded number of rows of each is held and sorted. Memory does not grow with the files.
 */
final class RowMerge {
    /** Of all drivers together, some 100 bytes each. */
    private static final int MOST_HELD = 400_000;

    private static final int MOST_HELD_OF_ONE = 65_536;
    private static final int BUFFER_CHARS = 1 << 16;
    private static final Pattern ROW = Pattern.compile("\\d+,(-?\\d{1,18})(,-?\\d+,-?\\d+,[A-Z_]+,\\d+,\\d+,\\d+)");

    private final String runId;
    private final List<Source> sources = new ArrayList<>();
    private long rows;
    private long damaged;
    private long outOfOrder;

    private RowMerge(int runId) {
        this.runId = Integer.toString(runId);
    }

    /** What was written; {@code damaged} lines are no rows, such as a last one that was cut off. */
    record Count(long rows, long damaged, long outOfOrder) {}

    private record Row(long elapsedMillis, String rest) {}

    /** Rows of one driver, the earliest of those held first. */
    private final class Source implements AutoCloseable {
        private final Path path;
        private final BufferedReader reader;
        private final long lateMillis;
        private final int mostHeld;
        private final PriorityQueue<Row> held = new PriorityQueue<>(Comparator.comparingLong(Row::elapsedMillis));

        Source(PartRun run, int mostHeld) throws IOException {
            this.path = run.directory().result();
            this.lateMillis = run.lateSeconds() * 1000L;
            this.mostHeld = mostHeld;
            this.reader = new BufferedReader(Files.newBufferedReader(path, StandardCharsets.ISO_8859_1), BUFFER_CHARS);
            reader.readLine();
        }

        @Nullable
        Row earliest() {
            try {
                String line;
                while (held.size() < mostHeld && (line = reader.readLine()) != null) {
                    hold(line);
                }
            } catch (IOException e) {
                throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
            }
            return held.peek();
        }

        private void hold(String line) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                held.add(new Row(Long.parseLong(row.group(1)) + lateMillis, row.group(2)));
            } else {
                damaged++;
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** Writes the rows of all drivers that have a file, under one run id. */
    static Count write(List<PartRun> runs, int runId, AppendedFile file) {
        List<PartRun> withRows = runs.stream()
                .filter(run -> Files.isRegularFile(run.directory().result()))
                .toList();
        int mostHeld = Math.min(MOST_HELD_OF_ONE, MOST_HELD / Math.max(1, withRows.size()));
        return new RowMerge(runId).merge(withRows, mostHeld, file);
    }

    private Count merge(List<PartRun> runs, int mostHeld, AppendedFile file) {
        file.append(ResultCsv.HEADER + "\n");
        try {
            for (PartRun run : runs) {
                sources.add(new Source(run, mostHeld));
            }
            copy(file);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read result.csv of a driver (" + IoReason.of(e) + ")", e);
        } finally {
            sources.forEach(RowMerge::close);
        }
        return new Count(rows, damaged, outOfOrder);
    }

    private void copy(AppendedFile file) {
        StringBuilder lines = new StringBuilder();
        long last = Long.MIN_VALUE;
        for (Source next = earliest(); next != null; next = earliest()) {
            Row row = next.held.remove();
            outOfOrder += row.elapsedMillis < last ? 1 : 0;
            last = row.elapsedMillis;
            rows++;
            lines.append(runId)
                    .append(',')
                    .append(row.elapsedMillis)
                    .append(row.rest)
                    .append('\n');
            if (lines.length() > BUFFER_CHARS) {
                file.append(lines.toString());
                lines.setLength(0);
            }
        }
        file.append(lines.toString());
    }

    private @Nullable Source earliest() {
        Source first = null;
        Row firstRow = null;
        for (Source source : sources) {
            Row row = source.earliest();
            if (row != null && (firstRow == null || row.elapsedMillis < firstRow.elapsedMillis)) {
                first = source;
                firstRow = row;
            }
        }
        return first;
    }

    private static void close(Source source) {
        try {
            source.close();
        } catch (IOException e) {
            throw new ResultReadException("Cannot close " + source.path + " (" + IoReason.of(e) + ")", e);
        }
    }
}
