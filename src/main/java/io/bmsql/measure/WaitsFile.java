package io.bmsql.measure;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.WaitRow;

/** Writes {@code waits.csv}: when there was no commit for a while, and which terminals waited for one. */
final class WaitsFile implements IntervalSampler.Sink {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final AppendedFile file;
    private final RunWindow window;
    private long lastCommitNanos;

    WaitsFile(AppendedFile file, RunWindow window) {
        this.file = file;
        this.window = window;
        this.lastCommitNanos = window.startNanos() - window.originNanos();
        file.append(WaitRow.CSV.header());
    }

    @Override
    public void take(Reading reading) {
        StringBuilder rows = new StringBuilder();
        for (CommitGaps.Span time : reading.commits()) {
            rows.append(gapUntil(time.fromNanos()));
            lastCommitNanos = Math.max(lastCommitNanos, time.untilNanos());
        }
        reading.terminalWaits()
                .forEach(wait ->
                        rows.append(row((int) wait[0], wait[1] / MILLIS_PER_SECOND, wait[2] / MILLIS_PER_SECOND)));
        // Before a window that waits for steady throughput nothing happens on purpose.
        if (!rows.isEmpty() && !window.isProvisional()) {
            file.append(rows.toString());
        }
    }

    private String gapUntil(long nanos) {
        return nanos - lastCommitNanos > CommitGaps.SHORTEST_NANOS
                ? row(WaitRow.ALL, RunWindow.seconds(lastCommitNanos), RunWindow.seconds(nanos))
                : "";
    }

    private String row(int terminal, double fromSeconds, double untilSeconds) {
        double shiftSeconds = RunWindow.seconds(window.shiftNanos());
        return WaitRow.CSV.line(new WaitRow(terminal, fromSeconds - shiftSeconds, untilSeconds - shiftSeconds));
    }

    /** The window is over. */
    void finish() {
        file.append(gapUntil(window.endSinceOriginNanos()));
    }
}
