package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.result.RunSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The last lines of a run, with BenchmarkSQL's labels and columns, because people cut numbers out of them (contract 5.4). */
final class RunEndBlock {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private RunEndBlock() {}

    /** Without the {@code Term-00, } in front. */
    static List<String> lines(RunSummary summary, ZoneId zone) {
        long transactions = summary.types().stream()
                .filter(type -> !type.type().equals("DELIVERY_BG"))
                .mapToLong(RunSummary.TypeSummary::count)
                .sum();
        return List.of(
                "",
                "",
                "Measured tpmC (NewOrders) = " + Numbers.plainDecimal(summary.tpmC()),
                "Measured tpmTOTAL = " + Numbers.plainDecimal(summary.tpmTotal()),
                "Session Start     = " + time(summary.run().startEpochMillis(), zone),
                "Session End       = " + time(summary.run().endEpochMillis(), zone),
                "Transaction Count = " + transactions);
    }

    private static String time(long epochMillis, ZoneId zone) {
        return TIME.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }
}
