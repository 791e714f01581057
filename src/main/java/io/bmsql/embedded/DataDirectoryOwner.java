package io.bmsql.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A file beside a data directory names the program whose server runs on it; without that program it is an orphan. */
final class DataDirectoryOwner {
    private static final int LOOK_MILLIS = 50;
    private static final int STOP_LOOKS = 600;
    private static final int MAX_BYTES = 200;

    private DataDirectoryOwner() {}

    /**
     * Makes sure that no server runs on the directory or is about to, stops an orphan, and notes this program as the
     * owner. Of two programs that do so at once one waits for the other, and is refused.
     */
    static synchronized void claim(Path directory) throws IOException {
        try (FileChannel file = open(directory);
                FileLock lock = file.lock()) {
            claim(directory, file);
        }
    }

    private static FileChannel open(Path directory) throws IOException {
        try {
            return FileChannel.open(
                    file(directory), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write " + file(directory) + ", which says whose server runs on the data directory ("
                            + e.getMessage() + "); PostgreSQL was not started",
                    e);
        }
    }

    private static void claim(Path directory, FileChannel file) throws IOException {
        Optional<ProcessHandle> server = runningServer(directory);
        Optional<ProcessHandle> owner = livingOwner(file);
        // An owner notes itself before its server runs; this program may start one again that has crashed.
        boolean isOthers = owner.isPresent()
                && owner.get().pid() != ProcessHandle.current().pid();
        if (isOthers || server.isPresent() && owner.isPresent()) {
            String which =
                    server.map(running -> " (process " + running.pid() + ")").orElse("");
            throw new IOException("the data directory " + directory + " is in use: PostgreSQL" + which
                    + " was started on it by process " + owner.get().pid()
                    + ", which still runs; wait for its end or use another directory");
        }
        if (server.isPresent()) {
            stop(server.get(), directory);
        }
        ProcessHandle self = ProcessHandle.current();
        file.truncate(0);
        file.write(StandardCharsets.UTF_8.encode(self.pid() + "\n" + startOf(self) + "\n"), 0);
    }

    /** Stops what this program has started on the directory. */
    static void stopOwn(Path directory) throws IOException {
        List<ProcessHandle> own = ProcessHandle.current()
                .children()
                .filter(child -> Stream.of(child.info().arguments().orElse(new String[0]))
                        .anyMatch(directory.toString()::equals))
                .toList();
        for (ProcessHandle child : own) {
            stop(child, directory);
        }
    }

    static void release(Path directory) throws IOException {
        Files.deleteIfExists(file(directory));
    }

    private static Path file(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".owner");
    }

    private static Optional<ProcessHandle> runningServer(Path directory) throws IOException {
        Path pidFile = directory.resolve("postmaster.pid");
        List<String> lines = Files.exists(pidFile) ? Files.readAllLines(pidFile) : List.of();
        // After a reboot the number may belong to anybody: then the file is only a left-over, which PostgreSQL removes.
        return lines.stream()
                .findFirst()
                .flatMap(DataDirectoryOwner::process)
                .filter(server -> server.isAlive()
                        && server.info().command().orElse("postgres").contains("postgres"));
    }

    private static Optional<ProcessHandle> livingOwner(FileChannel file) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MAX_BYTES);
        file.read(text, 0);
        List<String> lines =
                StandardCharsets.UTF_8.decode(text.flip()).toString().lines().toList();
        return lines.size() < 2
                ? Optional.empty()
                : process(lines.get(0)).filter(owner -> startOf(owner).equals(lines.get(1)));
    }

    /** The start time distinguishes a process from a later one with the same number. */
    private static String startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    private static Optional<ProcessHandle> process(String line) {
        String digits = line.strip();
        return digits.matches("[0-9]{1,18}") ? ProcessHandle.of(Long.parseLong(digits)) : Optional.empty();
    }

    /** Asks the process every so often: the JDK's own way to wait needs a thread of the common pool, which may be busy. */
    private static void stop(ProcessHandle server, Path directory) throws IOException {
        server.destroy();
        try {
            for (int look = 0; server.isAlive() && look < STOP_LOOKS; look++) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while an orphaned PostgreSQL on " + directory + " was stopping", e);
        }
        if (server.isAlive()) {
            throw new IOException("an orphaned PostgreSQL (process " + server.pid() + ") still runs on " + directory
                    + " and did not stop within " + STOP_LOOKS * LOOK_MILLIS / 1_000 + " s; stop it with: kill -INT "
                    + server.pid());
        }
    }
}
