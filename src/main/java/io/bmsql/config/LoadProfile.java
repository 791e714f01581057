package io.bmsql.config;

import io.bmsql.common.NumberText;
import io.bmsql.common.UserText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the load of a run changes over time, such as {@code 0 2000/min, 5m 4000/min, ramp 10m 8000/min, 60s 20000/min}. The first
 * entry is the level from the start of the measurement. Each later one says how long it takes to the next level: a plain time
 * keeps the level before for so long and then jumps; {@code ramp} goes there in a straight line. The last level lasts until
 * the end of the run, or for the time of a closing {@code 5m end}.
 *
 * @param text as the user wrote it
 * @param steps without gaps from 0 on; the last one ends at {@link #OPEN} while the run's length is not known
 */
public record LoadProfile(String text, Unit unit, List<Step> steps) {
    /** The end of a step that lasts as long as the run. */
    public static final long OPEN = Long.MAX_VALUE;

    private static final int MAX_STEPS = 500;
    /** Figures are kept by the second. */
    private static final long SECOND_NANOS = 1_000_000_000;

    private static final double LONGEST_NANOS = 10_000_000 * 60e9;

    private static final String NO_ENTRY = "which is not a time and a level";

    private static final Pattern ENTRY =
            Pattern.compile("(ramp\\s+)?(\\d\\S*)\\s+(?:(end)|(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(/min|/s|terminals))");

    /** What levels count. */
    public enum Unit {
        /** Transactions due a minute, all terminals together. */
        RATE("/min"),
        /** Terminals at work. */
        TERMINALS(" terminals");

        private final String word;

        Unit(String word) {
            this.word = word;
        }
    }

    /**
     * A time at one level or from one to another in a straight line.
     *
     * @param fromNanos from the start of the measurement
     * @param from transactions a minute, or terminals
     */
    public record Step(long fromNanos, long untilNanos, double from, double to) {
        /** Gives the level at a moment of this step. */
        public double level(long nanos) {
            return from == to ? from : from + (to - from) * (nanos - fromNanos) / (untilNanos - fromNanos);
        }

        public double mean() {
            return (from + to) / 2;
        }
    }

    /**
     * @throws IllegalArgumentException saying in a phrase what is wrong
     */
    public static LoadProfile parse(String text) {
        List<Step> steps = new ArrayList<>();
        Unit unit = Unit.RATE;
        long now = 0;
        double level = -1;
        boolean ended = false;
        for (String each : text.split(",", -1)) {
            String entry = each.strip();
            String has = "has `" + entry + "`, ";
            Matcher form = ENTRY.matcher(entry);
            require(!ended, "continues after its `end`");
            require(form.matches(), has + NO_ENTRY);
            boolean isFirst = level < 0;
            boolean isRamp = form.group(1) != null;
            ended = form.group(3) != null;
            long nanos = nanos(form.group(2), has);
            if (isFirst) {
                require(nanos == 0 && !isRamp && !ended, "begins with `" + entry + "` instead of the level at 0");
            } else {
                require(nanos != 0, has + "which takes no time");
                require(nanos >= SECOND_NANOS, has + "which is shorter than a second");
                require(!ended || !isRamp, has + "a ramp without a level");
            }
            double next = level;
            if (!ended) {
                Unit given = form.group(5).equals("terminals") ? Unit.TERMINALS : Unit.RATE;
                require(isFirst || given == unit, has + "and rates and terminals do not mix");
                unit = given;
                next = level(form.group(4), form.group(5), has);
            }
            if (!isFirst) {
                steps.add(new Step(now, now + nanos, level, isRamp ? next : level));
                now += nanos;
            }
            level = next;
            require(now <= LONGEST_NANOS, "takes more than 10000000 minutes");
        }
        if (!ended) {
            steps.add(new Step(now, OPEN, level, level));
        }
        require(steps.size() <= MAX_STEPS, "has " + steps.size() + " steps, more than " + MAX_STEPS);
        LoadProfile profile = new LoadProfile(text.strip(), unit, List.copyOf(steps));
        require(profile.highest() != 0, "never asks for anything");
        return profile;
    }

    private static long nanos(String time, String has) {
        boolean hasUnit = !Character.isDigit(time.charAt(time.length() - 1));
        double seconds = UserText.seconds(hasUnit ? time : time + "s");
        require(!Double.isNaN(seconds), has + NO_ENTRY);
        require(hasUnit || seconds == 0, has + "whose time needs one of s, m, h");
        return Math.round(Math.min(seconds * 1e9, 2 * LONGEST_NANOS));
    }

    private static double level(String number, String word, String has) {
        double value = Double.parseDouble(number) * (word.equals("/s") ? 60 : 1);
        require(value <= Integer.MAX_VALUE, has + "whose level is above " + Integer.MAX_VALUE);
        boolean isWhole = value == Math.rint(value);
        require(isWhole || !word.equals("terminals"), has + "whose level is no whole number of terminals");
        return value;
    }

    private static void require(boolean isTrue, String otherwise) {
        if (!isTrue) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** True when the profile itself says how long the run is. */
    public boolean hasEnd() {
        return last().untilNanos() != OPEN;
    }

    /** When its last step ends, or begins when that one lasts as long as the run. */
    public long knownNanos() {
        return hasEnd() ? last().untilNanos() : last().fromNanos();
    }

    /**
     * The same for a run of this length.
     *
     * @throws IllegalArgumentException when the run ends before the last change; in a phrase
     */
    public LoadProfile lasting(long nanos) {
        if (hasEnd()) {
            return this;
        }
        boolean endsWithRamp = steps.size() > 1
                && steps.get(steps.size() - 2).to()
                        != steps.get(steps.size() - 2).from();
        if (knownNanos() > nanos || knownNanos() == nanos && !endsWithRamp) {
            throw new IllegalArgumentException("has its last change after " + seconds(knownNanos())
                    + " s of measurement, and the run measures " + seconds(nanos) + " s");
        }
        List<Step> closed = new ArrayList<>(steps.subList(0, steps.size() - 1));
        if (knownNanos() < nanos) {
            closed.add(new Step(last().fromNanos(), nanos, last().from(), last().to()));
        }
        return new LoadProfile(text, unit, List.copyOf(closed));
    }

    private Step last() {
        return steps.get(steps.size() - 1);
    }

    public double highest() {
        return steps.stream()
                .mapToDouble(step -> Math.max(step.from(), step.to()))
                .max()
                .orElse(0);
    }

    /** The mean level of all its time, which must be known. */
    public double mean() {
        double sum = 0;
        for (Step step : steps) {
            sum += step.mean() * (step.untilNanos() - step.fromNanos());
        }
        return sum / last().untilNanos();
    }

    /** The number of the step, from 0, at this moment; the first one before, the last one after all. Allocates nothing. */
    public int stepAt(long nanos) {
        int at = steps.size() - 1;
        while (at > 0 && steps.get(at).fromNanos() > nanos) {
            at--;
        }
        return at;
    }

    /** A step in a few characters, such as {@code 4000 → 8000/min}. */
    public static String label(double from, double to, Unit unit) {
        return levels(from, to) + unit.word;
    }

    /** The same without the unit. */
    public static String levels(double from, double to) {
        return (from == to ? "" : number(from) + " → ") + number(to);
    }

    private static String number(double level) {
        return NumberText.rounded(level, 3).stripTrailingZeros().toPlainString();
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
    }
}
