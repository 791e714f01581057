package io.bmsql.collector;

import java.util.Set;
import java.util.TreeSet;

/** The kernel's way to list CPUs: {@code 0-3,8,10-11}. */
final class CpuList {
    /** More CPUs than any kernel allows: a longer list is damaged text. */
    private static final int MOST_CPUS = 1 << 16;

    private CpuList() {}

    /** The CPUs of a list; parts that are not numbers or ranges are left out. */
    static Set<Integer> parse(String text) {
        Set<Integer> cpus = new TreeSet<>();
        for (String part : text.split(",", -1)) {
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
