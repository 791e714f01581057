package io.bmsql.collector;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the JVM's compiler took of the processors: a JVM that has not warmed up is a slower load generator. Linux says it by thread; elsewhere
 * it is the time for which the JVM says that it compiled. For one thread.
 */
final class CompilerTime {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** By thread, of compilers what they took, also of those that have ended; -1 for all others. */
    private final Map<String, Long> nanos = new HashMap<>();

    /** Says what it took so far, nanoseconds. */
    long nanos() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                look(thread);
            }
            return nanos.values().stream().mapToLong(one -> Math.max(0, one)).sum();
        } catch (IOException e) {
            // No Linux.
            CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
            return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
                    ? 0
                    : compiler.getTotalCompilationTime() * NANOS_PER_MILLI;
        }
    }

    private void look(Path thread) {
        String id = thread.getFileName().toString();
        try {
            boolean isCompiler = nanos.containsKey(id)
                    ? nanos.get(id) >= 0
                    : Files.readString(thread.resolve("comm")).contains("Compiler");
            String times = isCompiler ? Files.readString(thread.resolve("schedstat")) : "-1";
            nanos.put(id, Long.parseLong(times.split(" ")[0]));
        } catch (IOException e) {
            // It has just ended.
        }
    }
}
