package io.bmsql.config;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.Collection;
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
 * A bound that a figure of a run must keep, such as {@code newOrder.p90<5s} or {@code tpmC>10000}, or one of what an event did to the
 * run, such as {@code kill.outage<10s} or {@code ddl.newOrder.p99<5x}: five times what it was before.
 *
 * @param text as the user wrote it, without blanks
 * @param event null for a figure of the run
 * @param type null for a figure of the whole run, or of the whole event
 * @param sign {@code <}, {@code <=}, {@code >} or {@code >=}; of an event's figure {@code =} too
 * @param limit in the unit in which the figure is kept: milliseconds, percent or a plain number
 * @param isRatio the limit is a multiple of the figure before the event
 */
public record Threshold(
        String text,
        @Nullable String event,
        @Nullable TransactionType type,
        Figure figure,
        String sign,
        double limit,
        boolean isRatio) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z0-9._-]+)\\s*(<=|>=|<|>|=)\\s*(\\d{1,15}(?:\\.\\d{1,15})?)\\s*([^\\s\\d.]*)");

    private static final Function<String, Optional<TransactionType>> TPCC = wanted -> TpccTransaction.TYPES.stream()
            .filter(type -> PropertyKey.camelCase(type.name()).equals(wanted))
            .findFirst();

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
        /** Longest time without a commit after an event. */
        OUTAGE("outage", "ms", false, false),
        /** From an event until 95% of the rate before. */
        TO_95("to95", "ms", false, false),
        /** Violations that the ledger found after a run with events. */
        LOST("lost", "", false, false),
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

        private boolean isOfEvent() {
            return this == OUTAGE || this == TO_95 || this == LOST;
        }

        /** In which values are given: {@code ms}, {@code %}, or nothing for a plain number. */
        public String unit() {
            return unit;
        }
    }

    /** True for one that asks for more throughput: less load fails it, and more load keeps it. */
    public boolean isLeastThroughput() {
        boolean isThroughput = figure == Figure.TPM_C || figure == Figure.TPM_TOTAL || figure == Figure.COUNT;
        return isThroughput && sign.startsWith(">");
    }

    /** True when the value, in the figure's unit, keeps the bound. */
    public boolean holds(double value) {
        return switch (sign) {
            case "<" -> value < limit;
            case "<=" -> value <= limit;
            case ">" -> value > limit;
            case "=" -> value == limit;
            default -> value >= limit;
        };
    }

    /**
     * Reads bounds between commas; nothing is no bound.
     *
     * @param events those that can be named
     * @throws IllegalArgumentException saying in a phrase what is wrong with the first mistaken one
     */
    public static List<Threshold> parse(String list, Collection<String> events) {
        return parse(list, events, TPCC);
    }

    /** The same where the types of the workload, which is not TPC-C, are not known yet: any name may be one. */
    public static List<Threshold> parseOfScripts(String list, Collection<String> events) {
        return parse(list, events, name -> Optional.of(new TransactionTypes.Named(name, 0, true, 0, 0)));
    }

    private static List<Threshold> parse(
            String list, Collection<String> events, Function<String, Optional<TransactionType>> types) {
        return list.isBlank()
                ? List.of()
                : Stream.of(list.split(",", -1))
                        .map(String::strip)
                        .map(text -> one(text, events, types))
                        .toList();
    }

    /** The same of a run that is over: what could be an event is one. */
    public static List<Threshold> parse(String list, TransactionTypes run) {
        Function<String, Optional<TransactionType>> types = run.equals(TpccTransaction.TYPES)
                ? TPCC
                : name -> run.stream().filter(type -> type.name().equals(name)).findFirst();
        return parse(
                list,
                Stream.of(list.split(",", -1))
                        .map(text -> text.strip().replaceFirst("[.].*", ""))
                        .filter(name -> types.apply(name).isEmpty())
                        .toList(),
                types);
    }

    /** What can be bounded in a run of TPC-C, or of scripts, for a message. */
    public static String known(boolean isOfScripts) {
        String types = Arrays.stream(TpccTransaction.values())
                .map(type -> PropertyKey.camelCase(type.name()))
                .collect(Collectors.joining(", "));
        return words(figure -> figure.isOfRun)
                + (isOfScripts
                        ? ", and for each transaction its name, a point and "
                        : ", and for each of " + types + " a point and ")
                + words(figure -> figure.isOfType)
                + "; for each event, behind its name and a point, "
                + words(Figure::isOfEvent)
                + ", and times of a type";
    }

    private static String words(Predicate<Figure> kind) {
        return Arrays.stream(Figure.values())
                .filter(kind)
                .map(figure -> figure.word)
                .collect(Collectors.joining(", "));
    }

    private static Threshold one(
            String text, Collection<String> events, Function<String, Optional<TransactionType>> types) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "has `" + text + "`, which is not a figure, one of < <= > >=, a number and its unit");
        }
        String whole = form.group(1);
        String event = whole.substring(0, Math.max(0, whole.indexOf('.')));
        boolean isOfEvent = events.contains(event);
        String name = isOfEvent ? whole.substring(event.length() + 1) : whole;
        if (!isOfEvent && form.group(2).equals("=")) {
            throw new IllegalArgumentException("has `" + text + "`, which is not a figure with one of < <= > >=");
        }
        int point = name.indexOf('.');
        TransactionType type =
                point < 0 ? null : types.apply(name.substring(0, point)).orElseThrow(() -> noFigure(whole));
        Figure figure = Stream.of(Figure.values())
                .filter(each -> each.word.equals(name.substring(point + 1)))
                .filter(each -> type == null
                        ? isOfEvent ? each.isOfEvent() : each.isOfRun
                        : isOfEvent ? each.isOfType && each.unit.equals("ms") : each.isOfType)
                .findFirst()
                .orElseThrow(() -> noFigure(whole));
        boolean isRatio = isOfEvent && type != null && form.group(4).equals("x");
        double number = Double.parseDouble(form.group(3));
        double limit = isRatio ? number : limit(whole, figure, number, form.group(4));
        return new Threshold(
                text.replaceAll("\\s", ""), isOfEvent ? event : null, type, figure, form.group(2), limit, isRatio);
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
}
