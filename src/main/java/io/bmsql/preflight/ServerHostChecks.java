package io.bmsql.preflight;

import io.bmsql.benchmark.Finding;
import io.bmsql.collector.HostAnswer;
import io.bmsql.collector.HostLook;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.collector.ServerProcesses;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a host of the server has for its database. The limits are those of the manufacturers' guides, which docs/running.md lists.
 *
 * @param processes which are the server's
 * @param isHere true for the host that {@link HostChecks} have looked at
 */
record ServerHostChecks(
        String host, HostAnswer answer, Server server, ServerProcesses processes, boolean isHere, Texts texts) {
    private static final int HIGH_SWAPPINESS = 10;
    /** Below that ordinary pages do. */
    private static final double LARGE_CACHE_MEGABYTES = 8_000;

    private static final double LARGEST_CACHE = 0.8;
    private static final double MIN_AVAILABLE = 0.05;
    private static final int MANY_PROCESSORS = 8;
    private static final double CLOCK_MILLIS = 1_000;
    private static final double BUSY_PROCESSOR = 0.1;
    private static final double STOLEN = 0.01;
    /** Linux counts in units of 1,024 bytes. */
    private static final double KIB_A_MEGABYTE = 1e6 / 1024;
    /** The kernel counts the time of processes in hundredths of a second on all common machines. */
    private static final double TICKS_A_SECOND = 100;

    /**
     * What the database says of itself.
     *
     * @param dataPath empty where it does not say; likewise {@code logPath} and {@code cacheName}
     */
    record Server(String dataPath, String logPath, String cacheName, OptionalDouble cacheMegabytes) {
        static final Server UNKNOWN = new Server("", "", "", OptionalDouble.empty());
    }

    void examine(Consumer<Finding> heard) {
        // The load generator's own host was asked for these already.
        Set<String> known = isHere ? Set.of("frequency", "clock") : Set.of();
        all().filter(found -> !known.contains(found.check()))
                .map(found -> new Finding(found.check(), found.state(), said(found.text()), found.advice()))
                .forEach(heard);
    }

    private String said(String text) {
        return texts.text("doctor.host", texts.translated(host), text);
    }

    private Stream<Finding> all() {
        if (!answer.problem().isEmpty()) {
            return Stream.of(unknown("server host", "doctor.serverhost.silent", answer.problem()));
        }
        String size = texts.text(
                "doctor.serverhost",
                kernel().line("host").orElse(""),
                count("processors", kernel().processors()),
                count("nodes", nodes()));
        return Stream.of(
                        Stream.of(Finding.ok("server host", size), HostChecks.frequency(kernel(), texts)),
                        Stream.of(hugePages(), numaBalancing(), interruptBalance()),
                        interrupts(),
                        Stream.of(memory(), swappiness(), disk("log", server.logPath), disk("data", server.dataPath)),
                        Stream.of(clock(), otherWork()))
                .flatMap(Function.identity());
    }

    private KernelFiles kernel() {
        return answer.first();
    }

    private Finding unknown(String check, String key, Object... values) {
        return Finding.unknown(check, texts.text(key, values), "");
    }

    /** @param advice its key after {@code doctor.advice} */
    private Finding warningIf(boolean isBad, String check, String text, String advice) {
        return Finding.warningIf(isBad, check, text, texts.text("doctor.advice." + advice));
    }

    private String count(String what, int number) {
        return texts.counted("doctor.count." + what, number, NumberText.count(number));
    }

    private int nodes() {
        return Math.max(
                1,
                kernel().each("sys/devices/system/node", "node[0-9]*", "cpulist")
                        .size());
    }

    /** Reads a file that lists words and has the one in use in brackets. */
    private Optional<String> chosen(String file) {
        return kernel().line(file).map(line -> line.replaceAll(".*\\[([\\w-]+)].*", "$1"));
    }

    private Finding hugePages() {
        Optional<String> mode = chosen("sys/kernel/mm/transparent_hugepage/enabled");
        if (mode.isEmpty()) {
            return unknown("huge pages", "doctor.hugepages.unknown");
        }
        long reserved = kernel().number("proc/meminfo", "HugePages_Total:").orElse(0L);
        String text = texts.text("doctor.hugepages", mode.get(), reserved);
        return mode.get().equals("always")
                ? warningIf(true, "huge pages", text, "hugePages.always")
                : warningIf(
                        reserved == 0 && cacheMegabytes() >= LARGE_CACHE_MEGABYTES,
                        "huge pages",
                        text + (reserved > 0 ? "" : cacheText()),
                        "hugePages");
    }

    /** 0 where the server does not say it. */
    private double cacheMegabytes() {
        return server.cacheMegabytes.orElse(0);
    }

    private String cacheText() {
        return cacheMegabytes() == 0
                ? ""
                : texts.text("doctor.serverhost.cache", server.cacheName, SettingChecks.size(cacheMegabytes()));
    }

    private Finding numaBalancing() {
        int nodes = nodes();
        return nodes == 1
                ? Finding.ok("numa", texts.text("doctor.numa.one"))
                : kernel().line("proc/sys/kernel/numa_balancing")
                        .map(value ->
                                warningIf(!value.equals("0"), "numa", texts.text("doctor.numa", value, nodes), "numa"))
                        .orElseGet(() -> unknown("numa", "doctor.serverhost.notshown", "numa_balancing"));
    }

    private Finding interruptBalance() {
        List<String> shown = kernel().lines("processes");
        boolean isRunning = shown.stream().anyMatch(line -> line.contains("(irqbalance)"));
        String text = texts.text(isRunning ? "doctor.irqbalance" : "doctor.irqbalance.none");
        return shown.isEmpty()
                ? unknown("irqbalance", "doctor.irqbalance.unknown")
                : warningIf(isRunning && nodes() > 1, "irqbalance", text, "irqbalance");
    }

    /** Judges each network card that is up. */
    private Stream<Finding> interrupts() {
        Map<String, List<String[]>> lines = kernel().lines("cards").stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 3)
                .collect(Collectors.groupingBy(words -> words[0]));
        List<String[]> cards = lines.getOrDefault("card", List.of());
        return cards.isEmpty()
                ? Stream.of(unknown("interrupts", "doctor.interrupts.nocard"))
                : cards.stream()
                        .map(card -> interrupts(
                                card[2].matches("\\d+") ? texts.text("doctor.onnode", card[1], card[2]) : card[1],
                                lines.getOrDefault("interrupt", List.of()).stream()
                                        .filter(words -> words[1].equals(card[1]))
                                        .flatMap(words -> KernelFiles.cpuNumbers(words[2]).stream())
                                        .collect(Collectors.toCollection(TreeSet::new))));
    }

    private Finding interrupts(String card, Set<Integer> processors) {
        boolean isOne = processors.size() == 1;
        String text = texts.counted("doctor.interrupts", processors.size(), card, ranges(processors));
        return processors.isEmpty()
                ? unknown("interrupts", "doctor.interrupts.none", card)
                : warningIf(isOne && kernel().processors() >= MANY_PROCESSORS, "interrupts", text, "interrupts");
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
            return unknown("memory", "doctor.notlinux");
        }
        double megabytes = total.get() / KIB_A_MEGABYTE;
        double free = available.get() / KIB_A_MEGABYTE;
        String text = texts.text("doctor.memory", SettingChecks.size(free), SettingChecks.size(megabytes))
                + (cacheMegabytes() == 0 ? texts.text("doctor.serverhost.nocache") : cacheText());
        return cacheMegabytes() > megabytes * LARGEST_CACHE
                ? warningIf(true, "memory", text, "memory.buffers")
                : warningIf(free < megabytes * MIN_AVAILABLE, "memory", text, "memory");
    }

    private Finding swappiness() {
        if (kernel().number("proc/meminfo", "SwapTotal:").orElse(-1L) == 0) {
            return Finding.ok("swappiness", texts.text("doctor.swappiness.none"));
        }
        String value = kernel().line("proc/sys/vm/swappiness").orElse("");
        String text = texts.text("doctor.swappiness", value);
        return value.matches("\\d{1,3}")
                ? warningIf(Integer.parseInt(value) > HIGH_SWAPPINESS, "swappiness", text, "swappiness")
                : unknown("swappiness", "doctor.serverhost.notshown", "vm.swappiness");
    }

    /** The disk that holds one of the database's folders: what is below file system, volumes and arrays. */
    private Finding disk(String place, String path) {
        String check = place + " disk";
        if (path.isEmpty()) {
            return unknown(check, "doctor.disk.nowhere");
        }
        Map<String, List<String>> lines = kernel().lines("place/" + place).stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.groupingBy(
                        words -> words[0], Collectors.mapping(words -> words[1], Collectors.toList())));
        List<String> problems = lines.getOrDefault("problem", List.of());
        if (!problems.isEmpty()) {
            String why = problems.get(0).replaceFirst("^ls: ", "");
            return unknown(check, "doctor.disk.closed", kernel().line("user").orElse("?"), path, why);
        }
        List<String> disks = lines.getOrDefault("disk", List.of());
        if (disks.isEmpty()) {
            return unknown(
                    check, "doctor.disk.none", path, String.join("", lines.getOrDefault("device", List.of("?"))));
        }
        String text = texts.text(
                "doctor.disk.path", disks.stream().map(this::diskText).collect(texts.joining()), path);
        String options = String.join("", lines.getOrDefault("mounted", List.of()));
        if (options.matches(".*\\b(nobarrier|barrier=(0|none))\\b.*")) {
            return warningIf(true, check, texts.text("doctor.disk.barriers", text), "disk.barriers");
        }
        return Finding.warningIf(
                disks.stream().anyMatch(disk -> scheduler(disk).matches("bfq|cfq")),
                check,
                text,
                texts.text("doctor.advice.disk.scheduler", disks.get(0)));
    }

    private String scheduler(String disk) {
        return chosen("sys/block/" + disk + "/queue/scheduler").orElse("not known");
    }

    private String diskText(String disk) {
        String folder = "sys/block/" + disk + "/";
        String cache = kernel().line(folder + "queue/write_cache")
                .map(kind -> kind.equals("write back") ? "doctor.disk.cache" : "doctor.disk.nocache")
                .orElse("doctor.disk.cache.unknown");
        String node = kernel().line(folder + "numa_node")
                .filter(text -> text.matches("\\d+"))
                .map(number -> texts.text("doctor.disk.node", number))
                .orElse("");
        return texts.text("doctor.disk", disk, texts.translated(scheduler(disk)), texts.text(cache)) + node;
    }

    private Finding clock() {
        List<String> lines = kernel().lines("clock");
        boolean isSet = lines.stream().anyMatch(line -> line.matches("NTPSynchronized=yes|Leap status +: Normal"));
        boolean isKnown = isSet || lines.stream().anyMatch(line -> line.matches("NTPSynchronized=no|Leap status.*"));
        String offset = texts.text("doctor.serverhost.offset.unknown");
        boolean isOff = false;
        if (answer.clock().isKnown()) {
            double millis = answer.clock().wallNanos() / 1e6;
            double error = answer.clock().wallErrorNanos() / 1e6;
            isOff = Math.abs(millis) > CLOCK_MILLIS + error;
            offset = texts.text(
                    millis < 0 ? "doctor.serverhost.behind" : "doctor.serverhost.ahead",
                    NumberText.count(Math.round(Math.abs(millis))),
                    NumberText.count(Math.round(error)));
        }
        return !isKnown && !isOff
                ? unknown("clock", "doctor.serverhost.clock", offset)
                : warningIf(
                        isOff || !isSet,
                        "clock",
                        isKnown
                                ? texts.text(
                                        "doctor.serverhost.offset",
                                        texts.text(isSet ? "doctor.clock.ntp" : "doctor.clock.nontp"),
                                        offset)
                                : offset,
                        "clock");
    }

    /** Judges the second between the two looks; what the script itself takes is below what is told. */
    private Finding otherWork() {
        Optional<HostLook> before = HostLook.at(kernel());
        Optional<HostLook> after = HostLook.at(answer.second());
        Optional<Shares> shares = before.flatMap(first -> after.flatMap(now -> now.since(first)));
        if (shares.isEmpty()) {
            return unknown("other work", "doctor.notlinux");
        }
        var began = before.get().sample().processes();
        var ran = after.get().sample().processes();
        Map<String, Double> used = new TreeMap<>();
        Map<String, String> parents = processes.parents(ran);
        Optional<String> own = ServerProcesses.listening(
                kernel().lines("listeners").stream()
                        .map(line -> line.replaceAll("\\D", ""))
                        .toList(),
                parents);
        ran.forEach((process, work) -> {
            String name = process.name();
            String number = process.number();
            // Seen from the load generator's own host: this program.
            boolean isOurs = isHere
                    && number.equals(String.valueOf(ProcessHandle.current().pid()));
            // Another server of the kind; what a server has besides its own processes may belong to either.
            boolean isOfOther = processes.hasWhole(name)
                    && own.isPresent()
                    && !ServerProcesses.topmost(number, parents).equals(own.get());
            if (!isOurs && (!processes.has(name) || isOfOther)) {
                double seconds =
                        (work.ticks() - began.getOrDefault(process, work).ticks()) / TICKS_A_SECOND;
                used.merge(name, seconds / shares.get().seconds(), Double::sum);
            }
        });
        String busy = used.entrySet().stream()
                .filter(use -> use.getValue() >= BUSY_PROCESSOR)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(use -> NumberText.format("%s %.1f", use.getKey(), use.getValue()))
                .collect(Collectors.joining(", "));
        String text = texts.text(
                        "doctor.otherwork",
                        Math.round(shares.get().busy() * 100),
                        Math.round(shares.get().steal() * 100))
                + (busy.isEmpty() ? "" : texts.text("doctor.otherwork.others", busy));
        double others =
                used.values().stream().mapToDouble(Double::doubleValue).sum() / Math.max(1, kernel().processors());
        // The larger one is what to do something about.
        boolean isStolen = shares.get().steal() > Math.max(STOLEN, others);
        return warningIf(
                shares.get().steal() > STOLEN || !busy.isEmpty(),
                "other work",
                text,
                isStolen ? "otherWork.stolen" : "otherWork");
    }
}
