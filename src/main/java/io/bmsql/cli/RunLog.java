package io.bmsql.cli;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretMask;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.VerdictFinder;
import io.bmsql.report.Words;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines of a run in BenchmarkSQL's manner, because people cut numbers out of them (benchmarksql-formats.md, Console), and what
 * the end of a run means.
 */
record RunLog(SecretMask shield, Words words) {
    private static final String FRAME = "+-------------------------------------------------------------+";
    /** The settings at the start of a run, with a blank line between the groups. */
    private static final List<String> BANNER = List.of(
            "db driver conn user",
            "warehouses terminals sutThreads rampupDelay runMins rampupMins limitTxnsPerMin terminalWarehouseFixed",
            "newOrderWeight paymentWeight orderStatusWeight deliveryWeight stockLevelWeight",
            "keyingTimeMultiplier thinkTimeMultiplier isolationLevel statementProfile useStoredProcedures"
                    + " batchStatements seed",
            "resultDirectory osCollectorScript");

    /** The same of a run of scripts. */
    private static final List<String> SCRIPTS_BANNER = List.of(
            "db driver conn user",
            "workload scripts scriptVariables",
            "terminals sutThreads rampupDelay runMins rampupMins limitTxnsPerMin",
            "isolationLevel seed",
            "resultDirectory osCollectorScript");

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private static final int MAX_ERRORS = 10;

    private static final Logger LOG = LoggerFactory.getLogger("jTPCC");

    void info(String line) {
        LOG.info("Term-00, {}", shield.hide(line));
    }

    void warn(String line) {
        LOG.warn("Term-00, {}", shield.hide(line));
    }

    void error(String line) {
        LOG.error("Term-00, {}", shield.hide(line));
    }

    /**
     * The settings of a run.
     *
     * @param isVerbose false without those that nobody set: a props file of BenchmarkSQL 5 sets all that it printed
     */
    static List<String> banner(LoadedConfig loaded, boolean isVerbose) {
        List<String> lines = new ArrayList<>(
                List.of("", FRAME, "     bmsql v" + ProgramContext.version(), FRAME, "     Apache-2.0", FRAME));
        for (String group : loaded.config().scripts().isTpcc() ? BANNER : SCRIPTS_BANNER) {
            List<String> settings = Stream.of(group.split(" "))
                    .map(PropertyKey::find)
                    .map(Optional::orElseThrow)
                    // Minutes of nothing: a number of transactions ends the run.
                    .map(key -> key == PropertyKey.RUN_MINS && loaded.text(key).matches("(0+([.]0*)?)?")
                            ? PropertyKey.RUN_TXNS_PER_TERMINAL
                            : key)
                    .filter(key ->
                            isVerbose || !loaded.settings().get(key.ordinal()).hasDefault())
                    .map(key -> setting(key, loaded))
                    .toList();
            lines.addAll(settings);
            if (!settings.isEmpty()) {
                lines.add("");
            }
        }
        if (!loaded.text(PropertyKey.LOAD_PROFILE).isEmpty()) {
            lines.add(setting(PropertyKey.LOAD_PROFILE, loaded));
            lines.addAll(plan(loaded));
            lines.add("");
        }
        return lines;
    }

    /** The steps of a shaped load in time and words. */
    static List<String> plan(LoadedConfig loaded) {
        LoadProfile profile = loaded.config().run().pace().profile();
        return profile == null
                ? List.of()
                : profile.steps().stream()
                        .map(step -> "  " + NumberText.hours(step.fromNanos() / 1e9) + "-"
                                + NumberText.hours(step.untilNanos() / 1e9) + " "
                                + LoadProfile.label(step.from(), step.to(), profile.unit()))
                        .toList();
    }

    /** BenchmarkSQL prints null for what is not set; the default statements have a name that says more. */
    private static String setting(PropertyKey key, LoadedConfig loaded) {
        String value = loaded.text(key);
        String nothing = key == PropertyKey.STATEMENT_PROFILE ? "default" : "null";
        return key.key() + "=" + (value.isEmpty() ? nothing : value);
    }

    /** The end of a run, without the {@code Term-00, }; response times, outages, steps and thresholds come last, where no old script looks. */
    List<String> ending(RunSummary summary, ZoneId zone) {
        RunFacts.Window window = summary.run().window();
        List<String> lines = new ArrayList<>(List.of(
                "",
                "",
                "Measured " + summary.run().metric().title() + " = " + NumberText.plainDecimal(summary.rateInUnit()),
                "Measured tpmTOTAL = "
                        + NumberText.plainDecimal(summary.figures().tpmTotal()),
                "Session Start     = " + at(window.startEpochMillis(), TIME, zone),
                "Session End       = " + at(window.endEpochMillis(), TIME, zone),
                "Transaction Count = " + summary.figures().foreground()));
        String responses = summary.run()
                .types()
                .foreground()
                .flatMap(type -> Stream.ofNullable(summary.figures().type(type))
                        .filter(row -> row.count() > 0)
                        .map(row -> type.title() + " "
                                + NumberText.latency(row.response().p90Ms()) + " / "
                                + NumberText.latency(row.response().p99Ms())))
                .collect(Collectors.joining(", "));
        if (summary.run().metric().has("statement-form")) {
            lines.add(words.text("console.form."
                    + switch (summary.run().setup().statementForm()) {
                        case "batch" -> "batch";
                        case "procedures" -> "procedures";
                        default -> "single";
                    }));
        }
        if (!responses.isEmpty()) {
            lines.add(words.text("console.responses", responses));
        }
        int number = 0;
        for (Outage outage : summary.postRun().availability()) {
            lines.add(words.text("console.outage", ++number, text(outage, zone)));
        }
        summary.postRun().events().stream()
                .filter(event -> !event.name().equals(EventRow.SERVER))
                .forEach(event -> lines.add(words.event(event)));
        summary.postRun().events().stream()
                .filter(event -> event.name().equals(EventRow.SERVER))
                .collect(Collectors.groupingBy(
                        EventSummary::text,
                        TreeMap::new,
                        Collectors.mapping(
                                event -> NumberText.decimal(event.atSeconds(), 1) + " s", Collectors.joining(", "))))
                .forEach((what, when) -> lines.add(words.text("console.server", words.translated(what), when)));
        summary.steps().forEach(step -> lines.add(text(step, summary.run().metric())));
        summary.figures().errors().stream()
                .limit(MAX_ERRORS)
                .map(error -> words.text(
                        "console.error",
                        error.line(),
                        NumberText.count(error.attempts() + error.attemptsOutsideWindow())))
                .forEach(lines::add);
        summary.postRun().thresholds().forEach(kept -> lines.add(words.text("console.bound", words.threshold(kept))));
        return lines;
    }

    private String text(LoadStep step, Metric metric) {
        LoadStep.Type newOrder = step.newOrder();
        return words.text(
                        metric.counted() == null ? "console.step" : "console.step.tpcc",
                        NumberText.hours(step.plan().fromSeconds()),
                        NumberText.hours(step.plan().untilSeconds()),
                        step.plan().load(),
                        oneDecimal(step.tpmTotal()),
                        step.failed(),
                        oneDecimal(step.tpmC()),
                        newOrder == null
                                ? words.text("console.step.none")
                                : NumberText.format(
                                        "p50 %.1f, p90 %.1f, p99 %.1f ms",
                                        newOrder.response().p50Ms(),
                                        newOrder.response().p90Ms(),
                                        newOrder.response().p99Ms()))
                + (step.backlog() < 0 ? "" : words.text("console.step.backlog", step.backlog()));
    }

    private String text(Outage outage, ZoneId zone) {
        Long until = outage.firstCommitEpochMillis();
        Double to95 = outage.to95PercentSeconds();
        double rate = outage.commitsPerSecondBefore();
        return words.text(
                rate == 0 ? "console.outage.begin" : "console.outage.line",
                at(outage.lastCommitEpochMillis(), MOMENT, zone),
                until == null
                        ? words.text("console.outage.last")
                        : words.text("console.outage.first", at(until, MOMENT, zone)),
                oneDecimal(outage.outageSeconds()),
                rate == 0
                        ? words.text("console.event.unknown")
                        : to95 == null
                                ? words.text("console.outage.below", oneDecimal(rate))
                                : words.text("console.outage.after", oneDecimal(rate), oneDecimal(to95)),
                outage.failures().failed(),
                outage.failures().unknown());
    }

    private static String at(long epochMillis, DateTimeFormatter format, ZoneId zone) {
        return format.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    /**
     * The exit status; what speaks against the run is logged as its page says it, and its verdict last.
     *
     * <pre>
     * data lost, inconsistent, rows no run made        7, whatever else happened
     * aborted                                          5
     * a signal                                         the signal's
     * files not written, nothing done, many failures   5
     * the check that was asked for could not be run     5
     * the database was unreachable at the window's end  5
     * a threshold that was not kept                    6
     * </pre>
     */
    ExitCode exitCode(RunSummary summary, @Nullable ExitCode signal, List<String> problems) {
        VerdictFinder page = VerdictFinder.of(summary, words);
        for (Verdict verdict : Verdict.of(summary)) {
            if (verdict.compareTo(Verdict.NOTHING_WRITTEN) <= 0 || verdict == Verdict.UNSTEADY) {
                boolean isError = verdict.compareTo(Verdict.THRESHOLD_FAILED) <= 0 && verdict != Verdict.INTERRUPTED;
                page.named(verdict).forEach(isError ? this::error : this::warn);
            }
        }
        page.remarks().forEach(this::warn);
        info(words.text("console.verdict", words.verdicts(summary)));
        Optional.ofNullable(summary.postRun().conditions().limit()).ifPresent(limit -> info(words.limit(limit)));
        return statusOf(summary, signal, problems);
    }

    /** The status that {@link #exitCode} gives, without its lines. */
    static ExitCode statusOf(RunSummary summary, @Nullable ExitCode signal, List<String> problems) {
        Set<Verdict> verdicts = Verdict.of(summary);
        if (Stream.of(Verdict.DATA_LOST, Verdict.INCONSISTENT, Verdict.SURPLUS).anyMatch(verdicts::contains)) {
            return ExitCode.CHECK_FAILED;
        }
        if (signal != null && !verdicts.contains(Verdict.ABORTED)) {
            return signal;
        }
        boolean isComplete = summary.ending().cameToEnd();
        boolean isInvalid = !problems.isEmpty()
                || isComplete && summary.ending().statusReason() != null
                || isComplete && Stream.of(Verdict.NO_RESULT, Verdict.ERRORS).anyMatch(verdicts::contains)
                || Stream.of(Verdict.ABORTED, Verdict.SERVER_UNREACHABLE, Verdict.INCOMPLETE)
                        .anyMatch(verdicts::contains);
        return isInvalid
                ? ExitCode.RUN_INVALID
                : verdicts.contains(Verdict.THRESHOLD_FAILED) ? ExitCode.THRESHOLD_FAILED : ExitCode.OK;
    }

    private static String oneDecimal(double value) {
        return NumberText.format("%.1f", value);
    }
}
