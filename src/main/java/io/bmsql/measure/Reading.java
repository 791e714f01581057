package io.bmsql.measure;

import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One reading of the meters of a load generator: what was done in each phase, and all else that it counted. */
record Reading(List<PhaseInterval> intervals, Counted counted) {
    /** As JSON. */
    record Line(List<byte[]> intervals, Counted counted) {}

    /** A line of {@code readings.jsonl}. */
    String line() {
        return SummaryJson.line(
                new Line(intervals.stream().map(PhaseInterval::bytes).toList(), counted));
    }

    /** What {@link #line} wrote; an {@link IOException} for anything else. */
    static Reading of(String text) throws IOException {
        Line line = SummaryJson.ofLine(text, Line.class);
        if (line == null || line.counted() == null) {
            throw new IOException("this is no reading of meters");
        }
        List<PhaseInterval> intervals = new ArrayList<>();
        for (byte[] interval : line.intervals()) {
            intervals.add(PhaseInterval.of(interval));
        }
        return new Reading(List.copyOf(intervals), line.counted());
    }

    /** The same of a load generator whose window began so many seconds later. */
    Reading later(int seconds) {
        long nanos = seconds * RunWindow.SECOND_NANOS;
        return seconds == 0
                ? this
                : new Reading(
                        intervals.stream()
                                .map(part -> new PhaseInterval(
                                        part.phase(),
                                        part.second() + seconds,
                                        part.fromNanos() + nanos,
                                        part.untilNanos() + nanos,
                                        part.readings()))
                                .toList(),
                        counted.later(nanos));
    }
}
