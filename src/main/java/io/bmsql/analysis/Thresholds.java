package io.bmsql.analysis;

import io.bmsql.config.Threshold;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the figures of a run against the bounds that its user set. A figure that is not known keeps no bound. */
public final class Thresholds {
    private Thresholds() {}

    /** The same summary, with its figures held against these bounds. */
    public static RunSummary applied(List<Threshold> thresholds, RunSummary summary) {
        return summary.withThresholds(evaluate(thresholds, summary));
    }

    /** In the order of the bounds. */
    public static List<ThresholdResult> evaluate(List<Threshold> thresholds, RunSummary summary) {
        return thresholds.stream().map(bound -> evaluate(bound, summary)).toList();
    }

    private static ThresholdResult evaluate(Threshold bound, RunSummary summary) {
        String unit = bound.figure().unit();
        String nothing = nothing(bound, summary);
        if (nothing != null) {
            return new ThresholdResult(bound.text(), null, unit, false, nothing);
        }
        double value = value(bound, summary);
        return value >= 0
                ? new ThresholdResult(bound.text(), value, unit, bound.holds(value), null)
                : new ThresholdResult(bound.text(), null, unit, false, "it was not counted");
    }

    /** Why there is no such figure; null when there is. */
    private static @Nullable String nothing(Threshold bound, RunSummary summary) {
        if (summary.run().window().windowSeconds() <= 0) {
            return "nothing was measured";
        }
        if (bound.type() == null) {
            boolean ended = summary.figures().completed() + summary.figures().givenUp() > 0;
            return bound.figure() == Threshold.Figure.ERRORS && !ended ? "no transaction ended" : null;
        }
        TypeSummary row = summary.figures().type(bound.type());
        boolean completed = row != null && row.count() > 0;
        return switch (bound.figure()) {
            case COUNT, FAILED, RETRIES, SHARE -> row == null ? "it was not counted" : null;
            case ERRORS -> completed || row != null && row.givenUp() > 0 ? null : "no such transaction ended";
            default -> completed ? null : "no such transaction was completed";
        };
    }

    /** Negative when it was not counted. */
    private static double value(Threshold bound, RunSummary summary) {
        Figures figures = summary.figures();
        if (bound.type() != null) {
            TypeSummary row = figures.type(bound.type());
            return row == null ? RunSummary.UNKNOWN : value(bound.figure(), row);
        }
        return switch (bound.figure()) {
            case TPM_C -> figures.tpmC();
            case TPM_TOTAL -> figures.tpmTotal();
            case EFFICIENCY -> figures.efficiencyPercent();
            case ERRORS -> figures.givenUpPercent();
            case FAILED -> figures.givenUp();
            case RETRIES -> figures.retries();
            case COUNT -> figures.completed();
            case OUTAGES -> summary.aftermath().availability().size();
            default -> throw new IllegalArgumentException(bound.text() + " needs a transaction type");
        };
    }

    private static double value(Threshold.Figure figure, TypeSummary row) {
        return switch (figure) {
            case ERRORS ->
                row.givenUp() < 0 ? RunSummary.UNKNOWN : row.givenUp() * 100.0 / (row.count() + row.givenUp());
            case FAILED -> row.givenUp();
            case RETRIES -> row.counts().retries();
            case COUNT -> row.count();
            case SHARE -> row.sharePercent();
            case ROLLBACK -> row.rollbackPercent();
            case MEAN -> row.response().meanMs();
            case P50 -> row.response().p50Ms();
            case P90 -> row.response().p90Ms();
            case P95 -> row.response().p95Ms();
            case P99 -> row.response().p99Ms();
            case P999 -> row.response().p999Ms();
            case MAX -> row.response().maxMs();
            default -> throw new IllegalArgumentException(figure + " is a figure of the whole run");
        };
    }
}
