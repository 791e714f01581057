package io.bmsql.measure;

import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up, second by second, what several agents of one run read from their meters, and feeds the sum to one {@link Recording},
 * as if one load generator had measured: counts are summed, histograms merged. A second is complete when all agents have sent it,
 * or {@value #PATIENCE_SECONDS} seconds after it was over. For any thread.
 */
public final class AgentsSum {
    private static final int PATIENCE_SECONDS = 2;
    private static final long NOTHING = Long.MIN_VALUE;

    private final Recording recording;
    private final TransactionTypes types;
    private final long[] newest;
    private final long[] backlogs;
    private final TreeMap<Long, Second> pending = new TreeMap<>();
    private long shown = NOTHING;

    /** What has come of one second of one phase. */
    private final class Second {
        private final PhaseInterval first;
        private final TransactionMeter.Totals[] totals =
                types.stream().map(type -> new TransactionMeter.Totals()).toArray(TransactionMeter.Totals[]::new);
        private final List<Reading> readings = new ArrayList<>();
        private long fromNanos = Long.MAX_VALUE;
        private long lengthsNanos;
        private int parts;

        Second(PhaseInterval first) {
            this.first = first;
        }

        void add(PhaseInterval part) {
            for (TransactionType type : types) {
                totals[type.ordinal()].add(part.reading(type));
            }
            fromNanos = Math.min(fromNanos, part.fromNanos());
            lengthsNanos += part.untilNanos() - part.fromNanos();
            parts += part.isStragglers() ? 0 : 1;
        }

        /**
         * The mean length: an agent whose reading came late covers several seconds, the others do not. What comes for a second
         * that was shown has none, or the second would be twice as long and its rate half.
         */
        PhaseInterval interval(boolean wasShown) {
            long lengthNanos = wasShown || parts == 0 ? 0 : lengthsNanos / parts;
            return new PhaseInterval(first.phase(), first.second(), fromNanos, fromNanos + lengthNanos, totals);
        }
    }

    /**
     * Opens a recording of so many agents, numbered from 0 here, that are waited for.
     *
     * @param window of the run, on the clock of the program that asks for a view
     */
    public AgentsSum(
            RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory, int agents) {
        recording = Recording.open(clock, window, facts, directory, false);
        types = facts.types();
        newest = new long[agents];
        backlogs = new long[agents];
        Arrays.fill(newest, NOTHING);
    }

    public Recording recording() {
        return recording;
    }

    /** Takes a line of an agent's {@code readings.jsonl}; an {@link IOException} when it is none. */
    public void accept(int agent, String line) throws IOException {
        accept(agent, Reading.of(line, types.size()));
    }

    private synchronized void accept(int agent, Reading reading) {
        for (PhaseInterval part : reading.intervals()) {
            long key = key(part);
            pending.computeIfAbsent(key, any -> new Second(part)).add(part);
            newest[agent] = Math.max(newest[agent], key);
        }
        backlogs[agent] = reading.backlog();
        Second last = pending.get(newest[agent]);
        if (last == null) {
            recording.take(List.of(), List.of(reading), backlog());
        } else {
            last.readings.add(reading);
        }
        show();
    }

    private long backlog() {
        return Arrays.stream(backlogs).anyMatch(one -> one < 0)
                ? -1
                : Arrays.stream(backlogs).sum();
    }

    /** Nothing more comes from this agent. */
    public synchronized void ended(int agent) {
        newest[agent] = Long.MAX_VALUE;
        show();
    }

    private static long key(PhaseInterval interval) {
        return ((long) interval.phase().ordinal() << 40) + interval.second();
    }

    private void show() {
        long complete = Arrays.stream(newest).min().orElse(Long.MAX_VALUE);
        while (!pending.isEmpty()) {
            long first = pending.firstKey();
            // What comes for a second that was shown already is added to the figures at once.
            if (first > complete && first > shown && first > pending.lastKey() - PATIENCE_SECONDS) {
                break;
            }
            Second second = pending.pollFirstEntry().getValue();
            recording.take(List.of(second.interval(first <= shown)), second.readings, backlog());
            shown = Math.max(shown, first);
        }
    }

    /** False when the last reading of a run is not there: the file was cut, or its agent killed. */
    public static boolean hasEnd(Path readings, TransactionTypes types) throws IOException {
        String last = "";
        try (BufferedReader lines = ResultFile.reader(readings, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
            }
        }
        try {
            return Reading.of(last, types.size()).last() != null;
        } catch (IOException e) {
            // A line that was cut, or none.
            return false;
        }
    }

    /** Where what an agent measured ends by its readings, in seconds from the start of its window; 0 without any. */
    public static double endSeconds(Path readings, TransactionTypes types) throws IOException {
        double end = Double.NEGATIVE_INFINITY;
        try (Kept kept = new Kept(readings, types.size(), 0, 0)) {
            for (Reading reading = kept.next; reading != null; reading = kept.take()) {
                for (PhaseInterval part : reading.intervals()) {
                    end = part.phase() == RunPhase.DRAIN ? end : Math.max(end, part.untilSeconds());
                }
            }
        }
        return Double.isInfinite(end) ? 0 : end;
    }

    /** The readings that an agent kept, up to the first damage; its last line may have been cut. */
    private static final class Kept implements AutoCloseable {
        private final Path file;
        private final int types;
        private final int agent;
        private final int lateSeconds;
        private final BufferedReader lines;
        private @Nullable Reading next;
        private long key = NOTHING;
        private @Nullable String damage;

        Kept(Path file, int types, int agent, int lateSeconds) throws IOException {
            this.file = file;
            this.types = types;
            this.agent = agent;
            this.lateSeconds = lateSeconds;
            lines = ResultFile.reader(file, StandardCharsets.UTF_8);
            take();
        }

        /** Goes on to the next one and gives it. */
        @Nullable
        Reading take() throws IOException {
            String line = lines.readLine();
            next = null;
            if (line != null) {
                try {
                    Reading read = Reading.of(line, types).later(lateSeconds);
                    read.intervals().forEach(part -> key = Math.max(key, key(part)));
                    next = read;
                } catch (IOException e) {
                    damage = lines.readLine() == null ? null : file + " is damaged (" + e.getMessage() + ")";
                }
            }
            return next;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    /**
     * Takes all that agents kept, in the order of time; gives what is damaged.
     *
     * @param readings files, one for each agent
     * @param lateSeconds how much later than the first agent's the window of each began
     */
    public List<String> replay(List<Path> readings, List<Integer> lateSeconds) throws IOException {
        List<String> damages = new ArrayList<>();
        List<Kept> open = new ArrayList<>();
        try {
            for (int agent = 0; agent < readings.size(); agent++) {
                open.add(new Kept(readings.get(agent), types.size(), agent, lateSeconds.get(agent)));
            }
            List<Kept> left = new ArrayList<>(open);
            while (!left.isEmpty()) {
                Kept first = left.stream()
                        .min((one, other) -> Long.compare(one.key, other.key))
                        .orElseThrow();
                Reading reading = first.next;
                if (reading == null) {
                    ended(first.agent);
                    left.remove(first);
                    damages.addAll(Stream.ofNullable(first.damage).toList());
                } else {
                    accept(first.agent, reading);
                    first.take();
                }
            }
            return damages;
        } finally {
            for (Kept kept : open) {
                kept.close();
            }
        }
    }
}
