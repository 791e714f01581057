package io.bmsql.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a repeat of a run needs to know about the machine that drove it. Works without any of Linux's files as well. */
final class DriverMachine {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");

    private DriverMachine() {}

    /** Name to value, in the order in which people read them. */
    static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        int processors = Runtime.getRuntime().availableProcessors();
        facts.put("host", hostName());
        facts.put(
                "kernel",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put(
                "cpu",
                field(CPU_INFO, "model name").orElse(System.getProperty("os.arch")) + ", " + processors
                        + " processors");
        field(MEMORY_INFO, "MemTotal").ifPresent(total -> facts.put("memory", total));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put(
                "jvm options",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("jvm heap limit", (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
        facts.put("time zone", ZoneId.systemDefault().getId());
        return facts;
    }

    private static String hostName() {
        try {
            if (Files.isReadable(HOST_NAME)) {
                return Files.readString(HOST_NAME).strip();
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    /** The first {@code name : value} line of one of the kernel's files. */
    private static Optional<String> field(Path file, String name) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip().replaceAll(" +", " "))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
