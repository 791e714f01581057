package io.bmsql.cli;

import io.bmsql.tpcc.RandomStream;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.StudyCheck;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.Vary;
import io.bmsql.study.SweepPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a sweep was asked for: from the command line, or from the study that it goes on with. Reads the settings of its runs. */
final class SweepRequest {
    private static final int STEPS_IN_A_CONFIRMATION = 5;

    private final CommandTree.Base command;
    private final SweepOptions options;
    private final @Nullable StudyFile old;
    /** Of the old study, when the command line says nothing itself. */
    private final @Nullable Plan kept;

    private final List<Database> databases;
    private final List<Vary> vary;
    private final Map<String, String> settings;
    private final String between;
    private @Nullable Search search;
    private final Map<String, Map<String, String>> lengths = new LinkedHashMap<>();
    private final Map<String, Double> seconds = new HashMap<>();

    /** @param old the study to go on with, null for a new one */
    SweepRequest(CommandTree.Base command, SweepOptions options, @Nullable StudyFile old)
            throws UsageException, ConfigException {
        this.command = command;
        this.options = options;
        this.old = old;
        this.kept = old != null && options.props.isEmpty() ? old.plan() : null;
        this.settings = settings();
        this.between = between();
        this.vary = kept != null ? kept.vary() : options.vary(between.equals(BetweenRuns.REBUILD));
        this.databases = kept != null ? kept.databases() : databases(options.props);
        Set<String> given = new HashSet<>(settings.keySet());
        vary.forEach(one -> given.add(one.key()));
        for (Database database : databases) {
            LoadedConfig file = command.read(Path.of(database.props()), Map.of(), ConfigPurpose.SQL);
            lengths.put(database.label(), SweepPlan.lengths(file, given));
        }
        this.search = old != null && kept != null ? old.search() : options.search();
        requireNoneTwice();
    }

    private Map<String, String> settings() throws UsageException {
        Map<String, String> all = new LinkedHashMap<>(kept == null ? Map.of() : kept.settings());
        all.putAll(options.overrides.settings);
        for (Map.Entry<String, String> setting : all.entrySet()) {
            if (kept != null && setting.getValue().contains(SecretText.STARS)) {
                throw new UsageException("The study was begun with -D " + setting.getKey()
                        + ", which study.json does not keep: give it again");
            }
        }
        return all;
    }

    private String between() throws UsageException {
        if (options.between != null || kept == null) {
            return Objects.requireNonNullElse(options.between, BetweenRuns.NOTHING);
        }
        if (kept.between().contains(SecretText.STARS)) {
            throw new UsageException(
                    "The command of --between holds a secret, which study.json does not keep: give it again");
        }
        return kept.between();
    }

    private void requireNoneTwice() throws UsageException {
        Set<String> keys = new HashSet<>(settings.keySet());
        List<String> varied = new ArrayList<>(vary.stream().map(Vary::key).toList());
        if (search != null) {
            varied.add(search.key());
        }
        for (String key : varied) {
            if (!keys.add(key)) {
                throw new UsageException(key + " is given twice: in --vary, --find-peak or -D");
            }
        }
    }

    private List<Database> databases(List<Path> props) {
        List<Database> found = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        for (Path file : props) {
            String name = String.valueOf(file.getFileName()).replaceFirst("\\.props$", "");
            String label = name;
            for (int copy = 2; !labels.add(label); copy++) {
                label = name + "_" + copy;
            }
            Path absolute =
                    command.context.program().resolve(file).toAbsolutePath().normalize();
            found.add(new Database(label, absolute.toString(), Map.of()));
        }
        return found;
    }

    StudyCheck check() {
        return new StudyCheck(
                command.context.program(),
                this::read,
                between.equals(BetweenRuns.REBUILD),
                between.equals(BetweenRuns.RESET));
    }

    private LoadedConfig read(Setting setting, ConfigPurpose purpose) throws ConfigException {
        return command.read(props(setting), overrides(setting), purpose);
    }

    /** The props file of a run. */
    Path props(Setting setting) {
        return databases.stream()
                .filter(database -> database.label().equals(setting.database()))
                .map(database -> Path.of(database.props()))
                .findFirst()
                .orElseThrow();
    }

    /** What wins over the props file at a point. */
    Map<String, String> overrides(Setting setting) {
        Map<String, String> all = new LinkedHashMap<>(lengths.getOrDefault(setting.database(), Map.of()));
        all.putAll(settings);
        all.putAll(setting.point());
        all.put(PropertyKey.RESULT_DIRECTORY.key(), "checked");
        return all;
    }

    /** The settings of a run into this directory. */
    LoadedConfig read(StudyFile study, Run run, Path directory) throws ConfigException {
        Map<String, String> all = overrides(run.setting());
        all.put(PropertyKey.RESULT_DIRECTORY.key(), directory.toString());
        if (study.search() != null && PeakStudy.isConfirmation(study, run)) {
            all.put(PropertyKey.RUN_MINS.key(), Double.toString(study.search().confirmMinutes()));
        }
        return command.read(props(run.setting()), all, ConfigPurpose.RUN);
    }

    BetweenRuns preparation(ProgressMode mode) {
        return new BetweenRuns(command, between, mode);
    }

    /** The settings of all points; of a search at its ends. */
    Map<Setting, LoadedConfig> settings(StudyCheck check) throws Exception {
        Plan plan = plan(Map.of());
        SweepPlan.requireFew(plan);
        Search wanted = search;
        if (wanted == null) {
            return check.settings(SweepPlan.settings(plan));
        }
        Map<Setting, LoadedConfig> ends = check.settings(PeakStudy.ends(wanted, SweepPlan.settings(plan)));
        for (Map.Entry<Setting, LoadedConfig> end : ends.entrySet()) {
            if (end.getValue().config().run().patience().thresholds().isEmpty()) {
                throw new UsageException(
                        end.getKey() + ": --find-peak needs thresholds, such as -D 'thresholds=newOrder.p90<5s'");
            }
            if (StudyCheck.seconds(end.getValue()) == 0) {
                throw new UsageException(
                        end.getKey() + ": --find-peak needs runs that end by the clock; set runMins");
            }
        }
        if (wanted.confirmMinutes() == 0) {
            double minutes =
                    ends.values().iterator().next().config().run().length().runMinutes();
            search = new Search(
                    wanted.key(),
                    wanted.from(),
                    wanted.to(),
                    wanted.precisionPercent(),
                    STEPS_IN_A_CONFIRMATION * minutes);
        }
        return ends;
    }

    /** The study as it is asked for now; when it goes on, with the order of the old one. */
    StudyFile study(Map<Setting, LoadedConfig> loaded) throws UsageException {
        Plan plan = plan(loaded);
        StudyFile study = new StudyFile(
                search == null ? Kind.SWEEP : Kind.PEAK,
                command.context.clock().epochMillis(),
                ProgramContext.version(),
                plan,
                search == null ? SweepPlan.runs(plan) : List.of());
        return search == null ? study : study.searching(search);
    }

    private Plan plan(Map<Setting, LoadedConfig> loaded) {
        String order = options.order != null
                ? options.order.name()
                : kept == null ? SweepPlan.Order.blocks.name() : kept.order();
        int repeats =
                Objects.requireNonNullElse(options.repeats, kept != null ? kept.repeats() : search == null ? 3 : 1);
        String thresholds = loaded.values().stream()
                .map(one -> one.text(PropertyKey.THRESHOLDS))
                .findFirst()
                .orElse("");
        return new Plan(
                databases.stream()
                        .map(database -> withSettings(database, loaded))
                        .toList(),
                vary,
                repeats,
                order,
                SecretText.hideIn(between),
                old != null ? old.plan().seed() : RandomStream.drawSeed(command.context.program().clock()),
                SweepPlan.withoutSecrets(settings),
                thresholds);
    }

    private static Database withSettings(Database database, Map<Setting, LoadedConfig> loaded) {
        return loaded.entrySet().stream()
                .filter(one -> one.getKey().database().equals(database.label()))
                .findFirst()
                .map(one -> SweepPlan.database(database.label(), Path.of(database.props()), one.getValue()))
                .orElse(database);
    }

    /** Of all runs; of a search at most, unless confirmations fail. */
    double plannedSeconds(StudyFile study) {
        return study.search() == null
                ? study.runs().stream().mapToDouble(run -> seconds(study, run)).sum()
                : PeakStudy.mostSeconds(study, run -> seconds(study, run));
    }

    /** Ramp-up and measurement of a run, 0 when only the number of transactions ends it. */
    double seconds(StudyFile study, Run run) {
        return seconds.computeIfAbsent(run.setting() + (study.search() == null ? "" : " " + run.block()), key -> {
            try {
                return StudyCheck.seconds(read(study, run, Path.of("checked")));
            } catch (ConfigException e) {
                // The run itself will say so.
                return 0.0;
            }
        });
    }
}
