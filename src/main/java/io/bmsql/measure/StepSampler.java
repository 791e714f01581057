package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.LoadProfile;
import io.bmsql.measure.TransactionMeter.Count;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums the seconds of a shaped load up by its steps. A second belongs to the step in which its middle is. Used by the
 * sampling thread; without a profile it does nothing.
 */
final class StepSampler implements IntervalSampler.Sink {
    private final List<LoadStep> done = new ArrayList<>();
    private final TransactionTypes types;
    private final TransactionMeter.Totals[] totals;
    private @Nullable LoadProfile profile;
    private int current;
    private long fromNanos;
    private long untilNanos;
    private long backlogSoFar = RunSummary.UNKNOWN;

    StepSampler(TransactionTypes types) {
        this.types = types;
        this.totals = new TransactionMeter.Totals[types.size()];
        startTotals();
    }

    private void startTotals() {
        Arrays.setAll(totals, type -> new TransactionMeter.Totals());
    }

    /** Before the first reading. */
    void follow(LoadProfile shape) {
        profile = shape;
    }

    @Override
    public void take(Reading reading) {
        LoadProfile shape = profile;
        for (PhaseInterval interval : reading.intervals()) {
            if (shape != null && interval.phase() == RunPhase.MEASURE) {
                add(interval, shape);
                backlogSoFar = reading.backlog();
            }
        }
    }

    private void add(PhaseInterval interval, LoadProfile shape) {
        int step = interval.isStragglers() ? current : shape.stepAt((interval.fromNanos() + interval.untilNanos()) / 2);
        if (step != current) {
            end(shape);
            current = step;
            fromNanos = interval.fromNanos();
        }
        untilNanos = interval.untilNanos();
        for (TransactionType type : types) {
            totals[type.ordinal()].add(interval.reading(type));
        }
    }

    private void end(LoadProfile shape) {
        if (untilNanos > fromNanos) {
            done.add(step(shape));
        }
        startTotals();
    }

    /** All steps so far, the one under way as well. */
    List<LoadStep> steps() {
        List<LoadStep> steps = new ArrayList<>(done);
        if (profile != null && untilNanos > fromNanos) {
            steps.add(step(profile));
        }
        return List.copyOf(steps);
    }

    private LoadStep step(LoadProfile shape) {
        LoadProfile.Step planned = shape.steps().get(current);
        // Of a ramp that was broken off only so much was asked for.
        boolean isWhole = untilNanos + RunWindow.SECOND_NANOS / 2 > planned.untilNanos();
        LoadStep.Plan plan = new LoadStep.Plan(
                shape.unit(),
                planned.from(),
                isWhole ? planned.to() : Math.rint(planned.level(untilNanos)),
                RunWindow.seconds(fromNanos),
                RunWindow.seconds(untilNanos));
        double minutes = plan.seconds() / 60;
        long completed = 0;
        long foreground = 0;
        long failed = 0;
        List<LoadStep.Type> found = new ArrayList<>();
        for (TransactionType type : types) {
            TransactionMeter.Totals counted = totals[type.ordinal()];
            failed += counted.count(Count.FAILED) + counted.count(Count.UNKNOWN);
            completed += counted.completed();
            foreground += type.isForeground() ? counted.completed() : 0;
            if (counted.completed() > 0) {
                found.add(new LoadStep.Type(type.name(), counted.completed(), Latency.of(counted.response())));
            }
        }
        return new LoadStep(
                plan,
                types.counted() == null ? 0 : totals[types.counted().ordinal()].completed() / minutes,
                foreground / minutes,
                failed,
                completed + failed == 0 ? 0 : 100.0 * failed / (completed + failed),
                backlogSoFar,
                found);
    }
}
