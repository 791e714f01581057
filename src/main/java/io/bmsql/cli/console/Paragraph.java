package io.bmsql.cli.console;

import java.util.ArrayList;
import java.util.List;

/** Text for a window of some width. */
public final class Paragraph {
    private Paragraph() {}

    /** Breaks a text between words; the lines after the first are indented below its beginning, which follows the label. */
    public static List<String> lines(String label, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(label);
        boolean isFirst = true;
        for (String word : text.split("\\s+")) {
            if (!isFirst && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(label.length()));
                isFirst = true;
            }
            line.append(isFirst ? "" : " ").append(word);
            isFirst = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
