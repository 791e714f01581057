package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.common.UsageException;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Words;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.StudyRequest;
import io.bmsql.study.StudyRunner;
import io.bmsql.study.SweepPlan;
import io.bmsql.study.SweepPlan.Order;
import io.bmsql.study.page.StudyPage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql sweep}: runs at many points, or the search for the highest point that holds. */
@Command(name = "sweep")
final class SweepCommand extends StudyCommand {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    @Parameters(arity = "0..*", paramLabel = "PROPS")
    private final List<Path> props = new ArrayList<>();

    @Option(names = "--vary", paramLabel = "KEY=V1,V2,...")
    private final List<String> vary = new ArrayList<>();

    @Option(names = "--terminals", paramLabel = "N,N,...")
    private @Nullable String terminals;

    @Option(names = "--repeats", paramLabel = "N")
    private @Nullable Integer repeats;

    @Option(names = "--order", paramLabel = "ORDER")
    private @Nullable Order order;

    @Option(names = "--between", paramLabel = "WHAT")
    private @Nullable String between;

    @Option(names = "--find-peak", paramLabel = "KEY", arity = "0..1", fallbackValue = "arrivalRate")
    private @Nullable String searched;

    @Option(names = "--from", paramLabel = "N")
    private @Nullable Long from;

    @Option(names = "--to", paramLabel = "N")
    private long to;

    @Option(names = "--precision", paramLabel = "PERCENT", converter = ComparisonOutput.Percent.class)
    private @Nullable Double precisionPercent;

    @Option(names = "--confirm-minutes", paramLabel = "MINUTES")
    private double confirmMinutes;

    @Option(names = "--events", paramLabel = "FILE")
    private @Nullable String events;

    @Option(names = "--at", paramLabel = "PERCENT", converter = ComparisonOutput.Percent.class)
    private @Nullable Double eventsPercent;

    @Option(names = "--resume", paramLabel = "DIR")
    private @Nullable Path resume;

    @Option(names = "--dry-run")
    private boolean dryRun;

    /** Null for a grid. */
    private @Nullable PeakStudy peak;

    @Override
    public Integer call() throws Exception {
        if (props.isEmpty() == (resume == null) || resume != null && out != null) {
            throw wrongUsage("Give props files, before --find-peak, or --resume with the directory of a study.");
        }
        boolean saysWhatIsVaried = !vary.isEmpty() || terminals != null || searched != null || saysHowToSearch();
        if (resume != null && saysWhatIsVaried) {
            throw wrongUsage("--resume takes what is varied or searched from the study: leave it out.");
        }
        try (StudyRequest opened = open(resume != null ? resume : out, "study", resume != null, asked())) {
            if (dryRun) {
                show(opened.study());
                return ExitCode.OK.status();
            }
            journal = opened.begin();
            peak = journal.study().search() == null ? null : new PeakStudy(journal);
            int done = done().size();
            int planned = journal.study().runs().size();
            String runs = peak == null
                    ? words.counted("console.study.done", planned, done, planned)
                    : words.counted("console.study.searched", done, done);
            context.printError(words.text("console.study.in", journal.directory(), runs) + left());
            StudyRunner.Strategy strategy = peak == null ? StudyRunner.grid(journal) : peak;
            return end(makeRuns(strategy, "study")).status();
        }
    }

    private StudyRequest.Asked asked() throws UsageException {
        List<String> varied = new ArrayList<>(vary);
        if (terminals != null) {
            varied.add(0, "terminals=" + terminals);
        }
        StudyRequest.Grid grid = new StudyRequest.Grid(varied, repeats, order == null ? null : order.name());
        return new StudyRequest.Asked(Kind.SWEEP, labelled(props), grid, between, overrides.settings, search(), 0);
    }

    private boolean saysHowToSearch() {
        return from != null
                || to != 0
                || precisionPercent != null
                || confirmMinutes != 0
                || events != null
                || eventsPercent != null;
    }

    private @Nullable Search search() throws UsageException {
        if (searched == null) {
            UsageException.throwIf(
                    saysHowToSearch(),
                    "--from, --to, --precision, --confirm-minutes, --events and --at need --find-peak");
            return null;
        }
        UsageException.throwIf(
                repeats != null || order != null,
                "--find-peak decides by itself which runs to make: leave --repeats and --order out");
        UsageException.throwIf(
                eventsPercent != null && events == null,
                "--at says at which share of the peak the events of --events happen: give both");
        String key = SweepPlan.numberKey(searched);
        boolean isRate = key.equals(PropertyKey.ARRIVAL_RATE.key()) || key.equals(PropertyKey.LIMIT_TXNS_PER_MIN.key());
        Search search = new Search(
                key,
                from != null ? from : isRate ? 1000 : 1,
                to,
                precisionPercent == null ? 5 : precisionPercent,
                confirmMinutes,
                events == null ? "" : events,
                events == null ? 0 : eventsPercent == null ? 50 : eventsPercent);
        PeakStudy.require(search);
        return search;
    }

    private void show(StudyFile study) {
        for (Run run : study.runs()) {
            context.printf(
                    "%4d  %s  %s%s",
                    run.number(),
                    words.text("console.study.repeat", run.block()),
                    run.setting(),
                    run.state() == State.PLANNED
                            ? ""
                            : "  " + run.state().name().toLowerCase(Locale.ROOT));
        }
        String time = NumberText.hours(request.plannedSeconds());
        if (study.search() == null) {
            int planned = study.runs().size();
            context.print(words.counted("console.study.planned", planned, planned, time));
        } else {
            context.print(words.text(
                    "console.study.search", study.search().key(), study.search().from(), time));
        }
    }

    @Override
    String left() {
        StudyFile study = journal.study();
        ToDoubleFunction<Run> planned = run -> request.seconds(study, run);
        double seconds = peak == null
                ? study.secondsLeft(planned, context.clock().epochMillis())
                : peak.mostSecondsLeft(run -> planned.applyAsDouble(run) + study.secondsBeyond(planned));
        if (seconds <= 0) {
            return "";
        }
        Instant end = Instant.ofEpochMilli(context.clock().epochMillis() + Math.round(seconds * 1000));
        return words.text(
                peak == null ? "console.study.left" : "console.study.left.most",
                NumberText.hours(seconds),
                CLOCK.format(end.atZone(ZoneId.systemDefault())));
    }

    @Override
    String name(Run run, Words in) {
        StudyFile study = journal.study();
        int planned = study.runs().size();
        return peak == null
                ? in.text("console.study.run.of", run.number(), planned, run.block(), run.setting())
                : in.text("console.study.run", run.number(), in.translated(PeakStudy.what(study, run)), run.setting());
    }

    @Override
    public void ended(Run run, RunSummary summary) {
        context.printError(name(run) + ": " + figures(summary)
                + (run.note().isEmpty() ? "" : words.text("verdict.reason", run.note())) + left());
        renewPage();
    }

    @Override
    public void failed(Run run) {
        context.printError(words.text("console.study.failed", name(run), run.note()) + left());
        renewPage();
    }

    private String figures(RunSummary summary) {
        TransactionType leading = summary.run().types().leading();
        TypeSummary first = summary.figures().type(leading);
        String p90 = first == null || first.count() == 0
                ? ""
                : ", " + leading.title() + " p90 "
                        + NumberText.latency(first.response().p90Ms());
        String rate = summary.run().metric().name() + " " + NumberText.decimal(summary.rate(), 0);
        return rate + p90 + ", " + words.verdicts(summary);
    }

    /** After the last run: a table of all runs with a result, the peaks, and how to resume. */
    private ExitCode end(boolean isDone) {
        List<Run> done = done();
        int width = done.stream()
                .mapToInt(run -> run.setting().toString().length())
                .max()
                .orElse(1);
        for (Run run : done) {
            context.printf("%4d  %-" + width + "s  %s", run.number(), run.setting(), figures(journal.summary(run)));
        }
        if (!journal.study().peaks().isEmpty()) {
            StudyPage.headlines(journal.directory(), this::language).forEach(context::print);
        }
        if (!done.isEmpty()) {
            context.console().out().print(StudyPage.events(journal.directory(), this::language));
            context.print(report());
        }
        long failed = journal.study().runs().stream()
                .filter(run -> run.state() == State.FAILED)
                .count();
        if (isDone && failed == 0) {
            boolean areAllFound = journal.study().peaks().stream().allMatch(one -> one.confirmedBy() > 0);
            return areAllFound ? ExitCode.OK : ExitCode.THRESHOLD_FAILED;
        }
        ExitCode stoppedBy = signal;
        String why = stoppedBy != null
                ? words.text("console.study.stopped", words.by(Signals.by(stoppedBy)))
                : words.text(isDone ? "console.study.failures" : "console.study.three", failed);
        context.printError(words.text("console.study.resume", why, "bmsql sweep --resume " + journal.directory()));
        return stoppedBy != null ? stoppedBy : ExitCode.RUN_INVALID;
    }
}
