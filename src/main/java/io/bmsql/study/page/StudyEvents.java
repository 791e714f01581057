package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Notes;
import io.bmsql.report.Page.Table;
import io.bmsql.report.Words;
import io.bmsql.result.EventSummary;
import io.bmsql.study.page.StudyFigures.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What events did to the runs of a study: a row an event, the range over its repeats, and what was lost. */
record StudyEvents(StudyFigures figures, Words words) {
    /** The figures of a table, in the order of its columns. */
    private static final List<String> FIGURES =
            List.of("outageSeconds", "to95Seconds", "p99Ms", "transactionsLess", "gone", "oldestGoneSeconds");

    boolean isEmpty() {
        return figures.runs().stream().allMatch(run -> run.events().isEmpty());
    }

    private record Named(Point point, String event) {
        double[] values(String figure) {
            return point.values(key(event, figure), run -> true);
        }

        int runs() {
            return (int) point.runs().stream()
                    .filter(run ->
                            run.events().stream().anyMatch(one -> one.name().equals(event)))
                    .count();
        }
    }

    private record Happened(Point point, StudyRun run, EventSummary event) {}

    Table<?> ranges() {
        Table<Named> ranges = new Table<Named>(words)
                .text("study.column.point", row -> figures.name(row.point))
                .text("events.event", Named::event)
                .number("compare.runs", row -> NumberText.count(row.runs()));
        FIGURES.forEach(
                figure -> ranges.number("study.events." + figure, row -> range(row.runs(), row.values(figure))));
        figures.points().forEach(point -> names(point).forEach(name -> ranges.row(new Named(point, name))));
        return ranges;
    }

    Table<?> rows(Function<StudyRun, String> link) {
        Table<Happened> rows = new Table<Happened>(words)
                .headed("#", row -> Cell.link(NumberText.count(row.run.entry().number()), link.apply(row.run)))
                .text("study.column.point", row -> figures.name(row.point))
                .text("events.event", row -> row.event.name())
                .number("events.at", row -> NumberText.clock(row.event.atSeconds()))
                .name("events.ended", row -> ended(row.event))
                .number(
                        "study.column.worstsecond",
                        row -> figure(row, "secondBefore") + " → " + figure(row, "worstSecond"));
        FIGURES.forEach(figure -> rows.number("study.events." + figure, row -> figure(row, figure)));
        rows.number("study.column.unknown", row -> unknown(row.run, row.event));
        for (Point point : figures.points()) {
            point.runs().forEach(run -> run.events().forEach(event -> rows.row(new Happened(point, run, event))));
        }
        return rows;
    }

    private static Object ended(EventSummary event) {
        return event.succeeded() ? event.status() : Cell.bad(event.status());
    }

    private static List<String> names(Point point) {
        return point.runs().stream()
                .flatMap(run -> run.events().stream())
                .map(EventSummary::name)
                .distinct()
                .toList();
    }

    /** Only of a single event it is known which transactions broke with it. */
    private static @Nullable String unknown(StudyRun run, EventSummary event) {
        EventSummary.Interval during = event.during();
        LostData losses = run.losses();
        return run.events().size() == 1 && losses.isKnown()
                ? NumberText.count(losses.unknown()) + " / " + NumberText.count(losses.unknownHappened())
                : during == null ? null : NumberText.count(during.unknown());
    }

    private static String key(String event, String figure) {
        return ComparedRun.EVENT + event + "." + figure;
    }

    private static String figure(Happened row, String figure) {
        return range(1, row.run.figure(key(row.event.name(), figure)));
    }

    /** Least, median and greatest where there are several; and of how many, where some runs have none, such as no recovery. */
    private static String range(int runs, double... values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return NumberText.DASH;
        }
        String range = runs == 1
                ? number(sorted[0])
                : number(sorted[0]) + " … " + number(Repeats.median(sorted)) + " … "
                        + number(sorted[sorted.length - 1]);
        return sorted.length == runs ? range : range + " (" + sorted.length + "/" + runs + ")";
    }

    private static String number(double value) {
        return value < 100 ? NumberText.trimmed(value, value < 10 ? 2 : 1) : NumberText.count(Math.round(value));
    }

    /** Says of each database how long its failovers took; then what they lost. */
    List<String> headlines() {
        return figures.points().stream().map(this::headline).toList();
    }

    private String headline(Point point) {
        String name = figures.name(point);
        List<StudyRun> made = point.runs().stream()
                .filter(run -> Boolean.TRUE.equals(run.losses().connectionsBroke())
                        && run.events().stream().anyMatch(EventSummary::succeeded))
                .toList();
        if (made.isEmpty()) {
            return words.text("study.failover.none", name);
        }
        String event = names(point).get(0);
        Predicate<StudyRun> isMade = made::contains;
        return words.text(
                        "study.failover",
                        name,
                        range(made.size(), point.values(key(event, "outageSeconds"), isMade)),
                        range(made.size(), point.values(key(event, "to95Seconds"), isMade)),
                        made.size(),
                        figures.study().plan().repeats())
                + " " + lost(made);
    }

    private String lost(List<StudyRun> runs) {
        double mayLose = figures.study().plan().mayLoseSeconds();
        List<LostData> losses = runs.stream().map(StudyRun::losses).toList();
        long lossy = losses.stream().filter(run -> run.gone() > 0).count();
        long broken = losses.stream().filter(run -> run.broken() > 0).count();
        long open = losses.stream().filter(run -> !run.isKnown()).count();
        List<String> said = new ArrayList<>();
        if (lossy > 0) {
            long gone = losses.stream().mapToLong(LostData::gone).sum();
            double oldest =
                    losses.stream().mapToDouble(LostData::oldestSeconds).max().orElse(0);
            said.add(words.text("study.failover.gone", NumberText.count(gone), lossy, runs.size(), number(oldest)));
            if (mayLose > 0) {
                String key = oldest < mayLose ? "study.failover.within" : "study.failover.beyond";
                said.add(words.text(key, NumberText.trimmed(mayLose, 3)));
            }
        } else if (open < runs.size()) {
            said.add(words.text("study.failover.nothing"));
        }
        if (broken > 0) {
            said.add(words.text("study.failover.broken", broken));
        }
        if (open > 0) {
            said.add(words.text("study.failover.open", open));
        }
        return String.join(" ", said);
    }

    /** The URL of each database with the driver's options, without secrets. */
    Notes urls() {
        return new Notes(figures.study().plan().databases().stream()
                .map(database -> database.label() + ": " + database.settings().getOrDefault("conn", NumberText.DASH))
                .toList());
    }

    /** For {@code results.json}: the figures of each event, and what the ledger and the conditions of its run say. */
    List<Map<String, @Nullable Object>> json() {
        double mayLose = figures.study().plan().mayLoseSeconds();
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (StudyRun run : figures.runs()) {
            for (EventSummary event : run.events()) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                row.put("run", run.entry().number());
                row.put("database", run.entry().setting().database());
                row.put("point", run.entry().setting().point());
                row.put("event", event.name());
                row.put("atSeconds", event.atSeconds());
                row.put("status", event.status());
                String start = key(event.name(), "");
                run.figures().forEach((key, value) -> {
                    if (key.startsWith(start)) {
                        row.put(key.substring(start.length()), value);
                    }
                });
                row.put("losses", run.losses());
                row.put(
                        "isWithinMayLose",
                        run.losses().isKnown() && run.losses().isWithin(mayLose));
                all.add(row);
            }
        }
        return all;
    }
}
