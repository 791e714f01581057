package io.bmsql.study.page;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.LostData;
import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
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

    /** Each event over the repeats of its point. */
    Table ranges() {
        Table ranges = new Table(words)
                .add(Column.TEXT, "study.column.point", "events.event")
                .add(Column.NUMBER, "compare.runs");
        addFigures(ranges);
        figures.points().forEach(point -> names(point).forEach(name -> ranges.row(range(point, name))));
        return ranges;
    }

    /** @param link of a run */
    Table rows(Function<StudyRun, String> link) {
        Table rows = new Table(words)
                .add(Column.NUMBER, List.of("#"))
                .add(Column.TEXT, "study.column.point", "events.event")
                .add(Column.NUMBER, "events.at")
                .add(Column.NAME, "events.ended")
                .add(Column.NUMBER, "study.column.worstsecond");
        addFigures(rows).add(Column.NUMBER, "study.column.unknown");
        for (Point point : figures.points()) {
            point.runs().forEach(run -> run.events().forEach(event -> rows.row(row(point, run, event, link))));
        }
        return rows;
    }

    private Table addFigures(Table table) {
        return table.add(
                Column.NUMBER,
                FIGURES.stream()
                        .map(figure -> words.text("study.events." + figure))
                        .toList());
    }

    private static List<String> names(Point point) {
        return point.runs().stream()
                .flatMap(run -> run.events().stream())
                .map(EventSummary::name)
                .distinct()
                .toList();
    }

    private List<Object> range(Point point, String event) {
        int runs = point.values(key(event, "outageSeconds"), run -> true).length;
        List<Object> row = new ArrayList<>(List.of(figures.name(point), event, NumberText.count(runs)));
        FIGURES.forEach(figure -> row.add(range(runs, point.values(key(event, figure), run -> true))));
        return row;
    }

    private List<Object> row(Point point, StudyRun run, EventSummary event, Function<StudyRun, String> link) {
        List<Object> row = new ArrayList<>(List.of(
                Cell.link(NumberText.count(run.entry().number()), link.apply(run)),
                figures.name(point),
                event.name(),
                NumberText.clock(event.atSeconds()),
                event.succeeded() ? event.status() : Cell.bad(event.status()),
                figure(run, event, "secondBefore") + " → " + figure(run, event, "worstSecond")));
        FIGURES.forEach(figure -> row.add(figure(run, event, figure)));
        EventSummary.Interval during = event.during();
        LostData losses = run.losses();
        // Only of a single event it is known which transactions broke with it.
        row.add(
                run.events().size() == 1 && losses.isKnown()
                        ? NumberText.count(losses.unknown()) + " / " + NumberText.count(losses.unknownHappened())
                        : during == null ? NumberText.DASH : NumberText.count(during.unknown()));
        return row;
    }

    private static String key(String event, String figure) {
        return ComparedRun.EVENT + event + "." + figure;
    }

    private static String figure(StudyRun run, EventSummary event, String figure) {
        return range(1, run.figure(key(event.name(), figure)));
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
                .filter(run -> run.events().stream().anyMatch(EventSummary::succeeded))
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
