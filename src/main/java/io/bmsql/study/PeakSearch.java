package io.bmsql.study;

import io.bmsql.study.StudyFile.Search;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for the highest value at which thresholds hold: doubles it until they fail, halves the distance until it is within the
 * precision, and confirms by a long run. A value that a long run does not confirm counts as failed, and the next try is a step
 * lower. What comes next follows from what was tried alone, so an interrupted search goes on.
 */
final class PeakSearch {
    /** So many long runs at most. */
    static final int MOST_LONG_TRIALS = 4;

    /** Without an upper end: a million times the start. */
    private static final int MOST_DOUBLINGS = 20;

    private PeakSearch() {}

    /**
     * One run.
     *
     * @param isLong true for one that is to confirm
     * @param failed the thresholds that failed, empty when all held
     */
    record Trial(long value, boolean isLong, String failed) {
        boolean holds() {
            return failed.isEmpty();
        }
    }

    /** What to do. */
    sealed interface Answer {}

    /** Try this value. */
    record Step(long value, boolean isLong) implements Answer {}

    /**
     * The end.
     *
     * @param value 0 when the thresholds do not hold at the lowest value
     * @param limitedBy what failed at the next higher value; empty when nothing did
     */
    record Found(long value, String limitedBy, boolean isConfirmed) implements Answer {}

    static Answer next(Search search, List<Trial> trials) {
        Optional<Trial> high = lowestFailed(trials.stream());
        String limitedBy = high.map(Trial::failed).orElse("");
        long below = high.map(Trial::value).orElse(Long.MAX_VALUE);
        long low = highestHeld(trials, below);
        List<Trial> longTrials = trials.stream().filter(Trial::isLong).toList();
        for (Trial trial : longTrials) {
            if (trial.holds() && trial.value() < below) {
                return new Found(trial.value(), limitedBy, true);
            }
        }
        if (below <= search.from()) {
            return new Found(0, limitedBy, false);
        }
        if (!longTrials.isEmpty()) {
            return afterRefusal(search, longTrials, low, below, limitedBy);
        }
        if (low == 0) {
            return new Step(search.from(), false);
        }
        if (high.isEmpty()) {
            return low < highest(search) ? new Step(Math.min(2 * low, highest(search)), false) : new Step(low, true);
        }
        return below - low > width(search, low) ? new Step(low + (below - low) / 2, false) : new Step(low, true);
    }

    /** No long run held so far. */
    private static Answer afterRefusal(Search search, List<Trial> longTrials, long low, long below, String limitedBy) {
        if (longTrials.size() >= MOST_LONG_TRIALS) {
            return new Found(low, limitedBy, false);
        }
        return new Step(Math.max(search.from(), below - width(search, below)), true);
    }

    /** Runs that are still to come, at most, unless confirmations fail. */
    static int mostStepsLeft(Search search, List<Trial> trials) {
        if (next(search, trials) instanceof Found) {
            return 0;
        }
        Optional<Trial> high = lowestFailed(trials.stream());
        if (trials.stream().anyMatch(Trial::isLong)) {
            return 1;
        }
        if (high.isEmpty()) {
            long low = Math.max(search.from(), 2 * highestHeld(trials, Long.MAX_VALUE));
            int doublings = 1 + halvings((double) highest(search) / low);
            return doublings + halvings(100 / search.precisionPercent()) + 1;
        }
        long low = Math.max(1, highestHeld(trials, high.get().value()));
        return halvings((double) (high.get().value() - low) / width(search, low)) + 1;
    }

    private static int halvings(double ratio) {
        return (int) Math.max(0, Math.ceil(Math.log(ratio) / Math.log(2)));
    }

    private static Optional<Trial> lowestFailed(Stream<Trial> trials) {
        return trials.filter(trial -> !trial.holds()).reduce((one, other) -> other.value() < one.value() ? other : one);
    }

    private static long highestHeld(List<Trial> trials, long below) {
        return trials.stream()
                .filter(trial -> trial.holds() && trial.value() < below)
                .mapToLong(Trial::value)
                .max()
                .orElse(0);
    }

    static long highest(Search search) {
        return search.to() > 0 ? search.to() : Math.min(Integer.MAX_VALUE, search.from() << MOST_DOUBLINGS);
    }

    private static long width(Search search, long value) {
        return Math.max(1, Math.round(value * search.precisionPercent() / 100));
    }
}
