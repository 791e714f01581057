package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.page.KnownText;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Headline;
import io.bmsql.report.ReportModel.TypeRow;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunSummary;
import io.bmsql.spec.PacingMode;
import java.util.List;

/** The numbers as Markdown, to paste into a document or an issue. Text from outside is escaped. */
final class MarkdownReport {
    private final StringBuilder out = new StringBuilder();

    private final Words words;

    private MarkdownReport(Words words) {
        this.words = words;
    }

    /** Writes the model as text. */
    static String render(ReportModel model, Words words) {
        MarkdownReport report = new MarkdownReport(words);
        report.head(model);
        report.summary(model);
        report.clauses(model);
        report.thinkTimes(model);
        report.driver(model);
        report.outages(model);
        report.errors(model);
        report.stalls(model);
        report.database(model);
        report.checks(model);
        report.ledger(model);
        report.load(model);
        report.facts(model);
        return report.out.toString();
    }

    private void head(ReportModel model) {
        Headline headline = model.cover().headline();
        line("# " + escape(model.cover().title()));
        line("");
        line("**" + escape(model.cover().verdict().word()) + "**");
        line("");
        model.cover().verdict().sentences().forEach(sentence -> line("- " + escape(sentence)));
        model.cover().windowNotes().forEach(note -> line("- " + escape(note)));
        line("");
        bullet("md.tpmc", NumberText.brief(headline.tpmC()));
        bullet("md.tpmtotal", NumberText.brief(headline.tpmTotal()));
        if (model.summary().run().pace().pacing() == PacingMode.THINK_TIME) {
            bullet("md.efficiency", NumberText.brief(headline.efficiencyPercent()));
        }
        bullet(
                "md.percentiles",
                KnownText.millis(headline.newOrder().p90Ms()),
                KnownText.millis(headline.newOrder().p99Ms()));
        bullet("md.errors", KnownText.count(headline.failed()), KnownText.count(headline.retries()));
        bullet(
                !headline.chosen().isEmpty()
                        ? "md.window.chosen"
                        : headline.rampupSeconds() == 0 ? "md.window.none" : "md.window.after",
                NumberText.duration(headline.windowSeconds()),
                headline.chosen().isEmpty() ? NumberText.duration(headline.rampupSeconds()) : headline.chosen());
        if (model.monitoring().warehouses() != null) {
            line("- " + escape(model.monitoring().warehouses().sentence()));
        }
    }

    private void bullet(String key, Object... values) {
        line("- " + words.text(key, values));
    }

    private void summary(ReportModel model) {
        table(
                "s.summary",
                List.of(
                        "col.type",
                        "md.p90",
                        "md.max",
                        "col.at",
                        "md.avg",
                        "md.p50",
                        "md.p95",
                        "md.p99",
                        "md.p999",
                        "col.count",
                        "col.percent",
                        "col.rollback",
                        "col.errors",
                        "col.skipped"),
                1);
        for (TypeRow row : model.transactions().types()) {
            RunSummary.Latency latency = row.numbers().count() == 0
                    ? RunSummary.Latency.ofMeanAndMax(RunSummary.UNKNOWN, RunSummary.UNKNOWN)
                    : row.numbers().response();
            boolean isForeground = row.type().isForeground();
            cells(List.of(
                    escape(words.type(row.type())),
                    KnownText.millis(latency.p90Ms()),
                    KnownText.millis(latency.maxMs()),
                    row.numbers().count() == 0
                            ? KnownText.DASH
                            : NumberText.clock(row.numbers().maxAtSeconds()),
                    KnownText.millis(latency.meanMs()),
                    KnownText.millis(latency.p50Ms()),
                    KnownText.millis(latency.p95Ms()),
                    KnownText.millis(latency.p99Ms()),
                    KnownText.millis(latency.p999Ms()),
                    KnownText.count(row.numbers().count()),
                    isForeground ? KnownText.percent(row.numbers().sharePercent()) : "",
                    row.isNewOrder() ? KnownText.percent(row.rollbackPercent()) : "",
                    KnownText.count(row.errors()),
                    isForeground ? "" : KnownText.count(row.numbers().skippedDeliveries())));
        }
    }

    private void clauses(ReportModel model) {
        if (!model.transactions().clauses().isEmpty()) {
            table("s.clauses", List.of("col.what", "col.clause", "col.required", "col.measured", "col.met"), 2);
            model.transactions()
                    .clauses()
                    .forEach(row -> cells(List.of(
                            row.what(),
                            row.clause(),
                            row.required(),
                            row.measured(),
                            row.met() == null ? "" : row.met() ? words.text("yes") : "**" + words.text("no") + "**")));
        }
    }

    private void thinkTimes(ReportModel model) {
        if (!model.transactions().thinkTimes().isEmpty()) {
            table(
                    "think.title",
                    List.of(
                            "think.after",
                            "think.row",
                            "col.count",
                            "think.mean",
                            "think.p50",
                            "think.p90",
                            "think.max"),
                    2);
            for (ReportModel.ThinkRow row : model.transactions().thinkTimes()) {
                RunSummary.Latency measured = row.numbers().measured();
                cells(List.of(
                        words.type(row.type()),
                        words.text("col.measured"),
                        NumberText.count(row.numbers().count()),
                        NumberText.millis(measured.meanMs()),
                        NumberText.millis(measured.p50Ms()),
                        NumberText.millis(measured.p90Ms()),
                        NumberText.millis(measured.maxMs())));
                cells(List.of(
                        "",
                        words.text("col.required"),
                        "",
                        NumberText.millis(row.numbers().requiredMeanMs()),
                        NumberText.millis(row.required(50)),
                        NumberText.millis(row.required(90)),
                        "\u2264 " + NumberText.millis(row.required(100))));
            }
        }
    }

    private void outages(ReportModel model) {
        if (!model.summary().aftermath().availability().isEmpty()) {
            table(
                    "s.availability",
                    List.of(
                            "availability.outage",
                            "availability.last",
                            "availability.first",
                            "availability.seconds",
                            "availability.before",
                            "availability.to95",
                            "availability.failed",
                            "availability.unknown"),
                    1);
            int number = 0;
            for (RunSummary.Outage outage : model.summary().aftermath().availability()) {
                cells(List.of(
                        Integer.toString(++number),
                        NumberText.clock(outage.lastCommitSeconds()),
                        outage.firstCommitSeconds() == null
                                ? words.text("availability.none")
                                : NumberText.clock(outage.firstCommitSeconds()),
                        NumberText.decimal(outage.outageSeconds(), 1),
                        NumberText.decimal(outage.commitsPerSecondBefore(), 1),
                        outage.to95PercentSeconds() == null
                                ? words.text("availability.notreached")
                                : NumberText.decimal(outage.to95PercentSeconds(), 1),
                        NumberText.count(outage.failed()),
                        NumberText.count(outage.unknown())));
            }
        }
    }

    private void errors(ReportModel model) {
        if (!model.transactions().errors().isEmpty()) {
            table(
                    "s.errors",
                    List.of(
                            "col.type",
                            "errors.class",
                            "errors.state",
                            "errors.message",
                            "errors.attempts",
                            "errors.gaveup"),
                    4);
            model.transactions()
                    .errors()
                    .forEach(error -> cells(List.of(
                            escape(error.typeTitle()),
                            escape(error.classTitle()),
                            escape(error.numbers().sqlState()),
                            escape(error.numbers().sampleMessage()),
                            NumberText.count(error.numbers().attempts()),
                            KnownText.count(error.numbers().gaveUp()))));
        }
    }

    private void driver(ReportModel model) {
        if (!model.monitoring().driver().rows().isEmpty()) {
            table("driver.title", List.of("driver.figure", "driver.value", "driver.judged"), 3);
            model.monitoring()
                    .driver()
                    .rows()
                    .forEach(row -> cells(List.of(
                            escape(row.what()),
                            escape(row.value()),
                            row.isBound() ? "**" + words.text("driver.bound") + "**" : words.text("driver.fine"))));
        }
    }

    private void stalls(ReportModel model) {
        if (!model.monitoring().stalls().stalls().isEmpty()) {
            table(
                    "s.stalls",
                    List.of("stalls.happened", "stalls.from", "stalls.length", "stalls.lowest", "stalls.lost"),
                    1);
            model.monitoring()
                    .stalls()
                    .stalls()
                    .forEach(stall -> cells(List.of(
                            stall.happened().isEmpty()
                                    ? words.text("stalls.nothing")
                                    : escape(String.join("; ", stall.happened())),
                            NumberText.clock(stall.fromSecond()),
                            NumberText.trimmed(stall.seconds(), 0),
                            NumberText.count(Math.round(stall.lowestPerMinute())),
                            NumberText.count(stall.lost()))));
        }
    }

    private void database(ReportModel model) {
        List<ReportModel.DatabaseSetting> settings =
                model.monitoring().database().settings();
        if (settings != null && !settings.isEmpty()) {
            table("db.settings", List.of("db.setting", "db.value", "db.default", "db.unit"), 4);
            settings.forEach(setting -> cells(List.of(
                    escape(setting.name()),
                    escape(setting.value()),
                    escape(setting.standard()),
                    escape(setting.unit()))));
        }
    }

    private void checks(ReportModel model) {
        if (!model.summary().aftermath().check().isEmpty()) {
            table("s.consistency", List.of("check.condition", "check.what", "check.result"), 3);
            model.summary()
                    .aftermath()
                    .check()
                    .forEach(check -> cells(List.of(
                            escape(check.clause()),
                            escape(words.translated(check.description())),
                            check.passed() ? words.text("check.holds") : "**" + words.text("check.violated") + "**")));
        }
    }

    private void ledger(ReportModel model) {
        LedgerResult ledger = model.summary().aftermath().ledger();
        if (ledger != null) {
            table(
                    "s.ledger",
                    List.of("ledger.rule", "check.what", "check.result", "ledger.checked", "check.violations"),
                    3);
            for (LedgerResult.Check check : ledger.checks()) {
                cells(List.of(
                        escape(check.name()),
                        escape(words.translated(check.description()) + samples(check)),
                        switch (check.verdict()) {
                            case OK -> words.text("check.holds");
                            case OPEN -> words.text("ledger.open");
                            case FAILED -> "**" + words.text("check.violated") + "**";
                        },
                        NumberText.count(check.checked()),
                        NumberText.count(check.violations())));
            }
            line("");
            line(words.text(ledger.passed() ? "ledger.passed" : "ledger.failed") + " "
                    + words.text(
                            "ledger.counts",
                            NumberText.count(ledger.newOrders()),
                            NumberText.count(ledger.payments()),
                            NumberText.count(ledger.deliveries()))
                    + " "
                    + words.text(
                            "ledger.others",
                            NumberText.count(ledger.failed()),
                            NumberText.count(ledger.unknown()),
                            NumberText.count(ledger.unknownHappened())));
            ledger.standing().forEach(sentence -> line(escape(sentence) + "."));
        }
    }

    private static String samples(LedgerResult.Check check) {
        return check.samples().isEmpty() ? "" : ": " + String.join("; ", check.samples());
    }

    private void load(ReportModel model) {
        ReportModel.LoadPart load = model.circumstances().load();
        if (load != null) {
            table("s.load", List.of("env.fact", "env.value"), 2);
            load.facts().forEach((key, value) -> cells(List.of(escape(key), escape(value))));
            load.tableRows()
                    .forEach((table, rows) ->
                            cells(List.of(words.text("load.rowsof", escape(table)), NumberText.count(rows))));
            load.stepSeconds()
                    .forEach((step, seconds) ->
                            cells(List.of(words.text("load.stepof", escape(step)), NumberText.duration(seconds))));
        }
    }

    private void facts(ReportModel model) {
        table("s.environment", List.of("env.fact", "env.value"), 2);
        model.circumstances().facts().forEach((key, value) -> cells(List.of(escape(key), escape(value))));
        if (!model.circumstances().settings().isEmpty()) {
            table("s.settings", List.of("settings.property", "env.value", "settings.from"), 3);
            model.circumstances()
                    .settings()
                    .forEach(setting ->
                            cells(List.of(escape(setting.key()), escape(setting.value()), escape(setting.origin()))));
        }
    }

    /** The head of a table: the first columns hold text, the others numbers. */
    private void table(String titleKey, List<String> columns, int textColumns) {
        line("");
        line("## " + words.text(titleKey));
        line("");
        cells(columns.stream().map(words::text).toList());
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
