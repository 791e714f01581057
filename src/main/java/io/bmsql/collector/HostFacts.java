package io.bmsql.collector;

import io.bmsql.collector.ProbeReader.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What does not change while a host is watched.
 *
 * @param system kernel name, release and machine, as {@code uname -srm} prints it
 * @param wholeDisks block devices that are not partitions of another one
 * @param numaNodes the CPUs of each NUMA node, in the order of the nodes; empty where the kernel does not say
 */
record HostFacts(String system, Set<String> wholeDisks, List<Set<Integer>> numaNodes) {
    /** More CPUs than any kernel allows: a longer list is damaged text. */
    private static final int MOST_CPUS = 1 << 16;

    static final HostFacts UNKNOWN = new HostFacts("", Set.of(), List.of());

    HostFacts {
        wholeDisks = Set.copyOf(wholeDisks);
        numaNodes = List.copyOf(numaNodes);
    }

    /** Reads the first frame of the probe. */
    static HostFacts parse(Frame frame) {
        return new HostFacts(
                String.join(" ", frame.lines("host")), Set.copyOf(frame.lines("blocks")), nodes(frame.lines("numa")));
    }

    /** Lines such as {@code node10 0-3,8}; the kernel's folder lists node 10 before node 2. */
    private static List<Set<Integer>> nodes(List<String> lines) {
        List<String[]> nodes = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.trim().split("\\s+");
            if (words.length == 2 && words[0].matches("node\\d{1,6}")) {
                nodes.add(words);
            }
        }
        nodes.sort(Comparator.comparingInt(words -> Integer.parseInt(words[0].substring("node".length()))));
        return nodes.stream().map(words -> cpus(words[1])).toList();
    }

    /** The kernel's way to list CPUs, {@code 0-3,8,10-11}; parts that are not numbers or ranges are left out. */
    private static Set<Integer> cpus(String list) {
        Set<Integer> cpus = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            if (part.matches("\\d{1,6}(-\\d{1,6})?")) {
                String[] ends = part.split("-", -1);
                int last = Math.min(Integer.parseInt(ends[ends.length - 1]), MOST_CPUS);
                for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                    cpus.add(cpu);
                }
            }
        }
        return cpus;
    }
}
