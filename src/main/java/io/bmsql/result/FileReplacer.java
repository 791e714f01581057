package io.bmsql.result;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Replaces files as a whole: a reader, or a killed run, finds the old or the new one, never half of it. */
public final class FileReplacer {
    private FileReplacer() {}

    /** Writes the file; an old one stays when that fails, which is said of {@code what}, with {@code advice}. */
    public static void replace(Path path, byte[] bytes, String what, String advice) {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        try {
            // A plain stream: the thread may be interrupted, which closes the channel that Files.write would open.
            try (OutputStream out = new FileOutputStream(fresh.toFile())) {
                out.write(bytes);
            }
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            boolean isGone = fresh.toFile().delete() || !Files.exists(fresh);
            throw new ResultWriteException(
                    "Cannot write " + (what.isEmpty() ? "" : what + " ") + path + " (" + IoReason.of(e) + ")"
                            + (advice.isEmpty() ? "" : ": " + advice)
                            + (isGone ? "" : "; " + fresh + " is left over"),
                    e);
        }
    }
}
