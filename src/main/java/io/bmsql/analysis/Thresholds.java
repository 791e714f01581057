package io.bmsql.analysis;

import io.bmsql.config.Threshold;
import io.bmsql.result.EventSummary;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds the figures of a run against the bounds that its user set. A figure that is not known keeps no bound. */
public final class Thresholds {
    private Thresholds() {}

    private static final String NOT_BACK = "throughput did not come back";

    private static final double CLOCK_SECONDS = 0.01;

    /** The same summary, with its figures held against these bounds. */
    public static RunSummary applied(List<Threshold> thresholds, RunSummary summary) {
        List<ThresholdResult> kept =
                thresholds.stream().map(bound -> evaluate(bound, summary)).toList();
        return summary.with(found -> found.withThresholds(kept));
    }

    /** The same before a check that may find something lost: bounds of that come after it. */
    public static RunSummary appliedBeforeCheck(List<Threshold> thresholds, RunSummary summary) {
        return applied(
                thresholds.stream()
                        .filter(bound -> bound.figure() != Threshold.Figure.LOST)
                        .toList(),
                summary);
    }

    private static ThresholdResult evaluate(Threshold bound, RunSummary summary) {
        if (bound.event() != null) {
            return ofEvent(bound, summary);
        }
        String nothing = nothing(bound, summary);
        double value = nothing == null ? value(bound, summary) : RunSummary.UNKNOWN;
        return result(bound, value >= 0 ? value : null, nothing == null ? "it was not counted" : nothing);
    }

    private static ThresholdResult result(Threshold bound, @Nullable Double value, String why) {
        String unit = bound.isRatio() ? "x" : bound.figure().unit();
        return value == null
                ? new ThresholdResult(bound.text(), null, unit, false, why)
                : new ThresholdResult(bound.text(), value, unit, bound.holds(value), null);
    }

    private static ThresholdResult ofEvent(Threshold bound, RunSummary summary) {
        EventSummary event = summary.postRun().events().stream()
                .filter(each -> each.name().equals(bound.event()))
                .findFirst()
                .orElse(null);
        if (event == null) {
            return result(bound, null, "it did not happen");
        }
        if (event.failed() && !LostData.broke(event, summary)) {
            return result(bound, null, "its command failed, and it broke no connections");
        }
        String notSeen = event.before() == null ? "there was no rate before it" : "what came after it was not seen";
        return switch (bound.figure()) {
            case OUTAGE -> {
                double millis = event.effect().outageSeconds() * 1000;
                boolean isKnown = event.wasSeen() || millis > 0;
                // It was longer than the run lets see.
                boolean isOpen = bound.holds(millis) && lastsToTheEnd(event, summary);
                yield result(bound, isKnown && !isOpen ? millis : null, isKnown ? NOT_BACK : notSeen);
            }
            case TO_95 -> {
                Double seconds = event.effect().to95Seconds();
                yield result(bound, seconds == null ? null : seconds * 1000, event.wasSeen() ? NOT_BACK : notSeen);
            }
            case LOST -> {
                LedgerResult ledger = summary.postRun().ledger();
                boolean hides = ledger != null && ledger.hides();
                Double lost = ledger == null || hides ? null : Double.valueOf(ledger.violations());
                yield result(bound, lost, hides ? "the ledger is not whole" : "the ledger was not verified");
            }
            default -> {
                // Of an event that was not seen it is a second, whatever came after it.
                Double during = event.wasSeen() ? time(bound, event.during()) : null;
                Double before = bound.isRatio() ? time(bound, event.before()) : Double.valueOf(1);
                Double value = during == null || before == null || before == 0 ? null : Double.valueOf(during / before);
                yield result(bound, value, event.wasSeen() ? "there were no figures of it" : notSeen);
            }
        };
    }

    private static boolean lastsToTheEnd(EventSummary event, RunSummary summary) {
        Double from = event.effect().lastCommitSeconds();
        return from != null
                && event.effect().to95Seconds() == null
                && from + event.effect().outageSeconds() > summary.windowSeconds() - CLOCK_SECONDS;
    }

    private static @Nullable Double time(Threshold bound, EventSummary.@Nullable Interval interval) {
        LoadStep.Type type = interval == null ? null : interval.type(Objects.requireNonNull(bound.type()));
        double millis = type == null || type.response().equals(Latency.NONE)
                ? RunSummary.UNKNOWN
                : time(bound.figure(), type.response());
        return millis < 0 ? null : Double.valueOf(millis);
    }

    /** Why there is no such figure; null when there is. */
    private static @Nullable String nothing(Threshold bound, RunSummary summary) {
        if (summary.windowSeconds() <= 0) {
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
            case COUNT -> figures.foreground();
            case OUTAGES -> summary.postRun().availability().size();
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
            default -> time(figure, row.response());
        };
    }

    private static double time(Threshold.Figure figure, Latency response) {
        return switch (figure) {
            case MEAN -> response.meanMs();
            case P50 -> response.p50Ms();
            case P90 -> response.p90Ms();
            case P95 -> response.p95Ms();
            case P99 -> response.p99Ms();
            case P999 -> response.p999Ms();
            case MAX -> response.maxMs();
            default -> throw new IllegalArgumentException(figure + " is a figure of the whole run");
        };
    }
}
