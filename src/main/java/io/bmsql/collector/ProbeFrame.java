package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A frame of what the probe prints: lines by the {@code @name} above them. Fields that a kernel lacks count 0, further ones are
 * ignored.
 */
record ProbeFrame(Map<String, List<String>> sections) {
    /** A host with thousands of disks stays below; a remote side that prints without end is cut off. */
    private static final int MAX_LINES = 100_000;

    /** {@code /proc/diskstats}: the counters begin behind major number, minor number and name. */
    private static final int DISK_NAME = 2;

    /** Names become file names here, so that other names from a remote host are left out. */
    private static final Pattern DEVICE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:@!-]{0,63}");

    /** {@code /proc/1/stat}: the parent is this one behind the name, ticks of user and system are the twelfth and the last. */
    private static final int PARENT = 1;

    private static final int SYSTEM_TICKS = 12;

    private static final double KHZ_A_MHZ = 1000;

    /**
     * Waits for the next whole frame; null at the end of the text, where a frame cut short is dropped. Text before the first section,
     * a greeting of the remote shell, is skipped.
     */
    static @Nullable ProbeFrame next(BufferedReader lines) throws IOException {
        Map<String, List<String>> sections = new HashMap<>();
        List<String> section = new ArrayList<>();
        for (int count = 0; count < MAX_LINES; count++) {
            String line = lines.readLine();
            if (line == null) {
                return null;
            }
            if (line.equals("@end")) {
                return new ProbeFrame(sections);
            }
            if (line.startsWith("@")) {
                section = new ArrayList<>();
                sections.put(line.substring(1), section);
            } else {
                section.add(line);
            }
        }
        throw new IOException("the host prints something other than the probe's output");
    }

    private List<String> lines(String section) {
        return sections.getOrDefault(section, List.of());
    }

    private Stream<String[]> split(String section) {
        return lines(section).stream().map(ProbeFrame::words);
    }

    private static String[] words(String line) {
        return line.trim().split("\\s+");
    }

    /** What the first frame of the probe says about the host. */
    HostFacts facts() {
        ServerProcesses server = new ServerProcesses(
                lines("server").stream().filter(name -> !name.isBlank()).toList());
        return new HostFacts(
                Set.copyOf(lines("blocks")),
                numaNodes(),
                lines("running").stream().anyMatch(server::has) ? server : ServerProcesses.NONE,
                numbers("generators"),
                numbers("listeners"));
    }

    /** The numbers of the processes that a section lists. */
    private Set<String> numbers(String section) {
        return lines(section).stream()
                .map(line -> line.replaceAll("\\D", ""))
                .filter(number -> !number.isEmpty())
                .collect(Collectors.toSet());
    }

    /** What the host's clock showed, seconds since 1970; nothing where the host has another {@code date}. */
    OptionalDouble seconds() {
        return lines("now").stream()
                .filter(text -> text.matches("\\d{1,12}[.]\\d{1,9}"))
                .mapToDouble(Double::parseDouble)
                .findFirst();
    }

    /** Lines such as {@code node10 0-3,8}; the kernel's folder lists node 10 before node 2. */
    private List<Set<Integer>> numaNodes() {
        return split("numa")
                .filter(words -> words.length == 2 && words[0].matches("node\\d{1,6}"))
                .sorted(Comparator.comparingInt(words -> Integer.parseInt(words[0].substring("node".length()))))
                .map(words -> KernelFiles.cpuNumbers(words[1]))
                .toList();
    }

    /** The sample of a later frame; empty without the uptime or the CPU line, for then nothing can be said. */
    Optional<HostSample> sample() {
        List<String> uptime = lines("uptime");
        Map<Integer, long[]> cpus = cpus();
        if (uptime.isEmpty()
                || !uptime.get(0).matches("\\d{1,12}(\\.\\d+)?( .*)?")
                || !cpus.containsKey(HostSample.ALL_CPUS)) {
            return Optional.empty();
        }
        Map<String, Long> counts = named(lines("stat"));
        counts.putAll(named(lines("throttling")));
        return Optional.of(new HostSample(
                Double.parseDouble(words(uptime.get(0))[0]),
                cpus,
                counts,
                named(lines("memory")),
                named(lines("vmstat")).getOrDefault("nr_dirty", 0L),
                devices("disks", ProbeFrame::putDisk),
                devices("net", ProbeFrame::putNetwork),
                megahertz(),
                processes()));
    }

    /** From lines such as {@code 17 (postgres) S 1 ...}; names may hold blanks and brackets. */
    private Map<HostSample.Process, HostSample.Work> processes() {
        Map<HostSample.Process, HostSample.Work> processes = new HashMap<>();
        for (String line : lines("processes")) {
            int open = line.indexOf('(');
            int close = line.lastIndexOf(')');
            String[] fields = close < 0 ? new String[0] : words(line.substring(close + 1));
            if (open > 0 && fields.length > SYSTEM_TICKS) {
                long ticks = number(fields[SYSTEM_TICKS - 1]) + number(fields[SYSTEM_TICKS]);
                processes.put(
                        new HostSample.Process(line.substring(0, open).trim(), line.substring(open + 1, close)),
                        new HostSample.Work(fields[PARENT], ticks));
            }
        }
        return processes;
    }

    /** Kilohertz alone, from {@code /sys}, or lines such as {@code cpu MHz : 2899.998}. */
    private double megahertz() {
        return lines("frequency").stream()
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .filter(text -> text.matches("\\d{1,12}([.]\\d{1,6})?"))
                .mapToDouble(text -> Double.parseDouble(text) / (text.contains(".") ? 1 : KHZ_A_MHZ))
                .average()
                .orElse(0);
    }

    /** Lines such as {@code cpu7 1 2 3}, and {@code cpu} for all of them. */
    private Map<Integer, long[]> cpus() {
        Map<Integer, long[]> cpus = new HashMap<>();
        split("stat").filter(words -> words[0].matches("cpu\\d{0,6}")).forEach(words -> {
            String number = words[0].substring("cpu".length());
            cpus.put(
                    number.isEmpty() ? HostSample.ALL_CPUS : Integer.parseInt(number),
                    numbers(words, 1, HostSample.CPU_STATES));
        });
        return cpus;
    }

    /** Lines of a name, perhaps a colon, and one number. */
    static Map<String, Long> named(List<String> lines) {
        Map<String, Long> values = new HashMap<>();
        lines.stream()
                .map(ProbeFrame::words)
                .filter(words -> words.length > 1)
                .forEach(words -> values.put(words[0].replace(":", ""), number(words[1])));
        return values;
    }

    private Map<String, long[]> devices(String section, BiConsumer<Map<String, long[]>, String> reader) {
        Map<String, long[]> devices = new TreeMap<>();
        lines(section).forEach(line -> reader.accept(devices, line));
        return devices;
    }

    /** A slash in a disk's name is an exclamation mark in the names of {@code /sys}. */
    private static void putDisk(Map<String, long[]> disks, String line) {
        String[] words = words(line);
        if (words.length > DISK_NAME + HostSample.DISK_FIELDS) {
            String name = words[DISK_NAME].replace('/', '!');
            put(disks, name, numbers(words, DISK_NAME + 1, HostSample.DISK_FIELDS));
        }
    }

    /** Old kernels print no blank between the colon and a large first number. */
    private static void putNetwork(Map<String, long[]> networks, String line) {
        int colon = line.lastIndexOf(':');
        String[] words = words(line.substring(colon + 1));
        if (colon > 0 && words.length >= HostSample.NETWORK_FIELDS) {
            put(networks, line.substring(0, colon).trim(), numbers(words, 0, HostSample.NETWORK_FIELDS));
        }
    }

    private static void put(Map<String, long[]> devices, String name, long[] counters) {
        if (DEVICE_NAME.matcher(name).matches()) {
            devices.put(name, counters);
        }
    }

    private static long[] numbers(String[] words, int from, int count) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, i -> from + i < words.length ? number(words[from + i]) : 0);
        return numbers;
    }

    /** Counters of 64 bits without sign wrap like the kernel's own; what is no number counts 0. */
    private static long number(String word) {
        return word.matches("\\d{1,19}") ? Long.parseUnsignedLong(word) : 0;
    }
}
