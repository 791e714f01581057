package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.result.RunData;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the server's sessions did in the window, in percent of the time of all that were in a transaction. */
record SessionTables(List<List<String>> byType, List<List<String>> byStatement) {
    private static final int MOST_STATEMENTS = 15;

    static SessionTables of(RunData input, Words words) {
        List<SessionSample> rows = input.collected().database().sessions().stream()
                .filter(row ->
                        row.elapsedSeconds() > input.windowStart() && row.elapsedSeconds() <= input.windowEnd() + 1)
                .toList();
        double all = rows.stream().mapToDouble(SessionSample::sessions).sum();
        if (all == 0) {
            return new SessionTables(List.of(), List.of());
        }
        Map<String, List<SessionSample>> types =
                rows.stream().collect(Collectors.groupingBy(SessionSample::type, TreeMap::new, Collectors.toList()));
        List<List<String>> byType = new ArrayList<>();
        types.forEach((type, some) -> {
            List<String> cells = new ArrayList<>(List.of(name(type, words)));
            for (String waitClass : SessionSample.CLASSES) {
                cells.add(percent(
                        some.stream()
                                .filter(row -> row.waitClass().equals(waitClass))
                                .toList(),
                        all));
            }
            cells.add(percent(some, all));
            byType.add(cells);
        });
        Map<List<String>, Double> statements = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(
                                row.statement(),
                                name(row.type(), words),
                                words.text("wait." + known(row.waitClass())),
                                row.waitEvent().isEmpty() ? NumberText.DASH : row.waitEvent()),
                        Collectors.summingDouble(SessionSample::sessions)));
        List<List<String>> byStatement = statements.entrySet().stream()
                .sorted(Map.Entry.<List<String>, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_STATEMENTS)
                .map(entry -> {
                    List<String> cells = new ArrayList<>(List.of(NumberText.decimal(100 * entry.getValue() / all, 1)));
                    cells.addAll(entry.getKey());
                    return List.copyOf(cells);
                })
                .toList();
        return new SessionTables(List.copyOf(byType), byStatement);
    }

    private static String known(String waitClass) {
        return SessionSample.CLASSES.contains(waitClass) ? waitClass : "other";
    }

    /** Of one type, or of several that send the same text; commits belong to all. */
    private static String name(String types, Words words) {
        return types.isEmpty()
                ? words.text("wait.notype")
                : Arrays.stream(types.split("[|]", -1)).map(words::type).collect(Collectors.joining(", "));
    }

    private static String percent(List<SessionSample> rows, double all) {
        double sum = rows.stream().mapToDouble(SessionSample::sessions).sum();
        return sum == 0 ? NumberText.DASH : NumberText.decimal(100 * sum / all, 1);
    }
}
