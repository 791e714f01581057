package io.bmsql.compare;

import java.util.List;

/** Tables of Markdown whose columns line up, so that they read well in a terminal as they are. */
final class MarkdownTable {
    private MarkdownTable() {}

    /** @param numbers columns that are aligned at the right */
    static void append(StringBuilder text, List<String> head, List<List<String>> rows, List<Integer> numbers) {
        int[] widths = new int[head.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = Math.max(
                    head.get(at).length(),
                    rows.stream()
                            .mapToInt(row -> escape(row.get(at)).length())
                            .max()
                            .orElse(0));
        }
        line(text, head, widths, numbers);
        for (int column = 0; column < widths.length; column++) {
            boolean isNumber = numbers.contains(column);
            text.append('|')
                    .append("-".repeat(widths[column] + (isNumber ? 1 : 2)))
                    .append(isNumber ? ":" : "");
        }
        text.append("|\n");
        rows.forEach(row -> line(text, row, widths, numbers));
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths, List<Integer> numbers) {
        for (int column = 0; column < widths.length; column++) {
            String cell = escape(cells.get(column));
            String room = " ".repeat(widths[column] - cell.length());
            boolean isNumber = numbers.contains(column);
            text.append("| ").append(isNumber ? room + cell : cell + room).append(' ');
        }
        text.append("|\n");
    }

    /** Text from outside stays text in Markdown and in its tables. */
    static String escape(String text) {
        return text.replaceAll("[\\\\|<`*\\[\\]]", "\\\\$0").replaceAll("\\R", " ");
    }
}
