package io.bmsql.result;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Parts of a file of lines, cut at line ends. */
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
            return new LimitedStream(Channels.newInputStream(channel), to - from);
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

    /** Equal parts of what follows the first line, fewer when lines are long. */
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

    /**
     * A file up to its last line end, so that a line cut by a killed process is never taken for a value.
     *
     * @return to be closed
     */
    static InputStream wholeLines(Path path) throws IOException {
        return new LimitedStream(Files.newInputStream(path), lengthOfWholeLines(path));
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

    /** The first bytes of a stream. */
    private static final class LimitedStream extends FilterInputStream {
        private long remaining;

        LimitedStream(InputStream in, long bytes) {
            super(in);
            remaining = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (remaining <= 0) {
                return -1;
            }
            int count = in.read(bytes, offset, (int) Math.min(length, remaining));
            remaining -= Math.max(count, 0);
            return count;
        }
    }
}
