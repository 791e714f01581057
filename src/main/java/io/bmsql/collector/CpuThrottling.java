package io.bmsql.collector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often the kernel stopped this program because its control group had used up its limit of the processors, as containers have them. A
 * processor that a program may not use looks idle. Used by one thread.
 */
final class CpuThrottling {
    /** In the kernel's {@code cpu.stat}: how often it looked at the limit, and how often it had stopped the group. */
    static final String PERIODS = "nr_periods";

    static final String THROTTLED = "nr_throttled";

    private final List<Path> files;
    private long periods;
    private long throttled;

    /**
     * Finds the counters of the group and of those above it, each of which may have a limit.
     *
     * @param groups {@code /proc/self/cgroup}
     * @param root {@code /sys/fs/cgroup}
     */
    CpuThrottling(Path groups, Path root) {
        List<String> lines;
        try {
            lines = Files.isReadable(groups) ? Files.readAllLines(groups) : List.of();
        } catch (IOException e) {
            // Not known is what a host without control groups has as well.
            lines = List.of();
        }
        files = lines.stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3
                        && (fields[1].isEmpty()
                                || Arrays.asList(fields[1].split(",")).contains("cpu")))
                .flatMap(fields -> above(root.resolve(fields[1].isEmpty() ? "" : fields[1]), fields[2]))
                .map(folder -> folder.resolve("cpu.stat"))
                .filter(Files::isReadable)
                .distinct()
                .toList();
        percentSinceLastCall();
    }

    static CpuThrottling ofThisProgram() {
        return new CpuThrottling(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** In a container the path is that on the host, which is not there: its own group is the root then. */
    private static Stream<Path> above(Path root, String group) {
        Path folder = root.resolve(group.substring(Math.min(1, group.length()))).normalize();
        return Stream.iterate(folder, at -> at != null && at.startsWith(root), Path::getParent);
    }

    /** In how many percent of the kernel's periods it was stopped; 0 where nothing limits it, or nobody tells. */
    double percentSinceLastCall() {
        long nowPeriods = 0;
        long nowThrottled = 0;
        for (Path file : files) {
            long[] counts = counts(file);
            // The tightest of the limits is the one that stops it.
            if (counts[1] > nowThrottled || nowPeriods == 0) {
                nowPeriods = counts[0];
                nowThrottled = counts[1];
            }
        }
        double percent = percent(nowPeriods - periods, nowThrottled - throttled);
        periods = nowPeriods;
        throttled = nowThrottled;
        return percent;
    }

    /** The share of so many periods in which a group was stopped; counters of a new group may have gone back. */
    static double percent(double periods, double throttled) {
        return periods <= 0 ? 0 : Math.min(100, Math.max(0, 100 * throttled / periods));
    }

    /** Periods and those of them in which it was stopped; zeros without a limit. */
    private static long[] counts(Path file) {
        long[] counts = new long[2];
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.trim().split("\\s+");
                int at = List.of(PERIODS, THROTTLED).indexOf(words[0]);
                if (at >= 0 && words.length == 2 && words[1].matches("\\d{1,18}")) {
                    counts[at] = Long.parseLong(words[1]);
                }
            }
        } catch (IOException e) {
            // The group was taken away.
            return counts;
        }
        return counts;
    }
}
