package io.bmsql.common;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them, the same on every machine: thousands separators, decimals that fit the size. */
public final class NumberText {
    /** Stands for a number that is not known. */
    public static final String DASH = "\u2013";

    private static final Pattern ZEROS = Pattern.compile("\\.?0+$");

    private NumberText() {}

    /** A text with numbers in it, by a form of {@link String#format}. */
    public static String format(String form, @Nullable Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    /** A whole number: {@code 1,234,567}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** With a fixed number of decimals: {@code 1,234.50}. */
    public static String decimal(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** Milliseconds with about three digits that mean something: {@code 0.512}, {@code 4.21}, {@code 83.4}, {@code 1,204}. */
    public static String millis(double value) {
        double size = Math.abs(value);
        return decimal(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 || size == 0 ? 2 : 3);
    }

    /** About three digits that mean something and no zeros behind them: {@code 0}, {@code 1.25}, {@code 180}, {@code 24,600}. */
    public static String brief(double value) {
        double size = Math.abs(value);
        return trimmed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
    }

    /** {@link #brief} with a unit, which may be empty: {@code 12 ms}, {@code 40%}, {@code 310/s}. */
    public static String withUnit(double value, String unit) {
        boolean isClose = unit.isEmpty() || unit.equals("%") || unit.startsWith("/");
        return brief(value) + (isClose ? "" : " ") + unit;
    }

    /** Milliseconds on the console: {@code 0.84 ms}, {@code 12.3 ms}, {@code 1,234 ms}. */
    public static String latency(double millis) {
        return decimal(millis, millis < 10 ? 2 : millis < 1_000 ? 1 : 0) + " ms";
    }

    /** One or two decimals, never grouped, as scripts cut them out of the end of a run ({@code 512.4}, {@code 7.0}). */
    public static String plainDecimal(double value) {
        if (!Double.isFinite(value)) {
            return "0.0";
        }
        BigDecimal rounded = rounded(value, 2).stripTrailingZeros();
        return (rounded.scale() < 1 ? rounded.setScale(1) : rounded).toPlainString();
    }

    /** For props files: no decimals that say nothing ({@code 1}, {@code 0.25}). */
    public static String shortest(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** A number for programs with so many decimals. */
    public static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }

    /** A share in percent: {@code 43.478}. */
    public static String percent(double value) {
        return decimal(value, 3);
    }

    /** Seconds as minutes:seconds, also beyond an hour: {@code 0:07}, {@code −1:30}, {@code 480:00}. */
    public static String clock(double seconds) {
        long rounded = Math.round(seconds);
        long size = Math.abs(rounded);
        return String.format(Locale.ROOT, "%s%d:%02d", rounded < 0 ? "\u2212" : "", size / 60, size % 60);
    }

    /** Time that is left or has passed, as {@code m:ss} or {@code h:mm:ss}; negative values count as 0. */
    public static String hours(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        String text = String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60);
        return whole < 3_600 ? text.replaceFirst("^0:0?", "") : text;
    }

    /** A length of time in words: {@code 45 s}, {@code 10 min}, {@code 90 min 30 s}. */
    public static String duration(double seconds) {
        if (seconds < 120) {
            return trimmed(seconds, 1) + " s";
        }
        long whole = Math.round(seconds);
        return count(whole / 60) + " min" + (whole % 60 == 0 ? "" : " " + whole % 60 + " s");
    }

    /** A count with its noun: {@code 1 warehouse}, {@code 1,000 warehouses}. */
    public static String counted(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    /** A size for reading: {@code 122 MB}, {@code 1.2 GB}, {@code 11.0 TB}; powers of ten, as disks are sold. */
    public static String bytes(long bytes) {
        return bytes < 1e9
                ? format("%.0f MB", bytes / 1e6)
                : bytes < 1e12 ? format("%.1f GB", bytes / 1e9) : format("%.1f TB", bytes / 1e12);
    }

    /** At most that many decimals, none where they are zero: {@code 1.5}, {@code 60}. */
    public static String trimmed(double value, int decimals) {
        String text = decimal(value, decimals);
        return decimals == 0 ? text : ZEROS.matcher(text).replaceFirst("");
    }

    /** A coordinate in a drawing: one decimal is finer than a pixel. */
    public static String coordinate(double value) {
        return trimmed(value, 1).replace(",", "");
    }
}
