package io.bmsql.collector;

import io.bmsql.collector.ProbeReader.Frame;
import io.bmsql.time.RunClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The built-in collector: kernel text in, lines of the host's files out. One thread. */
final class ProbeFeed implements Feed {
    private final HostFiles files;
    private final DeviceChoice devices;
    private final CollectorWindow window;
    private final RunClock clock;
    private final FarClock farClock = new FarClock();
    private HostFacts facts = HostFacts.UNKNOWN;
    private @Nullable HostSample last;
    private final Set<String> missing = new LinkedHashSet<>();

    ProbeFeed(HostFiles files, DeviceChoice devices, CollectorWindow window, RunClock clock) {
        this.files = files;
        this.devices = devices;
        this.window = window;
        this.clock = clock;
    }

    @Override
    public void read(BufferedReader lines, LongConsumer heard) throws IOException {
        ProbeReader reader = new ProbeReader(lines);
        Frame head = reader.next();
        if (head != null) {
            facts = HostFacts.parse(head);
        }
        last = null;
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
            Optional<HostSample> sample = ProcParser.parse(frame);
            if (sample.isEmpty()) {
                throw new IOException("the host shows no /proc/stat and /proc/uptime; only Linux does");
            }
            take(sample.get(), heard);
        }
    }

    private void take(HostSample sample, LongConsumer heard) {
        HostSample before = last;
        last = sample;
        if (before == null) {
            missing.addAll(devices.missing(sample));
            farClock.nanos(sample.uptimeSecs(), clock.nanoTime());
            return;
        }
        HostRates rates = new HostRates(before, sample);
        if (!rates.isValid()) {
            farClock.reset();
            return;
        }
        long nanos = farClock.nanos(sample.uptimeSecs(), clock.nanoTime());
        heard.accept(nanos);
        if (window.contains(nanos)) {
            files.append(window.elapsedMillis(nanos), rates, facts, devices.after(rates, sample, facts));
        }
    }

    @Override
    public List<String> remarks() {
        return missing.stream()
                .map(device -> "There is no device " + DeviceChoice.kernelName(device) + " for `" + device
                        + "` of osCollectorDevices")
                .toList();
    }
}
