package io.bmsql.analysis;

import io.bmsql.common.NumberText;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.ErrorSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run lost, by its ledger and the conditions.
 *
 * @param isKnown false when the ledger was not compared, or is not whole and shows nothing, or nothing happened that could have lost something
 * @param gone acknowledged New-Orders, Payments and deliveries of orders that are not in the database
 * @param oldestSeconds from the acknowledgement of the oldest of them to the event that lost it; 0 when nothing is gone
 * @param connectionsBroke in the time of an event; false when none broke in the run: whatever was to be killed lived on. Null when
 *     some did at other times, or a single one of several, which is not known to be the event's doing
 * @param broken what else is wrong: conditions, and violations of the ledger that do not follow from those
 */
public record LostData(
        boolean isKnown,
        @Nullable Boolean connectionsBroke,
        long gone,
        double oldestSeconds,
        long broken,
        long unknown,
        long unknownHappened) {
    /** What one event lost. */
    public record Gone(long count, double oldestSeconds) {}

    public static LostData of(RunSummary summary) {
        LedgerResult ledger = summary.postRun().ledger();
        Map<EventSummary, Gone> events = byEvent(summary);
        long conditions = summary.postRun().check().stream()
                .filter(condition -> !condition.passed())
                .mapToLong(CheckResult::violations)
                .map(violations -> Math.max(1, violations))
                .sum();
        if (ledger == null) {
            return new LostData(false, connectionsBroke(summary), 0, 0, conditions, 0, 0);
        }
        LedgerResult.Gone gone = ledger.gone();
        return new LostData(
                !events.isEmpty() && (ledger.violations() > 0 || !ledger.hides()),
                connectionsBroke(summary),
                gone == null ? 0 : gone.count(),
                events.values().stream().mapToDouble(Gone::oldestSeconds).max().orElse(0),
                conditions + ledger.violations() - (gone == null ? 0 : gone.explains()),
                ledger.counts().unknown(),
                ledger.counts().unknownHappened());
    }

    private static @Nullable Boolean connectionsBroke(RunSummary summary) {
        List<EventSummary> events = events(summary);
        return events.stream().anyMatch(event -> broke(event, summary)) || !hasLostConnections(summary)
                ? Boolean.valueOf(hasLostConnections(summary))
                : null;
    }

    /** True when a connection broke in the run, whenever. */
    private static boolean hasLostConnections(RunSummary summary) {
        return !summary.postRun().availability().isEmpty()
                || summary.figures().errors().stream().anyMatch(ErrorSummary::saysConnectionLost);
    }

    /** Whether connections broke while it had its effect, more than the one that a server may end at any time, or an outage began. */
    static boolean broke(EventSummary event, RunSummary summary) {
        EventSummary.Interval during = event.during();
        double from = event.atSeconds();
        double until = Math.max(
                during == null ? from : during.untilSeconds(),
                from + Math.max(EventFigures.EFFECT_SECONDS, event.commandSeconds() + 1));
        boolean hasOutage = summary.postRun().availability().stream().anyMatch(outage -> {
            double begin = outage.lastCommitSeconds();
            return begin >= from - 1 && begin < until && begin + outage.outageSeconds() > from;
        });
        long lost = during == null
                ? 0
                : Math.max(during.unknown(), during.errors().getOrDefault(ErrorSummary.CONNECTION, 0L));
        return hasOutage || lost >= Math.min(2, Math.max(1, summary.run().size().sutThreads()));
    }

    private static List<EventSummary> events(RunSummary summary) {
        return summary.postRun().events().stream()
                .filter(event -> !EventRow.isMark(event.name()))
                .toList();
    }

    /**
     * Every event that is no mark, in order, with what it lost: all that was acknowledged before throughput was back after it, and
     * not before an earlier event's.
     */
    public static Map<EventSummary, Gone> byEvent(RunSummary summary) {
        Map<EventSummary, Gone> found = new LinkedHashMap<>();
        List<EventSummary> events = events(summary);
        LedgerResult ledger = summary.postRun().ledger();
        LedgerResult.Gone gone = ledger == null ? null : ledger.gone();
        Map<Long, Long> seconds = gone == null ? Map.of() : gone.byEpochSecond();
        long oldestMillis = gone == null ? 0 : gone.oldestEpochMillis();
        long start = summary.run().window().startEpochMillis();
        double earlierUntil = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < events.size(); i++) {
            EventSummary event = events.get(i);
            EventSummary.Interval during = event.during();
            double until = i == events.size() - 1 || during == null ? Double.POSITIVE_INFINITY : during.untilSeconds();
            long count = 0;
            double oldest = Double.POSITIVE_INFINITY;
            for (Map.Entry<Long, Long> second : seconds.entrySet()) {
                double at = (Math.max(second.getKey() * 1000, oldestMillis) - start) / 1e3;
                if (at >= earlierUntil && at < until) {
                    count += second.getValue();
                    oldest = Math.min(oldest, at);
                }
            }
            found.put(event, new Gone(count, count == 0 ? 0 : Math.max(0, deathSeconds(event) - oldest)));
            earlierUntil = until;
        }
        return found;
    }

    /** A command takes its time to kill: until the last commit before the outage the server was alive. */
    private static double deathSeconds(EventSummary event) {
        Double lastCommitSeconds = event.effect().lastCommitSeconds();
        return lastCommitSeconds == null ? event.atSeconds() : Math.max(event.atSeconds(), lastCommitSeconds);
    }

    /** False when something is gone that was acknowledged so long before the event or longer, or anything else is wrong. */
    public boolean isWithin(double mayLoseSeconds) {
        return broken == 0 && (gone == 0 || oldestSeconds < mayLoseSeconds);
    }

    /** Says it in one line for people. */
    public String line(double mayLoseSeconds) {
        if (!isKnown) {
            return "the ledger was not compared, or is not whole";
        }
        String lost = gone == 0
                ? "nothing acknowledged is gone"
                : NumberText.count(gone) + " acknowledged are gone, the oldest "
                        + NumberText.decimal(oldestSeconds, 3) + " s before it"
                        + (mayLoseSeconds == 0
                                ? ""
                                : (oldestSeconds < mayLoseSeconds ? ", within " : ", more than ")
                                        + NumberText.trimmed(mayLoseSeconds, 3) + " s");
        String broke = connectionsBroke == null
                ? "connections broke, but not several in the time of the event, so whether the command killed anything is not"
                        + " known; "
                : connectionsBroke ? "" : "no connection broke, so the command killed nothing; ";
        return broke + lost
                + (broken == 0 ? "" : "; " + NumberText.counted(broken, "other violation")) + "; "
                + NumberText.count(unknown) + " unknown of which " + NumberText.count(unknownHappened) + " happened";
    }
}
