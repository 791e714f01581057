package io.bmsql.result;

import io.bmsql.common.IoReason;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * All violations that a check finds, a line each, in their own file in the result directory; made with the first one, in place
 * of that of an earlier check. A disk that fails costs the file and not the check. Threads: any.
 */
public final class ViolationsFile implements AutoCloseable {
    private @Nullable Path path;
    private @Nullable BufferedWriter out;

    /** Takes null where there is no place for one. */
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

    /** @param rule the condition or the rule of the ledger that it breaks */
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

    /** The name of the file; null when nothing was violated, or when it cannot be kept. */
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
