package io.bmsql.report;

import static io.bmsql.common.NumberText.DASH;
import static io.bmsql.report.TableSet.badIf;
import static io.bmsql.report.TableSet.count;
import static io.bmsql.report.TableSet.millis;
import static io.bmsql.report.TableSet.percent;
import static io.bmsql.report.TableSet.seconds;

import io.bmsql.analysis.Stalls.Stall;
import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.config.LoadProfile;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.DatabasePart;
import io.bmsql.report.ReportModel.ExplainedStall;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.EventSummary;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Connects;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.tpcc.TpccTransaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of a report by name, for its page and its Markdown: what was measured and found. {@link FactTables} has the circumstances. */
final class ReportTables {
    private final ReportModel model;
    private final PostRunChecks found;
    private final TableSet tables;
    private final Words words;
    private final Metric metric;

    private ReportTables(ReportModel model, Words words) {
        this.model = model;
        this.words = words;
        found = model.summary().postRun();
        metric = model.summary().run().metric();
        tables = new TableSet(model.zone(), words, new LinkedHashMap<>());
    }

    static Map<String, Table> of(ReportModel model, Words words) {
        ReportTables report = new ReportTables(model, words);
        report.types();
        report.steps();
        report.analytics();
        report.judgements();
        report.times();
        report.loadGenerators();
        report.availability();
        report.events();
        report.copies();
        report.reads();
        report.errors();
        report.database();
        report.checks();
        new FactTables(model, report.tables, words).fill();
        return report.tables.tables();
    }

    private void types() {
        Table sheet = tables.begin("types")
                .add(Column.NAME, "col.type")
                .numbersOf(
                        "col.latency",
                        "col.p90",
                        "col.max",
                        "col.at",
                        "col.avg",
                        "col.p50",
                        "col.p95",
                        "col.p99",
                        "col.p999")
                .add(Column.NUMBER, "col.count", "col.percent")
                .own(metric, "col.rollback")
                .add(Column.NUMBER, "col.errors")
                .own(metric, "col.skipped");
        for (TypeSummary row : model.transactions().types()) {
            Latency times = row.count() > 0 ? row.response() : null;
            sheet.row(
                    words.type(row.type()),
                    time(times, Latency::p90Ms),
                    time(times, Latency::maxMs),
                    times == null ? null : NumberText.clock(row.maxAtSeconds()),
                    time(times, Latency::meanMs),
                    time(times, Latency::p50Ms),
                    time(times, Latency::p95Ms),
                    time(times, Latency::p99Ms),
                    time(times, Latency::p999Ms),
                    count(row.count()),
                    row.isForeground() ? percent(row.sharePercent()) : null,
                    row.type().equals(TpccTransaction.NEW_ORDER.name()) ? percent(row.rollbackPercent()) : null,
                    count(row.givenUp()),
                    row.isForeground() ? null : count(row.counts().skippedDeliveries()));
        }
    }

    /** Writes a figure of response times; nothing where none was measured. */
    private static @Nullable String time(@Nullable Latency times, Function<Latency, Double> figure) {
        return times == null ? null : millis(figure.apply(times));
    }

    private void steps() {
        Table sheet = tables.begin("steps")
                .add(Column.NAME, "steps.step")
                .add(Column.NUMBER, "steps.from", "steps.until", "steps.planned", "steps.reached")
                .own(metric, "tpmC")
                .numbersOf("col.latency", "col.p50", "col.p90", "col.p99", "col.max")
                .add(Column.NUMBER, "col.errors", "steps.backlog");
        for (LoadStep step : model.summary().steps()) {
            LoadStep.Plan plan = step.plan();
            LoadStep.Type newOrder = step.newOrder();
            Latency times = newOrder == null ? null : newOrder.response();
            sheet.row(
                    words.text("steps.load." + plan.unit(), plan.levels()),
                    NumberText.clock(plan.fromSeconds()),
                    NumberText.clock(plan.untilSeconds()),
                    plan.unit() == LoadProfile.Unit.RATE ? count(plan.perMinute()) : null,
                    badIf(step.isBehind(), count(step.tpmTotal())),
                    count(step.tpmC()),
                    time(times, Latency::p50Ms),
                    time(times, Latency::p90Ms),
                    time(times, Latency::p99Ms),
                    time(times, Latency::maxMs),
                    count(step.failed()),
                    count(step.backlog()));
        }
    }

    private void analytics() {
        Table sheet = tables.begin("analytics")
                .add(Column.NAME, "analytics.query")
                .add(Column.NUMBER, "col.count", "col.errors")
                .numbersOf("analytics.time", "col.p50", "col.p90", "col.max")
                .add(Column.NUMBER, "analytics.rows");
        AnalyticSummary analytics = found.analytics();
        for (AnalyticSummary.Query query : analytics == null ? List.<AnalyticSummary.Query>of() : analytics.queries()) {
            Latency times = query.count() > 0 ? query.latency() : null;
            sheet.row(
                    query.name(),
                    count(query.count()),
                    badIf(query.failed() > 0, count(query.failed())),
                    time(times, Latency::p50Ms),
                    time(times, Latency::p90Ms),
                    time(times, Latency::maxMs),
                    times == null ? null : count(query.rows()));
        }
    }

    private void judgements() {
        Table thresholds = tables.begin("thresholds")
                .add(Column.WORD, "threshold.bound")
                .add(Column.NUMBER, "col.measured")
                .add(Column.WORD, "check.result");
        for (ThresholdResult kept : found.thresholds()) {
            thresholds.row(
                    kept.text(),
                    kept.shown(),
                    badIf(!kept.holds(), words.text(kept.holds() ? "check.holds" : "threshold.failed")));
        }
        Table clauses = tables.begin("clauses")
                .add(Column.WORD, "col.what", "col.clause")
                .add(Column.NUMBER, "col.required", "col.measured")
                .add(Column.WORD, "col.met");
        for (ClauseRow row : model.transactions().clauses()) {
            clauses.row(
                    row.what(),
                    row.clause(),
                    row.required(),
                    row.measured(),
                    row.met() == null ? null : badIf(!row.met(), words.text(row.met() ? "met" : "missed")));
        }
    }

    private void times() {
        Table thinking =
                tables.begin("thinkTimes").add(Column.NAME, "think.after").add(Column.NUMBER, "col.count");
        for (String figure : List.of("think.mean", "think.p50", "think.p90", "think.max")) {
            thinking.numbersOf(figure, "col.measured", "col.required");
        }
        for (ThinkTime row : model.transactions().thinkTimes()) {
            thinking.row(
                    words.type(row.type()),
                    count(row.count()),
                    millis(row.measured().meanMs()),
                    millis(row.requiredMeanMs()),
                    millis(row.measured().p50Ms()),
                    millis(row.required(50)),
                    millis(row.measured().p90Ms()),
                    millis(row.required(90)),
                    millis(row.measured().maxMs()),
                    "≤ " + millis(row.required(100)));
        }
        Table waits = tables.begin("waits")
                .add(Column.NAME, "col.type")
                .numbersOf("waits.mean", "waits.response", "waits.service", "waits.queueing")
                .numbersOf("waits.p90", "waits.response", "waits.service")
                .numbersOf("waits.p99", "waits.response", "waits.service");
        for (TypeSummary row : model.transactions().waits()) {
            waits.row(
                    words.type(row.type()),
                    millis(row.response().meanMs()),
                    millis(row.service().meanMs()),
                    millis(row.waitMeanMs()),
                    millis(row.response().p90Ms()),
                    millis(row.service().p90Ms()),
                    millis(row.response().p99Ms()),
                    millis(row.service().p99Ms()));
        }
        Connects connects = model.summary().figures().connects();
        Table opened = tables.begin("connects")
                .add(Column.NAME, "connects.when")
                .add(Column.NUMBER, "col.count")
                .numbersOf("connects.time", "col.avg", "col.p50", "col.p90", "col.p99", "col.max");
        if (connects != null) {
            Latency times = connects.latency();
            opened.row(
                    words.text(connects.perTransaction() ? "connects.each" : "connects.renewed"),
                    count(connects.count()),
                    millis(times.meanMs()),
                    millis(times.p50Ms()),
                    millis(times.p90Ms()),
                    millis(times.p99Ms()),
                    millis(times.maxMs()));
        }
    }

    private void loadGenerators() {
        tables.begin("loadgenerator")
                .add(Column.NAME, "loadgenerator.figure")
                .add(Column.WORD, "loadgenerator.value", "loadgenerator.judged")
                .rows(model.monitoring().loadGenerator().rows());
        Table agents = tables.begin("agents")
                .add(Column.NAME, "agents.agent")
                .add(Column.WORD, "agents.host")
                .add(Column.NUMBER, "agents.share")
                .own(metric, "type.new_order", "agents.homes")
                .add(Column.NUMBER, "agents.terminals")
                .numbersOf("agents.lag", "col.avg", "agents.lag99")
                .add(Column.NUMBER, "agents.cpu", "agents.gc", "agents.clock", "agents.lost")
                .add(Column.WORD, "agents.way");
        for (AgentsPart.Line line : model.monitoring().agents().lines()) {
            AgentFacts.Share share = line.agent().share();
            double sharePercent = line.work().sharePercent();
            agents.row(
                    line.agent().number(),
                    line.agent().host(),
                    percent(sharePercent) + (sharePercent >= 0 ? "%" : ""),
                    count(line.work().newOrders()),
                    share.lastWarehouse() > 0
                            ? count(share.firstWarehouse()) + DASH + count(share.lastWarehouse())
                            : null,
                    share.terminals() > 0 ? count(share.terminals()) : null,
                    millis(line.lag().meanMs()),
                    millis(line.lag().p99SecondMs()),
                    millis(line.cpuPercent()),
                    millis(line.gcPercent()),
                    clock(line.agent().clock()),
                    lost(line.agent().lost()),
                    line.isBound()
                            ? badIf(true, words.text("loadgenerator.bound"))
                            : line.lag().meanMs() >= 0 ? words.text("loadgenerator.fine") : null);
        }
    }

    private String clock(AgentFacts.@Nullable Clock clock) {
        return clock == null
                ? words.text("agents.notknown")
                : millisWithSign(clock.offsetNanos()) + " ± " + millisWithSign(clock.errorNanos());
    }

    private static String millisWithSign(long nanos) {
        return NumberText.decimal(nanos / 1e6, 1).replace('-', '\u2212');
    }

    private @Nullable Object lost(AgentFacts.@Nullable Lost lost) {
        if (lost == null) {
            return null;
        }
        Double at = lost.atSeconds();
        return badIf(true, at == null ? words.text("agents.notthere") : NumberText.clock(at));
    }

    private void availability() {
        Table sheet = tables.begin("availability")
                .add(
                        Column.NUMBER,
                        "availability.outage",
                        "availability.last",
                        "availability.first",
                        "availability.seconds",
                        "availability.before",
                        "availability.to95",
                        "availability.failed",
                        "availability.unknown",
                        "availability.errors");
        int number = 0;
        for (Outage outage : found.availability()) {
            Double first = outage.firstCommitSeconds();
            Double to95 = outage.to95PercentSeconds();
            sheet.row(
                    ++number,
                    NumberText.clock(outage.lastCommitSeconds()),
                    first == null ? words.text("availability.none") : NumberText.clock(first),
                    seconds(outage.outageSeconds()),
                    NumberText.brief(outage.commitsPerSecondBefore()),
                    to95 == null ? words.text("availability.notreached") : seconds(to95),
                    count(outage.failures().failed()),
                    count(outage.failures().unknown()),
                    count(outage.failures().connectionErrors()));
        }
    }

    private void events() {
        Table sheet = tables.begin("events")
                .add(Column.NAME, "events.event")
                .add(Column.NUMBER, "events.at")
                .add(Column.WORD, "events.ended")
                .numbersOf("events.outage", "events.all", "events.median", "events.worst")
                .add(Column.NUMBER, "events.to95", "events.less")
                .numbersOf("events.rate", "events.before", "events.during", "events.after")
                .numbersOf("events.p99", "events.before", "events.during", "events.after")
                .add(Column.NUMBER, "availability.failed", "availability.unknown");
        for (EventSummary event : found.events()) {
            EventSummary.Effect effect = event.effect();
            EventSummary.Interval during = event.during();
            sheet.row(
                    words.translated(event.label()),
                    NumberText.clock(event.atSeconds()),
                    event.status().isEmpty() ? null : ended(event.status()),
                    effect.outageSeconds() > 0 ? seconds(effect.outageSeconds()) : null,
                    TableSet.ifKnown(effect.medianTerminalSeconds(), TableSet::seconds),
                    TableSet.ifKnown(effect.worstTerminalSeconds(), TableSet::seconds),
                    to95(event),
                    TableSet.ifKnown(effect.workLost(), TableSet::count),
                    rate(event.before()),
                    rate(during),
                    rate(event.after()),
                    p99(event.before()),
                    p99(during),
                    p99(event.after()),
                    during == null ? null : count(during.failed()),
                    during == null ? null : count(during.unknown()));
        }
    }

    /** What could not be started has its reason in brackets. */
    private String ended(String status) {
        int reason = (status + " (").indexOf(" (");
        return words.translated(status.substring(0, reason)) + status.substring(reason);
    }

    private @Nullable Object to95(EventSummary event) {
        Double to95 = event.effect().to95Seconds();
        return to95 != null
                ? seconds(to95)
                : event.before() == null ? null : badIf(true, words.text("availability.notreached"));
    }

    private static @Nullable String rate(EventSummary.@Nullable Interval interval) {
        return interval == null ? null : count(interval.tpmTotal());
    }

    private static @Nullable String p99(EventSummary.@Nullable Interval interval) {
        LoadStep.Type newOrder = interval == null ? null : interval.newOrder();
        return newOrder == null ? null : millis(newOrder.response().p99Ms());
    }

    private void copies() {
        Table sheet = tables.begin("copies")
                .add(Column.NUMBER, "copies.number")
                .add(Column.WORD, "copies.url")
                .numbersOf("copies.behind", "col.p50", "col.p99", "col.max")
                .add(
                        Column.NUMBER,
                        "copies.commits",
                        "copies.own",
                        "copies.resolution",
                        "copies.unanswered",
                        "copies.caughtup",
                        "copies.forks",
                        "copies.fractured",
                        "copies.failed");
        int number = 0;
        for (ReplicaSummary copy : found.replicas()) {
            ReplicaSummary.Lag lag = copy.lag();
            Latency own = lag.ownMillisBehind();
            Double caughtUp = lag.caughtUpSeconds();
            double unanswered = copy.looked().unansweredSeconds();
            sheet.row(
                    ++number,
                    tables.withSamples(copy.url(), copy.samples(), copy.longForks() + copy.fracturedReads(), null),
                    millis(lag.millisBehind().p50Ms()),
                    millis(lag.millisBehind().p99Ms()),
                    millis(lag.millisBehind().maxMs()),
                    count(lag.commitsBehind().max()),
                    time(own, Latency::maxMs),
                    millis(lag.resolutionMillis()),
                    badIf(unanswered >= 1, seconds(unanswered)),
                    caughtUp == null ? badIf(true, words.text("copies.never")) : seconds(caughtUp),
                    badIf(copy.longForks() > 0, count(copy.longForks())),
                    count(copy.fracturedReads()),
                    count(copy.looked().failedLooks()));
        }
    }

    private void reads() {
        Table sheet = tables.begin("reads")
                .add(Column.NUMBER, "copies.number")
                .add(Column.NAME, "col.type")
                .add(Column.NUMBER, "reads.count", "reads.failed")
                .numbersOf("reads.response", "col.p50", "col.p99")
                .numbersOf("reads.database", "col.p50", "col.p99")
                .add(Column.NUMBER, "reads.judged", "reads.stale", "reads.share")
                .numbersOf("reads.age", "col.p50", "col.p99", "col.max")
                .add(Column.NUMBER, "reads.backwards");
        int number = 0;
        for (ReplicaSummary copy : found.replicas()) {
            number++;
            for (ReplicaSummary.Reads read : copy.reads()) {
                ReplicaSummary.Staleness staleness = read.staleness();
                Latency age = staleness.staleMillis();
                sheet.row(
                        number,
                        words.type(read.type()),
                        count(read.count()),
                        badIf(read.failed() > 0, count(read.failed())),
                        millis(read.response().p50Ms()),
                        millis(read.response().p99Ms()),
                        millis(read.databaseResponse().p50Ms()),
                        millis(read.databaseResponse().p99Ms()),
                        count(staleness.judged()),
                        count(staleness.stale()),
                        percent(staleness.stalePercent()),
                        millis(age.p50Ms()),
                        millis(age.p99Ms()),
                        millis(age.maxMs()),
                        badIf(staleness.backwards() > 0, count(staleness.backwards())));
            }
        }
    }

    private void errors() {
        Table errors = tables.begin("errors")
                .add(Column.WORD, "col.type", "errors.class", "errors.state")
                .add(Column.NUMBER, "errors.code", "errors.attempts", "errors.gaveup", "errors.outside")
                .add(Column.TEXT, "errors.message");
        for (ErrorSummary error : model.transactions().errors()) {
            errors.row(
                    words.type(error.type()),
                    words.errorClass(error.errorClass()),
                    error.sqlState(),
                    error.type().isEmpty() ? null : error.vendorCode(),
                    count(error.attempts()),
                    count(error.gaveUp()),
                    count(error.attemptsOutsideWindow()),
                    error.sampleMessage());
        }
        Table stalls = tables.begin("stalls")
                .add(Column.NUMBER, "stalls.from", "stalls.length", "stalls.lowest", "stalls.lost")
                .add(Column.TEXT, "stalls.happened");
        for (ExplainedStall explained : model.monitoring().stalls().worst()) {
            Stall stall = explained.stall();
            stalls.row(
                    NumberText.clock(stall.fromSeconds()),
                    seconds(stall.toSeconds() - stall.fromSeconds()),
                    count(stall.lowestTransactionsPerMinute()),
                    count(stall.lostTransactions()),
                    explained.happened().isEmpty() ? words.text("stalls.nothing") : words.list(explained.happened()));
        }
    }

    private void database() {
        DatabasePart database = model.monitoring().database();
        StatementTables did = database.did();
        tables.begin("databaseSettings")
                .add(Column.TEXT, "db.setting", "db.value")
                .add(Column.SOFT, "db.default", "db.unit")
                .rows(database.settings() == null ? List.of() : database.settings());
        tables.begin("levers")
                .add(Column.WORD, "lever.what")
                .add(Column.NUMBER, "wait.share", "lever.times")
                .rows(did.levers());
        tables.begin("sessionTypes")
                .add(Column.NAME, "col.type")
                .add(
                        Column.NUMBER,
                        "wait.processor",
                        "wait.lock",
                        "wait.log",
                        "wait.disk",
                        "wait.latch",
                        "wait.client",
                        "wait.other",
                        "wait.all")
                .rows(did.waits());
        tables.begin("sessionStatements")
                .add(Column.NUMBER, "wait.share")
                .add(Column.CODE, "db.statement")
                .add(Column.NAME, "col.type")
                .add(Column.WORD, "wait.class", "wait.event")
                .rows(did.waiting());
        tables.begin("statements")
                .add(Column.NUMBER, "db.total", "wait.share", "db.calls", "db.mean", "db.rows")
                .add(Column.NAME, "col.type")
                .add(Column.CODE, "db.statement")
                .rows(did.costs());
        tables.begin("statementTimes")
                .add(Column.NAME, "col.type")
                .add(Column.CODE, "db.statement")
                .add(Column.NUMBER, "times.executions", "times.mean", "times.server", "times.rest", "wait.share")
                .rows(did.times());
    }

    private void checks() {
        Table conditions = tables.begin("conditions")
                .add(Column.WORD, "check.condition")
                .add(Column.TEXT, "check.what")
                .add(Column.WORD, "check.result")
                .add(Column.NUMBER, "check.violations", "check.seconds");
        for (CheckResult check : found.check()) {
            conditions.row(
                    check.clause(),
                    tables.withSamples(
                            words.translated(check.description()),
                            check.samples(),
                            check.violations(),
                            check.violationsFile()),
                    badIf(!check.passed(), words.text(check.passed() ? "check.holds" : "check.violated")),
                    count(check.violations()),
                    FactTables.figure(check.seconds()));
        }
        Table ledger = tables.begin("ledger")
                .add(Column.NAME, "ledger.rule")
                .add(Column.TEXT, "check.what")
                .add(Column.WORD, "check.result")
                .add(Column.NUMBER, "ledger.checked", "check.violations");
        LedgerResult verified = found.ledger();
        String violations = verified == null ? null : verified.violationsFile();
        for (LedgerResult.Check check : verified == null ? List.<LedgerResult.Check>of() : verified.checks()) {
            String key =
                    switch (check.state()) {
                        case OK -> "check.holds";
                        case OPEN -> "ledger.open";
                        case FAILED -> "check.violated";
                    };
            ledger.row(
                    check.name(),
                    tables.withSamples(
                            words.translated(check.description()), check.samples(), check.violations(), violations),
                    badIf(check.state() == LedgerResult.State.FAILED, words.text(key)),
                    count(check.checked()),
                    count(check.violations()));
        }
        Table acid = tables.begin("acid")
                .add(Column.WORD, "acid.clause")
                .add(Column.TEXT, "check.what")
                .add(Column.NAME, "acid.level")
                .add(Column.WORD, "check.result");
        for (AcidTrial trial : model.acid()) {
            acid.row(
                    trial.clause(),
                    TableSet.withLines(trial.what(), trial.detail()),
                    trial.level(),
                    badIf(!trial.passed(), words.text(trial.passed() ? "acid.passed" : "acid.failed")));
        }
    }
}
