package io.bmsql.collector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What does not change while a host is watched.
 *
 * @param system kernel name, release and machine, as {@code uname -srm} says it
 * @param wholeDisks block devices that are not partitions of another one
 * @param numaNodes the CPUs of each NUMA node, in the order of the nodes; empty where the kernel does not say
 */
record HostFacts(String system, Set<String> wholeDisks, List<Set<Integer>> numaNodes) {
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
        return nodes.stream().map(words -> CpuList.parse(words[1])).toList();
    }
}
