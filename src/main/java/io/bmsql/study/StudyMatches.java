package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.PairPlan;
import io.bmsql.result.Checksums;
import io.bmsql.result.Checksums.Standing;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of studies that are set against each other because they were made at equal points.
 *
 * @param unmatched points of which only one side has runs that can be read
 * @param lost runs that left nothing to compare
 * @param thinned points at which more new runs than base runs were lost: those that are left are the ones that went well
 */
public record StudyMatches(List<Match> matches, List<String> unmatched, List<String> lost, List<String> thinned) {
    /** What a database is called where it takes the place of a varied property. */
    private static final String DATABASE = "database";

    /**
     * Two sides of one point.
     *
     * @param point empty when there is only one
     * @param plan of pairs that are looked at one after the other; without meaning for others
     */
    public record Match(String point, List<ComparedRun> base, List<ComparedRun> fresh, Method method, PairPlan plan) {
        private Match withoutCopies(Consumer<String> remarks) {
            List<ComparedRun> old = distinct(base, remarks);
            for (ComparedRun run : fresh) {
                twin(run, old).ifPresent(twin -> {
                    throw new ResultReadException(run.directory() + " is the same run as " + twin.directory()
                            + ": name each run once, on one side");
                });
            }
            return new Match(point, old, distinct(fresh, remarks), method, plan);
        }

        private static List<ComparedRun> distinct(List<ComparedRun> runs, Consumer<String> remarks) {
            List<ComparedRun> distinct = new ArrayList<>();
            for (ComparedRun run : runs) {
                ResultDirectory directory = run.directory();
                if (standing(run) == Standing.CHANGED) {
                    remarks.accept(ResultDirectory.SUMMARY + " of " + directory
                            + " was changed after the run: its checksum differs");
                }
                twin(run, distinct)
                        .ifPresentOrElse(
                                twin -> remarks.accept(run.directory() + " is the same run as " + twin.directory()
                                        + ": it counts once"),
                                () -> distinct.add(run));
            }
            return List.copyOf(distinct);
        }

        private static Optional<ComparedRun> twin(ComparedRun run, List<ComparedRun> runs) {
            return runs.stream().filter(run::isSameRunAs).findFirst();
        }
    }

    private static Standing standing(ComparedRun run) {
        Path summary = run.directory().summary();
        return Files.isRegularFile(summary) ? Checksums.standing(run.directory(), summary) : Standing.AS_LEFT;
    }

    /**
     * The same without copies, which would make an interval narrower than it is.
     *
     * @param remarks hears of each copy, and of summaries that were changed after their runs, or may have been
     * @throws ResultReadException when a run is on both sides
     */
    public StudyMatches withoutCopies(Consumer<String> remarks) {
        List<ComparedRun> unknown = matches.stream()
                .flatMap(match -> Stream.of(match.base, match.fresh))
                .flatMap(List::stream)
                .filter(run -> standing(run) == Standing.UNKNOWN)
                .toList();
        if (!unknown.isEmpty()) {
            remarks.accept(Checksums.NAME + " of " + unknown.get(0).directory()
                    + (unknown.size() == 1 ? "" : " and " + (unknown.size() - 1) + " more")
                    + " is missing or lists no " + ResultDirectory.SUMMARY
                    + ": whether that was changed after the run is not known");
        }
        return new StudyMatches(
                matches.stream().map(match -> match.withoutCopies(remarks)).toList(), unmatched, lost, thinned);
    }

    /** Holds runs that belong to no study. */
    public static StudyMatches of(Match match) {
        return new StudyMatches(List.of(match), List.of(), List.of(), List.of());
    }

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

        Path directory() {
            return study.resolve(run.directory());
        }

        /** Null when it failed, or left nothing that can be read. */
        @Nullable
        ComparedRun read() {
            try {
                return run.state() == State.DONE ? ComparedRun.read(ResultDirectory.open(directory())) : null;
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
        List<String> unmatched = new ArrayList<>();
        List<Placed> lost = new ArrayList<>();
        // Read once: the base stands against each of the others.
        Map<String, Map<String, Map<Integer, ComparedRun>>> points = new LinkedHashMap<>();
        read(Placed.of(file, study), lost)
                .forEach((placed, run) -> points.computeIfAbsent(placed.without(side), point -> new HashMap<>())
                        .computeIfAbsent(placed.place.getOrDefault(side, ""), value -> new HashMap<>())
                        .put(placed.run.block(), run));
        Method method = file.kind() == Kind.AB ? PairStudy.method(file.plan()) : Method.PAIRS;
        ofSide.stream()
                .filter(value -> !value.equals(old))
                .forEach(fresh -> points.forEach((point, runs) -> {
                    // Runs of the same block against each other; of repeated runs, the last counts.
                    Map<Integer, ComparedRun> before = new TreeMap<>(runs.getOrDefault(old, Map.of()));
                    Map<Integer, ComparedRun> after = new TreeMap<>(runs.getOrDefault(fresh, Map.of()));
                    before.keySet().retainAll(after.keySet());
                    after.keySet().retainAll(before.keySet());
                    String which = ofSide.size() == 2 ? "" : side + "=" + fresh + (point.isEmpty() ? "" : ", ");
                    if (before.isEmpty()) {
                        unmatched.add(which + point);
                    } else {
                        matches.add(new Match(
                                which + point,
                                List.copyOf(before.values()),
                                List.copyOf(after.values()),
                                method,
                                PairStudy.pairs(file.plan())));
                    }
                }));
        Function<Placed, String> value = placed -> placed.place.getOrDefault(side, "");
        List<String> thinned = thinned(lost, placed -> placed.without(side), value, old);
        return named(study, matches, unmatched, lost.stream().map(placed -> placed.run.directory()), thinned);
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

    /** Between studies: the runs at points that both sides have, as independent repeats. */
    public static StudyMatches between(List<Path> base, List<Path> fresh) {
        List<Placed> lost = new ArrayList<>();
        Map<String, List<Placed>> old = points(base);
        Map<String, List<Placed>> now = points(fresh);
        List<Match> matches = new ArrayList<>();
        List<String> unmatched = new ArrayList<>();
        old.forEach((point, runs) -> {
            List<Placed> others = now.getOrDefault(point, List.of());
            Collection<ComparedRun> before =
                    others.isEmpty() ? List.of() : read(runs, lost).values();
            Collection<ComparedRun> after = read(others, lost).values();
            if (!before.isEmpty() && !after.isEmpty()) {
                matches.add(new Match(point, List.copyOf(before), List.copyOf(after), Method.REPEATS, PairPlan.NONE));
            } else {
                unmatched.add(point);
            }
        });
        now.keySet().stream().filter(point -> !old.containsKey(point)).forEach(unmatched::add);
        Function<Placed, String> side = placed -> base.contains(placed.study) ? PairStudy.BASE : PairStudy.NEW;
        List<String> thinned = thinned(lost, placed -> placed.without(""), side, PairStudy.BASE);
        Stream<String> names = lost.stream().map(placed -> placed.directory().toString());
        return named(base.get(0), matches, unmatched, names, thinned);
    }

    /** Points at which another side lost more runs than the base. */
    private static List<String> thinned(
            List<Placed> lost, Function<Placed, String> point, Function<Placed, String> side, String base) {
        Map<String, Map<String, Long>> points = lost.stream()
                .collect(Collectors.groupingBy(
                        point, LinkedHashMap::new, Collectors.groupingBy(side, Collectors.counting())));
        return points.entrySet().stream()
                .filter(one -> Collections.max(one.getValue().values())
                        > one.getValue().getOrDefault(base, 0L))
                .map(Map.Entry::getKey)
                .toList();
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

    /** In the order of the list. */
    private static Map<Placed, ComparedRun> read(List<Placed> runs, List<Placed> lost) {
        Map<Placed, ComparedRun> read = new LinkedHashMap<>();
        for (Placed placed : runs) {
            ComparedRun run = placed.read();
            if (run == null) {
                lost.add(placed);
            } else {
                read.put(placed, run);
            }
        }
        return read;
    }

    private static StudyMatches named(
            Path study, List<Match> matches, List<String> unmatched, Stream<String> lost, List<String> thinned) {
        if (matches.isEmpty()) {
            throw new ResultReadException(
                    "Nothing in " + study + " can be compared yet: there is no point with a run on both" + " sides"
                            + (unmatched.isEmpty() ? "" : "; only one side has " + String.join("; ", unmatched)));
        }
        return new StudyMatches(List.copyOf(matches), unmatched, lost.toList(), thinned);
    }
}
