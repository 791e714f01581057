package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.result.AgentFacts;
import io.bmsql.run.ResolvedSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * A run that is repeated, from what its result directory records: the same settings, seed and form of transactions.
 *
 * @param shown the directory as the user gave it, for messages
 * @param before the run
 */
public record Rerun(Path shown, ComparedRun before) {
    /** Mark settings that the props file does not hold, but that shaped the run. */
    private static final Set<String> NOT_OF_THE_FILE = Set.of("-D", "drawn");

    /** Refuses a study of several runs, the share of one agent, and a directory that does not hold the settings. */
    public static Rerun of(Path shown, Path place, Supplier<ComparedRun> reader) throws UsageException {
        if (StudyJournal.isIn(place) || Files.isDirectory(place.resolve("runs"))) {
            throw new UsageException(
                    shown + " is a study of several runs: give one of the directories in " + shown.resolve("runs"));
        }
        Rerun rerun = new Rerun(shown, reader.get());
        AgentFacts group = rerun.before.data().summary().run().size().agents();
        if (group != null && group.number() != AgentFacts.ALL) {
            throw new UsageException(shown + " is the share of agent " + group.number() + " of " + group.planned()
                    + ": give the directory with the answer of all, as 'bmsql merge' makes it");
        }
        UsageException.throwIf(
                !Files.isRegularFile(rerun.props()),
                shown
                        + " holds no run.properties, so the run's settings are not known: start it with 'bmsql run PROPS'");
        return rerun;
    }

    public Path props() {
        return before.directory().runProperties();
    }

    /**
     * The settings of the run; defaults that have changed since are set as they were.
     *
     * @param given win over what is recorded
     * @param password of the database, asked when the file has none; taken as it is by the settings, which put variables in
     */
    public LoadedConfig settings(ProgramContext program, Map<String, String> given, Callable<String> password)
            throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        List<EffectiveSetting> recorded = before.data().summary().run().settings();
        // The scripts of a workload are in its folder.
        boolean isOfFiles = recorded.stream()
                .noneMatch(setting -> setting.key().equals(PropertyKey.WORKLOAD.key())
                        && !setting.value().equals(ScriptsConfig.TPCC));
        for (EffectiveSetting setting : recorded) {
            if (setting.key().equals(PropertyKey.SCRIPTS.key()) && isOfFiles) {
                all.put(setting.key(), ScriptsConfig.keptIn(before.directory().root(), setting.value()));
            } else if (NOT_OF_THE_FILE.contains(setting.origin())) {
                all.put(setting.key(), setting.value());
            }
        }
        all.putAll(given);
        if (!given.containsKey(PropertyKey.RESULT_DIRECTORY.key())) {
            all.put(
                    PropertyKey.RESULT_DIRECTORY.key(),
                    before.directory().root().toString().replaceFirst("_rerun_[-_0-9]+$", "")
                            + "_rerun_%tY-%tm-%td_%tH%tM%tS");
        }
        addSecrets(all, given, password);
        LoadedConfig loaded = ResolvedSettings.read(program, props(), all, ConfigPurpose.RUN);
        boolean isSame = true;
        for (EffectiveSetting setting : recorded) {
            boolean isOther = setting.origin().equals("default")
                    && PropertyKey.find(setting.key())
                            .filter(key -> !loaded.text(key).equals(setting.value()))
                            .isPresent();
            if (isOther && all.putIfAbsent(setting.key(), setting.value()) == null) {
                isSame = false;
            }
        }
        return isSame ? loaded : ResolvedSettings.read(program, props(), all, ConfigPurpose.RUN);
    }

    /** What the copy of the props file shows as stars must come from somewhere else. */
    private void addSecrets(Map<String, String> all, Map<String, String> given, Callable<String> password)
            throws Exception {
        Map<String, String> values = new LinkedHashMap<>();
        PropsFile.read(props()).entries().forEach(entry -> values.put(entry.key(), entry.value()));
        values.putAll(all);
        boolean hasFile =
                !values.getOrDefault(PropertyKey.PASSWORD_FILE.key(), "").isBlank();
        for (Map.Entry<String, String> value : values.entrySet()) {
            String key = value.getKey();
            boolean isHidden = value.getValue().contains(SecretText.STARS)
                    && !given.containsKey(key)
                    && PropertyKey.find(key).isPresent();
            if (isHidden && !key.equals(PropertyKey.PASSWORD.key())) {
                throw new UsageException(shown + " holds " + key + " without its secret: set a variable and give -D '"
                        + key + "=...${VARIABLE}...'");
            }
            if (isHidden) {
                all.put(key, hasFile ? "" : password.call());
            }
        }
    }
}
