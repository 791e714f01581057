package io.bmsql.preflight;

import io.bmsql.collector.HostAnswer;
import io.bmsql.collector.HostLook;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.common.NumberText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a host of the server has for its database. The limits are those of the manufacturers' guides, which docs/running.md lists.
 *
 * @param processes with what the names of the server's processes begin
 * @param isHere true for the host that {@link HostChecks} have looked at
 */
record ServerHostChecks(String host, HostAnswer answer, Server server, List<String> processes, boolean isHere) {
    private static final String NODES = "sys/devices/system/node";
    private static final int HIGH_SWAPPINESS = 10;
    /** Below that ordinary pages do. */
    private static final double LARGE_CACHE_MEGABYTES = 8_000;

    private static final double LARGEST_CACHE = 0.8;
    private static final double LEAST_AVAILABLE = 0.05;
    private static final int MANY_PROCESSORS = 8;
    private static final double CLOCK_MILLIS = 1_000;
    private static final double BUSY_PROCESSOR = 0.1;
    private static final double STOLEN = 0.01;
    private static final double KB_A_MEGABYTE = 1000;
    private static final double PERCENT = 100;
    /** The kernel counts the time of processes in hundredths of a second on all common machines. */
    private static final double TICKS_A_SECOND = 100;

    /** Name and the fields from the state on: number 14 and 15 of proc(5) are times of the processor. */
    private static final Pattern PROCESS =
            Pattern.compile("(\\d+) \\((.*)\\) \\S+((?: -?\\d+){10}) (\\d{1,15}) (\\d{1,15}) .*");

    /**
     * What the database says of itself.
     *
     * @param dataPath empty where it does not say; likewise {@code logPath} and {@code cacheName}
     */
    record Server(String dataPath, String logPath, String cacheName, OptionalDouble cacheMegabytes) {
        static final Server UNKNOWN = new Server("", "", "", OptionalDouble.empty());
    }

    void examine(Consumer<Finding> heard) {
        if (!answer.problem().isEmpty()) {
            heard.accept(unknown("server host", "it does not answer (" + answer.problem() + ")"));
            return;
        }
        heard.accept(ok(
                "server host",
                kernel().line("host").orElse("") + ", " + NumberText.counted(processors(), "processor") + " on "
                        + NumberText.counted(nodes(), "NUMA node")));
        if (!isHere) {
            heard.accept(frequency());
        }
        heard.accept(hugePages());
        heard.accept(numaBalancing());
        heard.accept(interruptBalance());
        interrupts().forEach(heard);
        heard.accept(memory());
        heard.accept(swappiness());
        heard.accept(disk("log disk", "log", server.logPath));
        heard.accept(disk("data disk", "data", server.dataPath));
        if (!isHere) {
            heard.accept(clock());
        }
        heard.accept(otherWork());
    }

    private KernelFiles kernel() {
        return answer.first();
    }

    private Finding ok(String check, String text) {
        return Finding.ok(check, host + ": " + text);
    }

    private Finding unknown(String check, String text) {
        return Finding.unknown(check, host + ": " + text, "");
    }

    private Finding warningIf(boolean isBad, String check, String text, String advice) {
        return Finding.warningIf(isBad, check, host + ": " + text, advice);
    }

    private int processors() {
        return Math.max(
                1,
                kernel().each("sys/devices/system/cpu", "cpu[0-9]*", "topology/core_id")
                        .size());
    }

    private int nodes() {
        return Math.max(1, kernel().each(NODES, "node[0-9]*", "cpulist").size());
    }

    private Finding frequency() {
        Finding found = HostChecks.frequency(kernel());
        return new Finding(found.check(), found.state(), host + ": " + found.text(), found.advice());
    }

    private Finding hugePages() {
        Optional<String> mode = kernel().line("sys/kernel/mm/transparent_hugepage/enabled")
                .map(line -> line.replaceAll(".*\\[(\\w+)].*", "$1"));
        if (mode.isEmpty()) {
            return unknown("huge pages", "its kernel does not show whether it makes them by itself");
        }
        long reserved = kernel().number("proc/meminfo", "HugePages_Total:").orElse(0L);
        String text = "transparent ones: " + mode.get() + ", reserved: " + reserved;
        if (mode.get().equals("always")) {
            return warningIf(
                    true,
                    "huge pages",
                    text,
                    "the kernel makes and splits them while the server works; echo madvise >"
                            + " /sys/kernel/mm/transparent_hugepage/enabled (guides of Oracle and PostgreSQL)");
        }
        double cache = server.cacheMegabytes.orElse(0);
        return warningIf(
                reserved == 0 && cache >= LARGE_CACHE_MEGABYTES,
                "huge pages",
                text + (reserved > 0 || cache == 0 ? "" : ", " + server.cacheName + " is " + SettingChecks.size(cache)),
                "reserve them by vm.nr_hugepages and let the server use them: smaller page tables (guides of Oracle,"
                        + " PostgreSQL and MySQL)");
    }

    private Finding numaBalancing() {
        Optional<String> value = kernel().line("proc/sys/kernel/numa_balancing");
        if (nodes() == 1) {
            return ok("numa", "one node, nothing to balance");
        }
        return value.isEmpty()
                ? unknown("numa", "its kernel does not show numa_balancing")
                : warningIf(
                        !value.get().equals("0"),
                        "numa",
                        "numa_balancing=" + value.get() + " on " + nodes() + " nodes",
                        "the kernel moves pages between nodes and stops processes for it; sysctl kernel.numa_balancing=0"
                                + " (openGauss's guide)");
    }

    private Finding interruptBalance() {
        List<String> processes = kernel().lines("processes");
        if (processes.isEmpty()) {
            return unknown("irqbalance", "its processes are not shown");
        }
        boolean isRunning = processes.stream().anyMatch(line -> line.contains("(irqbalance)"));
        return warningIf(
                isRunning && nodes() > 1,
                "irqbalance",
                isRunning ? "it runs" : "it does not run",
                "it moves interrupts during the run; stop it and bind those of the network card to processors that the"
                        + " server leaves free (openGauss's guide)");
    }

    /** Of each network card that is up. */
    private List<Finding> interrupts() {
        List<Finding> found = new ArrayList<>();
        Map<String, Set<Integer>> processors = new HashMap<>();
        for (String line : kernel().lines("cards")) {
            String[] words = line.split(" ");
            if (words.length == 3 && words[0].equals("interrupt")) {
                processors.computeIfAbsent(words[1], card -> new TreeSet<>()).addAll(HostAnswer.processors(words[2]));
            }
        }
        for (String line : kernel().lines("cards")) {
            String[] words = line.split(" ");
            if (words.length == 3 && words[0].equals("card")) {
                String card = words[1] + (words[2].matches("\\d+") ? " on NUMA node " + words[2] : "");
                found.add(interrupts(card, processors.getOrDefault(words[1], Set.of())));
            }
        }
        return found.isEmpty() ? List.of(unknown("interrupts", "no network card of its own is to be seen")) : found;
    }

    private Finding interrupts(String card, Set<Integer> processors) {
        if (processors.isEmpty()) {
            return unknown("interrupts", card + " shows no interrupts of its own");
        }
        return warningIf(
                processors.size() == 1 && processors() >= MANY_PROCESSORS,
                "interrupts",
                "those of " + card + " go to " + (processors.size() == 1 ? "processor " : "processors ")
                        + ranges(processors),
                "one processor answers the whole network; spread them by ethtool -L and"
                        + " /proc/irq/*/smp_affinity_list (openGauss's guide)");
    }

    /** As the kernel writes it: 0-3,8. */
    private static String ranges(Set<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        int first = -1;
        for (int number : numbers) {
            if (!numbers.contains(number - 1)) {
                first = number;
            }
            if (!numbers.contains(number + 1)) {
                text.append(text.isEmpty() ? "" : ",").append(first).append(first == number ? "" : "-" + number);
            }
        }
        return text.toString();
    }

    private Finding memory() {
        Optional<Long> total = kernel().number("proc/meminfo", "MemTotal:");
        Optional<Long> available = kernel().number("proc/meminfo", "MemAvailable:");
        if (total.isEmpty() || available.isEmpty()) {
            return unknown("memory", "it does not show its memory; only Linux does");
        }
        double megabytes = total.get() / KB_A_MEGABYTE;
        double free = available.get() / KB_A_MEGABYTE;
        double cache = server.cacheMegabytes.orElse(0);
        String text = SettingChecks.size(free) + " of " + SettingChecks.size(megabytes) + " are available"
                + (cache == 0
                        ? "; the server's buffers are not known"
                        : ", " + server.cacheName + " is " + SettingChecks.size(cache));
        if (cache > megabytes * LARGEST_CACHE) {
            return warningIf(
                    true,
                    "memory",
                    text,
                    "the rest is too little for sessions and the system; make the buffers smaller (guides of MySQL and"
                            + " PostgreSQL)");
        }
        return warningIf(
                free < megabytes * LEAST_AVAILABLE, "memory", text, "end other programs, before the host swaps");
    }

    private Finding swappiness() {
        String value = kernel().line("proc/sys/vm/swappiness").orElse("");
        Optional<Long> swap = kernel().number("proc/meminfo", "SwapTotal:");
        if (swap.isPresent() && swap.get() == 0) {
            return ok("swappiness", "no swap space");
        }
        return value.matches("\\d{1,3}")
                ? warningIf(
                        Integer.parseInt(value) > HIGH_SWAPPINESS,
                        "swappiness",
                        "vm.swappiness=" + value + " with swap space",
                        "the kernel may take the server's memory for its file cache; sysctl vm.swappiness=1 (MariaDB's guide)")
                : unknown("swappiness", "its kernel does not show vm.swappiness");
    }

    /** The disk that holds one of the database's folders: what is below file system, volumes and arrays. */
    private Finding disk(String check, String place, String path) {
        if (path.isEmpty()) {
            return unknown(check, "the server does not say, or not to this user, where its " + place + " is");
        }
        Map<String, List<String>> lines = kernel().lines("place/" + place).stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.groupingBy(
                        words -> words[0], TreeMap::new, Collectors.mapping(words -> words[1], Collectors.toList())));
        if (lines.containsKey("problem")) {
            return unknown(
                    check,
                    kernel().line("user").orElse("its user") + " cannot see " + path + " ("
                            + lines.get("problem").get(0).replaceFirst("^ls: ", "") + ")");
        }
        String device = String.join("", lines.getOrDefault("device", List.of()));
        List<String> disks = lines.getOrDefault("disk", List.of());
        if (disks.isEmpty()) {
            return unknown(
                    check,
                    path + " is on " + (device.isEmpty() ? "nothing that it shows" : device)
                            + ", no disk that it shows");
        }
        String options = String.join("", lines.getOrDefault("mounted", List.of()));
        boolean hasBarriers = !options.matches(".*\\b(nobarrier|barrier=(0|none))\\b.*");
        String text = disks.stream().map(this::diskText).collect(Collectors.joining("; ")) + ", for " + path;
        if (!hasBarriers) {
            return warningIf(
                    true,
                    check,
                    text + ", mounted without barriers",
                    "a commit does not reach the disk, and a power cut may lose it; mount it with barriers (PostgreSQL's"
                            + " guide, Reliability)");
        }
        return warningIf(
                disks.stream().anyMatch(disk -> Set.of("bfq", "cfq").contains(scheduler(disk))),
                check,
                text,
                "it shares the disk out between processes and makes commits wait; none for SSD and NVMe, mq-deadline for"
                        + " others: echo none > /sys/block/" + disks.get(0) + "/queue/scheduler (guides of Oracle and"
                        + " MariaDB)");
    }

    private String scheduler(String disk) {
        return kernel().line("sys/block/" + disk + "/queue/scheduler")
                .map(line -> line.replaceAll(".*\\[([\\w-]+)].*", "$1"))
                .orElse("not known");
    }

    private String diskText(String disk) {
        String folder = "sys/block/" + disk + "/";
        String cache = kernel().line(folder + "queue/write_cache")
                .map(kind ->
                        kind.equals("write back") ? "write cache flushed at each commit" : "no write cache to flush")
                .orElse("write cache not known");
        String node = kernel().line(folder + "numa_node")
                .filter(text -> text.matches("\\d+"))
                .map(text -> ", on NUMA node " + text)
                .orElse("");
        return disk + ", scheduler " + scheduler(disk) + ", " + cache + node;
    }

    private Finding clock() {
        List<String> lines = kernel().lines("clock");
        boolean isSet = lines.contains("NTPSynchronized=yes")
                || lines.stream().anyMatch(line -> line.matches("Leap status +: Normal"));
        boolean isKnown = isSet
                || lines.contains("NTPSynchronized=no")
                || lines.stream().anyMatch(line -> line.startsWith("Leap status"));
        String offset = "its offset is not known";
        boolean isOff = false;
        if (answer.clock().isKnown()) {
            double millis = answer.clock().wallNanos() / 1e6;
            double error = answer.clock().wallErrorNanos() / 1e6;
            isOff = Math.abs(millis) > CLOCK_MILLIS + error;
            offset = NumberText.format(
                    "%,.0f ms %s this host's, give or take %,.0f ms",
                    Math.abs(millis), millis < 0 ? "behind" : "ahead of", error);
        }
        if (!isKnown && !isOff) {
            return unknown("clock", "neither timedatectl nor chronyc says whether NTP sets it; " + offset);
        }
        return warningIf(
                isOff || !isSet,
                "clock",
                (isSet ? "set by NTP, " : isKnown ? "not set by NTP, " : "") + offset,
                "logs and charts of the two do not fit; let NTP set both (chronyd, or timedatectl set-ntp true)");
    }

    /** Of the second between the two looks; what the script itself takes is below what is told. */
    private Finding otherWork() {
        Optional<Shares> shares = HostLook.at(kernel())
                .flatMap(before -> HostLook.at(answer.second()).flatMap(now -> now.since(before)));
        if (shares.isEmpty()) {
            return unknown("other work", "it does not show what its processors do; only Linux does");
        }
        Map<String, Double> before = seconds(kernel());
        Map<String, Double> used = new TreeMap<>();
        seconds(answer.second()).forEach((process, now) -> {
            double share =
                    (now - before.getOrDefault(process, now)) / shares.get().seconds();
            String name = process.substring(process.indexOf(' ') + 1);
            // Seen from the load generator's own host: this program.
            boolean isOurs =
                    isHere && process.startsWith(ProcessHandle.current().pid() + " ");
            if (!isOurs && processes.stream().noneMatch(name::startsWith)) {
                used.merge(name, share, Double::sum);
            }
        });
        String busy = used.entrySet().stream()
                .filter(use -> use.getValue() >= BUSY_PROCESSOR)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(use -> NumberText.format("%s %.1f", use.getKey(), use.getValue()))
                .collect(Collectors.joining(", "));
        String text = NumberText.format(
                "%.0f%% of the processors are busy, %.0f%% are stolen%s",
                shares.get().busy() * PERCENT,
                shares.get().steal() * PERCENT,
                busy.isEmpty() ? "" : "; processors of others: " + busy);
        if (shares.get().steal() > STOLEN) {
            return warningIf(
                    true, "other work", text, "other guests of this machine slow the server down; take an own host");
        }
        return warningIf(!busy.isEmpty(), "other work", text, "end what does not belong to the server");
    }

    /** Seconds of a processor that each process has used, by its number and name. */
    private static Map<String, Double> seconds(KernelFiles look) {
        Map<String, Double> used = new HashMap<>();
        for (String line : look.lines("processes")) {
            Matcher process = PROCESS.matcher(line);
            if (process.matches()) {
                double ticks = Long.parseLong(process.group(4)) + (double) Long.parseLong(process.group(5));
                used.put(process.group(1) + " " + process.group(2), ticks / TICKS_A_SECOND);
            }
        }
        return used;
    }
}
