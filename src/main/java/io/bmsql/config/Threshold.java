package io.bmsql.config;

import io.bmsql.tpcc.TransactionType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bound that a figure of a run must keep, such as {@code newOrder.p90<5s} or {@code tpmC>10000}.
 *
 * @param text as the user wrote it, without blanks
 * @param type null for a figure of the whole run
 * @param sign {@code <}, {@code <=}, {@code >} or {@code >=}
 * @param limit in the unit in which the figure is kept: milliseconds, percent or a plain number
 */
public record Threshold(String text, @Nullable TransactionType type, Figure figure, String sign, double limit) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9.]+)\\s*(<=|>=|<|>)\\s*(\\d{1,15}(?:\\.\\d{1,15})?)\\s*([^\\s\\d.]*)");

    private static final List<String> TIME_UNITS = List.of("us", "ms", "s", "min");

    /** What a summary knows of the whole run, of each type, or of both. */
    public enum Figure {
        TPM_C("tpmC", "", true, false),
        TPM_TOTAL("tpmTotal", "", true, false),
        EFFICIENCY("efficiency", "%", true, false),
        /** Transactions given up, percent of all that ended. */
        ERRORS("errors", "%", true, true),
        /** Transactions given up. */
        FAILED("failed", "", true, true),
        RETRIES("retries", "", true, true),
        /** Transactions completed. */
        COUNT("count", "", true, true),
        OUTAGES("outages", "", true, false),
        SHARE("share", "%", false, true),
        ROLLBACK("rollback", "%", false, true),
        MEAN("mean", "ms", false, true),
        P50("p50", "ms", false, true),
        P90("p90", "ms", false, true),
        P95("p95", "ms", false, true),
        P99("p99", "ms", false, true),
        P999("p999", "ms", false, true),
        MAX("max", "ms", false, true);

        private final String word;
        private final String unit;
        private final boolean isOfRun;
        private final boolean isOfType;

        Figure(String word, String unit, boolean isOfRun, boolean isOfType) {
            this.word = word;
            this.unit = unit;
            this.isOfRun = isOfRun;
            this.isOfType = isOfType;
        }

        /** In which values are given: {@code ms}, {@code %}, or nothing for a plain number. */
        public String unit() {
            return unit;
        }
    }

    /** True when the value, in the figure's unit, keeps the bound. */
    public boolean holds(double value) {
        return switch (sign) {
            case "<" -> value < limit;
            case "<=" -> value <= limit;
            case ">" -> value > limit;
            default -> value >= limit;
        };
    }

    /**
     * Reads bounds between commas; nothing is no bound.
     *
     * @throws IllegalArgumentException saying in a phrase what is wrong with the first mistaken one
     */
    public static List<Threshold> parse(String list) {
        return list.isBlank()
                ? List.of()
                : Stream.of(list.split(",", -1))
                        .map(String::strip)
                        .map(Threshold::one)
                        .toList();
    }

    /** What can be bounded, for a message. */
    public static String known() {
        return words(figure -> figure.isOfRun)
                + ", and for each of "
                + Arrays.stream(TransactionType.values()).map(Threshold::word).collect(Collectors.joining(", "))
                + " a point and "
                + words(figure -> figure.isOfType);
    }

    private static String words(Predicate<Figure> kind) {
        return Arrays.stream(Figure.values())
                .filter(kind)
                .map(figure -> figure.word)
                .collect(Collectors.joining(", "));
    }

    private static Threshold one(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "has `" + text + "`, which is not a figure, one of < <= > >=, a number and its unit");
        }
        String name = form.group(1);
        int point = name.indexOf('.');
        TransactionType type = point < 0
                ? null
                : find(TransactionType.values(), value -> word(value), name.substring(0, point))
                        .orElseThrow(() -> noFigure(name));
        Figure figure = find(Figure.values(), value -> value.word, name.substring(point + 1))
                .filter(found -> type == null ? found.isOfRun : found.isOfType)
                .orElseThrow(() -> noFigure(name));
        double limit = limit(name, figure, Double.parseDouble(form.group(3)), form.group(4));
        return new Threshold(text.replaceAll("\\s", ""), type, figure, form.group(2), limit);
    }

    private static <T> Optional<T> find(T[] values, Function<T, String> word, String wanted) {
        return Arrays.stream(values)
                .filter(value -> word.apply(value).equals(wanted))
                .findFirst();
    }

    private static IllegalArgumentException noFigure(String name) {
        return new IllegalArgumentException("names `" + name + "`, which is no figure of a run");
    }

    private static double limit(String name, Figure figure, double number, String unit) {
        boolean fits = figure.unit.equals("ms") ? TIME_UNITS.contains(unit) : figure.unit.equals(unit);
        if (!fits) {
            String wanted = figure.unit.equals("ms")
                    ? "a time: its limit needs one of " + String.join(", ", TIME_UNITS)
                    : figure.unit.isEmpty() ? "a plain number: its limit has no unit" : "a share: its limit needs a %";
            throw new IllegalArgumentException("has `" + name + "`, which is " + wanted);
        }
        return switch (unit) {
            case "us" -> number / 1000;
            case "s" -> number * 1000;
            case "min" -> number * 60_000;
            default -> number;
        };
    }

    /** As in props files, such as {@code newOrder}. */
    private static String word(TransactionType type) {
        return switch (type) {
            case NEW_ORDER -> "newOrder";
            case PAYMENT -> "payment";
            case ORDER_STATUS -> "orderStatus";
            case STOCK_LEVEL -> "stockLevel";
            case DELIVERY -> "delivery";
            case DELIVERY_BG -> "deliveryBg";
        };
    }
}
