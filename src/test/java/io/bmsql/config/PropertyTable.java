package io.bmsql.config;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The tables of docs/properties.md, printed from the catalogue so that the two cannot differ. */
final class PropertyTable {
    /** The line before the table in the page. */
    static final String BEGIN = "<!-- properties:begin -->";

    /** The line after it. */
    static final String END = "<!-- properties:end -->";

    private PropertyTable() {}

    /** Markdown: a table of the settings, then one of the known keys without effect. Ends with a newline. */
    static String markdown() {
        return supported() + "\n" + unsupported();
    }

    /** The text with what is between the two marker lines replaced; unchanged without the markers. */
    static String replaceIn(String page) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            return page;
        }
        return page.substring(0, begin + BEGIN.length()) + "\n" + markdown() + page.substring(end);
    }

    private static String supported() {
        return Arrays.stream(PropertyKey.values())
                .map(PropertyTable::row)
                .collect(Collectors.joining(
                        "", "| key | kind | default | since | meaning |\n| --- | --- | --- | --- | --- |\n", ""));
    }

    private static String row(PropertyKey key) {
        String names = key.aliases.stream().map(alias -> ", `" + alias + "`").collect(Collectors.joining());
        String defaultText = key.defaultText.isEmpty() ? "" : "`" + key.defaultText + "`";
        return "| `" + key.key() + "`" + names + " | " + key.type.title + " | " + defaultText + " | " + key.since
                + " | " + key.doc + " |\n";
    }

    private static String unsupported() {
        return UnsupportedKey.ALL.stream()
                .map(key -> "| `" + key.key() + "` | " + key.since() + " | " + key.instead() + " |\n")
                .collect(Collectors.joining(
                        "", "| known key without effect | since | instead |\n| --- | --- | --- |\n", ""));
    }
}
