package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparer;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Comparison.Unseen;
import io.bmsql.analysis.Knee;
import io.bmsql.analysis.PairPlan;
import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.report.Words;
import io.bmsql.study.StudyFile;
import io.bmsql.study.page.StudyFigures.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a study allows to say, in sentences. */
record StudyClaims(StudyFigures figures, Words words) {
    /** Fewer repeats do not show which of them is the odd one. */
    private static final int MIN_REPEATS = 3;

    private static final Words ENGLISH = Words.in(Language.EN);

    /** A repeat nearer to the median of its point is never far off; as a share. */
    private static final double NEAR = 0.05;

    /** Scaled median absolute deviations from the median that are far off (F. R. Hampel's identifier). */
    private static final double FAR = 3 * 1.4826;

    /** A list of everything would hide what matters. */
    private static final int MAX_DIFFERENCES = 12;

    String title() {
        if (figures.study().kind() == StudyFile.Kind.FAILOVER) {
            return words.text("study.failover.title");
        }
        if (isPairs()) {
            return words.text(isTogether() ? "study.ab.together.title" : "study.ab.title");
        }
        String what = figures.keys().isEmpty() ? words.text("results.db") : String.join(" × ", figures.keys());
        return words.text("study.title", what);
    }

    /** The peaks, or the best point of each database, the fastest first; of two settings in turn both. */
    List<String> headlines() {
        if (!figures.study().peaks().isEmpty()) {
            return figures.study().peaks().stream().map(this::peak).toList();
        }
        if (figures.study().kind() == StudyFile.Kind.FAILOVER) {
            return new StudyEvents(figures, words).headlines();
        }
        if (isPairs()) {
            return figures.points().stream()
                    .filter(point -> !point.counted().isEmpty())
                    .map(point -> measured("study.ab.side", point))
                    .toList();
        }
        List<Point> best = figures.databases().stream()
                .map(figures.best()::get)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(point -> -figures.rate(point).mean()))
                .toList();
        boolean isNothingMeasured =
                figures.points().stream().allMatch(point -> point.counted().isEmpty());
        String soFar = isDone() ? "" : ".sofar";
        return best.isEmpty()
                ? List.of(words.text(isNothingMeasured ? "study.best.nothing" : "study.best.none" + soFar))
                : best.stream()
                        .map(point -> measured("study.best" + soFar, point))
                        .toList();
    }

    private boolean isDone() {
        return figures.runs().size() == figures.study().runs().size();
    }

    private String peak(StudyFile.Peak peak) {
        StudyFile.Search search = Objects.requireNonNull(figures.study().search());
        String name = figures.name(new Point(peak.setting(), List.of()));
        String where = name.isEmpty() ? peak.setting().database() : name;
        String value = search.key() + "=" + NumberText.count(peak.value());
        if (peak.value() == 0) {
            String from = search.key() + "=" + NumberText.count(search.from());
            return words.text("study.peak.none", where, from, peak.limitedBy());
        }
        if (peak.confirmedBy() == 0) {
            return words.text("study.peak.unconfirmed", where, value, peak.limitedBy());
        }
        return peak.limitedBy().isEmpty()
                ? words.text("study.peak.open", where, value, peak.confirmedBy())
                : words.text("study.peak", where, value, peak.confirmedBy(), peak.limitedBy());
    }

    /** False where another question was asked. */
    boolean hasBest() {
        return !isPairs() && figures.study().kind() != StudyFile.Kind.FAILOVER;
    }

    /** Which of two settings is faster is the comparison's to say. */
    private boolean isPairs() {
        return figures.study().kind() == StudyFile.Kind.AB;
    }

    private boolean isTogether() {
        return figures.study().plan().isTogether();
    }

    private String measured(String key, Point point) {
        Repeats rate = figures.rate(point);
        String text = words.text(key, figures.name(point), NumberText.millis(rate.mean()), figures.rateKey());
        if (rate.hasInterval()) {
            return text + words.text("study.best.interval", interval(rate));
        }
        return rate.count() > 1 ? text + words.text("study.best.few", rate.count()) : text;
    }

    String interval(Repeats repeats) {
        if (repeats.hasInterval()) {
            return NumberText.millis(repeats.low()) + " … " + NumberText.millis(repeats.high());
        }
        return repeats.count() > 1 ? words.text("study.interval.few") : NumberText.DASH;
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        long done = figures.runs().size();
        int planned = figures.study().runs().size();
        notes.add(words.text(done < planned ? "study.progress" : "study.complete", done, planned));
        if (isPairs()) {
            notes.add(words.text("study.ab"));
            if (isTogether()) {
                List<String> processors = figures.study().plan().processors();
                notes.add(
                        processors.isEmpty()
                                ? words.text("study.ab.together")
                                : words.text("study.ab.together.bound", processors.get(0), processors.get(1)));
                for (Unseen unseen : Unseen.values()) {
                    notes.add(words.of("compare.unseen", unseen));
                }
            }
        }
        if (figures.isAlongNumbers()) {
            notes.add(knees());
        }
        String thresholds = figures.study().plan().thresholds();
        if (hasBest()) {
            String limits = figures.types().counted() == null ? "study.limits.none" : "study.limits";
            notes.add(
                    thresholds.isBlank()
                            ? words.text(limits, figures.rateKey())
                            : words.text("study.limits.thresholds", thresholds, figures.rateKey()));
        }
        String left = figures.runs().stream()
                .filter(run -> !run.isCounted())
                .map(run -> run.entry().directory() + " (" + verdict(run) + ")")
                .collect(words.joining());
        words.about(left, "study.left").forEach(notes::add);
        String bound = figures.runs().stream()
                .filter(run -> run.verdicts().contains(Verdict.LOAD_GENERATOR_BOUND))
                .map(run -> run.entry().directory())
                .collect(words.joining());
        words.about(bound, "study.loadgenerator").forEach(notes::add);
        long tooShort = figures.runs().stream()
                .filter(run -> run.verdicts().contains(Verdict.SHORT))
                .count();
        if (tooShort > 0) {
            notes.add(words.text("study.short", tooShort, done));
        }
        int most = figures.points().stream()
                .mapToInt(point -> point.counted().size())
                .max()
                .orElse(0);
        notes.add(words.text(most > 1 ? "study.method" : "study.method.single"));
        return notes;
    }

    private String knees() {
        String knees = figures.lines().stream()
                .map(StudyFigures.Line::knee)
                .filter(Objects::nonNull)
                .map(knee -> words.text(
                        "study.knee.at",
                        figures.name(knee),
                        NumberText.brief(figures.rate(knee).mean()),
                        figures.rateKey()))
                .collect(words.joining());
        if (!knees.isEmpty()) {
            return words.text("study.knee", knees);
        }
        boolean hasCurve = figures.lines().stream()
                .anyMatch(line -> figures.measured(line.points()).size() >= Knee.MIN_POINTS);
        return words.text(!isDone() ? "study.knee.none.sofar" : hasCurve ? "study.knee.none" : "study.knee.none.few");
    }

    /** Why a run does not count, or what is to be thought of it. */
    String verdict(StudyRun run) {
        Verdict verdict = run.verdict();
        String word = run.entry().state() == StudyFile.State.FAILED
                ? words.text("study.failed")
                : verdict == null ? words.text("study.unreadable") : words.verdict(verdict);
        String note = run.entry().note().strip();
        // The file of a study is in English; what its run says itself is in the language of the page.
        String said = note.equals(run.remark(ENGLISH)) ? run.remark(words) : note;
        return said.isEmpty() ? word : words.text("verdict.sentence", word, said);
    }

    /** How much repeats differ, and which of them lie far off. The runs of such a point are read again. */
    List<String> spread() {
        List<String> sentences = new ArrayList<>();
        figures.points().stream()
                .filter(point -> Double.isFinite(figures.rate(point).variation()))
                .max(Comparator.comparingDouble(point -> figures.rate(point).variation()))
                .ifPresent(point -> sentences.add(words.text(
                        "study.spread.worst",
                        figures.name(point),
                        percent(figures.rate(point).variation()),
                        figures.rateKey())));
        for (Point point : figures.points()) {
            List<StudyRun> far = farOff(point);
            Map<StudyRun, ComparedRun> read = far.isEmpty() ? Map.of() : read(point);
            far.forEach(run -> sentences.add(farOff(point, run, read)));
        }
        return sentences;
    }

    static String percent(double share) {
        return NumberText.decimal(share * 100, 1);
    }

    private List<StudyRun> farOff(Point point) {
        List<StudyRun> runs = point.counted();
        if (runs.size() < MIN_REPEATS) {
            return List.of();
        }
        double middle = median(point);
        double usual = Repeats.median(
                runs.stream().mapToDouble(run -> distance(run, middle)).toArray());
        return runs.stream()
                .filter(run -> distance(run, middle) > Math.max(NEAR, FAR * usual))
                .toList();
    }

    private double median(Point point) {
        return Repeats.median(point.values(figures.rateKey(), StudyRun::isCounted));
    }

    private double distance(StudyRun run, double middle) {
        return Math.abs(run.figure(figures.rateKey()) / middle - 1);
    }

    private static Map<StudyRun, ComparedRun> read(Point point) {
        Map<StudyRun, ComparedRun> all = new LinkedHashMap<>();
        for (StudyRun run : point.counted()) {
            ComparedRun read = StudyRun.figuresOf(run.directory());
            if (read != null) {
                all.put(run, read);
            }
        }
        return all;
    }

    private String farOff(Point point, StudyRun run, Map<StudyRun, ComparedRun> read) {
        double change = run.figure(figures.rateKey()) / median(point) - 1;
        List<String> different = different(read, run);
        return words.text(
                        change < 0 ? "study.far.below" : "study.far.above",
                        run.entry().directory(),
                        percent(Math.abs(change)),
                        figures.name(point),
                        figures.rateKey())
                + " "
                + (different.isEmpty()
                        ? words.text("study.far.same")
                        : words.text("study.far.different", String.join(", ", different)));
    }

    /** What no other repeat of the point has. */
    private static List<String> different(Map<StudyRun, ComparedRun> read, StudyRun odd) {
        List<ComparedRun> others = read.entrySet().stream()
                .filter(run -> !run.getKey().equals(odd))
                .map(Map.Entry::getValue)
                .toList();
        ComparedRun far = read.get(odd);
        return far == null || others.isEmpty()
                ? List.of()
                : Comparer.compare("", others, List.of(far), Method.REPEATS, PairPlan.NONE, NEAR).differences().stream()
                        .filter(one -> !Arrays.asList(one.base().split(" \\| ")).contains(one.fresh()))
                        .limit(MAX_DIFFERENCES)
                        .map(one -> one.name() + " " + one.fresh() + " (" + one.base() + ")")
                        .toList();
    }
}
