package io.bmsql.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * Directories that are made once and then only copied from, by all JVMs of one run of Maven: the first that asks for one makes it,
 * and the others wait for it. A JVM that Maven did not start makes its own.
 */
public final class MadeOnce {
    /** Maven gives each of its runs another word, so that no run copies what older code made. */
    private static final String RUN = System.getProperty("bmsql.test.run", "");

    private static final Path ROOT = root();

    /** Makes a directory that does not exist yet. */
    interface Maker {
        void make(Path directory) throws Exception;
    }

    private MadeOnce() {}

    static synchronized Path directory(String name, Maker maker) throws IOException {
        Path directory = ROOT.resolve(name);
        try (FileChannel file = FileChannel.open(
                        ROOT.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (!Files.exists(directory)) {
                Path half = ROOT.resolve(name + ".half");
                // Of a JVM that did not come to its end.
                FileUtils.deleteDirectory(half.toFile());
                make(maker, half);
                Files.move(half, directory, StandardCopyOption.ATOMIC_MOVE);
            }
            assert lock.isValid();
        }
        return directory;
    }

    private static void make(Maker maker, Path directory) throws IOException {
        try {
            maker.make(directory);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot make " + directory, e);
        }
    }

    private static Path root() {
        try {
            if (RUN.isEmpty()) {
                Path own = Files.createTempDirectory("bmsql-made-once");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> FileUtils.deleteQuietly(own.toFile())));
                return own;
            }
            Path all = Files.createDirectories(Path.of("target", "made-once").toAbsolutePath());
            Path root = all.resolve(RUN.replaceAll("[^A-Za-z0-9]", "_"));
            try {
                Files.createDirectory(root);
            } catch (FileAlreadyExistsException e) {
                return root;
            }
            removeOthers(all, root);
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeOthers(Path all, Path kept) throws IOException {
        try (Stream<Path> runs = Files.list(all)) {
            for (Path run : runs.filter(run -> !run.equals(kept)).toList()) {
                FileUtils.deleteDirectory(run.toFile());
            }
        }
    }
}
