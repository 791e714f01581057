package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The built-in collector: kernel text in, lines of the host's files out. One thread. */
final class ProbeFeed implements HostCollector.Feed {
    private final HostFiles files;
    private final DeviceChoice devices;
    private final RunWindow window;
    private final RunClock clock;
    private final RemoteClock remoteClock = new RemoteClock();
    private HostFacts facts = HostFacts.UNKNOWN;
    private @Nullable HostSample last;
    private final Set<String> missing = new LinkedHashSet<>();

    ProbeFeed(HostFiles files, DeviceChoice devices, RunWindow window, RunClock clock) {
        this.files = files;
        this.devices = devices;
        this.window = window;
        this.clock = clock;
    }

    @Override
    public void read(BufferedReader lines, LongConsumer sampled) throws IOException {
        ProbeFrame head = ProbeFrame.next(lines);
        if (head != null) {
            facts = head.facts();
        }
        last = null;
        // The host may have been restarted meanwhile, and its uptime with it.
        remoteClock.reset();
        for (ProbeFrame frame = ProbeFrame.next(lines); frame != null; frame = ProbeFrame.next(lines)) {
            take(
                    frame.sample()
                            .orElseThrow(() ->
                                    new IOException("the host shows no /proc/stat and /proc/uptime; only Linux does")),
                    sampled);
        }
    }

    private void take(HostSample sample, LongConsumer sampled) {
        HostSample before = last;
        last = sample;
        if (before == null) {
            missing.addAll(devices.missing(sample));
            remoteClock.nanos(sample.uptimeSecs(), clock.nanoTime());
            return;
        }
        HostRates rates = new HostRates(before, sample);
        if (!rates.isValid()) {
            remoteClock.reset();
            return;
        }
        long nanos = remoteClock.nanos(sample.uptimeSecs(), clock.nanoTime());
        sampled.accept(nanos);
        if (window.contains(nanos)) {
            files.append(window.elapsedMillis(nanos), rates, facts, devices.after(rates, facts));
        }
    }

    @Override
    public List<String> remarks() {
        return missing.stream()
                .map(device -> "There is no device " + DeviceChoice.kernelName(device) + " for `" + device
                        + "` of osCollectorDevices")
                .toList();
    }

    /**
     * Places moments of a remote host's uptime on this program's clock. The sample with the shortest delay of the last minute
     * shows best how far apart the two are, so a sample that was delayed is still placed where it was taken, and
     * a clock that runs faster or slower than this one is followed. One thread.
     */
    static final class RemoteClock {
        private static final long WINDOW_NANOS = 60_000_000_000L;

        private record Arrival(long nanos, long offsetNanos) {}

        /** Those that may still become the smallest offset of the window; the first one is. */
        private final Deque<Arrival> arrivals = new ArrayDeque<>();

        /** When a sample was taken, by its uptime and its arrival on this program's clock; never after its arrival. */
        long nanos(double uptimeSecs, long arrivedNanos) {
            long uptimeNanos = Math.round(uptimeSecs * 1e9);
            long offsetNanos = arrivedNanos - uptimeNanos;
            arrivals.removeIf(arrival ->
                    arrival.offsetNanos() - offsetNanos >= 0 || arrivedNanos - arrival.nanos() > WINDOW_NANOS);
            arrivals.addLast(new Arrival(arrivedNanos, offsetNanos));
            return uptimeNanos + arrivals.getFirst().offsetNanos();
        }

        /** Forgets the past: the host was restarted. */
        void reset() {
            arrivals.clear();
        }
    }
}
