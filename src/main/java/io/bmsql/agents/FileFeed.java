package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Piece;
import io.bmsql.result.ResultDirectory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends what the files of a growing result directory gained since the last look: new bytes of a file that grew, the whole of one
 * that was replaced. It reads from the disk, so that nothing piles up in memory while the way is slow. One thread.
 */
final class FileFeed {
    private static final int PIECE_BYTES = 256 * 1024;
    /** Replaced as a whole again and again; of all others the file itself tells. */
    private final Path root;

    private final String run;
    private final Way way;
    private final Map<String, Sent> sent = new HashMap<>();

    /** Where pieces go; waits while the way is full. */
    interface Way {
        void send(Piece piece, byte[] content) throws IOException;
    }

    private record Sent(@Nullable Object file, FileTime changed, long length) {}

    FileFeed(Path root, String run, Way way) {
        this.root = root;
        this.run = run;
        this.way = way;
    }

    /** Sends what is new. */
    void send() throws IOException {
        for (Map.Entry<String, Path> entry : FileCopy.files(root).entrySet()) {
            try {
                send(entry.getKey(), entry.getValue());
            } catch (NoSuchFileException e) {
                // Replaced or taken back between the look and the reading: the next look sees what there is.
                sent.remove(entry.getKey());
            }
        }
    }

    /** Sends these as a whole. */
    void sendAgain(List<String> paths) throws IOException {
        for (String path : paths) {
            sent.remove(path);
            send(path, root.resolve(path));
        }
    }

    /** Length and checksum of all files below it, as they are now. */
    static Map<String, FileCopy.Sum> sums(Path root) throws IOException {
        Map<String, FileCopy.Sum> sums = new TreeMap<>();
        for (Map.Entry<String, Path> entry : FileCopy.files(root).entrySet()) {
            sums.put(entry.getKey(), FileCopy.Sum.of(entry.getValue()));
        }
        return sums;
    }

    private void send(String path, Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        Sent before = sent.get(path);
        Sent after = new Sent(now.fileKey(), now.lastModifiedTime(), now.size());
        if (after.equals(before)) {
            return;
        }
        boolean hasGrown = before != null
                && !path.equals(ResultDirectory.SUMMARY)
                && Objects.equals(before.file, after.file)
                && after.length >= before.length;
        send(path, file, hasGrown && before != null ? before.length : 0, after.length, !hasGrown);
        sent.put(path, after);
    }

    private void send(String path, Path file, long from, long until, boolean replaces) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(from);
            long at = from;
            do {
                byte[] content = new byte[(int) Math.min(PIECE_BYTES, until - at)];
                in.readFully(content);
                way.send(new Piece(run, path, at, replaces ? until : -1), content);
                at += content.length;
            } while (at < until);
        }
    }
}
