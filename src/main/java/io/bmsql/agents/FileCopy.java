package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.FileBytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/** The coordinator's copy of one agent's result directory, which grows as pieces come. One thread at a time. */
final class FileCopy {
    private static final String UNFINISHED = ".part";

    private final Path root;
    private @Nullable String problem;

    /** Gives the length and CRC-32C of a file. */
    static String sum(Path file) throws IOException {
        long sum = FileUtils.checksum(file.toFile(), new CRC32C()).getValue();
        return Files.size(file) + " " + Long.toHexString(sum);
    }

    /** @param root is made when the first piece comes */
    FileCopy(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    Path root() {
        return root;
    }

    /** What went wrong on this disk; null while all is well. */
    synchronized @Nullable String problem() {
        return problem;
    }

    /** Writes a piece. A disk that is full here is a problem of the answer, not of the agent. */
    synchronized void take(FileBytes piece, byte[] content) {
        try {
            Path file = place(piece.path());
            Path target = piece.isReplacement() ? file.resolveSibling(file.getFileName() + UNFINISHED) : file;
            Files.createDirectories(file.getParent());
            try (RandomAccessFile out = new RandomAccessFile(target.toFile(), "rw")) {
                out.seek(piece.offset());
                out.write(content);
                if (piece.isReplacement()) {
                    out.setLength(piece.offset() + content.length);
                }
            }
            if (piece.isReplacement() && piece.offset() + content.length >= piece.replacedLength()) {
                Files.move(target, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            if (problem == null) {
                problem = "The copy in " + root + " is incomplete: " + e.getMessage();
            }
        }
    }

    /** A place inside this directory: who sends has the key, but may have a fault. */
    private Path place(String path) throws IOException {
        Path file = root.resolve(path).normalize();
        if (!file.startsWith(root) || file.equals(root)) {
            throw new IOException("an agent sent a file named " + path);
        }
        return file;
    }

    /** Which of these files are missing here or different. */
    synchronized List<String> differing(Map<String, String> files) {
        List<String> differing = new ArrayList<>();
        files.forEach((path, sum) -> {
            try {
                Path file = place(path);
                if (!Files.isRegularFile(file) || !sum(file).equals(sum)) {
                    differing.add(path);
                }
            } catch (IOException e) {
                differing.add(path);
            }
        });
        return differing;
    }

    /** Removes what the agent has taken away, such as the growing part of a log whose end is written. */
    synchronized void keepOnly(Set<String> paths) {
        try {
            for (Map.Entry<String, Path> entry : files(root).entrySet()) {
                if (!paths.contains(entry.getKey())) {
                    Files.delete(entry.getValue());
                }
            }
        } catch (IOException e) {
            problem = problem == null ? "The copy in " + root + " has too much: " + e.getMessage() : problem;
        }
    }

    /** Finds all files below a directory by their path in it; one that is replaced or taken away meanwhile may be missing. */
    static Map<String, Path> files(Path root) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Files.isRegularFile(file) && !file.toString().endsWith(".new")) {
                    files.put(root.relativize(file).toString(), file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException && !file.equals(root)) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        return files;
    }
}
