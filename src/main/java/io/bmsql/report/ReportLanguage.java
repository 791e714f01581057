package io.bmsql.report;

/** A language of the report. Keys, transaction names in files and numbers are the same in all of them. */
public enum ReportLanguage {
    EN("en"),
    ZH("zh");

    private final String code;

    ReportLanguage(String code) {
        this.code = code;
    }

    /** As in HTML's {@code lang}. */
    public String code() {
        return code;
    }
}
