package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Devices that get a file: {@code osCollectorDevices}, or those with a tenth of their kind's load. One thread. */
final class DeviceChoice {
    static final String BLOCK = "blk_";
    static final String NETWORK = "net_";

    private static final double SHARE_OF_LOAD = 0.1;
    private static final double MIN_OPERATIONS_PER_SECOND = 1;
    private static final double MIN_PACKETS_PER_SECOND = 10;

    private final boolean auto;
    private final Set<String> chosen = new LinkedHashSet<>();

    /** With names that begin with {@code blk_} or {@code net_}; none to find out. */
    DeviceChoice(List<String> devices) {
        this.auto = devices.isEmpty();
        chosen.addAll(devices);
    }

    /** The devices to write after this sample, with their kinds before their names. */
    Set<String> after(HostRates rates, HostFacts facts) {
        HostSample sample = rates.after();
        if (auto) {
            chosen.addAll(loaded(BLOCK, disks(sample, facts), rates::diskOperations, MIN_OPERATIONS_PER_SECOND));
            chosen.addAll(
                    loaded(NETWORK, List.copyOf(sample.networks().keySet()), rates::packets, MIN_PACKETS_PER_SECOND));
        }
        return chosen;
    }

    /** Removes devices that the host does not have, and returns those that the user has named. */
    List<String> missing(HostSample sample) {
        List<String> missing = chosen.stream()
                .filter(device -> !(device.startsWith(BLOCK) ? sample.disks() : sample.networks())
                        .containsKey(kernelName(device)))
                .toList();
        missing.forEach(chosen::remove);
        return auto ? List.of() : missing;
    }

    static String kernelName(String device) {
        return device.substring(BLOCK.length());
    }

    /** A partition's load is its disk's; without the kernel's list of disks every device counts. */
    private static List<String> disks(HostSample sample, HostFacts facts) {
        List<String> disks = new ArrayList<>(sample.disks().keySet());
        if (!facts.wholeDisks().isEmpty()) {
            disks.retainAll(facts.wholeDisks());
        }
        return disks;
    }

    private static List<String> loaded(
            String kind, List<String> names, ToDoubleFunction<String> load, double leastPerSecond) {
        double all = names.stream().mapToDouble(load).sum();
        double least = Math.max(leastPerSecond, all * SHARE_OF_LOAD);
        return names.stream()
                .filter(name -> load.applyAsDouble(name) >= least)
                .map(name -> kind + name)
                .toList();
    }
}
