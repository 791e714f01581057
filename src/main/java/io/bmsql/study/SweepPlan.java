package io.bmsql.study;

import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.Layout;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.tpcc.RandomStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** From what was asked to the runs in their order. */
public final class SweepPlan {
    private static final String RUN_MINUTES = "1";
    /** A minute before the kill, and two for the way back. */
    private static final String FAILOVER_MINUTES = "3";

    private static final String RAMPUP_MINUTES = "0.25";

    /** More can only be a mistake: of a minute and a quarter each they take 21 hours. */
    public static final int MAX_RUNS = 1000;

    /** In which order runs are made, in the words of the command line and of the plan. */
    public enum Order {
        blocks,
        shuffled,
        listed
    }

    /** Beyond it the number in the message does not matter. */
    private static final long MAX_COUNTED = 1_000_000_000_000L;

    private static final int LONGEST_NAME = 80;

    /** Mark settings that a props file does not say. */
    private static final Set<String> OTHER_ORIGINS = Set.of("default", "drawn", "-D");

    private static final Set<PropertyKey> FIXED = EnumSet.of(
            PropertyKey.DB,
            PropertyKey.DRIVER,
            PropertyKey.CONN,
            PropertyKey.USER,
            PropertyKey.PASSWORD,
            PropertyKey.PASSWORD_FILE,
            PropertyKey.XA_NODES,
            PropertyKey.XA_USER,
            PropertyKey.XA_PASSWORD);

    private static final Set<PropertyKey> NOT_OF_A_RUN = EnumSet.of(
            PropertyKey.LOAD_WORKERS,
            PropertyKey.FILE_LOCATION,
            PropertyKey.CSV_NULL_VALUE,
            PropertyKey.RESULT_DIRECTORY,
            PropertyKey.REPORT_INTERVAL_SECS,
            PropertyKey.LIVE_PORT);

    /** Beside the options of the layout. */
    private static final Set<PropertyKey> OF_A_BUILD = EnumSet.of(PropertyKey.PARTITIONS, PropertyKey.SHARDS);

    private SweepPlan() {}

    /** Reads {@code KEY=V1,V2,...}, with semicolons where a value holds commas, for runs before each of which the database may be rebuilt. */
    public static Map.Entry<String, List<String>> vary(String text, boolean rebuilds) throws UsageException {
        int equals = text.indexOf('=');
        UsageException.throwIf(equals < 1, "--vary " + text + ": write KEY=VALUE,VALUE,...");
        String name = text.substring(0, equals).strip();
        String values = text.substring(equals + 1);
        List<String> list = Stream.of(values.split(values.contains(";") ? ";" : ",", -1))
                .map(String::strip)
                .toList();
        UsageException.throwIf(list.contains(""), "--vary " + text + ": a value is empty");
        UsageException.throwIf(
                new HashSet<>(list).size() < list.size(),
                "--vary " + text + ": a value is there twice; --repeats makes runs again");
        return Map.entry(key("--vary " + name, name, rebuilds).key(), list);
    }

    /** The own name of a key whose value a search may choose. */
    public static String numberKey(String name) throws UsageException {
        PropertyKey key = key("--find-peak " + name, name, false);
        UsageException.throwIf(!key.isWholeNumber(), "--find-peak " + name + ": this property is not a whole number");
        return key.key();
    }

    /** The key, when runs can differ in it. */
    private static PropertyKey key(String option, String name, boolean rebuilds) throws UsageException {
        String near = PropertyKey.nearest(name);
        PropertyKey key = PropertyKey.find(name)
                .orElseThrow(() -> new UsageException(option + ": there is no such property"
                        + (near.isEmpty() ? ", and a variable of scripts is a part of scriptVariables" : near)));
        UsageException.throwIf(
                FIXED.contains(key), option + ": this says which database is meant; give several props files instead");
        UsageException.throwIf(NOT_OF_A_RUN.contains(key), option + ": the figures of a run do not depend on it");
        UsageException.throwIf(
                (OF_A_BUILD.contains(key) || Layout.OPTIONS.contains(key)) && !rebuilds,
                option + ": tables get it when they are built; add --between rebuild");
        return key;
    }

    /** The number of runs; refuses too many, before anything grows with it. */
    public static int requireFew(Plan plan) throws UsageException {
        UsageException.throwIf(plan.repeats() < 1, "--repeats=" + plan.repeats() + ": 1 is the least");
        long count = (long) plan.databases().size() * plan.repeats();
        for (List<String> values : plan.vary().values()) {
            count = Math.min(count * values.size(), MAX_COUNTED);
        }
        if (count > MAX_RUNS) {
            throw new UsageException(NumberText.format(
                    "This study has %,d runs; the most are %,d: vary less, or split it", count, MAX_RUNS));
        }
        return (int) count;
    }

    /** All runs, numbered in their order; refuses too many. */
    public static List<Run> runs(Plan plan) throws UsageException {
        int[] order = new int[requireFew(plan)];
        List<Setting> settings = settings(plan);
        RandomStream random = new RandomStream(plan.seed());
        if (plan.order().equals(Order.shuffled.name())) {
            random.permutation(order);
        } else {
            for (int block = 0; block < plan.repeats(); block++) {
                int[] places = new int[settings.size()];
                random.permutation(places);
                for (int i = 0; i < places.length; i++) {
                    int place = plan.order().equals(Order.blocks.name()) ? places[i] : i + 1;
                    order[block * places.length + i] = block * places.length + place;
                }
            }
        }
        List<Run> runs = new ArrayList<>();
        for (int place : order) {
            Setting setting = settings.get((place - 1) % settings.size());
            runs.add(run(plan, runs.size() + 1, (place - 1) / settings.size() + 1, setting));
        }
        return runs;
    }

    /** A planned run, with a directory that is named for it. */
    static Run run(Plan plan, int number, int block, Setting setting) {
        StringBuilder name = new StringBuilder(NumberText.format("%03d", number));
        if (plan.databases().size() > 1 || setting.point().isEmpty()) {
            name.append('_').append(setting.database());
        }
        setting.point().forEach((key, value) -> name.append('_').append(key).append(value));
        String plain = name.toString().replaceAll("[^A-Za-z0-9._-]", "-");
        String directory = "runs/" + plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
        return new Run(number, block, setting, directory, State.PLANNED, 0, 0, "");
    }

    /** Every point of the grid on every database, the first property changing slowest. */
    public static List<Setting> settings(Plan plan) {
        List<Setting> settings = plan.databases().stream()
                .map(database -> new Setting(database.label(), Map.of()))
                .toList();
        for (Map.Entry<String, List<String>> vary : plan.vary().entrySet()) {
            settings = settings.stream()
                    .flatMap(setting -> vary.getValue().stream().map(value -> setting.with(vary.getKey(), value)))
                    .toList();
        }
        return settings;
    }

    /** A props file with what it says itself and the warehouses that are loaded, to see later whether all is still the same. */
    static Database database(String label, String props, LoadedConfig loaded, int warehouses) {
        Map<String, String> own = new LinkedHashMap<>();
        for (EffectiveSetting setting : loaded.settings()) {
            if (!OTHER_ORIGINS.contains(setting.origin())) {
                own.put(setting.key(), setting.value());
            }
        }
        return new Database(label, props, own, warehouses);
    }

    /**
     * How long runs are where neither the file nor the command line says so; a profile has its own end.
     *
     * @param file read without anything that wins over it
     * @param given keys that are set or varied beside the file
     * @param kind a failover takes longer than a point of a grid
     */
    public static Map<String, String> lengths(LoadedConfig file, Set<String> given, Kind kind) {
        boolean hasLength = Stream.of(PropertyKey.RUN_MINS, PropertyKey.RUN_TXNS_PER_TERMINAL, PropertyKey.LOAD_PROFILE)
                .anyMatch(key -> isInFile(file, key) || key != PropertyKey.RUN_MINS && given.contains(key.key()));
        if (hasLength) {
            return Map.of();
        }
        Map<String, String> lengths = new LinkedHashMap<>();
        lengths.put(PropertyKey.RUN_MINS.key(), kind == Kind.FAILOVER ? FAILOVER_MINUTES : RUN_MINUTES);
        if (!isInFile(file, PropertyKey.RAMPUP_MINS)) {
            lengths.put(PropertyKey.RAMPUP_MINS.key(), RAMPUP_MINUTES);
        }
        return lengths;
    }

    private static boolean isInFile(LoadedConfig file, PropertyKey key) {
        return !file.settings().get(key.ordinal()).origin().equals("default");
    }

    /** What a study that is resumed asks otherwise than its plan, a phrase each; empty when nothing. */
    public static List<String> changes(StudyFile planned, StudyFile now) {
        List<String> changes = new ArrayList<>();
        Plan old = planned.plan();
        Plan fresh = now.plan();
        compare(changes, "the question", planned.kind(), now.kind());
        compare(changes, "what is varied", words(old.vary()), words(fresh.vary()));
        compare(changes, now.kind() == Kind.AB ? "--rounds" : "--repeats", old.repeats(), fresh.repeats());
        compare(changes, now.kind() == Kind.AB ? "the order of the runs" : "--order", old.order(), fresh.order());
        compare(changes, "--cpus-a and --cpus-b", old.processors(), fresh.processors());
        compare(changes, "--between", old.between(), fresh.between());
        compare(changes, "-D", old.settings(), fresh.settings());
        compare(changes, "--may-lose", old.mayLoseSeconds(), fresh.mayLoseSeconds());
        compare(changes, "thresholds", old.thresholds(), fresh.thresholds());
        if (planned.search() != null && now.search() != null) {
            compare(changes, "--find-peak", planned.search(), now.search());
        }
        compare(changes, "the props files", props(old), props(fresh));
        if (props(old).equals(props(fresh))) {
            for (int i = 0; i < old.databases().size(); i++) {
                Database before = old.databases().get(i);
                Database after = fresh.databases().get(i);
                Set<String> keys = new TreeSet<>(before.settings().keySet());
                keys.addAll(after.settings().keySet());
                for (String key : keys) {
                    compare(
                            changes,
                            key + " of " + before.label(),
                            before.settings().getOrDefault(key, "not set"),
                            after.settings().getOrDefault(key, "not set"));
                }
                if (before.loadedWarehouses() > 0 && after.loadedWarehouses() > 0) {
                    compare(
                            changes,
                            "the number of loaded warehouses of " + before.label(),
                            before.loadedWarehouses(),
                            after.loadedWarehouses());
                }
            }
        }
        return changes;
    }

    private static void compare(List<String> changes, String what, Object old, Object now) {
        if (!old.equals(now)) {
            changes.add(what + " was " + old + " and is " + now);
        }
    }

    private static List<String> props(Plan plan) {
        return plan.databases().stream().map(Database::props).toList();
    }

    private static List<String> words(Map<String, List<String>> vary) {
        return vary.entrySet().stream()
                .map(one -> one.getKey() + "=" + String.join(",", one.getValue()))
                .toList();
    }
}
