package io.bmsql.collector;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How often the kernel stopped a program because its control group had used up its limit of the processors, as containers have them. A
 * processor that a program may not use looks idle. An object is for this program, and for one thread.
 */
final class CpuThrottling {
    /** In the kernel's {@code cpu.stat}: how often it looked at the limit, and how often it had stopped the group. */
    private static final String PERIODS = "nr_periods";

    private static final String THROTTLED = "nr_throttled";

    private final KernelFiles kernel;
    private final List<String> files;
    private Map<String, Long> counts = Map.of();

    /** Finds the counters of the program's group and of those above it, each of which may have a limit. */
    CpuThrottling(KernelFiles kernel) {
        this.kernel = kernel;
        files = kernel.lines("proc/self/cgroup").stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3
                        && (fields[1].isEmpty() || List.of(fields[1].split(",")).contains("cpu")))
                .flatMap(fields -> above(Path.of("sys/fs/cgroup", fields[1]), fields[2]))
                .map(folder -> folder.resolve("cpu.stat").toString())
                .distinct()
                .toList();
        percentSinceLastCall();
    }

    /** In a container the path is that on the host, which is not there: its own group is the root then. */
    private static Stream<Path> above(Path root, String group) {
        Path folder = root.resolve(group.substring(Math.min(1, group.length()))).normalize();
        return Stream.iterate(folder, at -> at != null && at.startsWith(root), Path::getParent);
    }

    double percentSinceLastCall() {
        Map<String, Long> before = counts;
        Map<String, Long> now = new HashMap<>();
        for (String file : files) {
            ProbeFrame.named(kernel.lines(file)).forEach((name, count) -> now.put(file + name, count));
        }
        counts = now;
        return percent(before, now);
    }

    /**
     * In how many percent of the kernel's periods a group was stopped, by counters of each group whose names end as in {@code cpu.stat}: that of
     * the tightest limit. 0 where nothing limits it, or nobody tells; counters of a new group may have gone back.
     */
    static double percent(Map<String, Long> before, Map<String, Long> now) {
        return now.keySet().stream()
                .filter(name -> name.endsWith(PERIODS) && before.containsKey(name))
                .mapToDouble(name -> {
                    double periods = growth(before, now, name);
                    double throttled = growth(before, now, name.replace(PERIODS, THROTTLED));
                    return periods <= 0 ? 0 : Math.min(100, Math.max(0, 100 * throttled / periods));
                })
                .max()
                .orElse(0);
    }

    private static double growth(Map<String, Long> before, Map<String, Long> now, String name) {
        return now.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
    }
}
