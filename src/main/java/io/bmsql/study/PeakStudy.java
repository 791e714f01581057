package io.bmsql.study;

import io.bmsql.result.ThresholdResult;
import io.bmsql.result.RunSummary;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.UsageException;
import io.bmsql.study.PeakSearch.Trial;
import io.bmsql.study.StudyFile.Peak;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.Sweep.Next;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a search for the peak, one search for each database and point, one after the other. Block 1 are short steps, block
 * 2 long runs that confirm.
 */
public final class PeakStudy implements Next {
    private static final int STEP = 1;
    private static final int CONFIRMATION = 2;

    private final StudyJournal journal;
    private final Search search;
    private final Map<Run, String> judged = new HashMap<>();

    public PeakStudy(StudyJournal journal) {
        this.journal = journal;
        this.search = Objects.requireNonNull(journal.study().search());
    }

    /** Refuses rules that cannot lead to an end. */
    public static void require(Search search) throws UsageException {
        if (search.from() < 1 || search.to() != 0 && search.to() < search.from()) {
            throw new UsageException("--from " + search.from() + " --to " + search.to()
                    + ": the search needs 1 or more to begin with, and an end that is not below it");
        }
        if (!(search.precisionPercent() >= 0.1 && search.precisionPercent() <= 50)) {
            throw new UsageException("--precision must be between 0.1% and 50%");
        }
    }

    public static boolean isConfirmation(StudyFile study, Run run) {
        return study.search() != null && run.block() == CONFIRMATION;
    }

    @Override
    public @Nullable Run next() {
        Run planned = Sweep.planned(journal).next();
        if (planned != null) {
            return planned;
        }
        for (Setting setting : SweepPlan.settings(journal.study().plan())) {
            if (journal.study().peaks().stream()
                    .noneMatch(peak -> peak.setting().equals(setting))) {
                Run run = next(setting);
                if (run != null) {
                    return run;
                }
            }
        }
        return null;
    }

    private @Nullable Run next(Setting setting) {
        StudyFile study = journal.study();
        PeakSearch.Answer answer = PeakSearch.next(search, trials(setting));
        if (answer instanceof PeakSearch.Step step) {
            return SweepPlan.run(
                    study.plan(),
                    study.runs().size() + 1,
                    step.isLong() ? CONFIRMATION : STEP,
                    at(setting, search.key(), step.value()));
        }
        PeakSearch.Found found = (PeakSearch.Found) answer;
        int confirmedBy = !found.isConfirmed()
                ? 0
                : runs(setting).stream()
                        .filter(run -> run.block() == CONFIRMATION && value(run) == found.value())
                        .mapToInt(Run::number)
                        .max()
                        .orElse(0);
        journal.change(old -> {
            List<Peak> peaks = new ArrayList<>(old.peaks());
            peaks.add(new Peak(setting, found.value(), found.limitedBy(), confirmedBy));
            return old.withPeaks(peaks);
        });
        return null;
    }

    private static Setting at(Setting setting, String key, long value) {
        Map<String, String> point = new LinkedHashMap<>(setting.point());
        point.put(key, Long.toString(value));
        return new Setting(setting.database(), point);
    }

    /** Each point with the lowest value of the search, and with the highest one that the user gave. */
    public static List<Setting> ends(Search search, List<Setting> settings) {
        return settings.stream()
                .flatMap(setting -> LongStream.of(search.from(), search.to())
                        .filter(value -> value > 0)
                        .distinct()
                        .mapToObj(value -> at(setting, search.key(), value)))
                .toList();
    }

    /** What all runs of a search take at most, unless confirmations fail. */
    public static double mostSeconds(StudyFile study, ToDoubleFunction<Run> seconds) {
        return SweepPlan.settings(study.plan()).stream()
                .mapToDouble(setting -> secondsLeft(study, setting, List.of(), seconds))
                .sum();
    }

    /** The same of what is still to come, the run under way among it. */
    public double mostSecondsLeft(ToDoubleFunction<Run> seconds) {
        StudyFile study = journal.study();
        return SweepPlan.settings(study.plan()).stream()
                .filter(setting ->
                        study.peaks().stream().noneMatch(peak -> peak.setting().equals(setting)))
                .mapToDouble(setting -> secondsLeft(study, setting, trials(setting), seconds))
                .sum();
    }

    private static double secondsLeft(
            StudyFile study, Setting setting, List<Trial> trials, ToDoubleFunction<Run> seconds) {
        Search search = Objects.requireNonNull(study.search());
        Setting first = at(setting, search.key(), search.from());
        double step = seconds.applyAsDouble(SweepPlan.run(study.plan(), 1, STEP, first));
        double confirmation = seconds.applyAsDouble(SweepPlan.run(study.plan(), 1, CONFIRMATION, first));
        int steps = PeakSearch.mostStepsLeft(search, trials);
        return steps == 0 ? 0 : (steps - 1) * step + confirmation;
    }

    private List<Trial> trials(Setting setting) {
        return runs(setting).stream()
                .map(run -> new Trial(value(run), run.block() == CONFIRMATION, failed(run)))
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

    private long value(Run run) {
        return Long.parseLong(run.setting().point().getOrDefault(search.key(), "0"));
    }

    private String failed(Run run) {
        return judged.computeIfAbsent(run, made -> failed(journal.summary(made)));
    }

    /** What a run failed, empty when it held everything. A rate that the server did not keep up with is no peak. */
    static String failed(RunSummary summary) {
        for (Verdict verdict : Verdict.of(summary)) {
            if (!verdict.isSound() || verdict == Verdict.OVERLOADED) {
                return "the run's verdict is " + verdict.words();
            }
        }
        return summary.aftermath().thresholds().stream()
                .filter(kept -> !kept.holds())
                .map(ThresholdResult::toString)
                .collect(Collectors.joining("; "));
    }
}
