package io.bmsql.analysis;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import java.util.ArrayList;
import java.util.Collections;
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

    private Differences() {}

    /** Lists them in the order of the directories. What one side records nothing of is named once. */
    public static List<Difference> between(List<ComparedRun> base, List<ComparedRun> fresh) {
        List<ComparedRun> all = Stream.concat(base.stream(), fresh.stream()).toList();
        Shared shared = Shared.of(all);
        Map<Place, TreeSet<String>> old = values(base, shared);
        Map<Place, TreeSet<String>> now = values(fresh, shared);
        Set<String> oldParts = parts(old.keySet());
        Set<String> newParts = parts(now.keySet());
        Set<Place> places = new LinkedHashSet<>(old.keySet());
        places.addAll(now.keySet());
        if (all.stream()
                        .map(run -> run.summary().run().setup().seed())
                        .distinct()
                        .count()
                == 1) {
            places.remove(SEED);
        }
        List<Difference> differences = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>();
        for (Place place : places) {
            TreeSet<String> before = old.getOrDefault(place, new TreeSet<>());
            TreeSet<String> after = now.getOrDefault(place, new TreeSet<>());
            if (!oldParts.contains(place.part) || !newParts.contains(place.part)) {
                if (missing.add(place.part)) {
                    String was = oldParts.contains(place.part) ? "recorded" : "not recorded";
                    String is = newParts.contains(place.part) ? "recorded" : "not recorded";
                    differences.add(new Difference(place.part, "", was, is));
                }
                continue;
            }
            if (shared.hides(place, places)) {
                continue;
            }
            boolean isOfTheData = place.part.equals("load") && DATA.containsValue(place.name);
            if (isOfTheData ? areApart(before, after) : !before.equals(after) || before.size() > 1) {
                differences.add(
                        new Difference(place.part, place.name, String.join(" | ", before), String.join(" | ", after)));
            }
        }
        return differences;
    }

    private static Set<String> parts(Set<Place> places) {
        return places.stream().map(Place::part).collect(Collectors.toSet());
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

    /**
     * What a run that is about to begin will not have as an earlier one had it. What the earlier one did not record is left out, as
     * are its times.
     */
    public static List<Difference> since(ComparedRun before, RunFacts now, CollectedFigures.Database database) {
        RunFacts was = before.summary().run();
        Shared shared = new Shared(
                isForeign(was),
                isForeign(was) ? before.settings().keySet() : null,
                isSameServer(List.of(was, now)) ? defaults(List.of(before.database(), database)) : Map.of());
        Map<Place, String> old = of(was, before.settings(), before.database(), shared);
        Map<Place, String> fresh = of(now, ComparedRun.settings(now), database, shared);
        Set<Place> places = new LinkedHashSet<>(old.keySet());
        places.addAll(fresh.keySet());
        if (was.setup().seed() == now.setup().seed()) {
            places.remove(SEED);
        }
        Set<String> recorded = parts(old.keySet());
        return places.stream()
                .filter(place -> recorded.contains(place.part)
                        && !OF_A_FINISHED_RUN.contains(place.name)
                        && !shared.hides(place, places))
                .map(place -> new Difference(
                        place.part, place.name, old.getOrDefault(place, ""), fresh.getOrDefault(place, "")))
                .filter(one -> !one.base().equals(one.fresh()))
                .toList();
    }

    private record Place(String part, String name) {}

    /**
     * What runs are told by together.
     *
     * @param hasForeign so that what BenchmarkSQL records is in the same places as of our own runs
     * @param settings that BenchmarkSQL records as well; null for all
     * @param defaults of the server's settings that some run has changed; empty where they may have different ones
     */
    private record Shared(boolean hasForeign, @Nullable Set<String> settings, Map<String, String> defaults) {
        /** True for a setting that stands among the facts of the run, or that not all could have recorded. */
        boolean hides(Place place, Set<Place> all) {
            return place.part.equals("property")
                    && (all.contains(new Place("run", place.name))
                            || settings != null && !settings.contains(place.name));
        }

        static Shared of(List<ComparedRun> runs) {
            List<RunFacts> facts = runs.stream().map(run -> run.summary().run()).toList();
            Set<String> foreign = runs.stream()
                    .filter(run -> isForeign(run.summary().run()))
                    .flatMap(run -> run.settings().keySet().stream())
                    .collect(Collectors.toSet());
            boolean areMixed =
                    facts.stream().map(Differences::isForeign).distinct().count() > 1;
            return new Shared(
                    facts.stream().anyMatch(Differences::isForeign),
                    areMixed && !foreign.isEmpty() ? foreign : null,
                    isSameServer(facts)
                            ? Differences.defaults(
                                    runs.stream().map(ComparedRun::database).toList())
                            : Map.of());
        }
    }

    private static boolean isSameServer(List<RunFacts> facts) {
        List<String> servers = facts.stream()
                .map(one -> one.environment().getOrDefault("server", ""))
                .distinct()
                .toList();
        return servers.size() == 1 && !servers.get(0).isEmpty();
    }

    private static Map<String, String> defaults(List<CollectedFigures.Database> databases) {
        Map<String, String> defaults = new TreeMap<>();
        databases.forEach(database -> defaults.putAll(database.settingDefaults()));
        return defaults;
    }

    private static Map<Place, TreeSet<String>> values(List<ComparedRun> runs, Shared shared) {
        Map<Place, TreeSet<String>> values = new LinkedHashMap<>();
        for (ComparedRun run : runs) {
            of(run.summary().run(), run.settings(), run.database(), shared)
                    .forEach((place, value) -> values.computeIfAbsent(place, first -> new TreeSet<>())
                            .add(value));
        }
        return values;
    }

    /** True for a run of BenchmarkSQL, which records few of its circumstances. */
    private static boolean isForeign(RunFacts facts) {
        return facts.environment().containsKey(RunData.PROGRAM);
    }

    private static Map<Place, String> of(
            RunFacts facts, Map<String, String> settings, CollectedFigures.Database database, Shared shared) {
        Map<Place, String> values = new LinkedHashMap<>();
        addRun(values, facts, shared.hasForeign);
        settings.forEach((key, value) -> put(values, "property", key, value));
        if (!database.settings().isEmpty()) {
            shared.defaults.forEach((name, value) -> put(values, "database", name, value + " (default)"));
            database.settingValues().forEach((name, value) -> put(values, "database", name, value));
        }
        facts.environment().forEach((name, value) -> {
            // What other forms there are follows from the form, which is compared.
            if (!name.equals(RunData.PROGRAM) && !name.equals(RunFacts.FORMS)) {
                put(values, "environment", name, value);
            }
        });
        LoadFacts load = facts.load();
        if (load != null) {
            put(values, "load", "loaded by", load.origin().toolVersion());
            put(values, "load", "seed", load.origin().seed());
            load.schema().forEach((name, value) -> put(values, "load", name, value));
            DATA.forEach((name, words) -> put(values, "load", words, load.data().get(name)));
        }
        return values;
    }

    private static void addRun(Map<Place, String> values, RunFacts facts, boolean hasForeign) {
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
