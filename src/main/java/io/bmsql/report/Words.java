package io.bmsql.report;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts;
import io.bmsql.common.TransactionType;
import io.bmsql.report.chart.Drawing;
import io.bmsql.result.EndingCause;
import io.bmsql.result.EventSummary;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.ThresholdResult;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.jspecify.annotations.Nullable;

/** The same with what is said of results. */
public final class Words extends Texts {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    /** Parts of a limit's evidence: one of several load generators, and classes of waits. */
    private static final Pattern AGENT = Pattern.compile(", agent (\\d+) on (.*)");

    private static final Pattern SHARES = Pattern.compile("\\d+% [a-z ]+(, \\d+% [a-z ]+)*");

    /** What a setting's origin begins with that the folder of a database gave. */
    private static final String DIALECT = "dialect ";

    private Words(Language language) {
        super(language);
    }

    public static Words in(Language language) {
        return new Words(language);
    }

    /** Where the value of a setting comes from; a file with its line is a name. */
    public String origin(String of) {
        return of.startsWith(DIALECT) ? text("settings.dialect", of.substring(DIALECT.length())) : translated(of);
    }

    public String limit(LimitedBy limit) {
        String key = key("own.limit", limit.cause());
        String own = textOr(key + "." + limit.values().size(), textOr(key, ""));
        return own.isEmpty()
                ? limit.sentence()
                : filled(own, limit.values().stream().map(this::evidence).toArray())
                        + (limit.awaySeconds() > 0
                                ? text("own.limit.away", NumberText.trimmed(limit.awaySeconds(), 1))
                                : "")
                        + standstill(limit.standstill())
                        + (limit.forms().isEmpty() ? "" : text("own.limit.forms", limit.forms()));
    }

    private String standstill(LimitedBy.@Nullable Standstill found) {
        if (found == null) {
            return "";
        }
        List<Object> places = new ArrayList<>(found.said());
        places.add(found.waits() == null ? "" : translated(found.waits().words()));
        return text("own.limit.still" + found.ending(), places.toArray());
    }

    /** Names of statements, tables and the server's own stay as they are. */
    private String evidence(String value) {
        Matcher agent = AGENT.matcher(value);
        if (agent.matches()) {
            return text("limit.agent", agent.group(1), agent.group(2));
        }
        return SHARES.matcher(value).matches()
                ? list(Stream.of(value.split(", "))
                        .map(share -> share.split(" ", 2))
                        .map(share -> share[0] + " " + translated(share[1]))
                        .toList())
                : value.equals(Metric.TRANSACTIONS.work()) || isWait(value) ? translated(value) : value;
    }

    private static boolean isWait(String value) {
        return LimitedBy.Cause.WAITED_FOR.values().stream()
                .anyMatch(wait -> wait.words().equals(value));
    }

    /** How one bound was kept, with what was measured, without a full stop. */
    public String threshold(ThresholdResult kept) {
        String reason = kept.reason();
        String found = reason == null ? kept.shown() : text("bound.unknown", translated(reason));
        return text(kept.holds() ? "bound.holds" : "bound.failed", text("bound.measured", kept.text(), found));
    }

    /** What an event did to the run, in one line. */
    public String event(EventSummary event) {
        EventSummary.Effect effect = event.effect();
        Double to95 = effect.to95Seconds();
        Double less = effect.workLost();
        Double worst = effect.worstTerminalSeconds();
        Double median = effect.medianTerminalSeconds();
        EventSummary.Interval before = event.before();
        EventSummary.Interval during = event.during();
        LoadStep.Type then = before == null ? null : before.newOrder();
        LoadStep.Type now = during == null ? null : during.newOrder();
        return text(
                        event.status().isEmpty() ? "console.event" : "console.event.status",
                        event.label(),
                        NumberText.decimal(event.atSeconds(), 1),
                        translated(event.status()))
                + (effect.outageSeconds() > 0 ? text("console.event.outage", seconds(effect.outageSeconds())) : "")
                + (worst == null || median == null || worst == 0
                        ? ""
                        : text("console.event.waited", seconds(median), seconds(worst)))
                + (to95 == null
                        ? text("console.event." + (before == null ? "unknown" : less == null ? "unseen" : "below"))
                        : to95 == 0
                                ? text("console.event.level")
                                : text("console.event.after", NumberText.decimal(to95, 1)))
                + (less == null || less < 1 ? "" : text("console.event.less", NumberText.count(Math.round(less))))
                + (then == null || now == null
                        ? ""
                        : text(
                                "console.event.responses",
                                NumberText.latency(then.response().p99Ms()),
                                NumberText.latency(now.response().p99Ms())));
    }

    private static String seconds(double seconds) {
        return NumberText.decimal(seconds, seconds < 1 ? 2 : 1) + " s";
    }

    /** A sentence about names, its first value; nothing where there are none. */
    public Stream<String> about(String names, String key, Object... more) {
        return names.isEmpty() ? Stream.of() : Stream.of(text(key, ArrayUtils.addFirst(more, names)));
    }

    /** The text of {@code prefix.constant}, filled in. */
    public String of(String prefix, Enum<?> constant, Object... values) {
        return text(key(prefix, constant), values);
    }

    private static String key(String prefix, Enum<?> constant) {
        return prefix + "." + constant.name().toLowerCase(Locale.ROOT);
    }

    /** A dash where the time of day is not known. */
    public static String moment(long epochMillis, ZoneId zone) {
        return epochMillis <= 0
                ? NumberText.DASH
                : MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    public String verdict(Verdict verdict) {
        return text("verdict." + verdict.name().toLowerCase(Locale.ROOT) + ".word");
    }

    /** All that a summary alone says in one line, the worst first, and what outages there were. */
    public String verdicts(RunSummary summary) {
        String all = Verdict.of(summary).stream().map(this::verdict).collect(joining());
        return beside(summary.postRun().availability(), all);
    }

    /** What is said of a run, and of its outages where there are some. */
    String beside(List<Outage> outages, String said) {
        int number = outages.size();
        return number == 0 ? said : counted("verdict.beside", number, said, seconds(outages), NumberText.count(number));
    }

    /** For how long the server was away in all. */
    String seconds(List<Outage> outages) {
        return NumberText.decimal(
                outages.stream().mapToDouble(Outage::outageSeconds).sum(), 1);
    }

    /** Why a run ended early or is not checked, without a full stop; empty without a reason. */
    public String reason(Ending ending) {
        EndingCause cause = ending.statusCause();
        String own = cause == null ? "" : textOr(key("own.ending", cause.kind()), "");
        if (cause == null || own.isEmpty()) {
            return Objects.requireNonNullElse(ending.statusReason(), "").strip().replaceFirst("[.]$", "");
        }
        String detail = cause.kind().isByRequest() || cause.detail().isEmpty()
                ? by(cause.detail())
                : text("own.ending.error", cause.detail());
        return (cause.agent().isEmpty() ? "" : text("own.ending.agent", cause.agent())) + filled(own, detail);
    }

    /** Why a run was aborted or stopped, was not checked, or what its check found; empty when nothing is to be said. */
    public String remark(Ending ending, RunSummary.PostRunChecks found) {
        Stream<String> reason = Stream.of(reason(ending)).filter(text -> !text.isEmpty());
        Stream<String> conditions = found.check().stream()
                .filter(check -> !check.passed())
                .map(check -> text("study.remark.condition", check.clause()) + violations(check.violations()));
        Stream<String> rules = Stream.ofNullable(found.ledger())
                .flatMap(ledger -> ledger.violations(Check::violations).entrySet().stream())
                .map(rule -> text("study.remark.rule", rule.getKey()) + violations(rule.getValue()));
        return Stream.of(reason, conditions, rules).flatMap(all -> all).collect(joining());
    }

    private String violations(long number) {
        return counted("console.check.violations", number, NumberText.count(number));
    }

    /** What is unwritten in one line, which must be something: a full disk fails all files for one reason. */
    public String unwritten(Ending ending) {
        int more = ending.unwritten().size() - 1;
        return ending.unwritten().get(0) + (more > 0 ? text("verdict.incomplete.more", more) : "");
    }

    /** A processor as the facts of a run have it, with how many there are. */
    public String processors(String cpu) {
        int comma = cpu.lastIndexOf(", ");
        return comma < 0 ? cpu : cpu.substring(0, comma) + ", " + translated(cpu.substring(comma + 2));
    }

    /** The same in brackets, to stand behind words that say what happened. */
    public String bracketed(Ending ending) {
        String reason = reason(ending);
        return reason.isEmpty() ? "" : text("verdict.reason", reason);
    }

    /** Who stopped a run, to stand behind the words that say that it was stopped; other reasons are in brackets. */
    public String stopper(Ending ending) {
        EndingCause cause = ending.statusCause();
        return cause != null && cause.kind() == EndingCause.Kind.STOPPED ? by(cause.detail()) : bracketed(ending);
    }

    /** Who stopped something, such as {@code by SIGTERM}, to stand behind words that say what; empty where nobody is named. */
    public String by(String whom) {
        return whom.isBlank() ? "" : text("stopped.by", translated(whom.strip()));
    }

    /** The note below a chart whose highest points are cut off. */
    public String cutNote(Drawing.Cut cut) {
        String points = NumberText.count(cut.points());
        String highest = NumberText.brief(cut.highest());
        return counted("cut", cut.points(), points, highest, cut.label(), NumberText.clock(cut.second()));
    }

    public String type(TransactionType type) {
        return type(type.name());
    }

    /** A transaction type by its name in files; empty for all of them. */
    public String type(String name) {
        return name.isEmpty() ? text("errors.alltypes") : textOr("type." + name.toLowerCase(Locale.ROOT), name);
    }

    public String errorClass(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        return textOr("error." + plain, plain.replace('_', ' '));
    }
}
