package io.bmsql.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes directories and can take back those that it made, so that a failure leaves nothing behind. */
final class DirectoryMaker {
    private final Deque<Path> made = new ArrayDeque<>();

    /** Makes what is missing above this directory. */
    void makeParents(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            makeParents(parent);
            make(parent);
        }
    }

    /** Makes one directory; fails when it exists. */
    void make(Path directory) throws IOException {
        Files.createDirectory(directory);
        made.push(directory);
    }

    /** Removes what was made, newest first; a directory that others have filled meanwhile stays. */
    void undo() {
        boolean removed = true;
        while (removed && !made.isEmpty()) {
            removed = made.pop().toFile().delete();
        }
    }
}
