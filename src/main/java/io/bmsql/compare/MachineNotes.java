package io.bmsql.compare;

import io.bmsql.chart.NumberText;
import io.bmsql.compare.Comparison.Figure;
import io.bmsql.compare.Comparison.Method;
import io.bmsql.page.Words;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.statistics.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells a machine of another speed from a database that works more or less for each New-Order. */
record MachineNotes(ComparedPoint point, Words words) {
    /** Changes within this are none, percent. */
    private static final double MARGIN_PERCENT = Differences.HOST_MARGIN * 100;

    /** Those that changed the most; the table has all. */
    private static final int MOST_NAMED = 3;

    /**
     * The chart of what the database logs. After a checkpoint it logs whole pages: the same settings logged between 7 and 72 kB
     * for each New-Order in runs one after the other.
     */
    private static final String LOG = "log written";

    /** So many standard deviations of a count are no chance. */
    private static final double CERTAIN = 4;

    List<String> all() {
        List<String> notes = new ArrayList<>();
        double host = figures()
                .filter(figure -> figure.key().equals(Figure.CANARY))
                .mapToDouble(MachineNotes::change)
                .findFirst()
                .orElse(Double.NaN);
        boolean isOther = Math.abs(host) > MARGIN_PERCENT;
        if (isOther) {
            // The time of the same work, so that a longer one is a slower host.
            notes.add(
                    host > 0
                            ? words.text("compare.host.base", percent(host))
                            : words.text("compare.host.new", percent((1 / (1 + host / 100) - 1) * 100)));
        }
        String work = changedWork(this::isNamed);
        if (!work.isEmpty()) {
            String same = Double.isNaN(host) ? "compare.work.unknown" : "compare.work.same";
            notes.add(words.text(isOther ? "compare.work.too" : same, work));
        }
        String log =
                isRepeated() ? "" : changedWork(figure -> isLog(figure) && Math.abs(change(figure)) > MARGIN_PERCENT);
        if (!log.isEmpty()) {
            notes.add(words.text("compare.work.log", log, Comparer.LEAST_REPEATS));
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

    private String changedWork(Predicate<Figure> isWanted) {
        return figures()
                .filter(figure -> figure.key().startsWith(Figure.PER_NEW_ORDER))
                .filter(isWanted)
                .sorted(Comparator.comparingDouble((Figure figure) -> -Math.abs(change(figure))))
                .limit(MOST_NAMED)
                .map(figure -> figure.key().substring(Figure.PER_NEW_ORDER.length()) + " " + signed(change(figure)))
                .collect(Collectors.joining("; "));
    }

    private boolean isRepeated() {
        return point.found().method() != Method.BLOCKS;
    }

    private static boolean isLog(Figure figure) {
        return figure.key().startsWith(Figure.PER_NEW_ORDER + LOG);
    }

    /** Repeats have an interval; of single runs the ratio must be larger than what the mix of the transactions explains. */
    private boolean isNamed(Figure figure) {
        double change = Math.abs(change(figure));
        return isRepeated()
                ? change > MARGIN_PERCENT && figure.change() != Change.CANNOT_TELL
                : !isLog(figure) && change > Math.max(MARGIN_PERCENT, chancePercent());
    }

    /** How much the share of the rarest type, whose statements touch the most rows, differs from that of New-Order by chance. */
    private double chancePercent() {
        return 100 * CERTAIN * Math.sqrt(1.0 / rarest(point.base()) + 1.0 / rarest(point.fresh()));
    }

    private static long rarest(List<ComparedRun> runs) {
        return Math.max(
                1,
                runs.stream()
                        .flatMap(run -> run.summary().figures().types().stream())
                        .collect(Collectors.groupingBy(TypeSummary::type, Collectors.summingLong(TypeSummary::count)))
                        .values()
                        .stream()
                        .filter(count -> count > 0)
                        .min(Comparator.naturalOrder())
                        .orElse(1L));
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
