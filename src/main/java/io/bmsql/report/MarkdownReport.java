package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.report.ReportModel.Headline;
import io.bmsql.report.ReportModel.TypeRow;
import io.bmsql.result.RunSummary;
import java.util.List;

/** The numbers as Markdown, to paste into a document or an issue. Text from outside is escaped. */
final class MarkdownReport {
    private final StringBuilder out = new StringBuilder();

    private MarkdownReport() {}

    /** Writes the model as text. */
    static String render(ReportModel model) {
        MarkdownReport report = new MarkdownReport();
        report.head(model);
        report.summary(model);
        report.clauses(model);
        report.outages(model);
        report.errors(model);
        report.checks(model);
        report.facts(model);
        return report.out.toString();
    }

    private void head(ReportModel model) {
        Headline headline = model.headline();
        line("# " + escape(model.title()));
        line("");
        line("**" + escape(model.verdict().word()) + "**");
        line("");
        model.verdict().sentences().forEach(sentence -> line("- " + escape(sentence)));
        line("");
        line("- Overall tpmC: **" + NumberText.decimal(headline.tpmC(), 2) + "**");
        line("- Overall tpmTotal: **" + NumberText.decimal(headline.tpmTotal(), 2) + "**");
        if (model.summary().run().pacing().equals("THINK_TIME")) {
            line("- Efficiency: " + NumberText.decimal(headline.efficiencyPercent(), 2)
                    + "% of 12.86 tpmC a warehouse");
        }
        line("- New-Order, 90th / 99th percentile: "
                + NumberText.millis(headline.newOrder().p90Ms()) + " / "
                + NumberText.millis(headline.newOrder().p99Ms()) + " ms");
        line("- Errors: " + NumberText.count(headline.failed()) + ", retries: " + NumberText.count(headline.retries()));
        line("- Window: " + NumberText.duration(headline.windowSeconds())
                + (headline.rampupSeconds() == 0
                        ? " without ramp-up"
                        : " after " + NumberText.duration(headline.rampupSeconds()) + " of ramp-up"));
    }

    private void summary(ReportModel model) {
        table(
                "Result summary",
                List.of(
                        "Transaction type",
                        "90th %, ms",
                        "Maximum, ms",
                        "at, min:s",
                        "Average, ms",
                        "50th %, ms",
                        "95th %, ms",
                        "99th %, ms",
                        "99.9th %, ms",
                        "Count",
                        "Percent",
                        "Rollback, percent",
                        "Errors",
                        "Skipped deliveries"),
                1);
        for (TypeRow row : model.types()) {
            RunSummary.Latency latency = row.numbers().response();
            boolean isForeground = row.type().isForeground();
            cells(List.of(
                    row.type().title(),
                    NumberText.millis(latency.p90Ms()),
                    NumberText.millis(latency.maxMs()),
                    NumberText.clock(row.numbers().maxAtSeconds()),
                    NumberText.millis(latency.meanMs()),
                    NumberText.millis(latency.p50Ms()),
                    NumberText.millis(latency.p95Ms()),
                    NumberText.millis(latency.p99Ms()),
                    NumberText.millis(latency.p999Ms()),
                    NumberText.count(row.numbers().count()),
                    isForeground ? NumberText.percent(row.numbers().sharePercent()) : "",
                    row.isNewOrder() ? NumberText.percent(row.rollbackPercent()) : "",
                    NumberText.count(row.errors()),
                    isForeground ? "" : NumberText.count(row.numbers().skippedDeliveries())));
        }
    }

    private void clauses(ReportModel model) {
        if (!model.clauses().isEmpty()) {
            table(
                    "The workload against the specification",
                    List.of("What", "Clause", "Required", "Measured", "Met"),
                    2);
            model.clauses()
                    .forEach(row -> cells(List.of(
                            row.what(),
                            row.clause(),
                            row.required(),
                            row.measured(),
                            row.met() == null ? "" : row.met() ? "yes" : "**no**")));
        }
    }

    private void outages(ReportModel model) {
        if (!model.summary().availability().isEmpty()) {
            table(
                    "Availability",
                    List.of(
                            "Outage",
                            "Last commit, min:s",
                            "First commit after, min:s",
                            "Without service, s",
                            "Rate before, 1/s",
                            "To 95% of it, s",
                            "Failed",
                            "Unknown"),
                    1);
            int number = 0;
            for (RunSummary.Outage outage : model.summary().availability()) {
                cells(List.of(
                        Integer.toString(++number),
                        NumberText.clock(outage.lastCommitSeconds()),
                        outage.firstCommitSeconds() == null ? "none" : NumberText.clock(outage.firstCommitSeconds()),
                        NumberText.decimal(outage.outageSeconds(), 1),
                        NumberText.decimal(outage.commitsPerSecondBefore(), 1),
                        outage.to95PercentSeconds() == null
                                ? "not reached"
                                : NumberText.decimal(outage.to95PercentSeconds(), 1),
                        NumberText.count(outage.failed()),
                        NumberText.count(outage.unknown())));
            }
        }
    }

    private void errors(ReportModel model) {
        if (!model.errors().isEmpty()) {
            table(
                    "Errors and retries",
                    List.of("Transaction type", "Class", "SQLState", "First message", "Attempts", "Given up"),
                    4);
            model.errors()
                    .forEach(error -> cells(List.of(
                            escape(error.typeTitle()),
                            escape(error.classTitle()),
                            escape(error.numbers().sqlState()),
                            escape(error.numbers().sampleMessage()),
                            NumberText.count(error.numbers().attempts()),
                            NumberText.count(error.numbers().gaveUp()))));
        }
    }

    private void checks(ReportModel model) {
        if (!model.summary().check().isEmpty()) {
            table("Consistency of the database", List.of("Condition", "What must hold", "Result"), 3);
            model.summary()
                    .check()
                    .forEach(check -> cells(List.of(
                            escape(check.clause()),
                            escape(check.description()),
                            check.passed() ? "holds" : "**violated**")));
        }
    }

    private void facts(ReportModel model) {
        table("Environment", List.of("Fact", "Value"), 2);
        model.environment().forEach((key, value) -> cells(List.of(escape(key), escape(value))));
        if (!model.settings().isEmpty()) {
            table("Settings", List.of("Property", "Value", "From"), 3);
            model.settings()
                    .forEach(setting ->
                            cells(List.of(escape(setting.key()), escape(setting.value()), escape(setting.origin()))));
        }
    }

    /** The head of a table: the first columns hold text, the others numbers. */
    private void table(String title, List<String> columns, int textColumns) {
        line("");
        line("## " + title);
        line("");
        cells(columns);
        StringBuilder rule = new StringBuilder("|");
        for (int i = 0; i < columns.size(); i++) {
            rule.append(i < textColumns ? " --- |" : " ---: |");
        }
        line(rule.toString());
    }

    private void cells(List<String> cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    /** Text that a Markdown reader shows as it is: no markup, no HTML, no link, one line. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.strip().codePoints().forEach(c -> {
            if (c == '<') {
                escaped.append("&lt;");
            } else if (c == '>') {
                escaped.append("&gt;");
            } else if (c == '&') {
                escaped.append("&amp;");
            } else if (c < ' ' || c == 0x7f) {
                escaped.append(' ');
            } else {
                escaped.append("\\`*_[]|!~#".indexOf(c) >= 0 ? "\\" : "").appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
