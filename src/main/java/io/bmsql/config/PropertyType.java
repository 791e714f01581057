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

    /** Says in {@link PropertyKey} that no version of BenchmarkSQL has the setting. */
    static final String OWN = "bmsql";

    /** A number or a boolean cannot hold these characters, so a blank before them is not needed. */
    private static final Pattern NOTE = Pattern.compile("#|//");

    private static final Pattern NOTE_AFTER_BLANK = Pattern.compile("(?:^|(?<=[\\s\\u00a0\\u3000]))(?:#|//)");

    final String title;
    final boolean freeText;

    PropertyType(String title, boolean freeText) {
        this.title = title;
        this.freeText = freeText;
    }

    /** Where what looks like a note begins, -1 when there is none; in free text it is part of the value. */
    int note(String value) {
        Matcher note = (freeText || this == WORD || this == WORDS ? NOTE_AFTER_BLANK : NOTE).matcher(value);
        return note.find() ? note.start() : -1;
    }

    /** A value without notes behind it, and without blanks of any kind around it, the ones of Chinese text included. */
    String read(String value) {
        int note = freeText ? -1 : note(value);
        String text = note < 0 ? value : value.substring(0, note);
        return this == TEXT || this == SECRET
                ? text
                : text.replaceAll("^[\\s\\u00a0\\u3000]+|(?<![\\s\\u00a0\\u3000])[\\s\\u00a0\\u3000]+$", "");
    }
}
