package io.bmsql.result;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of lines cut into parts at line ends, so that several threads can read it at once. */
final class FileParts {
    /** A header is shorter. */
    private static final int LONGEST_HEADER = 1 << 16;

    private static final int BLOCK = 8192;

    private FileParts() {}

    /**
     * A stretch of a file.
     *
     * @param from of its first byte
     * @param to behind its last byte
     */
    record Part(Path path, long from, long to) {
        /** Its bytes; to be closed. */
        InputStream open() throws IOException {
            FileChannel channel = FileChannel.open(path);
            channel.position(from);
            return new Head(Channels.newInputStream(channel), to - from);
        }
    }

    /** The first line without its end; empty for an empty file. */
    static String firstLine(Path path) throws IOException {
        try (InputStream in = new Part(path, 0, LONGEST_HEADER).open()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                line.write(c);
            }
            return line.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** Equal parts of what stands behind the first line, fewer when lines are long. */
    static List<Part> behindFirstLine(Path path, int count) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            long begin = nextLine(file, 0, length);
            List<Part> parts = new ArrayList<>();
            long from = begin;
            for (int i = 1; i <= count; i++) {
                long to = i == count ? length : nextLine(file, begin + (length - begin) / count * i, length);
                if (to > from) {
                    parts.add(new Part(path, from, to));
                    from = to;
                }
            }
            return parts;
        }
    }

    private static long nextLine(RandomAccessFile file, long position, long length) throws IOException {
        byte[] block = new byte[BLOCK];
        for (long at = position; at < length; at += BLOCK) {
            int size = file.getChannel().read(ByteBuffer.wrap(block), at);
            for (int i = 0; i < size; i++) {
                if (block[i] == '\n') {
                    return at + i + 1;
                }
            }
        }
        return length;
    }
}
