package io.bmsql.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of this machine that ran to its end. {@code env} as its first word gives it an environment.
 *
 * @param status 124 when it was killed because it did not end, 127 where there is no such program
 * @param text both of its streams
 */
public record HostProgram(int status, String text) {
    /** Seconds, enough on any machine. */
    private static final String LIMIT = "300";

    /** Runs it in this folder, with nothing to read. */
    public static HostProgram run(Path folder, String... words) throws IOException, InterruptedException {
        return runWith("", folder, words);
    }

    /** The same with a short text to read. */
    public static HostProgram runWith(String input, Path folder, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("timeout", LIMIT));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new HostProgram(process.waitFor(), text);
    }
}
