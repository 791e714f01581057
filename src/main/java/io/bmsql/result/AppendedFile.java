package io.bmsql.result;

import io.bmsql.common.IoReason;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that grows by whole lines during a run, each handed to the operating system at once. The first error of the
 * disk ends it and not the run. What is appended after its end is left out: the run no longer waited for it. One thread at a
 * time; {@link #problem()} and {@link #close} for any.
 */
public final class AppendedFile implements AutoCloseable {
    private final Path path;
    private final OutputStream out;
    private final Warning warning;
    private volatile @Nullable String problem;
    private volatile boolean isClosed;

    private AppendedFile(Path path, OutputStream out, Warning warning) {
        this.path = path;
        this.out = out;
        this.warning = warning;
    }

    /** Opens a new result file; the seam at which a test lets the disk be full. */
    @FunctionalInterface
    public interface Opener {
        /** Writes to the real file system; an existing file is an error. Nothing is buffered: what was written survives the process. */
        Opener NEW_FILE = path -> {
            // Not Files.newOutputStream: an interrupt of the writing thread would close that one for good.
            Files.createFile(path);
            return new FileOutputStream(path.toFile());
        };

        OutputStream open(Path path) throws IOException;
    }

    /** Says once that files of a run cannot be written: a full disk fails them all, and the end of the run names each. Any thread. */
    public static final class Warning {
        private final Logger log = LoggerFactory.getLogger(AppendedFile.class);
        private final AtomicBoolean said = new AtomicBoolean();

        /** Warns of the first problem; later ones are only for those who debug. */
        public void of(String problem) {
            if (said.compareAndSet(false, true)) {
                log.warn("{}; the run continues with its figures in memory, and its summary will be complete", problem);
            } else {
                log.debug("{}", problem);
            }
        }
    }

    /** Creates the file. An error here comes before the run and stops everything, unlike later ones. */
    public static AppendedFile create(Path path, Opener opener, Warning warning) {
        try {
            return new AppendedFile(path, opener.open(path), warning);
        } catch (IOException e) {
            throw new ResultWriteException(
                    "Cannot create " + path + " (" + IoReason.of(e, path) + "): make the result directory writable", e);
        }
    }

    /** The part of a histogram log that still grows, replaced every two seconds; a run that ends takes it away. */
    static Path tailOf(Path log) {
        return log.resolveSibling(log.getFileName() + ".tail");
    }

    /** Replaces the growing part; on a full disk the one before stays. */
    void replaceTail(byte[] text) {
        try {
            FileReplacer.replace(tailOf(path), text, "", "");
        } catch (ResultWriteException e) {
            warning.of(String.valueOf(e.getMessage()));
        }
    }

    /** Takes the growing part away: all of it is in this file. */
    void deleteTail() {
        try {
            Files.deleteIfExists(tailOf(path));
        } catch (IOException e) {
            warning.of("Cannot remove " + tailOf(path) + " (" + IoReason.of(e, tailOf(path)) + ")");
        }
    }

    /** Appends whole lines; does nothing after an error or the end. */
    public void append(byte[] bytes, int length) {
        if (problem != null || isClosed) {
            return;
        }
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            if (!isClosed) {
                giveUp("it could not be written (" + IoReason.of(e) + ")");
            }
        }
    }

    public void append(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        append(bytes, bytes.length);
    }

    /** Ends this file for a cause outside of it, as if the disk had failed. */
    public void giveUp(String cause) {
        if (problem == null) {
            String incomplete = path + " is incomplete: " + cause;
            problem = incomplete;
            warning.of(incomplete);
        }
    }

    /** What went wrong; null while all is well. */
    public @Nullable String problem() {
        return problem;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            out.close();
        } catch (IOException e) {
            giveUp("it could not be closed (" + IoReason.of(e) + ")");
        }
    }
}
