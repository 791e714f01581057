package io.bmsql.dialect;

import java.util.List;

/** Finds {@code :name} in SQL text, leaving quoted text, comments and {@code ::} casts alone. */
final class ParameterScanner {
    private final NamedSql source;
    private final String text;
    private final List<String> found;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private ParameterScanner(NamedSql source, List<String> found) {
        this.source = source;
        this.text = source.text();
        this.found = found;
    }

    /** The text with {@code ?}; adds the names to {@code found} in the order in which they appear. */
    static String toJdbc(NamedSql source, List<String> found) throws DialectException {
        return new ParameterScanner(source, found).scan();
    }

    private String scan() throws DialectException {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'' || c == '"') {
                copyThrough(String.valueOf(c), 1);
            } else if (text.startsWith("--", at)) {
                copyThrough("\n", 2);
            } else if (text.startsWith("/*", at)) {
                copyThrough("*/", 2);
            } else if (text.startsWith("::", at)) {
                copy(2);
            } else if (c == ':' && isNameStart(at + 1)) {
                parameter();
            } else if (c == '?') {
                throw new DialectException(
                        source.place() + ": " + source.name() + " holds a ?; parameters are written :name");
            } else {
                copy(1);
            }
        }
        return out.toString();
    }

    private boolean isNameStart(int index) {
        return index < text.length() && (Character.isLetter(text.charAt(index)) || text.charAt(index) == '_');
    }

    private void parameter() {
        int end = at + 1;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        found.add(text.substring(at + 1, end));
        out.append('?');
        at = end;
    }

    private void copyThrough(String closing, int openingLength) {
        int end = text.indexOf(closing, at + openingLength);
        copy((end < 0 ? text.length() : end + closing.length()) - at);
    }

    private void copy(int length) {
        out.append(text, at, at + length);
        at += length;
    }
}
