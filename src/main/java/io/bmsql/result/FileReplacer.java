package io.bmsql.result;

import io.bmsql.common.IoReason;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces files as a whole: a reader, or a killed run, finds the old or the new one, never half of it. */
public final class FileReplacer {
    private static final Logger LOG = LoggerFactory.getLogger(FileReplacer.class);

    private FileReplacer() {}

    /** A name beside the file that no other program of this host and no other thread uses; what ends so is no file of a result. */
    public static Path fresh(Path path) {
        return path.resolveSibling(path.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().getId() + ".new");
    }

    /** Writes the file; an old one stays when that fails, which is said of {@code what}, with {@code advice}. */
    public static void replace(Path path, byte[] bytes, String what, String advice) {
        replace(path, bytes, what, advice, false);
    }

    public static void replace(Path path, String text, String what, String advice) {
        replace(path, text.getBytes(StandardCharsets.UTF_8), what, advice);
    }

    /** The same for what must outlast a power loss: it is on the disk when this returns. */
    public static void replaceForGood(Path path, byte[] bytes, String advice) {
        replace(path, bytes, "", advice, true);
        Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
        // The file's own bytes are safe already; without this the folder may name the old file after a power loss.
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            sync(channel);
        } catch (IOException e) {
            LOG.debug("The folder {} cannot be synced", folder, e);
        }
    }

    /** An interrupt would close the channel instead. */
    private static void sync(FileChannel channel) throws IOException {
        boolean wasInterrupted = Thread.interrupted();
        try {
            channel.force(true);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void replace(Path path, byte[] bytes, String what, String advice, boolean isForGood) {
        Path fresh = fresh(path);
        try {
            // What lies there may be a link or a pipe that somebody left.
            Files.deleteIfExists(fresh);

            // A plain stream: the thread may be interrupted, which closes the channel that Files.write would open.
            try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
                out.write(bytes);
                if (isForGood) {
                    sync(out.getChannel());
                }
            }
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            boolean isGone = fresh.toFile().delete() || !Files.exists(fresh);
            String why =
                    "Cannot write " + (what.isEmpty() ? "" : what + " ") + path + " (" + IoReason.of(e, fresh) + ")"
                            + (advice.isEmpty() ? "" : ": " + advice)
                            + (isGone ? "" : "; " + fresh + " is left over");
            Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
            throw Files.isDirectory(folder) && Files.isWritable(folder)
                    ? new ResultWriteException(why, e)
                    : new ResultDirectory.PlaceException(why, e);
        }
    }
}
