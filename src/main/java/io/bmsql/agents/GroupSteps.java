package io.bmsql.agents;

import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a shaped load, of all drivers together: what was asked for and what was done are sums, response times those of
 * the seconds of the step.
 */
record GroupSteps(List<PartRun> runs, LogSum responses) {
    private static final double SECONDS_PER_MINUTE = 60;
    private static final double MICROS_PER_MILLI = 1000;

    List<LoadStep> steps() {
        int most = runs.stream()
                .mapToInt(run -> run.summary().steps().size())
                .max()
                .orElse(0);
        List<LoadStep> steps = new ArrayList<>();
        for (int at = 0; at < most; at++) {
            int step = at;
            // A lost driver has not come to the later ones.
            List<PartRun> there = runs.stream()
                    .filter(run -> step < run.summary().steps().size())
                    .toList();
            steps.add(step(there, step));
        }
        return steps;
    }

    private LoadStep step(List<PartRun> there, int at) {
        List<LoadStep> own =
                there.stream().map(run -> run.summary().steps().get(at)).toList();
        LoadStep.Plan plan = plan(there, at);
        double minutes = plan.seconds() / SECONDS_PER_MINUTE;
        long failed = own.stream().mapToLong(LoadStep::failed).sum();
        List<LoadStep.Type> types = new ArrayList<>();
        long completed = 0;
        long foreground = 0;
        long newOrders = 0;
        for (TransactionType type : TransactionType.values()) {
            long count = own.stream()
                    .flatMap(step -> step.types().stream())
                    .filter(row -> row.type().equals(type.name()))
                    .mapToLong(LoadStep.Type::count)
                    .sum();
            completed += count;
            foreground += type.isForeground() ? count : 0;
            newOrders += type == TransactionType.NEW_ORDER ? count : 0;
            if (count > 0) {
                types.add(new LoadStep.Type(type.name(), count, latency(type, plan)));
            }
        }
        boolean isBacklogKnown = own.stream().allMatch(step -> step.backlog() >= 0);
        return new LoadStep(
                plan,
                minutes > 0 ? newOrders / minutes : 0,
                minutes > 0 ? foreground / minutes : 0,
                failed,
                completed + failed == 0 ? 0 : 100.0 * failed / (completed + failed),
                isBacklogKnown ? own.stream().mapToLong(LoadStep::backlog).sum() : -1,
                types);
    }

    private static LoadStep.Plan plan(List<PartRun> there, int at) {
        double from = 0;
        double to = 0;
        double fromSeconds = Double.POSITIVE_INFINITY;
        double untilSeconds = 0;
        LoadStep.Plan first = null;
        for (PartRun run : there) {
            LoadStep.Plan own = run.summary().steps().get(at).plan();
            first = first == null ? own : first;
            from += own.from();
            to += own.to();
            fromSeconds = Math.min(fromSeconds, own.fromSeconds() + run.lateSeconds());
            untilSeconds = Math.max(untilSeconds, own.untilSeconds() + run.lateSeconds());
        }
        return new LoadStep.Plan(Objects.requireNonNull(first).unit(), from, to, fromSeconds, untilSeconds);
    }

    private Latency latency(TransactionType type, LoadStep.Plan plan) {
        @Nullable
        Histogram measured =
                responses.measured(type, second -> second >= plan.fromSeconds() && second < plan.untilSeconds());
        return measured == null ? Latency.NONE : Latency.of(measured, measured.getMaxValue() / MICROS_PER_MILLI);
    }
}
