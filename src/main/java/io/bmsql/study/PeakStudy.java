package io.bmsql.study;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.PropertyKey;
import io.bmsql.result.RunSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.study.StudyFile.Peak;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the highest value at which thresholds hold, at each database and point one after the other: doubles it until they fail,
 * halves the distance until it is within the precision, and confirms by a long run. A step that failed is made again: two of a value
 * decide. A value that a long run does not confirm counts as failed, and the next try is a step lower. A run with events may follow at a share of the peak. What comes next follows from what was tried alone, so an interrupted search resumes.
 */
public final class PeakStudy implements StudyRunner.Strategy {
    static final int MAX_LONG_TRIALS = 4;

    /** Without an upper end: a million times the start. */
    private static final int MAX_DOUBLINGS = 20;

    /** The block of short runs. */
    private static final int STEP = 1;
    /** The block of long runs. */
    private static final int CONFIRMATION = 2;
    /** The block of runs with events. */
    private static final int EVENTS = 3;

    private final StudyJournal journal;
    private final Search search;
    private final Map<Run, String> judged = new HashMap<>();

    public PeakStudy(StudyJournal journal) {
        this.journal = journal;
        this.search = Objects.requireNonNull(journal.study().search());
    }

    /** Refuses rules that cannot lead to an end. */
    public static void require(Search search) throws UsageException {
        UsageException.throwIf(
                search.from() < 1 || search.to() != 0 && search.to() < search.from(),
                "--from " + search.from() + " --to " + search.to()
                        + ": the search needs 1 or more to begin with, and an end that is not below it");
        UsageException.throwIf(
                !(search.precisionPercent() >= 0.1 && search.precisionPercent() <= 50),
                "--precision must be between 0.1% and 50%");
    }

    static boolean isConfirmation(StudyFile study, Run run) {
        return study.search() != null && run.block() == CONFIRMATION;
    }

    @Override
    public @Nullable Run next() {
        Run planned = StudyRunner.grid(journal).next();
        if (planned != null) {
            return planned;
        }
        for (Setting setting : SweepPlan.settings(journal.study().plan())) {
            Run run = peak(journal.study(), setting).isPresent() ? null : next(setting);
            if (run == null && !search.events().isEmpty()) {
                run = nextWithEvents(setting);
            }
            if (run != null) {
                return run;
            }
        }
        return null;
    }

    /** Null when there is no peak, or such a run is done. */
    private @Nullable Run nextWithEvents(Setting setting) {
        StudyFile study = journal.study();
        long value = peak(study, setting).map(Peak::value).orElse(0L);
        Run wanted = eventsRun(study.plan(), search, setting.with(search.key(), value));
        boolean isDone = study.runs().stream()
                .anyMatch(run -> run.setting().equals(wanted.setting()) && run.state() == State.DONE);
        return value == 0 || isDone
                ? null
                : SweepPlan.run(study.plan(), study.runs().size() + 1, EVENTS, wanted.setting());
    }

    static Run eventsRun(StudyFile.Plan plan, Search search, Setting peak) {
        long value = Math.max(1, Math.round(value(search, peak) * search.eventsPercent() / 100));
        Setting wanted = peak.with(search.key(), value).with(PropertyKey.EVENTS.key(), search.events());
        return SweepPlan.run(plan, 1, EVENTS, wanted);
    }

    /** What a run is for, in a few words. */
    public static String what(StudyFile study, Run run) {
        return isConfirmation(study, run) ? "to confirm" : hasEvents(run) ? "with events" : "a step";
    }

    static boolean hasEvents(Run run) {
        return run.block() == EVENTS;
    }

    private @Nullable Run next(Setting setting) {
        StudyFile study = journal.study();
        Answer answer = next(search, trials(setting));
        String limitedBy = answer.limitedBy();
        if (limitedBy == null) {
            return SweepPlan.run(
                    study.plan(),
                    study.runs().size() + 1,
                    answer.isLong() ? CONFIRMATION : STEP,
                    setting.with(search.key(), answer.value()));
        }
        int confirmedBy = !answer.isLong()
                ? 0
                : runs(setting).stream()
                        .filter(run -> run.block() == CONFIRMATION && value(search, run.setting()) == answer.value())
                        .mapToInt(Run::number)
                        .max()
                        .orElse(0);
        journal.change(old -> old.with(new Peak(setting, answer.value(), limitedBy, confirmedBy)));
        return null;
    }

    /** Each point with the lowest value of the search, and with the highest one that the user gave. */
    public static List<Setting> ends(Search search, List<Setting> settings) {
        return settings.stream()
                .flatMap(setting -> LongStream.of(search.from(), search.to())
                        .filter(value -> value > 0)
                        .distinct()
                        .mapToObj(value -> setting.with(search.key(), value)))
                .toList();
    }

    /** What is still to come, the run under way among it, takes at most, unless confirmations fail. */
    public double mostSecondsLeft(ToDoubleFunction<Run> seconds) {
        return mostSeconds(journal.study(), seconds, this::trials);
    }

    /** What all runs of a search take at most, beyond these trials of a setting. */
    static double mostSeconds(StudyFile study, ToDoubleFunction<Run> seconds, Function<Setting, List<Trial>> trials) {
        Search search = Objects.requireNonNull(study.search());
        double all = 0;
        for (Setting setting : SweepPlan.settings(study.plan())) {
            int steps = mostStepsLeft(search, trials.apply(setting));
            if (steps > 0 && peak(study, setting).isEmpty()) {
                Setting first = setting.with(search.key(), search.from());
                all += (steps - 1) * seconds.applyAsDouble(SweepPlan.run(study.plan(), 1, STEP, first))
                        + seconds.applyAsDouble(SweepPlan.run(study.plan(), 1, CONFIRMATION, first));
            }
        }
        return all;
    }

    private static Optional<Peak> peak(StudyFile study, Setting setting) {
        return study.peaks().stream()
                .filter(peak -> peak.setting().equals(setting))
                .findFirst();
    }

    private List<Trial> trials(Setting setting) {
        return runs(setting).stream()
                .map(run -> new Trial(
                        value(search, run.setting()),
                        run.block() == CONFIRMATION,
                        judged.computeIfAbsent(run, made -> failed(journal.summary(made), search.key()))))
                .toList();
    }

    private List<Run> runs(Setting setting) {
        return journal.study().runs().stream()
                .filter(run -> run.state() == State.DONE && searched(run).equals(setting))
                .toList();
    }

    private Setting searched(Run run) {
        Map<String, String> point = new LinkedHashMap<>(run.setting().point());
        point.remove(search.key());
        return new Setting(run.setting().database(), point);
    }

    private static long value(Search search, Setting setting) {
        return Long.parseLong(setting.point().getOrDefault(search.key(), "0"));
    }

    /** What a run failed, empty when it held everything. A rate that was not reached is no peak, whoever was too slow for it. */
    static String failed(RunSummary summary, String key) {
        for (Verdict verdict : Verdict.of(summary)) {
            if (!verdict.isSound() || verdict == Verdict.OVERLOADED) {
                return "the run's verdict is " + verdict.words();
            }
        }
        boolean isRate = Verdict.isOpenModel(summary.run()) || key.equals(PropertyKey.LIMIT_TXNS_PER_MIN.key());
        if (isRate && Verdict.isRateMissed(summary)) {
            double due = Verdict.setRate(summary.run()) / 60 * summary.windowSeconds();
            return "the rate was not reached: "
                    + NumberText.count(summary.figures().foreground()) + " of " + NumberText.count(Math.round(due))
                    + " transactions";
        }
        return summary.postRun().thresholds().stream()
                .filter(kept -> !kept.holds())
                .map(ThresholdResult::measured)
                .collect(Collectors.joining("; "));
    }

    /** Thresholds that failed at a value, empty when all held; a long one is to confirm it. */
    record Trial(long value, boolean isLong, String failed) {
        boolean holds() {
            return failed.isEmpty();
        }
    }

    /**
     * What comes next: a run with this value, or the end.
     *
     * @param value of the end the one that was found, 0 when the thresholds do not hold at the lowest value
     * @param isLong true for a run that is to confirm, and for an end that one has confirmed
     * @param limitedBy null for a run; of the end what failed at the next higher value, empty when nothing did
     */
    record Answer(long value, boolean isLong, @Nullable String limitedBy) {
        private Answer(long value, boolean isLong) {
            this(value, isLong, null);
        }
    }

    static Answer next(Search search, List<Trial> trials) {
        Optional<Trial> high = lowestFailed(trials);
        String limitedBy = high.map(Trial::failed).orElse("");
        long below = high.map(Trial::value).orElse(Long.MAX_VALUE);
        long low = highestHeld(trials, below);
        List<Trial> longTrials = trials.stream().filter(Trial::isLong).toList();
        for (Trial trial : longTrials) {
            if (trial.holds() && trial.value() < below) {
                return new Answer(trial.value(), true, limitedBy);
            }
        }
        if (below <= search.from()) {
            return new Answer(0, false, limitedBy);
        }
        OptionalLong open = failedOnce(trials, below);
        if (open.isPresent()) {
            return new Answer(open.getAsLong(), false);
        }
        if (!longTrials.isEmpty()) {
            return longTrials.size() >= MAX_LONG_TRIALS
                    ? new Answer(low, false, limitedBy)
                    : new Answer(Math.max(search.from(), below - width(search, below)), true);
        }
        if (low == 0) {
            return new Answer(search.from(), false);
        }
        if (high.isEmpty()) {
            return low < highest(search)
                    ? new Answer(Math.min(2 * low, highest(search)), false)
                    : new Answer(low, true);
        }
        return below - low > width(search, low) ? new Answer(low + (below - low) / 2, false) : new Answer(low, true);
    }

    /** Runs that are still to come, at most, unless confirmations fail. */
    static int mostStepsLeft(Search search, List<Trial> trials) {
        if (next(search, trials).limitedBy() != null) {
            return 0;
        }
        Optional<Trial> high = lowestFailed(trials);
        if (trials.stream().anyMatch(Trial::isLong)) {
            return 1;
        }
        // Each step may fail and be made again.
        int made = failedOnce(trials, high.map(Trial::value).orElse(Long.MAX_VALUE))
                        .isPresent()
                ? 1
                : 0;
        if (high.isEmpty()) {
            long low = Math.max(search.from(), 2 * highestHeld(trials, Long.MAX_VALUE));
            int doublings = 2 + halvings((double) highest(search) / low);
            return doublings + 2 * halvings(100 / search.precisionPercent()) + 1 - made;
        }
        long low = Math.max(1, highestHeld(trials, high.get().value()));
        return 2 * halvings((double) (high.get().value() - low) / width(search, low)) + 1 - made;
    }

    private static int halvings(double ratio) {
        return (int) Math.max(0, Math.ceil(Math.log(ratio) / Math.log(2)));
    }

    /** Looks at values that a long run or two short ones failed. */
    private static Optional<Trial> lowestFailed(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> !trial.holds() && (trial.isLong() || of(trials, trial.value(), false) > 1))
                .min(Comparator.comparingLong(Trial::value));
    }

    /** A value that has failed and was not tried again. */
    private static OptionalLong failedOnce(List<Trial> trials, long below) {
        return trials.stream()
                .mapToLong(Trial::value)
                .filter(value -> value < below && of(trials, value, false) == 1 && of(trials, value, true) == 0)
                .findFirst();
    }

    private static long of(List<Trial> trials, long value, boolean holds) {
        return trials.stream()
                .filter(trial -> trial.value() == value && trial.holds() == holds)
                .count();
    }

    private static long highestHeld(List<Trial> trials, long below) {
        return trials.stream()
                .filter(trial -> trial.holds() && trial.value() < below)
                .mapToLong(Trial::value)
                .max()
                .orElse(0);
    }

    private static long highest(Search search) {
        return search.to() > 0 ? search.to() : Math.min(Integer.MAX_VALUE, search.from() << MAX_DOUBLINGS);
    }

    private static long width(Search search, long value) {
        return Math.max(1, Math.round(value * search.precisionPercent() / 100));
    }
}
