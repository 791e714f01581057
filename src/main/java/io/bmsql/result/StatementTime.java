package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.StatementTimes.Timed;
import java.util.Comparator;
import java.util.List;

/**
 * A row of {@code data/statement_times.csv}: what a statement took as the load generator saw it, in the transactions that were timed.
 *
 * @param statement its name in the folder, or its text in a script; empty for the whole transaction
 * @param sharePercent of the time of the whole transaction
 */
public record StatementTime(
        String type,
        String statement,
        long executions,
        @JsonProperty("per_transaction") double perTransaction,
        @JsonProperty("mean_us") double meanMicros,
        @JsonProperty("share_pct") double sharePercent) {
    public static final CsvTable<StatementTime> CSV = new CsvTable<>("statement_times.csv", StatementTime.class);

    /** Writes the file, unless nothing was timed: the run was too short. */
    public static void write(ResultDirectory directory, List<Timed> timed) {
        List<StatementTime> rows = of(timed);
        if (!rows.isEmpty()) {
            try (AppendedFile file = directory.append(CSV)) {
                file.append(CSV.lines(rows));
            }
        }
    }

    /** Sorts by type, what took the most time first: the transaction itself. */
    public static List<StatementTime> of(List<Timed> timed) {
        return timed.stream()
                .filter(one -> one.statement().equals(StatementTimes.WHOLE))
                .sorted(Comparator.comparing(whole -> whole.type().ordinal()))
                .flatMap(whole -> timed.stream()
                        .filter(one -> one.type().equals(whole.type()))
                        .sorted(Comparator.comparing(Timed::nanos).reversed())
                        .map(one -> of(one, whole)))
                .toList();
    }

    private static StatementTime of(Timed one, Timed whole) {
        return new StatementTime(
                one.type().name(),
                one.statement(),
                one.executions(),
                one.executions() / (double) whole.executions(),
                one.nanos() / 1e3 / one.executions(),
                100.0 * one.nanos() / whole.nanos());
    }
}
