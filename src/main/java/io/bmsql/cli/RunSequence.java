package io.bmsql.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The counter in {@code .jTPCC_run_seq.dat} of the working directory: every start of a run, a failed one as well, gets the
 * next number (contract 2.1).
 */
final class RunSequence {
    static final String FILE_NAME = ".jTPCC_run_seq.dat";

    private RunSequence() {}

    /**
     * Counts one start.
     *
     * @return the number of this run, 1 for the first
     * @throws IOException when the file cannot be written, or holds something else than a number
     */
    static int next(Path workingDirectory) throws IOException {
        Path file = workingDirectory.resolve(FILE_NAME);
        int last = Files.exists(file) ? parse(file, Files.readString(file).strip()) : 0;
        Files.writeString(file, (last + 1) + "\n");
        return last + 1;
    }

    private static int parse(Path file, String text) throws IOException {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IOException(file + " should hold the number of the last run, not \"" + text + "\"", e);
        }
    }
}
