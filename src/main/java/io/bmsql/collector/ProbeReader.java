package io.bmsql.collector;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Cuts what the probe prints into frames. Text before the first section, a greeting of the far shell, is skipped. */
final class ProbeReader {
    /** A host with thousands of disks stays below; a far side that prints without end is cut off. */
    private static final int MOST_LINES = 100_000;

    private final BufferedReader lines;

    /** The lines between two {@code @end}, by the {@code @name} above them. */
    record Frame(Map<String, List<String>> sections) {

        /** The lines of a section, none when the host did not print it. */
        List<String> lines(String section) {
            return sections.getOrDefault(section, List.of());
        }
    }

    ProbeReader(BufferedReader lines) {
        this.lines = lines;
    }

    /**
     * Waits for the next whole frame.
     *
     * @return null at the end of the text, a frame cut short is dropped
     * @throws IOException when the text cannot be read, or has no end of a frame in sight
     */
    @Nullable
    Frame next() throws IOException {
        Map<String, List<String>> sections = new HashMap<>();
        List<String> section = new ArrayList<>();
        for (int count = 0; count < MOST_LINES; count++) {
            String line = lines.readLine();
            if (line == null) {
                return null;
            }
            if (line.equals("@end")) {
                return new Frame(sections);
            }
            if (line.startsWith("@")) {
                section = new ArrayList<>();
                sections.put(line.substring(1), section);
            } else {
                section.add(line);
            }
        }
        throw new IOException("the host prints something other than the probe's output");
    }
}
