package io.bmsql.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.SecretText;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SummaryJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Holds the settings of a summary against the files that have them too, and against what follows from them. */
record SettingsRecount(ResultDirectory directory, RunFacts run, Findings findings) {
    /** What {@code runInfo.csv} has in common with the summary. */
    private static final String[] OF_RUN_INFO = {
        "run",
        "loadWarehouses",
        "runWarehouses",
        "numSUTThreads",
        "limitTxnsPerMin",
        "thinkTimeMultiplier",
        "keyingTimeMultiplier"
    };

    /** No zone is further away. */
    private static final long MAX_ZONE_HOURS = 18;

    /** A zone's offset is a multiple of it. */
    private static final int ZONE_MINUTES = 15;

    void runInfo() {
        if (!Files.exists(directory.runInfo())) {
            findings.add("data/runInfo.csv is missing");
            return;
        }
        RunInfo row = RunInfo.read(directory.runInfo());
        RunInfo said = RunInfo.of(run, run.window().startEpochMillis(), row.runMins());
        findings.compare(
                "", said, "data/runInfo.csv", SummaryJson.<ObjectNode>tree(row).retain(OF_RUN_INFO));
        // The row is in the time of some zone.
        long apart = row.startEpochMillis() - run.window().startEpochMillis();
        findings.addIf(
                apart % TimeUnit.MINUTES.toMillis(ZONE_MINUTES) != 0
                        || Math.abs(apart) > TimeUnit.HOURS.toMillis(MAX_ZONE_HOURS),
                "sessionStart of data/runInfo.csv is not the start in " + Findings.SUMMARY);
        findings.addIf(
                SampleTable.number(row.runMins()) != SampleTable.number(run.setting(PropertyKey.RUN_MINS)),
                "runMins: data/runInfo.csv says " + row.runMins() + ", the settings say "
                        + run.setting(PropertyKey.RUN_MINS));
    }

    /** Settings that came from the file or from {@code -D}, which the copy of the file holds as well, and what follows from settings. */
    void properties() {
        byte[] bytes = ResultFile.bytes(directory.runProperties());
        findings.addIf(
                !Arrays.equals(PropertiesCopy.masked(bytes), bytes),
                "run.properties holds a secret that is not hidden: put stars in its place, and change the secret");
        Map<String, String> given = new TreeMap<>();
        PropsFile.parse("", new String(bytes, StandardCharsets.ISO_8859_1))
                .entries()
                .forEach(entry -> PropertyKey.find(entry.key())
                        .ifPresent(key -> given.put(
                                key.key(),
                                key.read(PropsFile.readable(entry.value())).strip())));
        Set<String> recorded =
                run.settings().stream().map(EffectiveSetting::key).collect(Collectors.toSet());
        given.keySet()
                .forEach(key -> findings.addIf(
                        !recorded.contains(key),
                        key + ": run.properties has it, and the settings of " + Findings.SUMMARY + " have not"));
        for (EffectiveSetting setting : run.settings()) {
            String value = given.getOrDefault(setting.key(), "");
            boolean isOfFile = setting.origin().matches(".*:\\d+|-D");
            // Other origins say what a value follows from.
            boolean isComparable = (isOfFile || setting.origin().equals("default") && !value.isEmpty())
                    && !value.contains("${")
                    && !(value + setting.value()).contains(SecretText.STARS)
                    && !setting.key().equals(PropertyKey.RESULT_DIRECTORY.key());
            findings.addIf(
                    isComparable
                            && !value.equalsIgnoreCase(setting.value().strip())
                            && SampleTable.number(value) != SampleTable.number(setting.value()),
                    "%s: %s says \"%s\", run.properties says \"%s\""
                            .formatted(setting.key(), Findings.SUMMARY, setting.value(), value));
            findings.addIf(
                    Recount.isOfThisVersion(run) && setting.origin().equals("default") && !isDefault(setting),
                    setting.key() + ": " + Findings.SUMMARY + " says \"" + setting.value()
                            + "\", which is not its default");
            findings.addIf(
                    !SecretText.hideIn(setting.key(), setting.value()).equals(setting.value()),
                    setting.key() + " of " + Findings.SUMMARY
                            + " is not hidden: put stars in its place, and change it");
        }
        String profile = run.setting(PropertyKey.LOAD_PROFILE);
        boolean isOpen = SampleTable.number(run.setting(PropertyKey.ARRIVAL_RATE)) > 0 || profile.contains("/");
        String form = Boolean.parseBoolean(run.setting(PropertyKey.USE_STORED_PROCEDURES))
                ? "procedures"
                : Boolean.parseBoolean(run.setting(PropertyKey.BATCH_STATEMENTS)) ? "batch" : "plain";
        RunFacts.Pace pace = run.pace();
        String seed = run.setting(PropertyKey.SEED);
        boolean isOther = SampleTable.number(seed) != run.setup().seed();
        findings.addIf(isOther, "seed", run.setup().seed(), "its settings say", seed);
        String threads = run.setting(PropertyKey.SUT_THREADS);
        boolean isOfOne = run.size().agents() == null && Recount.isOfThisVersion(run);
        boolean hasOthers = isOfOne && SampleTable.number(threads) != run.size().sutThreads();
        findings.addIf(hasOthers, "sutThreads", run.size().sutThreads(), "its settings say", threads);
        findings.compare("statementForm", run.setup().statementForm(), "its settings", form);
        findings.compare("loadProfile", Objects.requireNonNullElse(pace.loadProfile(), ""), "its settings", profile);
        findings.compare("is an open model", pace.pacing() == PacingMode.ARRIVAL_RATE, "its settings", isOpen);
    }

    private boolean isDefault(EffectiveSetting setting) {
        // Some follow from other settings, as the deck does from waits.
        boolean isOfWaits =
                run.pace().pacing() == PacingMode.THINK_TIME && setting.key().equals(PropertyKey.MIX_DECK.key());
        return isOfWaits
                || PropertyKey.find(setting.key())
                        .filter(key -> key.defaultText().matches("true|false|-?[0-9.]+"))
                        .filter(key -> !key.defaultText().equals(setting.value())
                                && SampleTable.number(key.defaultText()) != SampleTable.number(setting.value()))
                        .isEmpty();
    }
}
