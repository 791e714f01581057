package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.FileBytes;
import io.bmsql.result.ResultDirectory;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.io.function.IOBiConsumer;

/**
 * Sends what the files of a growing result directory gained since the last look: new bytes of a file that grew, the whole of one
 * that was replaced. It reads from the disk, so that nothing piles up in memory while the network is slow. One thread.
 */
final class FileFeed {
    private static final int PIECE_BYTES = 256 * 1024;
    private static final int END_BYTES = 4 * 1024;

    private final Path root;
    private final String run;
    private final IOBiConsumer<AgentMessage, byte[]> link;
    private final Map<String, Sent> sent = new HashMap<>();

    /** How a file was when it was sent. Its last bytes are kept, since a system may give the key of a deleted file to a new one. */
    private record Sent(BasicFileAttributes attributes, byte[] end) {}

    /** @param link to the coordinator: a message and its bytes; waits while it has too much under way */
    FileFeed(Path root, String run, IOBiConsumer<AgentMessage, byte[]> link) {
        this.root = root;
        this.run = run;
        this.link = link;
    }

    void send() throws IOException {
        for (Map.Entry<String, Path> entry : FileCopy.files(root).entrySet()) {
            try {
                send(entry.getKey(), entry.getValue());
            } catch (NoSuchFileException | FileNotFoundException | EOFException e) {
                // Replaced, shortened or taken away between the look and the reading: the next look sees what there is.
                sent.remove(entry.getKey());
            }
        }
    }

    void sendAgain(List<String> paths) throws IOException {
        for (String path : paths) {
            sent.remove(path);
            send(path, root.resolve(path));
        }
    }

    /** Length and checksum of all files below it, as they are now. */
    static Map<String, String> sums(Path root) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (Map.Entry<String, Path> entry : FileCopy.files(root).entrySet()) {
            sums.put(entry.getKey(), FileCopy.sum(entry.getValue()));
        }
        return sums;
    }

    private void send(String path, Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Sent before = sent.get(path);
        boolean isSameFile = before != null && Objects.equals(before.attributes.fileKey(), now.fileKey());
        long length = before == null ? 0 : before.attributes.size();
        if (before != null
                && isSameFile
                && length == now.size()
                && before.attributes.lastModifiedTime().equals(now.lastModifiedTime())) {
            return;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            boolean hasGrown = before != null
                    && isSameFile
                    && !path.equals(ResultDirectory.SUMMARY)
                    && now.size() >= length
                    && Arrays.equals(before.end, end(in, length));
            send(path, in, hasGrown ? length : 0, now.size(), !hasGrown);
            sent.put(path, new Sent(now, end(in, now.size())));
        }
    }

    private void send(String path, RandomAccessFile in, long from, long until, boolean replaces) throws IOException {
        in.seek(from);
        long at = from;
        do {
            byte[] content = new byte[(int) Math.min(PIECE_BYTES, until - at)];
            in.readFully(content);
            link.accept(new FileBytes(run, path, at, replaces ? until : -1), content);
            at += content.length;
        } while (at < until);
    }

    private static byte[] end(RandomAccessFile in, long length) throws IOException {
        byte[] end = new byte[(int) Math.min(END_BYTES, length)];
        in.seek(length - end.length);
        in.readFully(end);
        return end;
    }
}
