package io.bmsql.preflight;

import io.bmsql.benchmark.Finding;
import io.bmsql.collector.HostLook.Shares;
import io.bmsql.collector.KernelFiles;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.Texts;
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
        return List.of(java(), memory(), swap(), processors(), container(), frequency(kernel, texts()), openFiles());
    }

    private Texts texts() {
        return settings.texts();
    }

    private String needed() {
        return SettingChecks.size(settings.memoryMegabytes());
    }

    private Finding java() {
        long heap = jvm.heapBytes / BYTES_A_MEGABYTE;
        long needed = settings.memoryMegabytes();
        String text = texts().text("doctor.java", jvm.version, SettingChecks.size(heap), needed());
        if (heap < needed) {
            return Finding.problem("java", text, "export BMSQL_JAVA_OPTS=-Xmx" + (needed * 2) + "m");
        }
        return Finding.warningIf(
                settings.connections() > MANY_CONNECTIONS && jvm.feature < VIRTUAL_THREADS,
                "java",
                text,
                texts().text("doctor.java.do"));
    }

    private Finding memory() {
        Optional<Long> total = kernel.number("proc/meminfo", "MemTotal:");
        Optional<Long> available = kernel.number("proc/meminfo", "MemAvailable:");
        if (total.isEmpty() || available.isEmpty()) {
            return Finding.unknown("memory", texts().text("doctor.notlinux"), "");
        }
        double free = available.get() / KIB_A_MEGABYTE;
        String text = texts().text(
                        "doctor.memory", SettingChecks.size(free), SettingChecks.size(total.get() / KIB_A_MEGABYTE));
        return free < settings.memoryMegabytes()
                ? Finding.warning("memory", text + taken(), texts().text("doctor.memory.do"))
                : Finding.ok("memory", text);
    }

    private String taken() {
        return texts().text("doctor.taken", needed());
    }

    private Finding swap() {
        Optional<Long> total = kernel.number("proc/meminfo", "SwapTotal:");
        Optional<Long> free = kernel.number("proc/meminfo", "SwapFree:");
        if (total.isEmpty() || free.isEmpty()) {
            return Finding.unknown("swap", texts().text("doctor.notlinux"), "");
        }
        double used = (total.get() - free.get()) / KIB_A_MEGABYTE;
        return used > SWAP_MEGABYTES
                ? Finding.warning(
                        "swap", texts().text("doctor.swap", SettingChecks.size(used)), texts().text("doctor.swap.do"))
                : Finding.ok("swap", texts().text(total.get() == 0 ? "doctor.swap.none" : "doctor.swap.little"));
    }

    private Finding processors() {
        RunConfig run = settings.loaded().config().run();
        String text = texts().text(
                        "doctor.processors",
                        settings.count("processors", jvm.processors),
                        settings.count("terminals", run.terminals()),
                        settings.count("connections", run.workers()));
        return Finding.warningIf(jvm.processors == 1, "processors", text, texts().text("doctor.processors.do"));
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
                .forEach(processors ->
                        limits.add(texts().text("doctor.container.processors", NumberText.decimal(processors, 1))));
        boolean hasQuota = !limits.isEmpty();
        // Version 1 writes a number near 2^63 for none.
        OptionalDouble megabytes = memory.stream()
                .filter(limit -> limit.matches(LIMIT))
                .mapToLong(Long::parseLong)
                .filter(bytes -> bytes < 1L << 60)
                .mapToDouble(bytes -> bytes / (double) BYTES_A_MEGABYTE)
                .min();
        megabytes.ifPresent(limit -> limits.add(texts().text("doctor.container.memory", SettingChecks.size(limit))));
        String text = limits.isEmpty()
                ? texts().text("doctor.container.none")
                : texts().text("doctor.container", limits.stream().distinct().collect(Collectors.joining(", ")));
        if (hasQuota) {
            return Finding.warning("container", text, texts().text("doctor.container.processors.do"));
        }
        return megabytes.orElse(Double.MAX_VALUE) < 2 * settings.memoryMegabytes()
                ? Finding.warning("container", text + taken(), texts().text("doctor.container.memory.do"))
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
    static Finding frequency(KernelFiles kernel, Texts texts) {
        TreeSet<String> governors = new TreeSet<>(kernel.each(CPUS, "cpu[0-9]*", "cpufreq/scaling_governor"));
        String turbo = turbo(kernel)
                .map(isOn -> texts.text(isOn ? "doctor.frequency.turbo" : "doctor.frequency.noturbo"))
                .orElse("");
        if (governors.isEmpty()) {
            return Finding.unknown("frequency", texts.text("doctor.frequency.none") + turbo, "");
        }
        String text = texts.text("doctor.frequency", String.join(", ", governors)) + turbo;
        return Finding.warningIf(
                !governors.equals(Set.of("performance")), "frequency", text, texts.text("doctor.frequency.do"));
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
            return Finding.unknown("open files", texts().text("doctor.notlinux"), "");
        }
        int needed = settings.connections() + OTHER_FILES;
        String text = texts().text("doctor.openfiles", limit.get(), needed);
        boolean isLimited = limit.get().matches("\\d{1,18}") && Long.parseLong(limit.get()) < needed;
        return Finding.problemIf(isLimited, "open files", text, texts().text("doctor.openfiles.do", needed * 2));
    }

    /** Whether this host's clock is set by others; {@code question} is the program to ask. */
    static Finding clock(List<String> question, Texts texts) throws InterruptedException {
        String zone = texts.text("doctor.clock.zone", ZoneId.systemDefault().getId());
        String answer = ProgramContext.answer(new ProcessBuilder(question), CLOCK_ANSWER_MILLIS);
        return switch (answer.strip()) {
            case "yes" -> Finding.ok("clock", texts.text("doctor.clock.ntp") + zone);
            case "no" ->
                Finding.warning("clock", texts.text("doctor.clock.nontp") + zone, texts.text("doctor.clock.do"));
            default -> Finding.unknown("clock", texts.text("doctor.clock.unknown") + zone, "");
        };
    }

    /**
     * What else ran while the checks looked.
     *
     * @param processors of this host
     */
    static Finding load(Optional<Shares> meanwhile, int processors, Texts texts) {
        if (meanwhile.isEmpty()) {
            return Finding.unknown("other load", texts.text("doctor.notlinux"), "");
        }
        double others = Math.max(0, meanwhile.get().busy() - meanwhile.get().ownProcessors() / processors);
        String text = texts.text(
                "doctor.otherload",
                Math.round(others * PERCENT),
                Math.round(meanwhile.get().steal() * PERCENT));
        // The larger one is what to do something about.
        if (meanwhile.get().steal() > Math.max(STOLEN, others)) {
            return Finding.warning("other load", text, texts.text("doctor.otherload.stolen"));
        }
        return Finding.warningIf(
                others > BUSY || meanwhile.get().steal() > STOLEN,
                "other load",
                text,
                texts.text("doctor.otherload.do"));
    }
}
