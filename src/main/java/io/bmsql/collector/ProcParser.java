package io.bmsql.collector;

import io.bmsql.collector.ProbeReader.Frame;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads the kernel's text, old and new: fields that a kernel does not have count 0, fields behind those known are ignored.
 */
final class ProcParser {
    /** {@code /proc/diskstats}: the counters begin behind major number, minor number and name. */
    private static final int DISK_NAME = 2;

    /** Names become file names here, so a far side that prints other ones is not believed. */
    private static final Pattern DEVICE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:@!-]{0,63}");

    private ProcParser() {}

    /** The sample of a frame; empty when the frame lacks the uptime or the CPU line, without which nothing can be said. */
    static Optional<HostSample> parse(Frame frame) {
        List<String> uptime = frame.lines("uptime");
        Map<Integer, long[]> cpus = cpus(frame.lines("stat"));
        if (uptime.isEmpty()
                || !uptime.get(0).matches("\\d{1,12}(\\.\\d+)?( .*)?")
                || !cpus.containsKey(HostSample.ALL_CPUS)) {
            return Optional.empty();
        }
        Map<String, Long> counts = named(frame.lines("stat"));
        return Optional.of(new HostSample(
                Double.parseDouble(words(uptime.get(0))[0]),
                cpus,
                counts.getOrDefault("ctxt", 0L),
                counts.getOrDefault("procs_running", 0L),
                named(frame.lines("memory")),
                named(frame.lines("vmstat")).getOrDefault("nr_dirty", 0L),
                disks(frame.lines("disks")),
                networks(frame.lines("net"))));
    }

    /** Lines such as {@code cpu7 1 2 3}, and {@code cpu} for all of them. */
    private static Map<Integer, long[]> cpus(List<String> lines) {
        Map<Integer, long[]> cpus = new HashMap<>();
        for (String line : lines) {
            String[] words = words(line);
            if (words[0].matches("cpu\\d{0,6}")) {
                String number = words[0].substring("cpu".length());
                cpus.put(
                        number.isEmpty() ? HostSample.ALL_CPUS : Integer.parseInt(number),
                        numbers(words, 1, HostSample.CPU_STATES));
            }
        }
        return cpus;
    }

    /** Lines of a name, perhaps a colon, and one number. */
    private static Map<String, Long> named(List<String> lines) {
        Map<String, Long> values = new HashMap<>();
        for (String line : lines) {
            String[] words = words(line);
            if (words.length > 1) {
                values.put(words[0].replace(":", ""), number(words[1]));
            }
        }
        return values;
    }

    private static Map<String, long[]> disks(List<String> lines) {
        Map<String, long[]> disks = new TreeMap<>();
        for (String line : lines) {
            String[] words = words(line);
            if (words.length > DISK_NAME + HostSample.DISK_FIELDS) {
                putDevice(disks, words[DISK_NAME], numbers(words, DISK_NAME + 1, HostSample.DISK_FIELDS));
            }
        }
        return disks;
    }

    /** Old kernels print no blank between the colon and a large first number. */
    private static Map<String, long[]> networks(List<String> lines) {
        Map<String, long[]> networks = new TreeMap<>();
        for (String line : lines) {
            int colon = line.lastIndexOf(':');
            String[] words = words(line.substring(colon + 1));
            if (colon > 0 && words.length >= HostSample.NETWORK_FIELDS) {
                putDevice(networks, line.substring(0, colon).trim(), numbers(words, 0, HostSample.NETWORK_FIELDS));
            }
        }
        return networks;
    }

    /** A slash in a disk's name is an exclamation mark in the names of {@code /sys}. */
    private static void putDevice(Map<String, long[]> devices, String name, long[] counters) {
        String device = name.replace('/', '!');
        if (DEVICE_NAME.matcher(device).matches()) {
            devices.put(device, counters);
        }
    }

    private static long[] numbers(String[] words, int from, int count) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, i -> from + i < words.length ? number(words[from + i]) : 0);
        return numbers;
    }

    private static String[] words(String line) {
        return line.trim().split("\\s+");
    }

    /** Counters of 64 bits without sign wrap like the kernel's own; what is no number counts 0. */
    private static long number(String word) {
        return word.matches("\\d{1,19}") ? Long.parseUnsignedLong(word) : 0;
    }
}
