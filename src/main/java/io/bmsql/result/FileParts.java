package io.bmsql.result;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.commons.io.input.BoundedInputStream;

/** Parts of a file of lines, cut at line ends. */
final class FileParts {
    private static final int LONGEST_HEADER = 1 << 16;

    private static final int BLOCK = 8192;

    private FileParts() {}

    /** The bytes of a file from {@code from} up to before {@code to}. */
    record Part(Path path, long from, long to) {
        /** To be closed. */
        InputStream open() throws IOException {
            FileChannel channel = FileChannel.open(path);
            channel.position(from);
            return BoundedInputStream.builder()
                    .setInputStream(Channels.newInputStream(channel))
                    .setMaxCount(to - from)
                    .get();
        }
    }

    /** The first line without its end; empty for an empty file. */
    static String firstLine(Path path) throws IOException {
        try (InputStream in = new Part(path, 0, LONGEST_HEADER).open()) {
            String begin = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return begin.lines().findFirst().orElse("");
        }
    }

    /** A file up to its last line end, so that a line cut by a killed process is never taken for a value; to be closed. */
    static InputStream wholeLines(Path path) throws IOException {
        return new Part(path, 0, lengthOfWholeLines(path)).open();
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
