package io.bmsql.report;

import static io.bmsql.report.Templates.measured;

import io.bmsql.analysis.Lever;
import io.bmsql.common.NumberText;
import io.bmsql.common.StatementTimes;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import io.bmsql.result.StatementTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the server's sessions and statements did in the window.
 *
 * @param costs of statements by the server's own counters
 * @param times what statements took as the load generator saw it
 */
public record StatementTables(
        List<Lever> levers,
        List<SessionSample> sessions,
        Collection<Cost> costs,
        List<StatementTime> times,
        Map<String, Long> done) {
    private static final int MAX_STATEMENTS = 15;

    /** A statement that the server counted so much more or less often than it was sent is one that a driver splits or joins. */
    private static final double SAME = 0.25;

    /** What the server counted of a statement; several texts of it added up. */
    record Cost(String type, String statement, double millis, double calls, double rows) {
        static Cost of(Map<String, String> row) {
            String name = row.getOrDefault("name", "");
            return new Cost(
                    row.getOrDefault("type", ""),
                    name.isEmpty() ? row.getOrDefault("statement", "") : name,
                    SampleTable.number(row.getOrDefault("total_ms", "")),
                    SampleTable.number(row.getOrDefault("calls", "")),
                    SampleTable.number(row.getOrDefault("rows", "")));
        }

        Cost plus(Cost other) {
            return new Cost(type, statement, millis + other.millis, calls + other.calls, rows + other.rows);
        }

        /** True of a statement of this name, which several may share. */
        boolean isOf(String name) {
            return !type.isEmpty() && List.of(statement.split("[|]", -1)).contains(name);
        }
    }

    static StatementTables of(RunData input) {
        CollectedFigures.Database files = input.collected().database();
        return new StatementTables(
                Lever.find(input.collected(), input.summary(), input.windowStart()),
                SessionSample.within(files.sessions(), input.windowStart(), input.windowEnd() + 1)
                        .rows(),
                files.statements().stream()
                        .map(Cost::of)
                        .filter(cost -> cost.millis > 0)
                        .collect(Collectors.toMap(Cost::statement, cost -> cost, Cost::plus, LinkedHashMap::new))
                        .values(),
                files.times(),
                input.summary().figures().types().stream()
                        .collect(Collectors.toMap(TypeSummary::type, TypeSummary::count)));
    }

    void fill(TableSet tables) {
        Words words = tables.words();
        tables.<Lever>begin("levers")
                .word("lever.what", lever -> words.of("lever", lever.kind(), lever.of()))
                .number("wait.share", lever -> NumberText.percent(lever.sharePercent()))
                .number(
                        "lever.times",
                        lever -> lever.hasBound()
                                ? NumberText.decimal(lever.atMostTimes(), 2)
                                : "> " + Lever.MAX_BOUND_TIMES)
                .rows(levers);
        double all = sum(sessions);
        Table<Map.Entry<String, List<SessionSample>>> waits = tables.begin("sessionTypes");
        waits.name("col.type", type -> name(type.getKey(), words));
        SessionSample.CLASSES.forEach(wait -> waits.number(
                "wait." + wait,
                type -> share(
                        SessionSample.sums(type.getValue(), SessionSample::waitClass)
                                .getOrDefault(wait, 0.0),
                        all)));
        waits.number("wait.all", type -> share(sum(type.getValue()), all))
                .rows(new TreeMap<>(sessions.stream().collect(Collectors.groupingBy(SessionSample::type))).entrySet());
        waiting(tables, words, all);
        double work = costs.stream().mapToDouble(Cost::millis).sum();
        tables.<Cost>begin("statements")
                .number("db.total", cost -> measured(cost.millis / 1000, NumberText::millis))
                .number("wait.share", cost -> share(cost.millis, work))
                .number("db.calls", cost -> measured(cost.calls, NumberText::brief))
                .number("db.mean", cost -> measured(cost.millis / cost.calls, NumberText::millis))
                .number("db.rows", cost -> measured(cost.rows, NumberText::brief))
                .name("col.type", cost -> name(cost.type, words))
                .add(Column.CODE, "db.statement", Cost::statement)
                .rows(costs.stream()
                        .sorted(Comparator.comparingDouble(Cost::millis).reversed())
                        .limit(MAX_STATEMENTS)
                        .toList());
        times(tables, words);
    }
    /** What was waited for in statements: those with the same words together. */
    private void waiting(TableSet tables, Words words, double all) {
        Function<SessionSample, List<String>> cells = row -> List.of(
                // A session between two statements may show none.
                row.statement().isEmpty() ? NumberText.DASH : row.statement(),
                name(row.type(), words),
                words.textOr("wait." + row.waitClass(), words.text("wait.other")),
                row.waitEvent().isEmpty() ? NumberText.DASH : row.waitEvent());
        tables.<Map.Entry<List<String>, Double>>begin("sessionStatements")
                .number("wait.share", row -> share(row.getValue(), all))
                .add(Column.CODE, "db.statement", row -> row.getKey().get(0))
                .name("col.type", row -> row.getKey().get(1))
                .word("wait.class", row -> row.getKey().get(2))
                .word("wait.event", row -> row.getKey().get(3))
                .rows(SessionSample.sums(sessions, cells).entrySet().stream()
                        .sorted(Map.Entry.<List<String>, Double>comparingByValue()
                                .reversed())
                        .limit(MAX_STATEMENTS)
                        .toList());
    }

    /** A part of a type's transactions: a statement, all of them, or what is between statements, of which no number and no time at the server is known. */
    private record Part(String type, String name, double number, double millis, double server, double sharePercent) {}

    private void times(TableSet tables, Words words) {
        Map<String, Double> sent = times.stream()
                .collect(Collectors.groupingBy(
                        StatementTime::statement,
                        Collectors.summingDouble(time -> time.perTransaction() * done.getOrDefault(time.type(), 0L))));
        Table<Part> rows = tables.<Part>begin("statementTimes")
                .name("col.type", part -> words.type(part.type))
                .add(Column.CODE, "db.statement", Part::name)
                .number("times.executions", part -> measured(part.number, number -> NumberText.trimmed(number, 2)))
                .number("times.mean", part -> NumberText.millis(part.millis))
                .number("times.server", part -> measured(part.server, NumberText::millis))
                .number("times.rest", part -> measured(Math.max(0, part.millis - part.server), NumberText::millis))
                .number("wait.share", part -> NumberText.decimal(part.sharePercent, 1));
        Map<String, List<StatementTime>> types = times.stream()
                .collect(Collectors.groupingBy(StatementTime::type, LinkedHashMap::new, Collectors.toList()));
        types.forEach((type, some) -> {
            double between = 100;
            for (StatementTime time : some) {
                boolean isWhole = time.statement().equals(StatementTimes.WHOLE);
                between -= isWhole ? 0 : time.sharePercent();
                String name = isWhole ? words.text("times.whole") : time.statement();
                double server = isWhole ? Double.NaN : serverMillis(time.statement(), sent);
                double millis = time.meanMicros() / 1000;
                rows.row(new Part(type, name, time.perTransaction(), millis, server, time.sharePercent()));
            }
            double rest = Math.max(0, between);
            double millis = some.get(0).meanMicros() / 1000 * rest / 100;
            rows.row(new Part(type, words.text("times.between"), Double.NaN, millis, Double.NaN, rest));
        });
    }

    /** What the server worked each time that the statement was sent, of all types that send it; NaN where it did not count it. */
    private double serverMillis(String statement, Map<String, Double> sent) {
        Cost cost =
                costs.stream().filter(one -> one.isOf(statement)).findFirst().orElse(null);
        if (cost == null) {
            return Double.NaN;
        }
        double times = sent.entrySet().stream()
                .filter(one -> cost.isOf(one.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        // The counters cover a second more or less than the window: only a batch is counted quite otherwise.
        boolean isSame = Math.abs(cost.calls / times - 1) < SAME;
        return cost.millis / (isSame ? cost.calls : times);
    }

    private static double sum(List<SessionSample> rows) {
        return rows.stream().mapToDouble(SessionSample::sessions).sum();
    }

    /** Names one type, or several that send the same text; commits belong to all. */
    private static String name(String types, Words words) {
        return types.isEmpty()
                ? words.text("wait.notype")
                : Arrays.stream(types.split("[|]", -1)).map(words::type).collect(Collectors.joining(", "));
    }

    private static String share(double part, double all) {
        return part == 0 ? NumberText.DASH : NumberText.decimal(100 * part / all, 1);
    }
}
