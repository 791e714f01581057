package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.PairLooks;
import io.bmsql.analysis.PairPlan;
import io.bmsql.analysis.RatioInterval;
import io.bmsql.common.NumberText;
import io.bmsql.report.Words;
import io.bmsql.result.ResultDirectory;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two settings in turn, in an order that is drawn for each pair, until their ratio is known well enough. A pair with a run whose figures are
 * not valid is repeated in the same order. Where they are made together, they swap from pair to pair which of them comes first in the
 * preparation, and on which processors it runs. Use it once.
 */
public final class PairStudy implements StudyRunner.Strategy {
    /** What the plan of the study calls the two settings. */
    public static final String BASE = "base";

    public static final String NEW = "new";

    /** What the plan calls the order of pairs whose runs are made at the same moments. */
    public static final String TOGETHER = "together";

    /** So many pairs in a row without valid figures end the study. */
    private static final int MAX_LOST_PAIRS = 3;

    private static final double MAX_SHOWN = 10;

    private final StudyJournal journal;
    private final PairPlan plan;
    private final PairLooks looks;
    private final double untilWidth;
    private final Consumer<String> listener;
    private final List<ComparedRun> baseRuns = new ArrayList<>();
    private final List<ComparedRun> newRuns = new ArrayList<>();
    /** Runs of the journal, from the first, that are part of what is known here. */
    private int taken;

    private int lostPairs;
    private boolean isNarrow;
    private final Words words;
    /** Belongs to a pair whose second run is still to come. */
    private @Nullable ComparedRun first;

    /**
     * @param untilWidth how much the upper end of the interval of the ratio of tpmC, or of scripts' tpmTotal, may be above its lower one, such as 0.02 for 2%
     * @param listener takes a sentence after each pair, on the thread that makes the runs
     */
    public PairStudy(StudyJournal journal, double untilWidth, Words words, Consumer<String> listener) {
        this.journal = journal;
        this.plan = pairs(journal.study().plan());
        this.looks = new PairLooks(plan.most());
        this.untilWidth = untilWidth;
        this.words = words;
        this.listener = listener;
    }

    /** How pairs of such a plan are compared. */
    public static Method method(StudyFile.Plan plan) {
        return plan.isTogether() ? Method.TOGETHER : Method.SEQUENCE;
    }

    /** How many pairs such a plan has at the most, and in which order. */
    public static PairPlan pairs(StudyFile.Plan plan) {
        return new PairPlan(plan.repeats(), plan.seed());
    }

    public List<ComparedRun> baseRuns() {
        return List.copyOf(baseRuns);
    }

    /** The new runs of complete pairs, in their order; as many as base runs. */
    public List<ComparedRun> newRuns() {
        return List.copyOf(newRuns);
    }

    public boolean isNarrow() {
        return isNarrow;
    }

    /** True when pair after pair had a run without valid figures. */
    public boolean isLost() {
        return lostPairs >= MAX_LOST_PAIRS;
    }

    /** The other side of the pair, where both are made at the same moments. */
    @Override
    public @Nullable Run beside(Run next) {
        StudyFile.Plan asked = journal.study().plan();
        Setting other = new Setting(next.setting().database().equals(BASE) ? NEW : BASE, Map.of());
        return asked.isTogether() ? SweepPlan.run(asked, next.number() + 1, next.block(), other) : null;
    }

    @Override
    public boolean endsAtFailure() {
        return true;
    }

    @Override
    public @Nullable Run next() {
        StudyFile study = journal.study();
        int block = 0;
        for (Run run : study.runs()) {
            block = run.block();
            if (run.number() > taken && !isOver()) {
                take(run);
            }
        }
        String side = plan.isBaseFirst(baseRuns.size()) == (first == null) ? BASE : NEW;
        return isOver()
                ? null
                : SweepPlan.run(
                        study.plan(), taken + 1, first == null ? block + 1 : block, new Setting(side, Map.of()));
    }

    private boolean isOver() {
        return isNarrow || isLost() || baseRuns.size() >= plan.most();
    }

    private void take(Run run) {
        taken++;
        ComparedRun made = ComparedRun.read(ResultDirectory.open(journal.place(run)));
        boolean isTogether = journal.study().plan().isTogether();
        // Of two that are made together the second one is there, whatever the first one is.
        ComparedRun bad = first != null && !first.verdict().isSound() ? first : made;
        if (!bad.verdict().isSound() && (first != null || !isTogether)) {
            first = null;
            lostPairs++;
            listener.accept(words.text("console.ab.again", bad.directory().root(), words.verdict(bad.verdict())));
        } else if (first == null) {
            first = made;
        } else {
            boolean isBase = run.setting().database().equals(BASE);
            baseRuns.add(isBase ? made : first);
            newRuns.add(isBase ? first : made);
            first = null;
            lostPairs = 0;
            RatioInterval soFar = RatioInterval.ofSequence(looks, plan, figures(baseRuns), figures(newRuns));
            listener.accept(sentence(soFar));
            isNarrow = soFar.high() / soFar.low() - 1 < untilWidth;
        }
    }

    /** Speaks of the last pair; the interval has no bounds before the sixth, and some that say nothing soon after it. */
    private String sentence(RatioInterval soFar) {
        ComparedRun last = baseRuns.get(baseRuns.size() - 1);
        double fresh = newRuns.get(newRuns.size() - 1).rate();
        String interval = !(soFar.high() < MAX_SHOWN)
                ? ""
                : words.text(
                        "console.ab.interval", percent(soFar.ratio()), percent(soFar.low()), percent(soFar.high()));
        String rates = NumberText.format(
                "%s A %,.0f, B %,.0f, B/A %.3f", last.rateKey(), last.rate(), fresh, fresh / last.rate());
        return words.text("console.ab.pair", baseRuns.size(), plan.most(), rates + interval);
    }

    private static String percent(double ratio) {
        return NumberText.format("%+.1f%%", (ratio - 1) * 100);
    }

    private static double[] figures(List<ComparedRun> runs) {
        return runs.stream().mapToDouble(ComparedRun::rate).toArray();
    }
}
