package io.bmsql.page;

/** A language of the pages. Keys, transaction names in files and numbers are the same in all of them. */
public enum Language {
    EN("en"),
    ZH("zh");

    private final String code;

    Language(String code) {
        this.code = code;
    }

    /** As in HTML's {@code lang}. */
    public String code() {
        return code;
    }
}
