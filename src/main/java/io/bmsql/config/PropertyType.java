package io.bmsql.config;

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
    /** A list of words. */
    WORDS("words", false),
    INTEGER("whole number", false),
    /** A decimal number. */
    NUMBER("number", false),
    BOOLEAN("true/false", false);

    private final String title;
    private final boolean freeText;

    PropertyType(String title, boolean freeText) {
        this.title = title;
        this.freeText = freeText;
    }

    /** The word of the properties table. */
    public String title() {
        return title;
    }

    /** True when {@code #} and {@code //} may be part of the value. */
    public boolean isFreeText() {
        return freeText;
    }
}
