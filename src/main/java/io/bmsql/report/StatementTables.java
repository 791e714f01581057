package io.bmsql.report;

import io.bmsql.analysis.Lever;
import io.bmsql.common.NumberText;
import io.bmsql.common.StatementTimes;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SessionSample;
import io.bmsql.result.StatementTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the server's sessions and statements did in the window, as rows of text.
 *
 * @param levers what would help: in words, percent of session time, how many times the transactions at the most
 * @param waits by type of transaction: its name, then percent of session time by class of wait, in all
 * @param waiting percent of session time, statement, type, class, event
 * @param costs by the server's own counters: seconds, percent, calls, mean, rows, type, statement
 * @param times what transactions took as the load generator saw it: type, statement, executions, mean, of that at the server, rest, percent
 */
public record StatementTables(
        List<List<String>> levers,
        List<List<String>> waits,
        List<List<String>> waiting,
        List<List<String>> costs,
        List<List<String>> times) {
    private static final int MAX_STATEMENTS = 15;

    /** A statement that the server counted so much more or less often than it was sent is one that a driver splits or joins. */
    private static final double SAME = 0.25;

    /** What the server counted of a statement; several texts of it added up. */
    private record Cost(String type, String statement, double millis, double calls, double rows) {
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

    static StatementTables of(RunData input, Words words) {
        CollectedFigures.Database files = input.collected().database();
        List<SessionSample> rows = SessionSample.within(files.sessions(), input.windowStart(), input.windowEnd() + 1)
                .rows();
        Map<String, Cost> costs = files.statements().stream()
                .map(Cost::of)
                .filter(cost -> cost.millis > 0)
                .collect(Collectors.toMap(Cost::statement, cost -> cost, Cost::plus, LinkedHashMap::new));
        return new StatementTables(
                Lever.find(input.collected(), input.summary(), input.windowStart()).stream()
                        .map(lever -> List.of(
                                words.of("lever", lever.kind(), lever.of()),
                                NumberText.percent(lever.sharePercent()),
                                lever.hasBound()
                                        ? NumberText.decimal(lever.atMostTimes(), 2)
                                        : "> " + Lever.MAX_BOUND_TIMES))
                        .toList(),
                waits(rows, words),
                waiting(rows, words),
                costs(costs.values(), words),
                times(input, costs.values(), words));
    }

    private static List<List<String>> waits(List<SessionSample> rows, Words words) {
        double all = sum(rows);
        List<List<String>> cells = new ArrayList<>();
        new TreeMap<>(rows.stream().collect(Collectors.groupingBy(SessionSample::type))).forEach((type, some) -> {
            Map<String, Double> sums = SessionSample.sums(some, SessionSample::waitClass);
            List<String> row = new ArrayList<>(List.of(name(type, words)));
            SessionSample.CLASSES.forEach(wait -> row.add(share(sums.getOrDefault(wait, 0.0), all)));
            row.add(share(sum(some), all));
            cells.add(row);
        });
        return cells;
    }

    private static List<List<String>> waiting(List<SessionSample> rows, Words words) {
        double all = sum(rows);
        Function<SessionSample, List<String>> cells = row -> List.of(
                // A session between two statements may show none.
                row.statement().isEmpty() ? NumberText.DASH : row.statement(),
                name(row.type(), words),
                words.textOr("wait." + row.waitClass(), words.text("wait.other")),
                row.waitEvent().isEmpty() ? NumberText.DASH : row.waitEvent());
        return SessionSample.sums(rows, cells).entrySet().stream()
                .sorted(Map.Entry.<List<String>, Double>comparingByValue().reversed())
                .limit(MAX_STATEMENTS)
                .map(entry -> Stream.concat(Stream.of(share(entry.getValue(), all)), entry.getKey().stream())
                        .toList())
                .toList();
    }

    private static List<List<String>> costs(Collection<Cost> costs, Words words) {
        double all = costs.stream().mapToDouble(Cost::millis).sum();
        return costs.stream()
                .sorted(Comparator.comparingDouble(Cost::millis).reversed())
                .limit(MAX_STATEMENTS)
                .map(cost -> List.of(
                        orDash(cost.millis / 1000, NumberText::millis),
                        share(cost.millis, all),
                        orDash(cost.calls, NumberText::brief),
                        orDash(cost.millis / cost.calls, NumberText::millis),
                        orDash(cost.rows, NumberText::brief),
                        name(cost.type, words),
                        cost.statement))
                .toList();
    }

    private static List<List<String>> times(RunData input, Collection<Cost> costs, Words words) {
        Map<String, Long> done = input.summary().figures().types().stream()
                .collect(Collectors.toMap(TypeSummary::type, TypeSummary::count));
        List<StatementTime> times = input.collected().database().times();
        Map<String, Double> sent = times.stream()
                .collect(Collectors.groupingBy(
                        StatementTime::statement,
                        Collectors.summingDouble(time -> time.perTransaction() * done.getOrDefault(time.type(), 0L))));
        List<List<String>> cells = new ArrayList<>();
        Map<String, List<StatementTime>> types = times.stream()
                .collect(Collectors.groupingBy(StatementTime::type, LinkedHashMap::new, Collectors.toList()));
        types.forEach((type, some) -> {
            double between = 100;
            for (StatementTime time : some) {
                boolean isWhole = time.statement().equals(StatementTimes.WHOLE);
                between -= isWhole ? 0 : time.sharePercent();
                double millis = time.meanMicros() / 1000;
                double server = isWhole ? Double.NaN : serverMillis(time.statement(), costs, sent);
                cells.add(List.of(
                        words.type(type),
                        isWhole ? words.text("times.whole") : time.statement(),
                        NumberText.trimmed(time.perTransaction(), 2),
                        NumberText.millis(millis),
                        orDash(server, NumberText::millis),
                        orDash(Math.max(0, millis - server), NumberText::millis),
                        NumberText.decimal(time.sharePercent(), 1)));
            }
            cells.add(List.of(
                    words.type(type),
                    words.text("times.between"),
                    NumberText.DASH,
                    NumberText.millis(some.get(0).meanMicros() / 1000 * Math.max(0, between) / 100),
                    NumberText.DASH,
                    NumberText.DASH,
                    NumberText.decimal(Math.max(0, between), 1)));
        });
        return cells;
    }

    /** What the server worked each time that the statement was sent, of all types that send it; NaN where it did not count it. */
    private static double serverMillis(String statement, Collection<Cost> costs, Map<String, Double> sent) {
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

    private static String orDash(double value, Function<Double, String> format) {
        return Double.isNaN(value) ? NumberText.DASH : format.apply(value);
    }
}
