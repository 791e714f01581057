package io.bmsql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that grows by whole lines during a run. The first error of the disk is logged and ends this file; the run goes
 * on, and {@link #problem()} says at its end what is missing. Each write goes to the operating system at once, so that
 * it outlives a killed process.
 *
 * <p>Used by one thread at a time; {@link #problem()} by any.
 */
public final class AppendedFile implements AutoCloseable {
    private final Path path;
    private final OutputStream out;
    private final DiskWarning warning;
    private volatile @Nullable String problem;

    private AppendedFile(Path path, OutputStream out, DiskWarning warning) {
        this.path = path;
        this.out = out;
        this.warning = warning;
    }

    /**
     * Creates the file.
     *
     * @throws ResultWriteException when it cannot be created: before the run, unlike later errors, this stops everything
     */
    public static AppendedFile create(Path path, FileOpener opener) {
        return create(path, opener, new DiskWarning());
    }

    /** The same for one of several files, which warn together. */
    public static AppendedFile create(Path path, FileOpener opener, DiskWarning warning) {
        try {
            return new AppendedFile(path, opener.open(path), warning);
        } catch (IOException e) {
            throw new ResultWriteException(
                    "Cannot create " + path + " (" + IoReason.of(e) + "): make the result directory writable", e);
        }
    }

    /**
     * Where the part of a histogram log is that still grows, as a log of its own. In a long run an interval covers minutes;
     * this file is replaced every two seconds, so that a killed run loses no more. A run that ends takes it away.
     */
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
            warning.of("Cannot remove " + tailOf(path) + " (" + IoReason.of(e) + ")");
        }
    }

    /** Appends whole lines; does nothing after an error. */
    public void append(byte[] bytes, int length) {
        if (problem != null) {
            return;
        }
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            fail("written", e);
        }
    }

    /** Appends whole lines; does nothing after an error. */
    public void append(String lines) {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        append(bytes, bytes.length);
    }

    /** Ends this file for a cause outside of it, as if the disk had failed. */
    public void giveUp(String cause) {
        if (problem == null) {
            problem = path + " is incomplete: " + cause;
            warning.of(path + " is incomplete: " + cause);
        }
    }

    /** What went wrong; null while all is well. */
    public @Nullable String problem() {
        return problem;
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            fail("closed", e);
        }
    }

    private void fail(String verb, IOException e) {
        giveUp("it could not be " + verb + " (" + IoReason.of(e) + ")");
    }
}
