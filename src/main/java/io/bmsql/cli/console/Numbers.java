package io.bmsql.cli.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers on the console, in formats that do not depend on the user's locale. */
public final class Numbers {
    private Numbers() {}

    /** One or two decimals, never grouped, as scripts cut them out of the end block ({@code 512.4}, {@code 7.0}). */
    public static String plainDecimal(double value) {
        if (!Double.isFinite(value)) {
            return "0.0";
        }
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return (rounded.scale() < 1 ? rounded.setScale(1) : rounded).toPlainString();
    }

    /** For props files: no decimals that say nothing ({@code 1}, {@code 0.25}). */
    public static String shortest(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** For reading: thousands separated by commas, no decimals. */
    public static String grouped(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Milliseconds for reading: {@code 0.84 ms}, {@code 12.3 ms}, {@code 1,234 ms}. */
    public static String millis(double millis) {
        String pattern = millis < 10 ? "%.2f ms" : millis < 1_000 ? "%.1f ms" : "%,.0f ms";
        return String.format(Locale.ROOT, pattern, millis);
    }

    /** Seconds as {@code m:ss} or {@code h:mm:ss}; negative values count as 0. */
    public static String clock(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        long hours = whole / 3_600;
        if (hours > 0) {
            return String.format(Locale.ROOT, "%d:%02d:%02d", hours, whole / 60 % 60, whole % 60);
        }
        return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
    }

    /** Progress for programs: one JSON object on a line, with units in the names. */
    public static ObjectNode jsonLine(String event) {
        return JsonNodeFactory.withExactBigDecimals(true).objectNode().put("event", event);
    }

    /** A number of a JSON line with so many decimals. */
    public static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
