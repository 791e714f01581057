package io.bmsql.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code data/*.hlog.tail}: the interval of a histogram log that is still growing, as a log of its own. In a long run an
 * interval covers minutes; this file is replaced every two seconds, so that a killed run loses no more. {@link
 * HistogramLog#read} reads it behind the log, and a run that ends takes it away. Used by one thread.
 */
final class HistogramTail {
    private final Path path;
    private final DiskWarning warning;

    HistogramTail(Path log, DiskWarning warning) {
        this.path = of(log);
        this.warning = warning;
    }

    /** Where the tail of a log is. */
    static Path of(Path log) {
        return log.resolveSibling(log.getFileName() + ".tail");
    }

    /** Replaces the file; on a full disk the one before stays. */
    void replace(byte[] text) {
        try {
            FileReplacer.replace(path, text, "", "");
        } catch (ResultWriteException e) {
            warning.of(String.valueOf(e.getMessage()));
        }
    }

    /** Takes the file away: all of it is in the log. */
    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            warning.of("Cannot remove " + path + " (" + IoReason.of(e) + ")");
        }
    }
}
