package io.bmsql.analysis;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was not the same on both sides, of everything that the directories record about their circumstances. */
public final class Differences {
    /** Differ in every run, or say nothing of what was measured. */
    private static final Set<String> OF_EVERY_RUN = Set.of("command line", "resultDirectory", "runid", "lang");

    /** Known at its end. */
    private static final Set<String> OF_A_FINISHED_RUN = Set.of("window, s", "ramp-up, s");

    /** What bmsql_config said of the rows when the run began. */
    private static final Map<String, String> DATA = new TreeMap<>(Map.of(
            "asLoaded",
            "rows as loaded",
            "fingerprint",
            "fingerprint of the rows",
            "runsBefore",
            "runs before",
            "prepared",
            "prepared for the run"));

    /** Drawn in one run and set in the next, it may be the same. */
    private static final Place SEED = new Place("property", "seed");

    private record Place(String part, String name) {}

    /** What a run recorded of its circumstances. */
    private record Recorded(RunFacts facts, Map<String, String> settings, CollectedFigures.Database database) {
        static List<Recorded> of(List<ComparedRun> runs) {
            return runs.stream()
                    .map(run -> new Recorded(run.summary().run(), run.settings(), run.database()))
                    .toList();
        }

        /** True for a run of BenchmarkSQL, which records few of them. */
        boolean isForeign() {
            return facts.environment().containsKey(RunData.PROGRAM);
        }
    }

    /** So that what BenchmarkSQL records is in the same places as of our own runs. */
    private final boolean hasForeign;

    /** The settings that BenchmarkSQL records as well; null for all. */
    private final @Nullable Set<String> settings;

    /** What the server has of settings that some run has changed; empty where servers may differ in it. */
    private final Map<String, String> defaults = new TreeMap<>();

    private final Map<Place, TreeSet<String>> old;
    private final Map<Place, TreeSet<String>> now;
    private final Set<Place> places;

    private Differences(List<Recorded> base, List<Recorded> fresh) {
        List<Recorded> all = Stream.concat(base.stream(), fresh.stream()).toList();
        Set<String> foreign = all.stream()
                .filter(Recorded::isForeign)
                .flatMap(run -> run.settings.keySet().stream())
                .collect(Collectors.toSet());
        hasForeign = all.stream().anyMatch(Recorded::isForeign);
        settings = foreign.isEmpty() || all.stream().allMatch(Recorded::isForeign) ? null : foreign;
        Set<String> servers = all.stream()
                .map(run -> run.facts.environment().getOrDefault("server", ""))
                .collect(Collectors.toSet());
        if (servers.size() == 1 && !servers.contains("")) {
            all.forEach(run -> defaults.putAll(run.database.settingDefaults()));
        }
        old = values(base);
        now = values(fresh);
        places = new LinkedHashSet<>(old.keySet());
        places.addAll(now.keySet());
        if (all.stream().map(run -> run.facts.setup().seed()).distinct().count() == 1) {
            places.remove(SEED);
        }
    }

    /** Lists them in the order of the directories. What one side records nothing of is named once. */
    public static List<Difference> between(List<ComparedRun> base, List<ComparedRun> fresh) {
        return new Differences(Recorded.of(base), Recorded.of(fresh)).all();
    }

    private List<Difference> all() {
        Set<String> oldParts = parts(old);
        Set<String> newParts = parts(now);
        List<Difference> differences = new ArrayList<>();
        Set<String> missing = new HashSet<>();
        for (Place place : places) {
            boolean was = oldParts.contains(place.part);
            boolean is = newParts.contains(place.part);
            if (was && is) {
                if (!hides(place) && areDifferent(place)) {
                    differences.add(difference(place));
                }
            } else if (missing.add(place.part)) {
                differences.add(new Difference(
                        place.part, "", was ? "recorded" : "not recorded", is ? "recorded" : "not recorded"));
            }
        }
        return differences;
    }

    /**
     * What a run that is about to begin will not have as an earlier one had it. What the earlier one did not record is left out, as
     * are its times.
     */
    public static List<Difference> since(ComparedRun before, RunFacts now, CollectedFigures.Database database) {
        Differences found = new Differences(
                Recorded.of(List.of(before)), List.of(new Recorded(now, ComparedRun.settings(now), database)));
        Set<String> recorded = parts(found.old);
        return found.places.stream()
                .filter(place ->
                        recorded.contains(place.part) && !OF_A_FINISHED_RUN.contains(place.name) && !found.hides(place))
                .map(found::difference)
                .filter(one -> !one.base().equals(one.fresh()))
                .toList();
    }

    private static Set<String> parts(Map<Place, TreeSet<String>> values) {
        return values.keySet().stream().map(Place::part).collect(Collectors.toSet());
    }

    /** True for a setting that stands among the facts of the run, or that not all could have recorded. */
    private boolean hides(Place place) {
        return place.part.equals("property")
                && (places.contains(new Place("run", place.name))
                        || settings != null && !settings.contains(place.name));
    }

    private static TreeSet<String> at(Place place, Map<Place, TreeSet<String>> values) {
        return values.getOrDefault(place, new TreeSet<>());
    }

    private Difference difference(Place place) {
        return new Difference(
                place.part, place.name, String.join(" | ", at(place, old)), String.join(" | ", at(place, now)));
    }

    private boolean areDifferent(Place place) {
        TreeSet<String> before = at(place, old);
        TreeSet<String> after = at(place, now);
        return place.part.equals("load") && DATA.containsValue(place.name)
                ? areApart(before, after)
                : !before.equals(after) || before.size() > 1;
    }

    /**
     * Every run changes the data, so that each finds other ones. It says something when all runs of one side found them in another
     * state than those of the other side: later, or not as loaded.
     */
    private static boolean areApart(TreeSet<String> before, TreeSet<String> after) {
        if (before.isEmpty() || after.isEmpty()) {
            return before.size() != after.size();
        }
        boolean areNumbers =
                Stream.concat(before.stream(), after.stream()).allMatch(value -> value.matches("\\d{1,18}"));
        return areNumbers
                ? numbers(before).getMax() < numbers(after).getMin()
                        || numbers(after).getMax() < numbers(before).getMin()
                : Collections.disjoint(before, after);
    }

    private static LongSummaryStatistics numbers(Set<String> values) {
        return values.stream().mapToLong(Long::parseLong).summaryStatistics();
    }

    private Map<Place, TreeSet<String>> values(List<Recorded> runs) {
        Map<Place, TreeSet<String>> values = new LinkedHashMap<>();
        runs.forEach(
                run -> values(run).forEach((place, value) -> values.computeIfAbsent(place, first -> new TreeSet<>())
                        .add(value)));
        return values;
    }

    private Map<Place, String> values(Recorded run) {
        Map<Place, String> values = new LinkedHashMap<>();
        addRun(values, run.facts);
        run.settings.forEach((key, value) -> put(values, "property", key, value));
        if (!run.database.settings().isEmpty()) {
            defaults.forEach((name, value) -> put(values, "database", name, value + " (default)"));
            run.database.settingValues().forEach((name, value) -> put(values, "database", name, value));
        }
        run.facts.environment().forEach((name, value) -> {
            // What other forms there are follows from the form, which is compared.
            if (!name.equals(RunData.PROGRAM) && !name.equals(RunFacts.FORMS)) {
                put(values, "environment", name, value);
            }
        });
        LoadFacts load = run.facts.load();
        if (load != null) {
            put(values, "load", "loaded by", load.origin().toolVersion());
            put(values, "load", "seed", load.origin().seed());
            load.schema().forEach((name, value) -> put(values, "load", name, value));
            DATA.forEach((name, words) -> put(values, "load", words, load.data().get(name)));
        }
        return values;
    }

    private void addRun(Map<Place, String> values, RunFacts facts) {
        put(values, "run", "db", facts.setup().db());
        if (hasForeign) {
            String program = facts.environment().getOrDefault(RunData.PROGRAM, "bmsql");
            put(values, "run", "program", program + " " + facts.setup().toolVersion());
        } else {
            put(values, "run", "bmsql", facts.setup().toolVersion());
        }
        put(values, "run", "statement profile", facts.setup().statementProfile());
        put(values, "run", "statement form", facts.setup().statementForm());
        put(values, "run", "isolation level", facts.setup().isolationLevel());
        put(values, "run", "pacing", facts.pace().pacing());
        put(values, "run", "window, s", Math.round(facts.window().windowSeconds()));
        put(values, "run", "ramp-up, s", Math.round(facts.window().rampupSeconds()));
        if (hasForeign || facts.settings().isEmpty()) {
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
