package io.bmsql.report;

import io.bmsql.analysis.ComparedPoint;
import io.bmsql.analysis.Comparer;
import io.bmsql.common.NumberText;
import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Comparison.Percent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells a machine of another speed from a database that works more or less for each New-Order. */
record MachineNotes(ComparedPoint point, Words words) {
    /** Those that changed the most; the table has all. */
    private static final int MOST_NAMED = 3;

    List<String> all() {
        List<String> notes = new ArrayList<>();
        Percent host = figures()
                .filter(figure -> figure.key().equals(Figure.PROBE))
                .map(Figure::percent)
                .findFirst()
                .orElse(new Percent(null, null, null));
        boolean isOther =
                figures().anyMatch(figure -> figure.key().equals(Figure.PROBE) && figure.isBeyond(Figure.MARGIN_PERCENT));
        if (isOther && host.change() != null && host.low() != null && host.high() != null) {
            // The time of the same work, so that a longer one is a slower host.
            notes.add(
                    host.change() > 0
                            ? words.text(
                                    "compare.host.base",
                                    percent(host.change()),
                                    percent(host.low()),
                                    percent(host.high()))
                            : words.text(
                                    "compare.host.new",
                                    percent(faster(host.change())),
                                    percent(faster(host.high())),
                                    percent(faster(host.low()))));
        }
        boolean isEqual = host.low() != null
                && host.high() != null
                && host.low() >= -Figure.MARGIN_PERCENT
                && host.high() <= Figure.MARGIN_PERCENT;
        if (point.found().method() == Method.TOO_FEW) {
            add(notes, "compare.work.few", figure -> Math.abs(change(figure)) > Figure.MARGIN_PERCENT);
        } else {
            String key = isOther ? "compare.work.too" : isEqual ? "compare.work.same" : "compare.work.unknown";
            add(notes, key, figure -> figure.isBeyond(Figure.MARGIN_PERCENT));
        }
        String drifted = Stream.concat(point.base().stream(), point.fresh().stream())
                .flatMap(run -> Stream.ofNullable(run.hostSpeed())
                        .filter(speed -> speed.drifted() || speed.waitsDiffer())
                        .map(speed ->
                                run.directory().root().getFileName() + " (" + signed(speed.changePercent()) + ")"))
                .collect(Collectors.joining(", "));
        if (!drifted.isEmpty()) {
            notes.add(words.text("compare.host.drifted", drifted));
        }
        return notes;
    }

    /** From so much more time to so much less speed, percent. */
    private static double faster(double percent) {
        return (1 / (1 + percent / 100) - 1) * 100;
    }

    /** The work for each New-Order that changed so. */
    private void add(List<String> notes, String key, Predicate<Figure> isWanted) {
        String work = figures()
                .filter(figure -> figure.key().startsWith(Figure.PER_NEW_ORDER))
                .filter(isWanted)
                .sorted(Comparator.comparingDouble((Figure figure) -> -Math.abs(change(figure))))
                .limit(MOST_NAMED)
                .map(figure -> figure.key().substring(Figure.PER_NEW_ORDER.length()) + " " + signed(change(figure)))
                .collect(Collectors.joining("; "));
        if (!work.isEmpty()) {
            notes.add(words.text(key, work, Comparer.LEAST_REPEATS));
        }
    }

    private Stream<Figure> figures() {
        return point.found().figures().stream();
    }

    private static double change(Figure figure) {
        Double percent = figure.percent().change();
        return percent == null ? Double.NaN : percent;
    }

    private static String percent(double value) {
        return NumberText.decimal(Math.abs(value), 0);
    }

    private static String signed(double value) {
        return (value < 0 ? "\u2212" : "+") + percent(value) + "%";
    }
}
