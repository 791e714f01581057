package io.bmsql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens a new result file; the seam at which a test lets the disk be full. */
@FunctionalInterface
public interface FileOpener {
    /** On the real file system; an existing file is an error. Unbuffered: what was written survives the process. */
    FileOpener NEW_FILE = path -> Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    /** A stream that writes to this file from its start. */
    OutputStream open(Path path) throws IOException;
}
