package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One {@code result.csv} out of those of all agents, in the order of time. Each file is in order but for a few rows, as its
 * workers write when they end: a bounded number of rows of each is held and sorted. Memory does not grow with the files.
 */
final class RowMerge {
    /** Limits the rows of all agents together, some 100 bytes each. */
    private static final int MAX_HELD = 400_000;

    private static final int MAX_HELD_OF_ONE = 65_536;
    private static final int BUFFER_CHARS = 1 << 16;
    private static final Pattern ROW = Pattern.compile("\\d+,(-?\\d{1,18})(,-?\\d+,-?\\d+,[^,]+,\\d+,\\d+,\\d+)");

    private final List<Source> sources = new ArrayList<>();
    private long damaged;
    private long outOfOrder;

    private record Row(long elapsedMillis, String rest) {}

    /** Rows of one agent, the earliest of those held first. */
    private final class Source {
        private final BufferedReader reader;
        private final long lateMillis;
        private final PriorityQueue<Row> held = new PriorityQueue<>(Comparator.comparingLong(Row::elapsedMillis));

        Source(OpenedResult run) throws IOException {
            reader = ResultFile.reader(run.directory().result(), StandardCharsets.ISO_8859_1);
            lateMillis = run.lateSeconds() * 1000L;
        }

        @Nullable
        Row earliest(int mostHeld) throws IOException {
            String line;
            while (held.size() < mostHeld && (line = reader.readLine()) != null) {
                Matcher row = ROW.matcher(line);
                if (row.matches()) {
                    held.add(new Row(Long.parseLong(row.group(1)) + lateMillis, row.group(2)));
                } else {
                    damaged++;
                }
            }
            return held.peek();
        }
    }

    /** Writes the rows of all agents that have a file, under the first one's run id; {@code remarks} take what was left out. */
    static void write(List<OpenedResult> runs, AppendedFile file, List<String> remarks) {
        file.append(ResultCsv.HEADER + "\n");
        RowMerge merge = new RowMerge();
        try {
            try {
                for (OpenedResult run : runs) {
                    if (Files.isRegularFile(run.directory().result())) {
                        Source source = merge.new Source(run);
                        merge.sources.add(source);
                        source.reader.readLine();
                    }
                }
                merge.copy(runs.get(0).facts().setup().runId(), file);
            } finally {
                for (Source source : merge.sources) {
                    source.reader.close();
                }
            }
        } catch (IOException e) {
            throw new ResultReadException("Cannot read result.csv of an agent (" + IoReason.of(e) + ")", e);
        }
        if (merge.damaged > 0) {
            // Such as a last line that was cut off.
            remarks.add(merge.damaged + " lines of the agents' result.csv are no rows and were left out");
        }
        if (merge.outOfOrder > 0) {
            remarks.add(merge.outOfOrder + " rows of result.csv came too late to be put in order");
        }
    }

    private void copy(int runId, AppendedFile file) throws IOException {
        int mostHeld = Math.min(MAX_HELD_OF_ONE, MAX_HELD / Math.max(1, sources.size()));
        StringBuilder lines = new StringBuilder();
        long last = Long.MIN_VALUE;
        for (Row row = next(mostHeld); row != null; row = next(mostHeld)) {
            outOfOrder += row.elapsedMillis < last ? 1 : 0;
            last = row.elapsedMillis;
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

    /** Takes the earliest row of all that are held. */
    private @Nullable Row next(int mostHeld) throws IOException {
        Source first = null;
        Row earliest = null;
        for (Source source : sources) {
            Row row = source.earliest(mostHeld);
            if (row != null && (earliest == null || row.elapsedMillis < earliest.elapsedMillis)) {
                first = source;
                earliest = row;
            }
        }
        return first == null ? null : first.held.remove();
    }
}
