package io.bmsql.config;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private static final int MOST_STEPS = 500;
    /** Figures are kept by the second. */
    private static final long SECOND_NANOS = 1_000_000_000;

    private static final double LONGEST_NANOS = 10_000_000 * 60e9;

    private static final Pattern ENTRY = Pattern.compile(
            "(ramp\\s+)?(\\d{1,12}(?:\\.\\d{1,9})?)(s|m|min|h)?\\s+(?:(end)|(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(/min|/s|terminals))");

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
     * A stretch at one level or from one to another in a straight line.
     *
     * @param fromNanos from the start of the measurement
     * @param from transactions a minute, or terminals
     */
    public record Step(long fromNanos, long untilNanos, double from, double to) {
        /** At a moment of this step. */
        public double level(long nanos) {
            return from == to ? from : from + (to - from) * (nanos - fromNanos) / (untilNanos - fromNanos);
        }

        public double mean() {
            return (from + to) / 2;
        }
    }

    /**
     * Reads a profile.
     *
     * @throws IllegalArgumentException saying in a phrase what is wrong
     */
    public static LoadProfile parse(String text) {
        return new Reader(text).read();
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
        int low = 0;
        int high = steps.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (steps.get(middle).fromNanos() <= nanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
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
        return level == Math.rint(level)
                ? Long.toString((long) level)
                : String.format(Locale.ROOT, "%.3f", level).replaceFirst("0+$", "");
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
    }

    /** Goes through the entries once; knows the time and the level it has come to. */
    private static final class Reader {
        private final String text;
        private final List<Step> steps = new ArrayList<>();
        private long nowNanos;
        private double level = -1;
        private boolean ended;
        private LoadProfile.Unit unit = Unit.RATE;

        Reader(String text) {
            this.text = text;
        }

        LoadProfile read() {
            for (String entry : text.split(",", -1)) {
                read(entry.strip());
            }
            if (!ended) {
                steps.add(new Step(nowNanos, OPEN, level, level));
            }
            if (steps.size() > MOST_STEPS) {
                throw new IllegalArgumentException("has " + steps.size() + " steps, more than " + MOST_STEPS);
            }
            LoadProfile profile = new LoadProfile(text.strip(), unit, List.copyOf(steps));
            if (profile.highest() == 0) {
                throw new IllegalArgumentException("never asks for anything");
            }
            return profile;
        }

        private void read(String entry) {
            Matcher form = ENTRY.matcher(entry);
            if (ended || !form.matches()) {
                throw new IllegalArgumentException(
                        ended ? "continues after its `end`" : "has `" + entry + "`, which is not a time and a level");
            }
            boolean isRamp = form.group(1) != null;
            long nanos = nanos(entry, form.group(2), form.group(3));
            boolean isFirst = level < 0;
            if (isFirst != (nanos == 0) || isFirst && (isRamp || form.group(4) != null)) {
                throw new IllegalArgumentException(
                        isFirst
                                ? "begins with `" + entry + "` instead of the level at 0"
                                : "has `" + entry + "`, which takes no time");
            }
            if (!isFirst && nanos < SECOND_NANOS) {
                throw new IllegalArgumentException("has `" + entry + "`, which is shorter than a second");
            }
            ended = form.group(4) != null;
            if (ended && isRamp) {
                throw new IllegalArgumentException("has `" + entry + "`, a ramp without a level");
            }
            double next = ended ? level : level(entry, form.group(5), form.group(6), isFirst);
            if (!isFirst) {
                steps.add(new Step(nowNanos, nowNanos + nanos, level, isRamp ? next : level));
                nowNanos += nanos;
            }
            level = next;
            if (nowNanos > LONGEST_NANOS) {
                throw new IllegalArgumentException("takes more than 10000000 minutes");
            }
        }

        private static long nanos(String entry, String number, String unit) {
            double value = Double.parseDouble(number);
            if (unit == null && value != 0) {
                throw new IllegalArgumentException("has `" + entry + "`, whose time needs one of s, m, h");
            }
            double nanos = value
                    * switch (unit == null ? "s" : unit) {
                        case "s" -> 1e9;
                        case "h" -> 3600e9;
                        default -> 60e9;
                    };
            return Math.round(Math.min(nanos, 2 * LONGEST_NANOS));
        }

        private double level(String entry, String number, String word, boolean isFirst) {
            Unit given = word.equals("terminals") ? Unit.TERMINALS : Unit.RATE;
            if (!isFirst && given != unit) {
                throw new IllegalArgumentException("has `" + entry + "`, and rates and terminals do not mix");
            }
            unit = given;
            double value = Double.parseDouble(number) * (word.equals("/s") ? 60 : 1);
            if (value > Integer.MAX_VALUE || given == Unit.TERMINALS && value != Math.rint(value)) {
                throw new IllegalArgumentException("has `" + entry + "`, whose level is "
                        + (value > Integer.MAX_VALUE ? "above " + Integer.MAX_VALUE : "no whole number of terminals"));
            }
            return value;
        }
    }
}
