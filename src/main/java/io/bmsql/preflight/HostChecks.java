package io.bmsql.preflight;

import io.bmsql.benchmark.Finding;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.RunConfig;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What this host, which generates the load, has for a run. */
record HostChecks(KernelFiles kernel, Jvm jvm, SettingChecks settings) {
    /** Says whether NTP sets the clock. */
    static final List<String> TIMEDATECTL = List.of("timedatectl", "show", "--property=NTPSynchronized", "--value");

    private static final long CLOCK_ANSWER_MILLIS = 1_000;

    /** A number in a file of a control group; without a limit there is a word or a negative one. */
    private static final String LIMIT = "[1-9]\\d{0,17}";

    private static final String CPUS = "sys/devices/system/cpu";
    private static final int VIRTUAL_THREADS = 21;
    private static final int MANY_CONNECTIONS = 500;
    /** Linux counts in units of 1,024 bytes. */
    private static final double KIB_A_MEGABYTE = 1e6 / 1024;

    private static final long BYTES_A_MEGABYTE = 1_000_000;
    /** Jars, logs, result files. */
    private static final int OTHER_FILES = 150;

    private static final long SWAP_MEGABYTES = 64;
    private static final double BUSY = 0.1;
    private static final double STOLEN = 0.01;
    private static final double PERCENT = 100;

    /**
     * The program's own machine.
     *
     * @param version for people
     * @param processors that this process may use
     * @param heapBytes that it may grow to
     */
    record Jvm(int feature, String version, int processors, long heapBytes) {
        static Jvm own() {
            return new Jvm(
                    Runtime.version().feature(),
                    System.getProperty("java.runtime.version") + ", " + System.getProperty("java.vm.name"),
                    Runtime.getRuntime().availableProcessors(),
                    Runtime.getRuntime().maxMemory());
        }
    }

    /** All that does not change while one looks. */
    List<Finding> all() {
        return List.of(java(), memory(), swap(), processors(), container(), frequency(kernel), openFiles());
    }

    private Finding java() {
        long heap = jvm.heapBytes / BYTES_A_MEGABYTE;
        long needed = settings.memoryMegabytes();
        String text = "Java " + jvm.version + ", heap limit " + SettingChecks.size(heap) + ", the run takes about "
                + SettingChecks.size(needed);
        if (heap < needed) {
            return Finding.problem("java", text, "export BMSQL_JAVA_OPTS=-Xmx" + (needed * 2) + "m");
        }
        return Finding.warningIf(
                settings.connections() > MANY_CONNECTIONS && jvm.feature < VIRTUAL_THREADS,
                "java",
                text,
                "for so many connections take Java 21 or later and virtualThreads=true, which needs less");
    }

    private Finding memory() {
        Optional<Long> total = kernel.number("proc/meminfo", "MemTotal:");
        Optional<Long> available = kernel.number("proc/meminfo", "MemAvailable:");
        if (total.isEmpty() || available.isEmpty()) {
            return Finding.unknown("memory", "this host does not show its memory; only Linux does", "");
        }
        double free = available.get() / KIB_A_MEGABYTE;
        String text =
                SettingChecks.size(free) + " of " + SettingChecks.size(total.get() / KIB_A_MEGABYTE) + " are available";
        return free < settings.memoryMegabytes()
                ? Finding.warning(
                        "memory",
                        text + ", the run takes about " + SettingChecks.size(settings.memoryMegabytes()),
                        "end other programs, or generate the load on another host")
                : Finding.ok("memory", text);
    }

    private Finding swap() {
        Optional<Long> total = kernel.number("proc/meminfo", "SwapTotal:");
        Optional<Long> free = kernel.number("proc/meminfo", "SwapFree:");
        if (total.isEmpty() || free.isEmpty()) {
            return Finding.unknown("swap", "this host does not show it", "");
        }
        double used = (total.get() - free.get()) / KIB_A_MEGABYTE;
        return used > SWAP_MEGABYTES
                ? Finding.warning(
                        "swap",
                        SettingChecks.size(used) + " of memory are swapped out",
                        "what comes back from there makes the run wait; free memory, then swapoff -a && swapon -a")
                : Finding.ok("swap", total.get() == 0 ? "none" : "hardly used");
    }

    private Finding processors() {
        RunConfig run = settings.loaded().config().run();
        String text = NumberText.counted(jvm.processors, "processor") + " for "
                + NumberText.counted(run.terminals(), "terminal") + " on "
                + NumberText.counted(run.workers(), "connection");
        return Finding.warningIf(
                jvm.processors == 1,
                "processors",
                text,
                "collector and load generator wait for each other; take two or more");
    }

    /** The control groups of this process, its own and those around it, version 2 or 1. */
    private Finding container() {
        List<String> quotas = new ArrayList<>();
        List<String> memory = new ArrayList<>();
        for (String folder : groupFolders()) {
            kernel.line(folder + "/cpu.max").ifPresent(quotas::add);
            kernel.line(folder + "/memory.max").ifPresent(memory::add);
        }
        quotas.add(kernel.line("sys/fs/cgroup/cpu/cpu.cfs_quota_us").orElse("") + " "
                + kernel.line("sys/fs/cgroup/cpu/cpu.cfs_period_us").orElse(""));
        kernel.line("sys/fs/cgroup/memory/memory.limit_in_bytes").ifPresent(memory::add);
        List<String> limits = new ArrayList<>();
        quotas.stream()
                .filter(quota -> quota.matches(LIMIT + " " + LIMIT))
                .map(quota -> quota.split(" "))
                .map(words -> Double.parseDouble(words[0]) / Double.parseDouble(words[1]))
                .forEach(processors -> limits.add(NumberText.format("%.1f processors", processors)));
        boolean hasQuota = !limits.isEmpty();
        // Version 1 writes a number near 2^63 for none.
        OptionalDouble megabytes = memory.stream()
                .filter(limit -> limit.matches(LIMIT))
                .mapToLong(Long::parseLong)
                .filter(bytes -> bytes < 1L << 60)
                .mapToDouble(bytes -> bytes / (double) BYTES_A_MEGABYTE)
                .min();
        megabytes.ifPresent(limit -> limits.add(SettingChecks.size(limit) + " of memory"));
        String text = limits.isEmpty()
                ? "no control group limits processors or memory"
                : "a control group allows " + limits.stream().distinct().collect(Collectors.joining(", "));
        if (hasQuota) {
            return Finding.warning(
                    "container",
                    text,
                    "the kernel stops the load generator when it wants more, for up to 100 ms at a time; lift the limit");
        }
        return megabytes.orElse(Double.MAX_VALUE) < 2 * settings.memoryMegabytes()
                ? Finding.warning(
                        "container",
                        text + ", the run takes about " + SettingChecks.size(settings.memoryMegabytes()),
                        "the kernel ends a program that takes more; lift the limit")
                : Finding.ok("container", text);
    }

    private List<String> groupFolders() {
        List<String> folders = new ArrayList<>();
        String path = kernel.lines("proc/self/cgroup").stream()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::/".length()))
                .findFirst()
                .orElse("");
        for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf('/')))) {
            folders.add("sys/fs/cgroup/" + at);
        }
        // Inside a container its own group is the root.
        folders.add("sys/fs/cgroup");
        return folders;
    }

    /** Judges any host, by its kernel's files. */
    static Finding frequency(KernelFiles kernel) {
        TreeSet<String> governors = new TreeSet<>(kernel.each(CPUS, "cpu[0-9]*", "cpufreq/scaling_governor"));
        String turbo = turbo(kernel)
                .map(isOn -> isOn ? ", turbo on: the frequency depends on the heat" : ", turbo off")
                .orElse("");
        if (governors.isEmpty()) {
            return Finding.unknown("frequency", "no governor to be seen, as in most virtual machines" + turbo, "");
        }
        String text = "governor " + String.join(", ", governors) + turbo;
        return Finding.warningIf(
                !governors.equals(Set.of("performance")),
                "frequency",
                text,
                "processors take their time to speed up; cpupower frequency-set -g performance");
    }

    /** Whether processors may run faster for a while; nothing where the kernel does not show it. */
    private static Optional<Boolean> turbo(KernelFiles kernel) {
        return kernel.line(CPUS + "/intel_pstate/no_turbo")
                .map("0"::equals)
                .or(() -> kernel.line(CPUS + "/cpufreq/boost").map("1"::equals));
    }

    private Finding openFiles() {
        Optional<String> limit = kernel.lines("proc/self/limits").stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.substring("Max open files".length()).strip().split(" +")[0])
                .findFirst();
        if (limit.isEmpty()) {
            return Finding.unknown("open files", "this host does not show the limit", "");
        }
        int needed = settings.connections() + OTHER_FILES;
        String text = "up to " + limit.get() + ", the run opens about " + needed;
        boolean isLimited = limit.get().matches("\\d{1,18}") && Long.parseLong(limit.get()) < needed;
        return Finding.problemIf(isLimited, "open files", text, "ulimit -n " + needed * 2 + " before the start");
    }

    /** Whether this host's clock is set by others; {@code question} is the program to ask. */
    static Finding clock(List<String> question) throws InterruptedException {
        String zone = ", time zone " + ZoneId.systemDefault().getId();
        String answer = ProgramContext.answer(new ProcessBuilder(question), CLOCK_ANSWER_MILLIS);
        return switch (answer.strip()) {
            case "yes" -> Finding.ok("clock", "set by NTP" + zone);
            case "no" ->
                Finding.warning(
                        "clock", "not set by NTP" + zone, "it drifts from the server's; timedatectl set-ntp true");
            default -> Finding.unknown("clock", "nobody here says whether NTP sets it" + zone, "");
        };
    }

    /**
     * What else ran while the checks looked.
     *
     * @param processors of this host
     */
    static Finding load(Optional<Shares> meanwhile, int processors) {
        if (meanwhile.isEmpty()) {
            return Finding.unknown("other load", "this host does not show it; only Linux does", "");
        }
        double others = Math.max(0, meanwhile.get().busy() - meanwhile.get().ownProcessors() / processors);
        String text = NumberText.format(
                "others use %.0f%% of the processors, %.0f%% are stolen",
                others * PERCENT, meanwhile.get().steal() * PERCENT);
        // The larger one is what to do something about.
        if (meanwhile.get().steal() > Math.max(STOLEN, others)) {
            return Finding.warning(
                    "other load", text, "other guests of this machine slow the run down; take an own host");
        }
        return Finding.warningIf(
                others > BUSY || meanwhile.get().steal() > STOLEN,
                "other load",
                text,
                "end what does not belong to the test");
    }
}
