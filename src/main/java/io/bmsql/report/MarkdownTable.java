package io.bmsql.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tables of Markdown whose columns line up, so that they read well in a terminal as they are. */
public final class MarkdownTable {
    private static final Pattern MARKS = Pattern.compile("[\\\\|<`*\\[\\]]");
    private static final Pattern LINE_ENDS = Pattern.compile("\\R");

    private MarkdownTable() {}

    /** @param numbers columns that are aligned at the right */
    public static void append(StringBuilder text, List<String> head, List<List<String>> rows, List<Integer> numbers) {
        List<List<String>> lines = Stream.concat(Stream.of(head), rows.stream())
                .map(row -> row.stream().map(MarkdownTable::escape).toList())
                .toList();
        int[] widths = new int[head.size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        append(text, lines.get(0), widths, numbers);
        for (int column = 0; column < widths.length; column++) {
            boolean isNumber = numbers.contains(column);
            text.append('|')
                    .append("-".repeat(widths[column] + (isNumber ? 1 : 2)))
                    .append(isNumber ? ":" : "");
        }
        text.append("|\n");
        lines.stream().skip(1).forEach(line -> append(text, line, widths, numbers));
    }

    private static void append(StringBuilder text, List<String> cells, int[] widths, List<Integer> numbers) {
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String room = " ".repeat(widths[column] - cell.length());
            text.append("| ")
                    .append(numbers.contains(column) ? room + cell : cell + room)
                    .append(' ');
        }
        text.append("|\n");
    }

    /** Text from outside stays text. */
    public static String escape(String text) {
        return LINE_ENDS.matcher(MARKS.matcher(text).replaceAll("\\\\$0")).replaceAll(" ");
    }
}
