package io.bmsql.result;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Opens the files of result directories, which anybody may have made: only regular files, never a pipe or a device, never more bytes than a
 * file has, and never so many that a reader takes all memory or all day.
 */
public final class ResultFile {
    /** A file that is read as a whole has no more bytes. */
    private static final long MAX_WHOLE = 16L << 20;

    /** More than a day of 35,000 transactions a second has rows in bytes. */
    private static final long MOST = 1L << 37;

    /** A line of any file of a run is shorter. */
    private static final int LONGEST_LINE = 1 << 22;

    private static final int BLOCK = 8192;

    private ResultFile() {}

    /** Opens a file for reading up to its present end; to be closed. */
    public static InputStream open(Path path) throws IOException {
        return open(path, Long.MAX_VALUE);
    }

    /** Opens a file of text, of which no line is longer than {@link #LONGEST_LINE} bytes; to be closed. */
    public static InputStream openText(Path path) throws IOException {
        return new ShortLines(open(path));
    }

    /** The same by lines; to be closed. */
    public static BufferedReader reader(Path path, Charset charset) throws IOException {
        return new BufferedReader(new InputStreamReader(openText(path), charset));
    }

    /** The same up to a number of bytes. The end is that of the file that was opened: another one may take its place at any time. */
    static InputStream open(Path path, long bytes) throws IOException {
        requireRegular(path, MOST);
        FileChannel file = FileChannel.open(path);
        return BoundedInputStream.builder()
                .setInputStream(Channels.newInputStream(file))
                .setMaxCount(Math.min(bytes, file.size()))
                .get();
    }

    /** A text up to its last line end, so that a line cut by a killed process is never taken for a value; to be closed. */
    static InputStream wholeLines(Path path) throws IOException {
        return new ShortLines(open(path, lengthOfWholeLines(path, requireRegular(path, MOST))));
    }

    private static long lengthOfWholeLines(Path path, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] block = new byte[BLOCK];
            long end = length;
            for (; end > 0 && length - end <= LONGEST_LINE; end -= BLOCK) {
                int size = (int) Math.min(BLOCK, end);
                file.seek(end - size);
                file.readFully(block, 0, size);
                for (int i = size - 1; i >= 0; i--) {
                    if (block[i] == '\n') {
                        return end - size + i + 1;
                    }
                }
            }
            return end <= 0 ? 0 : length;
        }
    }

    /** The whole of a file; {@link ResultReadException} when it cannot be read, or is far too large. */
    public static byte[] bytes(Path path) {
        try {
            requireRegular(path, MAX_WHOLE);
            try (InputStream in = open(path, MAX_WHOLE)) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    private static long requireRegular(Path path, long most) throws IOException {
        long size = Files.size(path);
        if (!Files.isRegularFile(path)) {
            throw new IOException(path.getFileName() + " is no regular file, but a directory, a pipe or a device");
        }
        if (size > most) {
            throw new IOException(
                    path.getFileName() + " has " + size + " bytes, and no run leaves more than " + most + " there");
        }
        return size;
    }

    /**
     * Does something with the files of a directory. Whatever stands in them, the caller gets {@link ResultReadException}, also where
     * their figures ask for more memory or a deeper stack than there is: it can go on with another directory.
     */
    public static <T> T guarded(Path place, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (ResultReadException | ResultWriteException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new ResultReadException(
                    place + ": its files cannot be true, or bmsql has a fault ("
                            + ResultReadException.shortened(e.toString()) + ")",
                    e);
        }
    }

    /** Ends with an error at a line that no run writes, such as the zeros of a file that has a length and no content. */
    private static final class ShortLines extends FilterInputStream {
        private long sinceLineEnd;

        ShortLines(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = in.read();
            sinceLineEnd = next == '\n' ? 0 : sinceLineEnd + 1;
            return next;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = in.read(bytes, from, length);
            int last = from + count - 1;
            while (last >= from && bytes[last] != '\n') {
                last--;
            }
            sinceLineEnd = last >= from ? from + count - 1 - last : sinceLineEnd + Math.max(0, count);
            if (sinceLineEnd > LONGEST_LINE) {
                throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
            }
            return count;
        }
    }
}
