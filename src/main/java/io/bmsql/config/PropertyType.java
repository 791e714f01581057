package io.bmsql.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the text after the separator is read. */
public enum PropertyType {
    /** Passed on untouched. */
    TEXT("text", true),
    /** Like {@link #TEXT}, and never shown. */
    SECRET("secret", true),
    /** A file or folder name; blanks around it are dropped. */
    PATH("path", true),
    /** One word; a note after a blank and {@code #} or {@code //} is dropped. */
    WORD("word", false),
    WORDS("words", false),
    INTEGER("whole number", false),
    NUMBER("number", false),
    BOOLEAN("true/false", false);

    /** A number or a boolean cannot hold these characters, so a blank before them is not needed. */
    private static final Pattern NOTE = Pattern.compile("#|//");

    private static final Pattern NOTE_AFTER_BLANK = Pattern.compile("(?:^|(?<=[\\s\\u00a0\\u3000]))(?:#|//)");

    final String title;
    final boolean freeText;

    PropertyType(String title, boolean freeText) {
        this.title = title;
        this.freeText = freeText;
    }

    /** A value without blanks and notes behind it; a note kept may have been meant as one, and is part of the value. */
    record Text(String text, boolean noteDropped, boolean noteKept) {}

    Text read(String value) {
        boolean noteBehindBlank = NOTE_AFTER_BLANK.matcher(value).find();
        if (freeText) {
            return new Text(this == PATH ? trim(value) : value, false, noteBehindBlank);
        }
        Matcher note = (this == WORD || this == WORDS ? NOTE_AFTER_BLANK : NOTE).matcher(value);
        boolean found = note.find();
        return new Text(trim(found ? value.substring(0, note.start()) : value), found, false);
    }

    /** Blanks of any kind, the ones of Chinese text included. */
    private static String trim(String text) {
        return text.replaceAll("^[\\s\\u00a0\\u3000]+|[\\s\\u00a0\\u3000]+$", "");
    }
}
