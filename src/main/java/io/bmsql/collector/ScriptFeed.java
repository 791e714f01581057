package io.bmsql.collector;

import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A user's own collector as in BenchmarkSQL 5.x (benchmarksql-formats.md, Collector): header lines, then in every interval a line for each
 * file, of which {@code elapsed} becomes the run's. There are no frames, so a line of another file ends the reading.
 * One thread.
 */
record ScriptFeed(HostFiles files, List<String> devices, RunWindow window, RunClock clock)
        implements HostCollector.Feed {
    private static final String SYSTEM = "sys_info";
    private static final int ELAPSED = 1;
    private static final int DEVICE = 2;

    @Override
    public void read(BufferedReader lines, LongConsumer sampled) throws IOException {
        int[] widths = new int[devices.size() + 1];
        for (int file = 0; file < widths.length; file++) {
            String header = lines.readLine();
            if (header == null) {
                return;
            }
            if (!header.startsWith("run,elapsed,")) {
                throw new IOException("the script's line " + (file + 1) + " should be the header of " + name(file)
                        + ".csv, but is: " + header);
            }
            widths[file] = fields(header).length;
            files.file(name(file), header + "\n");
        }
        String line = lines.readLine();
        while (line != null) {
            long nanos = clock.nanoTime();
            for (int file = 0; file < widths.length && line != null; file++) {
                append(file, widths[file], line, nanos);
                line = lines.readLine();
            }
            sampled.accept(nanos);
        }
    }

    private void append(int file, int width, String line, long nanos) throws IOException {
        String[] fields = fields(line);
        boolean fits = fields.length == width && (file == 0 || fields[DEVICE].equals(name(file)));
        if (!fits) {
            throw new IOException("the script prints a line that is none of " + name(file) + ".csv: " + line);
        }
        if (window.contains(nanos)) {
            fields[ELAPSED] = Long.toString(window.elapsedMillis(nanos));
            files.file(name(file), "").append(String.join(",", fields) + "\n");
        }
    }

    private String name(int file) {
        return file == 0 ? SYSTEM : devices.get(file - 1);
    }

    private static String[] fields(String line) {
        return line.split(",", -1);
    }
}
