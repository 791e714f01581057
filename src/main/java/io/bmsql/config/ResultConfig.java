package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/**
 * Where results go, and what is collected: no pattern means no files, an interval of 0 no plain progress lines, port 0 any free one, a null
 * port no live page, no language that it is left to the environment. Price and {@code publish} are read from the recorded settings by
 * those who show a result.
 */
public record ResultConfig(
        @Nullable String directoryPattern,
        int reportIntervalSecs,
        boolean ledger,
        @Nullable Integer livePort,
        CollectorConfig collector,
        String lang,
        boolean report) {
    static final int HIGHEST_PORT = 65_535;

    /** The live page of a run with several agents is where their figures are added up. */
    ResultConfig of(AgentShare share) {
        return share.isWhole()
                ? this
                : new ResultConfig(
                        directoryPattern, reportIntervalSecs, ledger, null, collector.of(share), lang, report);
    }

    static ResultConfig read(Settings settings, boolean checkAfterRun) {
        Price.check(settings);
        settings.flag(PropertyKey.PUBLISH);
        return new ResultConfig(
                settings.textOrNull(PropertyKey.RESULT_DIRECTORY),
                settings.integer(PropertyKey.REPORT_INTERVAL_SECS, 0),
                readLedger(settings, checkAfterRun),
                settings.textOrNull(PropertyKey.LIVE_PORT) == null
                        ? null
                        : settings.integer(PropertyKey.LIVE_PORT, 0, HIGHEST_PORT, 0),
                CollectorConfig.read(settings),
                readLang(settings),
                settings.flag(PropertyKey.REPORT_AFTER_RUN));
    }

    private static String readLang(Settings settings) {
        String lang = settings.text(PropertyKey.LANG);
        if (!lang.matches("en|zh|")) {
            settings.mistake(PropertyKey.LANG, "lang");
        }
        return lang;
    }

    /** By default a run that is checked keeps a ledger. Without a result directory there is no place for one. */
    private static boolean readLedger(Settings settings, boolean checkAfterRun) {
        boolean hasDirectory = settings.textOrNull(PropertyKey.RESULT_DIRECTORY) != null;
        if (!settings.isGiven(PropertyKey.LEDGER)) {
            boolean ledger = checkAfterRun && hasDirectory && !settings.isOfScripts();
            settings.show(
                    PropertyKey.LEDGER,
                    Boolean.toString(ledger),
                    ledger ? PropertyKey.CHECK_AFTER_RUN.key() : settings.origin(PropertyKey.LEDGER));
            return ledger;
        }
        boolean ledger = settings.flag(PropertyKey.LEDGER);
        if (ledger && !hasDirectory) {
            settings.doubt(PropertyKey.LEDGER, "ledger");
        }
        return ledger && hasDirectory;
    }
}
