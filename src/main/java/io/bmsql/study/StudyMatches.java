package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of studies that are set against each other because they were made at equal points.
 *
 * @param unmatched points that only one side has
 * @param lost runs that left nothing to compare
 */
public record StudyMatches(List<Match> matches, List<String> unmatched, List<String> lost) {
    /** What a database is called where it takes the place of a varied property. */
    private static final String DATABASE = "database";

    /**
     * Two sides of one point.
     *
     * @param point empty when there is only one
     * @param plannedPairs of a sequence; without meaning for others
     */
    public record Match(
            String point, List<ComparedRun> base, List<ComparedRun> fresh, Method method, int plannedPairs) {}

    /** One run with all that it was made with, the database among them where there are several: alone it may be called anything. */
    private record Placed(Map<String, String> place, Run run, Path study) {
        /** In the order of the plan; of one point in that in which they were made. */
        static List<Placed> of(StudyFile file, Path study) {
            List<StudyFile.Setting> order = SweepPlan.settings(file.plan());
            return file.runs().stream()
                    .filter(run -> run.state() == State.DONE || run.state() == State.FAILED)
                    .sorted(Comparator.comparingInt(run -> order.indexOf(run.setting())))
                    .map(run -> {
                        Map<String, String> place = new LinkedHashMap<>();
                        if (file.plan().databases().size() > 1) {
                            place.put(DATABASE, run.setting().database());
                        }
                        place.putAll(run.setting().point());
                        return new Placed(place, run, study);
                    })
                    .toList();
        }

        /** Where it stands when {@code side} is what base and new differ in. */
        String without(String side) {
            return place.entrySet().stream()
                    .filter(one -> !one.getKey().equals(side))
                    .map(one -> one.getKey().equals(DATABASE) ? one.getValue() : one.getKey() + "=" + one.getValue())
                    .collect(Collectors.joining(", "));
        }

        /** Null when it failed. */
        @Nullable
        ComparedRun read() {
            if (run.state() != State.DONE) {
                return null;
            }
            try {
                return ComparedRun.read(ResultDirectory.open(study.resolve(run.directory())));
            } catch (ResultReadException e) {
                return null;
            }
        }
    }

    /**
     * Within one study: two databases, or two values of a property, at every point of the others. Runs of the same block are
     * pairs.
     *
     * @param base the database or the value that the others are compared with; null for the first of two
     */
    public static StudyMatches within(Path study, @Nullable String base) {
        StudyFile file = StudyFile.read(study.resolve(StudyFile.NAME));
        Map<String, List<String>> values = new LinkedHashMap<>();
        values.put(
                DATABASE,
                file.plan().databases().stream().map(StudyFile.Database::label).toList());
        values.putAll(file.plan().vary());
        String side = side(study, values, base);
        List<String> ofSide = values.getOrDefault(side, List.of());
        String old = base == null ? ofSide.get(0) : base;
        List<Match> matches = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        // Read once: the base stands against each of the others.
        Map<Placed, ComparedRun> read = new LinkedHashMap<>();
        for (Placed placed : Placed.of(file, study)) {
            ComparedRun run = placed.read();
            if (run == null) {
                lost.add(placed.run.directory());
            } else {
                read.put(placed, run);
            }
        }
        for (String fresh : ofSide) {
            if (!fresh.equals(old)) {
                Set<String> points = new LinkedHashSet<>();
                read.keySet().forEach(run -> points.add(run.without(side)));
                for (String point : points) {
                    String which = ofSide.size() == 2 ? "" : side + "=" + fresh + (point.isEmpty() ? "" : ", ");
                    Map<Integer, ComparedRun> before = new TreeMap<>();
                    Map<Integer, ComparedRun> after = new TreeMap<>();
                    read.forEach((placed, run) -> {
                        String value = placed.place.get(side);
                        if (placed.without(side).equals(point) && (old.equals(value) || fresh.equals(value))) {
                            (old.equals(value) ? before : after).put(placed.run.block(), run);
                        }
                    });
                    addPairs(matches, which + point, before, after, file);
                }
            }
        }
        return named(study, matches, List.of(), lost);
    }

    /** In what the two sides differ: that which has the base among its values, or the only one with two values. */
    private static String side(Path study, Map<String, List<String>> values, @Nullable String base) {
        List<String> sides = values.entrySet().stream()
                .filter(one -> base == null
                        ? one.getValue().size() == 2
                        : one.getValue().size() > 1 && one.getValue().contains(base))
                .map(Map.Entry::getKey)
                .toList();
        if (sides.size() == 1
                || base == null && !sides.isEmpty() && sides.get(0).equals(DATABASE)) {
            return sides.get(0);
        }
        String all = values.entrySet().stream()
                .map(one -> one.getKey() + " (" + String.join(", ", one.getValue()) + ")")
                .collect(Collectors.joining(", "));
        throw new ResultReadException(study + " does not say what to compare in it: it has " + all
                + ". Name the base with --vary-base, a value that only one of them has");
    }

    /** Puts runs of the same block against each other; of repeated runs, the last counts. */
    private static void addPairs(
            List<Match> matches,
            String point,
            Map<Integer, ComparedRun> old,
            Map<Integer, ComparedRun> now,
            StudyFile study) {
        old.keySet().retainAll(now.keySet());
        now.keySet().retainAll(old.keySet());
        if (!old.isEmpty()) {
            matches.add(new Match(
                    point,
                    List.copyOf(old.values()),
                    List.copyOf(now.values()),
                    study.kind() == Kind.AB ? Method.SEQUENCE : Method.PAIRS,
                    study.plan().repeats()));
        }
    }

    /** Between studies: the runs at points that both sides have, as independent repeats. */
    public static StudyMatches between(List<Path> base, List<Path> fresh) {
        List<String> lost = new ArrayList<>();
        Map<String, List<Placed>> old = points(base);
        Map<String, List<Placed>> now = points(fresh);
        List<Match> matches = new ArrayList<>();
        old.forEach((point, runs) -> {
            List<Placed> others = now.getOrDefault(point, List.of());
            List<ComparedRun> before = others.isEmpty() ? List.of() : read(runs, lost);
            List<ComparedRun> after = read(others, lost);
            if (!before.isEmpty() && !after.isEmpty()) {
                matches.add(new Match(point, before, after, Method.REPEATS, 0));
            }
        });
        List<String> unmatched = Stream.concat(
                        old.keySet().stream().filter(point -> !now.containsKey(point)),
                        now.keySet().stream().filter(point -> !old.containsKey(point)))
                .toList();
        return named(base.get(0), matches, unmatched, lost);
    }

    private static Map<String, List<Placed>> points(List<Path> studies) {
        Map<String, List<Placed>> points = new LinkedHashMap<>();
        for (Path study : studies) {
            StudyFile file = StudyFile.read(study.resolve(StudyFile.NAME));
            Placed.of(file, study).forEach(run -> points.computeIfAbsent(run.without(""), first -> new ArrayList<>())
                    .add(run));
        }
        return points;
    }

    private static List<ComparedRun> read(List<Placed> runs, List<String> lost) {
        List<ComparedRun> read = new ArrayList<>();
        for (Placed placed : runs) {
            ComparedRun run = placed.read();
            if (run == null) {
                lost.add(placed.study.resolve(placed.run.directory()).toString());
            } else {
                read.add(run);
            }
        }
        return read;
    }

    private static StudyMatches named(Path study, List<Match> matches, List<String> unmatched, List<String> lost) {
        if (matches.isEmpty()) {
            throw new ResultReadException(
                    "Nothing in " + study + " can be compared yet: there is no point with a run on both" + " sides"
                            + (unmatched.isEmpty() ? "" : "; only one side has " + String.join("; ", unmatched)));
        }
        return new StudyMatches(List.copyOf(matches), unmatched, lost);
    }
}
