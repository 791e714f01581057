package io.bmsql.result;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file up to its last line end, so that a line cut by a killed process is never taken for a value. */
final class WholeLines {
    private static final int BLOCK = 8192;

    private WholeLines() {}

    /** The file without its cut last line, as UTF-8 text. */
    static Reader open(Path path) throws IOException {
        long length = lengthOfWholeLines(path);
        InputStream file = Files.newInputStream(path);
        return new BufferedReader(new InputStreamReader(new Head(file, length), StandardCharsets.UTF_8));
    }

    private static long lengthOfWholeLines(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] block = new byte[BLOCK];
            for (long end = file.length(); end > 0; end -= BLOCK) {
                int size = (int) Math.min(BLOCK, end);
                file.seek(end - size);
                file.readFully(block, 0, size);
                for (int i = size - 1; i >= 0; i--) {
                    if (block[i] == '\n') {
                        return end - size + i + 1;
                    }
                }
            }
            return 0;
        }
    }
}
