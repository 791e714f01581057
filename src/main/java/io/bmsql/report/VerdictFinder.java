package io.bmsql.report;

import static io.bmsql.common.NumberText.count;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.Findings;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunSummary;
import io.bmsql.result.Steadiness;
import io.bmsql.result.ThresholdResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/**
 * Judges a run: what is wrong with it, the worst first, and what its figures may be compared with.
 *
 * @param windowStart second of the run at which the window begins
 * @param outages those that touch the window
 */
public record VerdictFinder(
        RunSummary summary, int windowStart, List<Outage> outages, List<ClauseRow> clauses, Words words) {
    /** A hypervisor that gave away this share of a host's processors is worth a remark. */
    private static final double MUCH_STEAL_PERCENT = 2;

    /** Judges all of a run by its summary alone. */
    public static VerdictFinder of(RunSummary summary, Words words) {
        return new VerdictFinder(summary, 0, summary.postRun().availability(), List.of(), words);
    }

    Findings judge() {
        List<Verdict> verdicts = List.copyOf(Verdict.of(summary));
        Verdict worst = verdicts.get(0);
        List<String> sentences = sentences(verdicts);
        // Its name stands above them.
        List<String> own = reasonsOf(worst);
        List<String> below = Stream.concat(
                        own.stream().map(VerdictFinder::sentence),
                        sentences.stream().skip(own.size()))
                .toList();
        String headline = words.beside(outages, words.verdict(worst));
        return new Findings(verdicts, headline, worst.isSound(), sentences, below);
    }

    private List<String> sentences(List<Verdict> verdicts) {
        List<String> sentences = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            sentences.addAll(named(verdict));
            if (verdict == Verdict.DATA_LOST) {
                remarkOnSettings(sentences);
            }
        }
        if (summary.ending().cameToEnd() && summary.ending().statusReason() != null) {
            sentences.add(words.text("verdict.unchecked", words.reason(summary.ending())));
        }
        LimitedBy limit = summary.conditions().limit();
        if (limit != null) {
            sentences.add(words.limit(limit));
        }
        if (summary.run().metric().hasBound()) {
            sentences.add(comparability(verdicts.get(0).isSound()));
        }
        // A cap that was not reached changes no figure, but readers of the settings would think that it did.
        // With an outage or another level for a while it may be the cap of the rest of the window.
        // Agents that are left after a loss send no more than their own part of it.
        if (Verdict.isRateMissed(summary)
                && summary.run().size().lostAgents().isEmpty()
                && outages.isEmpty()
                && !verdicts.contains(Verdict.UNSTEADY)
                && !verdicts.contains(Verdict.OVERLOADED)) {
            sentences.add(words.text("verdict.cap.notreached", setRate()));
        }
        if (summary.run().pace().loadProfile() != null) {
            sentences.add(words.text("verdict.shaped", summary.run().pace().loadProfile()));
        }
        if (!verdicts.contains(Verdict.RESULT_DISK_STALLED)) {
            resultWaits().forEach(waits -> sentences.add(named(Verdict.RESULT_DISK_STALLED, waits)));
        }
        if (!verdicts.contains(Verdict.DATA_LOST)) {
            remarkOnSettings(sentences);
        }
        AnalyticSummary analytics = summary.postRun().analytics();
        if (analytics != null && !analytics.neverAnswered().isEmpty()) {
            sentences.add(words.text("verdict.analytics", analytics.neverAnswered(), analytics.firstProblem()));
        }
        RunConditions.SteadyRampup rampup = summary.conditions().steadyRampup();
        if (rampup != null && rampup.steady()) {
            String length = NumberText.duration(summary.run().window().rampupSeconds());
            sentences.add(words.text("verdict.steady.rampup", length));
        }
        remarkOnHosts(sentences);
        // Outages are not a finding about the figures, but readers must know of them.
        if (!outages.isEmpty()) {
            int number = outages.size();
            sentences.add(words.counted("verdict.outages", number, words.seconds(outages), count(number)));
        }
        return List.copyOf(sentences);
    }

    /** Why the summary says so, a sentence for each reason; none where the name of the verdict says all. */
    public List<String> named(Verdict verdict) {
        return reasonsOf(verdict).stream().map(reason -> named(verdict, reason)).toList();
    }

    /** What makes figures weak though no verdict says it, a sentence each. */
    public List<String> remarks() {
        List<String> sentences = new ArrayList<>();
        remarkOnSettings(sentences);
        remarkOnHosts(sentences);
        return sentences;
    }

    private void remarkOnSettings(List<String> sentences) {
        String unsafe = String.join(", ", summary.conditions().unsafeSettings());
        words.about(unsafe, "verdict.unsafe").forEach(sentences::add);
    }

    private String named(Verdict verdict, String reason) {
        return words.text("verdict.sentence", words.verdict(verdict), reason);
    }

    private String comparability(boolean sound) {
        if (!Verdict.waits(summary.run())) {
            return words.text(
                    sound ? "verdict.notcomparable.sound" : "verdict.notcomparable.also",
                    words.of("verdict.pacing", summary.run().pace().pacing()));
        }
        long missed =
                clauses.stream().filter(row -> Boolean.FALSE.equals(row.met())).count();
        return missed == 0 ? words.text("verdict.waits") : words.text("verdict.waits.missed", missed);
    }

    /** A machine that changed its speed explains figures that changed theirs. */
    private void remarkOnHosts(List<String> sentences) {
        RunConditions conditions = summary.conditions();
        int beside = conditions.runsBeside();
        if (beside > 0) {
            sentences.add(words.counted("verdict.several", beside, count(beside)));
        }
        HostSpeed speed = conditions.hostSpeed();
        if (speed != null && speed.drifted()) {
            sentences.add(words.text(
                    speed.changePercent() < 0 ? "verdict.host.slower" : "verdict.host.faster",
                    NumberText.decimal(Math.abs(speed.changePercent()), 0),
                    NumberText.clock(windowStart + speed.changeAtSeconds())));
        }
        if (speed != null && speed.waitsDiffer()) {
            sentences.add(words.text(
                    "verdict.host.waits",
                    NumberText.millis(speed.waitHalvesMicros().get(0) / 1000),
                    NumberText.millis(speed.waitHalvesMicros().get(1) / 1000)));
        }
        if (conditions.isStillCompiled()) {
            sentences.add(words.text(
                    isHeld() ? "verdict.compiler.held" : "verdict.compiler",
                    NumberText.decimal(Objects.requireNonNull(conditions.compilerPercent()), 0)));
        }
        for (RunConditions.HostHalves host : conditions.hosts()) {
            double steal = Math.max(host.stealPercentFirstHalf(), host.stealPercentSecondHalf());
            if (steal >= MUCH_STEAL_PERCENT) {
                sentences.add(words.text(
                        "verdict.steal",
                        host.host().isEmpty() ? words.text("s.host") : host.host(),
                        NumberText.decimal(host.stealPercentFirstHalf(), 1),
                        NumberText.decimal(host.stealPercentSecondHalf(), 1)));
            }
        }
    }

    /** True when it did all that its rate or its waits asked for: then nothing makes throughput higher. */
    private boolean isHeld() {
        LimitedBy limit = summary.conditions().limit();
        return Verdict.of(summary).contains(Verdict.CAPPED)
                || (limit == null ? Verdict.waits(summary.run()) : limit.cause() == LimitedBy.Cause.WAITS);
    }

    /** Why the summary says so, a text for each reason. */
    private List<String> reasonsOf(Verdict verdict) {
        String window = NumberText.duration(summary.windowSeconds());
        String cause = words.bracketed(summary.ending());
        return switch (verdict) {
            case DATA_LOST -> List.of(words.of("verdict", verdict, rules(LedgerResult.Check::losses)));
            case SURPLUS -> List.of(words.of("verdict", verdict, rules(LedgerResult.Check::surplus)));
            case INCONSISTENT ->
                each(
                        summary.postRun().check(),
                        check -> !check.passed(),
                        check -> words.of("verdict", verdict, check.clause()));
            case ABORTED -> List.of(words.of("verdict", verdict, cause, window));
            case INTERRUPTED -> List.of(words.of("verdict", verdict, words.stopper(summary.ending()), window));
            case SERVER_UNREACHABLE -> {
                Outage away = Objects.requireNonNull(Verdict.outageAtEnd(summary));
                yield List.of(words.of("verdict", verdict, NumberText.clock(away.lastCommitSeconds())));
            }
            case INCOMPLETE -> incomplete(cause, window);
            case SHORT -> tooShort(window);
            case ERRORS -> List.of(tooManyErrors(summary.figures()));
            case THRESHOLD_FAILED -> each(summary.postRun().thresholds(), kept -> !kept.holds(), this::notKept);
            case NOTHING_WRITTEN ->
                each(
                        summary.figures().types(),
                        type -> type.writesWithoutRow() > 0,
                        type -> words.of("verdict", verdict, words.type(type.type()), count(type.writesWithoutRow())));
            case RESULT_DISK_STALLED -> resultWaits();
            case OVERLOADED -> List.of(words.of("verdict", verdict, setRate() + stepsBehind()));
            case CAPPED -> List.of(words.of("verdict", verdict, setRate()));
            case NO_RESULT -> {
                boolean isOther = summary.figures().completed() == 0
                        || summary.run().types().counted() == null;
                yield List.of(words.text(isOther ? "verdict.no_result.other" : "verdict.no_result"));
            }
            case VALID, WITHOUT_TPMC -> List.of(words.of("verdict", verdict));
            case UNSTEADY -> unsteady(summary.conditions());
            case LOAD_GENERATOR_BOUND, VALID_WITHOUT_WAITS -> List.of();
        };
    }

    private static <T> List<String> each(List<T> found, Predicate<T> isWrong, Function<T, String> text) {
        return found.stream().filter(isWrong).map(text).toList();
    }

    /** The rules of the ledger that are broken, with how often. */
    private String rules(ToLongFunction<LedgerResult.Check> broken) {
        LedgerResult ledger = Objects.requireNonNull(summary.postRun().ledger());
        return ledger.violations(broken).entrySet().stream()
                .map(rule -> rule.getKey() + " " + count(rule.getValue()))
                .collect(Collectors.joining(", "));
    }

    private String tooManyErrors(RunSummary.Figures figures) {
        return words.text(
                "verdict.errors",
                count(figures.givenUp()),
                count(figures.completed() + figures.givenUp()),
                NumberText.percent(figures.givenUpPercent()),
                NumberText.trimmed(RunSummary.MAX_FAILED_PERCENT, 1));
    }

    private String notKept(ThresholdResult kept) {
        String key = kept.value() == null ? "verdict.threshold_failed.unknown" : "verdict.threshold_failed";
        return words.text(key, kept.text(), kept.shown());
    }

    private List<String> incomplete(String cause, String window) {
        List<String> found = new ArrayList<>();
        if (summary.ending().status() == RunSummary.Status.RUNNING) {
            found.add(
                    cause.isEmpty()
                            ? words.text("verdict.incomplete", window)
                            : words.text("verdict.incomplete.rows", words.reason(summary.ending()), window));
        }
        if (!summary.ending().unwritten().isEmpty()) {
            found.add(words.text("verdict.incomplete.files", words.unwritten(summary.ending())));
        }
        for (AgentFacts.Agent agent : summary.run().size().lostAgents()) {
            AgentFacts.Lost lost = Objects.requireNonNull(agent.lost());
            found.add(
                    lost.atSeconds() == null
                            ? words.text("verdict.incomplete.missing", agent.number(), agent.host(), lost.reason())
                            : words.text(
                                    "verdict.incomplete.lost",
                                    agent.number(),
                                    agent.host(),
                                    NumberText.clock(lost.atSeconds()),
                                    lost.reason()));
        }
        return found;
    }

    private List<String> unsteady(RunConditions conditions) {
        RunConditions.SteadyRampup rampup = conditions.steadyRampup();
        Steadiness steadiness = conditions.steadiness();
        List<String> found = new ArrayList<>();
        if (rampup != null && !rampup.steady()) {
            found.add(words.text("verdict.unsteady.never", NumberText.duration(rampup.limitSeconds())));
        }
        if (steadiness != null && !steadiness.steady()) {
            String size = NumberText.decimal(Math.abs(steadiness.changePercent()), 1);
            String moment = NumberText.clock(windowStart + steadiness.changeAtSeconds());
            Double back = steadiness.backAtSeconds();
            String end = back == null ? "" : NumberText.clock(windowStart + back);
            found.add(words.text("verdict.unsteady." + steadiness.sentence(), size, moment, end));
        }
        return found;
    }

    /** With a hint where no test can tell, unless the halves differ by more than their counts do by chance. */
    private List<String> tooShort(String window) {
        String tooShort = words.of("verdict", Verdict.SHORT, window);
        Steadiness found = summary.conditions().steadiness();
        if (found == null
                || found.method() != Steadiness.Method.HALVES
                || Math.abs(found.changePercent()) <= Steadiness.MARGIN * 100) {
            return List.of(tooShort);
        }
        String change = found.changePercent() < 0 ? "slower" : "faster";
        String percent = NumberText.decimal(Math.abs(found.changePercent()), 1);
        long transactions = summary.figures().foreground();
        return found.isChance(transactions)
                ? List.of(tooShort, words.text("verdict.short." + change, percent))
                : List.of(words.text("verdict.short.certain." + change, percent, window, count(transactions)));
    }

    /** The steps of a shaped load that the database did not keep up with, in brackets. */
    private String stepsBehind() {
        String behind = summary.steps().stream()
                .filter(LoadStep::isBehind)
                .map(step -> words.text(
                        "steps.load." + step.plan().unit(), step.plan().levels()))
                .collect(Collectors.joining(", "));
        return behind.isEmpty() ? "" : " (" + behind + ")";
    }

    private String setRate() {
        if (summary.run().pace().loadProfile() != null) {
            return "loadProfile";
        }
        return (summary.run().pace().limitTxnsPerMin() > 0 ? "limitTxnsPerMin=" : "arrivalRate=")
                + Math.round(Verdict.setRate(summary.run()));
    }

    private List<String> resultWaits() {
        RunSummary.ResultWaits waits = summary.figures().resultWaits();
        return waits == null
                ? List.of()
                : List.of(words.text(
                        "verdict.result_disk_stalled",
                        count(waits.count()),
                        NumberText.trimmed(waits.seconds(), 1),
                        NumberText.trimmed(waits.longestSeconds(), 1)));
    }

    /** The name of a figure, such as tpmC, keeps its small letter at the beginning. */
    private static String sentence(String text) {
        return text.matches("(?s)\\p{Ll}+\\p{Lu}.*") ? text : StringUtils.capitalize(text);
    }
}
