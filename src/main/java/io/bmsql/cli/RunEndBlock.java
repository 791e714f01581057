package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Outage;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The last lines of a run, with BenchmarkSQL's labels and columns, because people cut numbers out of them (contract 5.4). */
final class RunEndBlock {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private RunEndBlock() {}

    /** Without the {@code Term-00, } in front; a line for each outage comes last, where no old script looks. */
    static List<String> lines(RunSummary summary, ZoneId zone) {
        long transactions = summary.figures().types().stream()
                .filter(type -> !type.type().equals("DELIVERY_BG"))
                .mapToLong(RunSummary.TypeSummary::count)
                .sum();
        List<String> lines = new ArrayList<>(List.of(
                "",
                "",
                "Measured tpmC (NewOrders) = "
                        + Numbers.plainDecimal(summary.figures().tpmC()),
                "Measured tpmTOTAL = " + Numbers.plainDecimal(summary.figures().tpmTotal()),
                "Session Start     = " + time(summary.run().window().startEpochMillis(), zone),
                "Session End       = " + time(summary.run().window().endEpochMillis(), zone),
                "Transaction Count = " + transactions));
        int number = 0;
        for (Outage outage : summary.aftermath().availability()) {
            lines.add("Outage " + ++number + ": " + text(outage, zone));
        }
        return lines;
    }

    private static String text(Outage outage, ZoneId zone) {
        Long until = outage.firstCommitEpochMillis();
        Double to95 = outage.to95PercentSeconds();
        return String.format(
                Locale.ROOT,
                "last commit at %s, %s; %.1f s without service, %s; %d failed, %d unknown",
                moment(outage.lastCommitEpochMillis(), zone),
                until == null ? "none after it" : "first one after at " + moment(until, zone),
                outage.outageSeconds(),
                to95 == null
                        ? String.format(
                                Locale.ROOT, "95%% of %.1f/s not reached again", outage.commitsPerSecondBefore())
                        : String.format(
                                Locale.ROOT, "95%% of %.1f/s after %.1f s", outage.commitsPerSecondBefore(), to95),
                outage.failed(),
                outage.unknown());
    }

    private static String moment(long epochMillis, ZoneId zone) {
        return MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    private static String time(long epochMillis, ZoneId zone) {
        return TIME.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }
}
