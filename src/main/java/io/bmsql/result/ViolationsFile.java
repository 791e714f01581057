package io.bmsql.result;

import io.bmsql.common.IoReason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Writes all violations that a check finds to their own file, made with the first one. A disk that fails costs the
 * file and not the check. Any thread.
 */
public final class ViolationsFile implements AutoCloseable {
    private @Nullable Path path;
    private @Nullable BufferedWriter out;

    public ViolationsFile(@Nullable Path path) {
        this.path = path;
        if (path != null) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    public synchronized void add(String rule, String violation) {
        if (path == null) {
            return;
        }
        try {
            if (out == null) {
                out = Files.newBufferedWriter(path);
            }
            out.write(rule + ": " + violation.replaceAll("\\R", " ") + "\n");
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(IOException e) {
        LoggerFactory.getLogger(ViolationsFile.class)
                .warn("{} is missing or incomplete ({}): the first violations are all there is", path, IoReason.of(e));
        path = null;
    }

    /** Gives the name of the file; null when nothing was violated, or when it cannot be kept. */
    public synchronized @Nullable String name() {
        return path == null || out == null ? null : path.getFileName().toString();
    }

    @Override
    public synchronized void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            fail(e);
        }
    }
}
