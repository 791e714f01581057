package io.bmsql.study;

import io.bmsql.common.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Binds threads and processes to processors of this host, by Linux's {@code taskset}. Closing it gives the processes back what they had.
 * Threads: any.
 */
public final class Processors implements AutoCloseable {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final Map<Long, String> before = new LinkedHashMap<>();

    /** Refuses processors that this program may not use, and a host without {@code taskset}. */
    public static void require(String cpus) throws UsageException, InterruptedException {
        taskset("-c", cpus, "true");
    }

    /** Binds this thread, and with it all threads that it will start, to processors as taskset has them: {@code 0,2-3}. */
    public void bindThread(String cpus) throws UsageException, InterruptedException {
        try {
            // Of this thread: the link differs for each one that looks.
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            taskset("-pc", cpus, String.valueOf(self));
        } catch (IOException e) {
            throw new UsageException("Threads can be bound to processors on Linux only (" + e.getMessage() + ")", e);
        }
    }

    /** Binds a process with all its threads, and its children with theirs. */
    public synchronized void bindProcess(long pid, String cpus) throws UsageException, InterruptedException {
        ProcessHandle process = ProcessHandle.of(pid)
                .orElseThrow(() -> new UsageException("There is no process " + pid + " on this host"));
        for (ProcessHandle each :
                Stream.concat(Stream.of(process), process.descendants()).toList()) {
            long one = each.pid();
            try {
                before.putIfAbsent(one, allowed(one));
                taskset("-apc", cpus, Long.toString(one));
            } catch (IOException e) {
                throw new UsageException("Cannot bind process " + one + " to processors (" + e.getMessage() + ")", e);
            } catch (UsageException e) {
                // A child that has ended meanwhile needs nothing.
                if (one == pid || each.isAlive()) {
                    throw e;
                }
            }
        }
    }

    private static String allowed(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException("its processors are not known"));
    }

    private static void taskset(String options, String cpus, String id) throws UsageException, InterruptedException {
        try {
            Process taskset = new ProcessBuilder(List.of("taskset", options, cpus, id))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            UsageException.throwIf(taskset.waitFor() != 0, "taskset cannot use the processors " + cpus + ": " + said);
        } catch (IOException e) {
            throw new UsageException(
                    "Binding to processors needs the program taskset, of util-linux (" + e.getMessage() + ")", e);
        }
    }

    /** Gives all processes that are still there their processors back. */
    @Override
    public synchronized void close() throws InterruptedException {
        for (Map.Entry<Long, String> one : before.entrySet()) {
            try {
                taskset("-apc", one.getValue(), Long.toString(one.getKey()));
            } catch (UsageException ended) {
                // A process that has ended has nothing to get back.
            }
        }
    }
}
