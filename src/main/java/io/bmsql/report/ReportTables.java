package io.bmsql.report;

import static io.bmsql.common.NumberText.DASH;
import static io.bmsql.report.TableSet.badIf;
import static io.bmsql.report.TableSet.count;
import static io.bmsql.report.TableSet.ifKnown;
import static io.bmsql.report.TableSet.millis;
import static io.bmsql.report.TableSet.percent;
import static io.bmsql.report.TableSet.seconds;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.config.LoadProfile;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.EventSummary;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Connects;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.tpcc.TpccTransaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The tables of a report by name, for its page and its Markdown: what was measured and found. {@link FactTables} has the circumstances. */
record ReportTables(ReportModel model, RunSummary.PostRunChecks found, Metric metric, TableSet tables, Words words) {
    static Map<String, Table<?>> of(ReportModel model, Words words) {
        RunSummary summary = model.summary();
        TableSet tables = new TableSet(model.zone(), words, new LinkedHashMap<>());
        ReportTables report =
                new ReportTables(model, summary.postRun(), summary.run().metric(), tables, words);
        report.types();
        report.steps();
        report.judgements();
        report.times();
        report.loadGenerators();
        report.availability();
        report.copies();
        report.errors();
        report.database();
        report.checks();
        new FactTables(model, tables, words).fill();
        return tables.tables();
    }

    private void types() {
        Function<TypeSummary, @Nullable Latency> times = row -> row.count() > 0 ? row.response() : null;
        tables.<TypeSummary>begin("types")
                .name("col.type", row -> words.type(row.type()))
                .times("col.latency", times, "p90", "max")
                .in("col.latency", "col.at", row -> row.count() > 0 ? NumberText.clock(row.maxAtSeconds()) : null)
                .times("col.latency", times, "avg", "p50", "p95", "p99", "p999")
                .number("col.count", row -> count(row.count()))
                .number("col.percent", row -> row.isForeground() ? percent(row.sharePercent()) : null)
                .own(metric, "col.rollback", this::rollback)
                .number("col.errors", row -> count(row.givenUp()))
                .own(
                        metric,
                        "col.skipped",
                        row -> row.isForeground() ? null : count(row.counts().skippedDeliveries()))
                .rows(model.transactions().types());
    }

    private @Nullable String rollback(TypeSummary row) {
        return row.type().equals(TpccTransaction.NEW_ORDER.name()) ? percent(row.rollbackPercent()) : null;
    }

    private void steps() {
        tables.<LoadStep>begin("steps")
                .name(
                        "steps.step",
                        step -> words.text(
                                "steps.load." + step.plan().unit(), step.plan().levels()))
                .number("steps.from", step -> NumberText.clock(step.plan().fromSeconds()))
                .number("steps.until", step -> NumberText.clock(step.plan().untilSeconds()))
                .number("steps.planned", step -> planned(step.plan()))
                .number("steps.reached", step -> badIf(step.isBehind(), count(step.tpmTotal())))
                .own(metric, "tpmC", step -> count(step.tpmC()))
                .times("col.latency", step -> response(step.newOrder()), "p50", "p90", "p99", "max")
                .number("col.errors", step -> count(step.failed()))
                .number("steps.backlog", step -> count(step.backlog()))
                .rows(model.summary().steps());
        AnalyticSummary analytics = found.analytics();
        tables.<AnalyticSummary.Query>begin("analytics")
                .name("analytics.query", AnalyticSummary.Query::name)
                .number("col.count", query -> count(query.count()))
                .number("col.errors", query -> bad(query.failed()))
                .times("analytics.time", query -> query.count() > 0 ? query.latency() : null, "p50", "p90", "max")
                .number("analytics.rows", query -> query.count() > 0 ? count(query.rows()) : null)
                .rows(analytics == null ? List.of() : analytics.queries());
    }

    private static @Nullable String planned(LoadStep.Plan plan) {
        return plan.unit() == LoadProfile.Unit.RATE ? count(plan.perMinute()) : null;
    }

    private static @Nullable Latency response(LoadStep.@Nullable Type type) {
        return type == null ? null : type.response();
    }

    /** One of two words, the bad one set apart. */
    private Object judged(boolean isGood, String good, String bad) {
        return badIf(!isGood, words.text(isGood ? good : bad));
    }

    private void judgements() {
        tables.<ThresholdResult>begin("thresholds")
                .word("threshold.bound", ThresholdResult::text)
                .number("col.measured", ThresholdResult::shown)
                .word("check.result", kept -> judged(kept.holds(), "check.holds", "threshold.failed"))
                .rows(found.thresholds());
        tables.<ClauseRow>begin("clauses")
                .word("col.what", ClauseRow::what)
                .word("col.clause", ClauseRow::clause)
                .number("col.required", ClauseRow::required)
                .number("col.measured", ClauseRow::measured)
                .word("col.met", row -> row.met() == null ? null : judged(row.met(), "met", "missed"))
                .rows(model.transactions().clauses());
    }

    private void times() {
        tables.<RunSummary.ThinkTime>begin("thinkTimes")
                .name("think.after", row -> words.type(row.type()))
                .number("col.count", row -> count(row.count()))
                .in("think.mean", "col.measured", row -> millis(row.measured().meanMs()))
                .in("think.mean", "col.required", row -> millis(row.requiredMeanMs()))
                .in("think.p50", "col.measured", row -> millis(row.measured().p50Ms()))
                .in("think.p50", "col.required", row -> millis(row.required(50)))
                .in("think.p90", "col.measured", row -> millis(row.measured().p90Ms()))
                .in("think.p90", "col.required", row -> millis(row.required(90)))
                .in("think.max", "col.measured", row -> millis(row.measured().maxMs()))
                .in("think.max", "col.required", row -> "≤ " + millis(row.required(100)))
                .rows(model.transactions().thinkTimes());
        tables.<TypeSummary>begin("waits")
                .name("col.type", row -> words.type(row.type()))
                .in("waits.mean", "waits.response", row -> millis(row.response().meanMs()))
                .in("waits.mean", "waits.service", row -> millis(row.service().meanMs()))
                .in("waits.mean", "waits.queueing", row -> millis(row.waitMeanMs()))
                .in("waits.p90", "waits.response", row -> millis(row.response().p90Ms()))
                .in("waits.p90", "waits.service", row -> millis(row.service().p90Ms()))
                .in("waits.p99", "waits.response", row -> millis(row.response().p99Ms()))
                .in("waits.p99", "waits.service", row -> millis(row.service().p99Ms()))
                .rows(model.transactions().waits());
        Connects connects = model.summary().figures().connects();
        tables.<Connects>begin("connects")
                .name("connects.when", row -> words.text(row.perTransaction() ? "connects.each" : "connects.renewed"))
                .number("col.count", row -> count(row.count()))
                .times("connects.time", Connects::latency, "avg", "p50", "p90", "p99", "max")
                .rows(connects == null ? List.of() : List.of(connects));
    }

    private void loadGenerators() {
        tables.<List<?>>begin("loadgenerator")
                .name("loadgenerator.figure", row -> row.get(0))
                .word("loadgenerator.value", row -> row.get(1))
                .word("loadgenerator.judged", row -> row.get(2))
                .rows(model.monitoring().loadGenerator().rows());
        tables.<AgentsPart.Line>begin("agents")
                .name("agents.agent", line -> line.agent().number())
                .word("agents.host", line -> line.agent().host())
                .number("agents.share", line -> share(line.work().sharePercent()))
                .own(metric, "type.new_order", line -> count(line.work().newOrders()))
                .own(metric, "agents.homes", line -> homes(line.agent().share()))
                .number("agents.terminals", line -> terminals(line.agent().share()))
                .in("agents.lag", "col.avg", line -> millis(line.lag().meanMs()))
                .in("agents.lag", "agents.lag99", line -> millis(line.lag().p99SecondMs()))
                .number("agents.cpu", line -> millis(line.cpuPercent()))
                .number("agents.gc", line -> millis(line.gcPercent()))
                .number("agents.clock", line -> clock(line.agent().clock()))
                .number("agents.lost", line -> lost(line.agent().lost()))
                .word("agents.way", this::inTheWay)
                .rows(model.monitoring().agents().lines());
    }

    private static String share(double percent) {
        return percent(percent) + (percent >= 0 ? "%" : "");
    }

    private static @Nullable String homes(AgentFacts.Share share) {
        return share.lastWarehouse() > 0 ? count(share.firstWarehouse()) + DASH + count(share.lastWarehouse()) : null;
    }

    private static @Nullable String terminals(AgentFacts.Share share) {
        return share.terminals() > 0 ? count(share.terminals()) : null;
    }

    private @Nullable Object inTheWay(AgentsPart.Line line) {
        Boolean isBound = line.isBound();
        return isBound == null ? null : judged(!isBound, "loadgenerator.fine", "loadgenerator.bound");
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
        tables.<Outage>begin("availability")
                .number("availability.outage", outage -> found.availability().indexOf(outage) + 1)
                .number("availability.last", outage -> NumberText.clock(outage.lastCommitSeconds()))
                .number("availability.first", outage -> or("none", outage.firstCommitSeconds(), NumberText::clock))
                .number("availability.seconds", outage -> seconds(outage.outageSeconds()))
                .number("availability.before", outage -> NumberText.brief(outage.commitsPerSecondBefore()))
                .number("availability.to95", outage -> or("notreached", outage.to95PercentSeconds(), TableSet::seconds))
                .number("availability.failed", outage -> count(outage.failures().failed()))
                .number(
                        "availability.unknown",
                        outage -> count(outage.failures().unknown()))
                .number("availability.errors", outage -> count(outage.failures().connectionErrors()))
                .rows(found.availability());
        tables.<EventSummary>begin("events")
                .name("events.event", event -> words.translated(event.label()))
                .number("events.at", event -> NumberText.clock(event.atSeconds()))
                .word("events.ended", event -> ended(event.status()))
                .in(
                        "events.outage",
                        "events.all",
                        event -> outage(event.effect().outageSeconds()))
                .in(
                        "events.outage",
                        "events.median",
                        event -> ifKnown(event.effect().medianTerminalSeconds(), TableSet::seconds))
                .in(
                        "events.outage",
                        "events.worst",
                        event -> ifKnown(event.effect().worstTerminalSeconds(), TableSet::seconds))
                .number("events.to95", this::to95)
                .number("events.less", event -> ifKnown(event.effect().workLost(), TableSet::count))
                .in("events.rate", "events.before", event -> rate(event.before()))
                .in("events.rate", "events.during", event -> rate(event.during()))
                .in("events.rate", "events.after", event -> rate(event.after()))
                .in("events.p99", "events.before", event -> p99(event.before()))
                .in("events.p99", "events.during", event -> p99(event.during()))
                .in("events.p99", "events.after", event -> p99(event.after()))
                .number("availability.failed", event -> during(event, EventSummary.Interval::failed))
                .number("availability.unknown", event -> during(event, EventSummary.Interval::unknown))
                .rows(found.events());
    }

    /** A word in the place of what did not happen. */
    private String or(String word, @Nullable Double seconds, DoubleFunction<String> form) {
        return seconds == null ? words.text("availability." + word) : form.apply(seconds);
    }

    private static @Nullable String outage(double seconds) {
        return seconds > 0 ? seconds(seconds) : null;
    }

    /** What could not be started has its reason in brackets. */
    private @Nullable String ended(String status) {
        int reason = (status + " (").indexOf(" (");
        return status.isEmpty() ? null : words.translated(status.substring(0, reason)) + status.substring(reason);
    }

    private @Nullable Object to95(EventSummary event) {
        Double to95 = event.effect().to95Seconds();
        return to95 != null
                ? seconds(to95)
                : event.wasSeen() ? badIf(true, words.text("availability.notreached")) : null;
    }

    private static @Nullable String rate(EventSummary.@Nullable Interval interval) {
        return interval == null ? null : count(interval.tpmTotal());
    }

    private static @Nullable String p99(EventSummary.@Nullable Interval interval) {
        return interval == null ? null : TableSet.time(response(interval.newOrder()), "p99");
    }

    private static @Nullable String during(EventSummary event, ToDoubleFunction<EventSummary.Interval> number) {
        EventSummary.Interval during = event.during();
        return during == null ? null : count(number.applyAsDouble(during));
    }

    /** What one copy answered to one type, with the number of the copy. */
    private record CopyReads(int copy, ReplicaSummary.Reads reads) {
        ReplicaSummary.Staleness staleness() {
            return reads.staleness();
        }
    }

    private void copies() {
        List<ReplicaSummary> all = found.replicas();
        tables.<ReplicaSummary>begin("copies")
                .number("copies.number", copy -> all.indexOf(copy) + 1)
                .word(
                        "copies.url",
                        copy -> tables.withSamples(
                                copy.url(), copy.samples(), copy.longForks() + copy.fracturedReads(), null))
                .times("copies.behind", copy -> copy.lag().millisBehind(), "p50", "p99", "max")
                .number(
                        "copies.commits",
                        copy -> count(copy.lag().commitsBehind().max()))
                .number("copies.lacked", copy -> bad(copy.lackedBefore()))
                .number("copies.own", copy -> TableSet.time(copy.lag().ownMillisBehind(), "max"))
                .number("copies.resolution", copy -> millis(copy.lag().resolutionMillis()))
                .number("copies.unanswered", copy -> unanswered(copy.looked().unansweredSeconds()))
                .number("copies.caughtup", copy -> caughtUp(copy.lag().caughtUpSeconds()))
                .number("copies.forks", copy -> bad(copy.longForks()))
                .number("copies.fractured", copy -> count(copy.fracturedReads()))
                .number("copies.failed", copy -> count(copy.looked().failedLooks()))
                .rows(all);
        Table<CopyReads> reads = tables.<CopyReads>begin("reads")
                .number("copies.number", CopyReads::copy)
                .name("col.type", read -> words.type(read.reads.type()))
                .number("reads.count", read -> count(read.reads.count()))
                .number("reads.failed", read -> bad(read.reads.failed()))
                .times("reads.response", read -> read.reads.response(), "p50", "p99")
                .times("reads.database", read -> read.reads.databaseResponse(), "p50", "p99")
                .number("reads.judged", read -> count(read.staleness().judged()))
                .number("reads.stale", read -> count(read.staleness().stale()))
                .number("reads.share", read -> percent(read.staleness().stalePercent()))
                .times("reads.age", read -> read.staleness().staleMillis(), "p50", "p99", "max")
                .number("reads.backwards", read -> bad(read.staleness().backwards()));
        for (int i = 0; i < all.size(); i++) {
            int number = i + 1;
            all.get(i).reads().forEach(one -> reads.row(new CopyReads(number, one)));
        }
    }

    private static Object unanswered(double seconds) {
        return badIf(seconds >= 1, seconds(seconds));
    }

    private Object caughtUp(@Nullable Double seconds) {
        return seconds == null ? badIf(true, words.text("copies.never")) : seconds(seconds);
    }

    /** Stands out unless it is none. */
    private static Object bad(long number) {
        return badIf(number > 0, count(number));
    }

    private void errors() {
        tables.<ErrorSummary>begin("errors")
                .word("col.type", error -> words.type(error.type()))
                .word("errors.class", error -> words.errorClass(error.errorClass()))
                .word("errors.state", ErrorSummary::sqlState)
                .number("errors.code", error -> error.type().isEmpty() ? null : error.vendorCode())
                .number("errors.attempts", error -> count(error.attempts()))
                .number("errors.gaveup", error -> count(error.gaveUp()))
                .number("errors.outside", error -> count(error.attemptsOutsideWindow()))
                .text("errors.message", ErrorSummary::sampleMessage)
                .rows(model.transactions().errors());
        tables.<ReportModel.ExplainedStall>begin("stalls")
                .number("stalls.from", one -> NumberText.clock(one.stall().fromSeconds()))
                .number(
                        "stalls.length",
                        one -> seconds(one.stall().toSeconds() - one.stall().fromSeconds()))
                .number("stalls.lowest", one -> count(one.stall().lowestTransactionsPerMinute()))
                .number("stalls.lost", one -> count(one.stall().lostTransactions()))
                .text(
                        "stalls.happened",
                        one -> one.happened().isEmpty() ? words.text("stalls.nothing") : words.list(one.happened()))
                .rows(model.monitoring().stalls().worst());
    }

    private void database() {
        ReportModel.DatabasePart database = model.monitoring().database();
        tables.<List<String>>begin("databaseSettings")
                .text("db.setting", row -> row.get(0))
                .text("db.value", row -> row.get(1))
                .add(Column.SOFT, "db.default", row -> row.get(2))
                .add(Column.SOFT, "db.unit", row -> row.get(3))
                .rows(database.settings() == null ? List.of() : database.settings());
        database.did().fill(tables);
    }

    private void checks() {
        tables.<CheckResult>begin("conditions")
                .word("check.condition", CheckResult::clause)
                .text(
                        "check.what",
                        check -> tables.withSamples(
                                words.translated(check.description()),
                                check.samples(),
                                check.violations(),
                                check.violationsFile()))
                .word("check.result", check -> judged(check.passed(), "check.holds", "check.violated"))
                .number("check.violations", check -> count(check.violations()))
                .number("check.seconds", check -> Templates.measured(check.seconds(), NumberText::millis))
                .rows(found.check());
        LedgerResult verified = found.ledger();
        String violations = verified == null ? null : verified.violationsFile();
        tables.<LedgerResult.Check>begin("ledger")
                .name("ledger.rule", LedgerResult.Check::name)
                .text(
                        "check.what",
                        check -> tables.withSamples(
                                words.translated(check.description()), check.samples(), check.violations(), violations))
                .word(
                        "check.result",
                        check -> judged(
                                check.state() != State.FAILED,
                                check.state() == State.OK ? "check.holds" : "ledger.open",
                                "check.violated"))
                .number("ledger.checked", check -> count(check.checked()))
                .number("check.violations", check -> count(check.violations()))
                .rows(verified == null ? List.of() : verified.checks());
        tables.<AcidTrial>begin("acid")
                .word("acid.clause", AcidTrial::clause)
                .text("check.what", trial -> TableSet.withLines(trial.what(), trial.detail()))
                .name("acid.level", AcidTrial::level)
                .word(
                        "check.result",
                        trial -> judged(trial.holds(), "acid.passed", trial.failed() ? "acid.failed" : "ledger.open"))
                .rows(model.acid());
    }
}
