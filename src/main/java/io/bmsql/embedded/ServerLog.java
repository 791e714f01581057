package io.bmsql.embedded;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file that the server writes to. */
record ServerLog(Path file) {
    private static final int TAIL_LINES = 8;

    static ServerLog beside(Path dataDirectory) throws IOException {
        Path file = dataDirectory.resolveSibling(dataDirectory.getFileName() + ".log");
        // Each start begins a new file, so that its end explains a failed start.
        Files.deleteIfExists(file);
        return new ServerLog(file);
    }

    Redirect redirect() {
        return Redirect.appendTo(file.toFile());
    }

    /** The last lines for an error message, starting on a new line; empty when there are none. */
    String tail() {
        try {
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            int from = Math.max(0, lines.size() - TAIL_LINES);
            return lines.isEmpty() ? "" : "\n" + String.join("\n", lines.subList(from, lines.size()));
        } catch (IOException e) {
            return " (and its log " + file + " cannot be read: " + e.getMessage() + ")";
        }
    }
}
