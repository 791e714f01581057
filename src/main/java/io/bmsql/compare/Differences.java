package io.bmsql.compare;

import io.bmsql.compare.Comparison.Difference;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was not the same on both sides, of everything that the directories record about their circumstances. */
public final class Differences {
    /** Differ in every run and say nothing. */
    private static final Set<String> OF_EVERY_RUN = Set.of("command line", "resultDirectory", "runid");

    /** The origin of a seed that nobody set: another one in every run. */
    private static final String DRAWN = "drawn";

    /** Known at its end. */
    private static final Set<String> OF_A_FINISHED_RUN = Set.of("window, s", "ramp-up, s");

    /** What bmsql_config said of the rows when the run began. */
    private static final Map<String, String> DATA = new TreeMap<>(Map.of(
            "asLoaded", "rows as loaded", "fingerprint", "fingerprint of the rows", "runsBefore", "runs before"));

    /** A host whose speed differs by less, as a share, is the same. */
    static final double HOST_MARGIN = 0.05;

    private Differences() {}

    /** In the order in which the directories name them. */
    public static List<Difference> between(List<ComparedRun> base, List<ComparedRun> fresh) {
        Map<Place, TreeSet<String>> old = values(base);
        Map<Place, TreeSet<String>> now = values(fresh);
        Set<Place> places = new LinkedHashSet<>(old.keySet());
        places.addAll(now.keySet());
        List<Difference> differences = new ArrayList<>();
        for (Place place : places) {
            Set<String> before = old.getOrDefault(place, new TreeSet<>());
            Set<String> after = now.getOrDefault(place, new TreeSet<>());
            if (!before.equals(after) || before.size() > 1) {
                differences.add(new Difference(place.part, place.name, join(before), join(after)));
            }
        }
        double before = middle(base);
        double after = middle(fresh);
        if (Math.abs(after / before - 1) > HOST_MARGIN) {
            differences.add(new Difference("machine", "canary, \u00b5s", micros(before), micros(after)));
        }
        return differences;
    }

    /** Of the canary's times; NaN where a run has none. */
    private static double middle(List<ComparedRun> runs) {
        double[] micros =
                runs.stream().mapToDouble(ComparedRun::canaryMicros).sorted().toArray();
        return Double.isNaN(micros[micros.length - 1]) ? Double.NaN : micros[micros.length / 2];
    }

    private static String micros(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /**
     * What a run that is about to begin will not have as an earlier one had it. What the earlier one did not record is left out, as
     * are its times.
     */
    public static List<Difference> since(ComparedRun before, RunFacts now, Map<String, String> databaseSettings) {
        Map<Place, String> old = of(before);
        Map<Place, String> fresh = of(now, databaseSettings);
        Set<Place> places = new LinkedHashSet<>(old.keySet());
        places.addAll(fresh.keySet());
        if (before.summary().run().setup().seed() == now.setup().seed()) {
            // Drawn once and set now.
            places.remove(new Place("property", "seed"));
        }
        Set<String> recorded = old.keySet().stream().map(Place::part).collect(Collectors.toSet());
        return places.stream()
                .filter(place -> recorded.contains(place.part) && !OF_A_FINISHED_RUN.contains(place.name))
                .map(place -> new Difference(
                        place.part, place.name, old.getOrDefault(place, ""), fresh.getOrDefault(place, "")))
                .filter(one -> !one.base().equals(one.fresh()))
                .toList();
    }

    private static String join(Set<String> values) {
        return String.join(" | ", values);
    }

    private record Place(String part, String name) {}

    private static Map<Place, TreeSet<String>> values(List<ComparedRun> runs) {
        Map<Place, TreeSet<String>> values = new LinkedHashMap<>();
        for (ComparedRun run : runs) {
            of(run).forEach((place, value) ->
                    values.computeIfAbsent(place, first -> new TreeSet<>()).add(value));
        }
        return values;
    }

    private static Map<Place, String> of(ComparedRun run) {
        return of(run.summary().run(), run.databaseSettings());
    }

    private static Map<Place, String> of(RunFacts facts, Map<String, String> databaseSettings) {
        Map<Place, String> values = new LinkedHashMap<>();
        addRun(values, facts);
        for (Setting setting : facts.settings()) {
            if (!setting.origin().equals(DRAWN)) {
                put(values, "property", setting.key(), setting.value());
            }
        }
        databaseSettings.forEach((name, value) -> put(values, "database", name, value));
        facts.environment().forEach((name, value) -> put(values, "environment", name, value));
        LoadFacts load = facts.load();
        if (load != null) {
            put(values, "load", "loaded by", load.origin().toolVersion());
            put(values, "load", "seed", load.origin().seed());
            load.schema().forEach((name, value) -> put(values, "load", name, value));
            DATA.forEach((name, words) -> put(values, "load", words, load.data().get(name)));
        }
        return values;
    }

    private static void addRun(Map<Place, String> values, RunFacts facts) {
        put(values, "run", "db", facts.setup().db());
        put(values, "run", "bmsql", facts.setup().toolVersion());
        put(values, "run", "statement profile", facts.setup().statementProfile());
        put(values, "run", "statement form", facts.setup().statementForm());
        put(values, "run", "isolation level", facts.setup().isolationLevel());
        put(values, "run", "pacing", facts.pace().pacing());
        put(values, "run", "window, s", Math.round(facts.window().windowSeconds()));
        put(values, "run", "ramp-up, s", Math.round(facts.window().rampupSeconds()));
        if (facts.settings().isEmpty()) {
            put(values, "run", "warehouses", facts.size().warehouses());
            put(values, "run", "terminals", facts.size().terminals());
            put(values, "run", "connections", facts.size().sutThreads());
        }
    }

    private static void put(Map<Place, String> values, String part, String name, @Nullable Object value) {
        if (!OF_EVERY_RUN.contains(name)) {
            values.put(new Place(part, name), Objects.toString(value, ""));
        }
    }
}
