package io.bmsql.collector;

import io.bmsql.common.NumberText;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A file whose lines begin with the seconds from the start of the window. While that is not known yet, lines are kept in memory.
 * One thread; any may close it.
 */
public final class TimedFile implements AutoCloseable {
    private final AppendedFile file;
    private final RunWindow window;
    private final Queue<Line> held = new ConcurrentLinkedQueue<>();

    private record Line(long nanos, String rest) {}

    public TimedFile(AppendedFile file, RunWindow window, String header) {
        this.file = file;
        this.window = window;
        file.append(header);
    }

    /** Adds a line without its first cell, which {@link #flush} writes. */
    public void add(long nanos, String rest) {
        held.add(new Line(nanos, rest));
    }

    void append(long nanos, String rest) {
        add(nanos, rest);
        flush();
    }

    /** Hands the lines so far to the operating system, if their seconds are known. */
    public void flush() {
        if (!window.isProvisional()) {
            write();
        }
    }

    private void write() {
        StringBuilder lines = new StringBuilder();
        for (Line line = held.poll(); line != null; line = held.poll()) {
            lines.append(NumberText.format("%.3f,", window.elapsedSecs(line.nanos)))
                    .append(line.rest);
        }
        file.append(lines.toString());
    }

    /** Why the file is not whole; null when it is. */
    public @Nullable String problem() {
        return file.problem();
    }

    @Override
    public void close() {
        write();
        file.close();
    }
}
