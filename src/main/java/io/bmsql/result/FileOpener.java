package io.bmsql.result;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens a new result file; the seam at which a test lets the disk be full. */
@FunctionalInterface
public interface FileOpener {
    /** On the real file system; an existing file is an error. Unbuffered: what was written survives the process. */
    FileOpener NEW_FILE = path -> {
        // Not Files.newOutputStream: an interrupt of the writing thread would close that one for good.
        Files.createFile(path);
        return new FileOutputStream(path.toFile());
    };

    /** A stream that writes to this file from its start. */
    OutputStream open(Path path) throws IOException;
}
