package io.bmsql.collector;

import io.bmsql.measure.RunWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the kernel of this host had counted at one moment. */
public record HostLook(HostSample sample, long ownCpuNanos) {
    private static final int STEAL = 7;

    /**
     * Between two looks.
     *
     * @param busy share of all processors from 0 to 1, without steal
     * @param steal share of them that other guests of the hypervisor had
     * @param ownProcessors how many processors this program took
     */
    public record Shares(double seconds, double busy, double steal, double ownProcessors) {}

    /** Nothing where the kernel does not show it; only Linux does. */
    public static Optional<HostLook> at(KernelFiles files) {
        Map<String, List<String>> sections = Map.of(
                "uptime",
                files.lines("proc/uptime"),
                "stat",
                files.lines("proc/stat"),
                "processes",
                files.lines("processes"));
        return new ProbeFrame(sections).sample().map(sample -> new HostLook(sample, Collectors.cpuNanos()));
    }

    /** Nothing when no time has passed. */
    public Optional<Shares> since(HostLook before) {
        HostRates rates = new HostRates(before.sample, sample);
        if (!rates.isValid()) {
            return Optional.empty();
        }
        List<Double> states = rates.system();
        double all = states.subList(0, HostRates.GUEST).stream()
                .mapToDouble(share -> share)
                .sum();
        double steal = states.get(STEAL);
        double busy = all - states.get(HostRates.IDLE) - states.get(HostRates.IOWAIT) - steal;
        double seconds = sample.uptimeSecs() - before.sample.uptimeSecs();
        double own = (ownCpuNanos - before.ownCpuNanos) / (double) RunWindow.SECOND_NANOS / seconds;
        return Optional.of(new Shares(seconds, Math.max(0, busy), steal, own));
    }
}
