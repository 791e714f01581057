package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.Numbers;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.Words.Language;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.analysis.Verdict;
import io.bmsql.run.RunSession;
import io.bmsql.run.TimedRun;
import io.bmsql.tpcc.TransactionType;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.RunExecutor;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.StudyPage;
import io.bmsql.study.StudyRun;
import io.bmsql.study.StudyTime;
import io.bmsql.study.Sweep;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A sweep on the console: prepares and makes its runs, and says how it goes. */
final class SweepConsole implements RunExecutor.Runs, Sweep.Listener {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final CommandContext context;
    private final StudyJournal journal;
    private final SweepRequest request;
    private final String commandLine;
    private final ProgressMode mode;
    private final @Nullable PeakStudy peak;
    private final StudyTime time;
    private final Set<String> warnings = new HashSet<>();
    private final Map<Run, StudyRun> readRuns = new HashMap<>();

    /** @param peak null for a sweep without a search */
    SweepConsole(
            CommandContext context,
            StudyJournal journal,
            SweepRequest request,
            String commandLine,
            ProgressMode mode,
            @Nullable PeakStudy peak) {
        this.context = context;
        this.journal = journal;
        this.request = request;
        this.commandLine = commandLine;
        this.mode = mode;
        this.peak = peak;
        this.time = new StudyTime(run -> request.seconds(journal.study(), run));
    }

    /** Before the first run. */
    void begin() {
        StudyFile study = journal.study();
        long done = count(State.DONE);
        String runs = peak == null
                ? done + " of " + NumberText.counted(study.runs().size(), "run") + " done"
                : NumberText.counted(done, "run") + " done of a search for the peak";
        context.complain("Study in " + journal.directory() + ": " + runs + left());
    }

    private long count(State state) {
        return journal.study().runs().stream()
                .filter(run -> run.state() == state)
                .count();
    }

    /** The time left, as the end of a line. */
    private String left() {
        double seconds = secondsLeft();
        if (seconds <= 0) {
            return "";
        }
        Instant end = Instant.ofEpochMilli(context.clock().epochMillis() + Math.round(seconds * 1000));
        return "; " + (peak == null ? "about " : "at most ") + Numbers.clock(seconds) + " left, until "
                + CLOCK.format(end.atZone(ZoneId.systemDefault()));
    }

    private double secondsLeft() {
        return peak == null
                ? time.secondsLeft(journal.study(), context.clock().epochMillis())
                : peak.mostSecondsLeft(
                        run -> request.seconds(journal.study(), run) + time.secondsBeyond(journal.study()));
    }

    private String name(Run run) {
        String number = "Run " + run.number()
                + (peak == null ? " of " + journal.study().runs().size() : "");
        String what = peak == null
                ? "repeat " + run.block()
                : PeakStudy.isConfirmation(journal.study(), run) ? "to confirm" : "a step";
        return number + " (" + what + ", " + run.setting() + ")";
    }

    @Override
    public void prepare(Run run) throws Exception {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("BMSQL_RUN", Integer.toString(run.number()));
        environment.put("BMSQL_REPEAT", Integer.toString(run.block()));
        environment.put("BMSQL_DATABASE", run.setting().database());
        run.setting().point().forEach((key, value) -> environment.put("BMSQL_" + key, value));
        request.preparation(mode)
                .prepare(name(run), request.props(run.setting()), request.overrides(run.setting()), environment);
    }

    @Override
    public TimedRun session(Run run, Path directory) throws Exception {
        LoadedConfig loaded = request.read(journal.study(), run, directory);
        return RunConsole.timedRun(
                context,
                new RunSession.Request(loaded, request.props(run.setting()), run.number(), commandLine),
                new StudyRunConsole(context, loaded, mode, () -> name(run) + left(), warnings));
    }

    @Override
    public void ended(Run run, RunSummary summary) {
        context.complain(name(run) + ": " + figures(summary) + left());
        StudyReport.renewPage(context, journal.directory(), readRuns);
    }

    private static String figures(RunSummary summary) {
        TypeSummary newOrders = summary.figures().type(TransactionType.NEW_ORDER);
        String p90 = newOrders == null || newOrders.count() == 0
                ? ""
                : ", New-Order p90 " + Numbers.millis(newOrders.response().p90Ms());
        return "tpmC " + Numbers.grouped(summary.figures().tpmC()) + p90 + ", " + Verdict.line(summary);
    }

    @Override
    public void failed(Run run) {
        context.complain(name(run) + " FAILED: " + run.note() + left());
        StudyReport.renewPage(context, journal.directory(), readRuns);
    }

    /** After the last run: what there is, and how to go on. */
    ExitCode end(Sweep.End end, @Nullable ExitCode signal) {
        long failed = count(State.FAILED);
        print();
        if (count(State.DONE) > 0) {
            context.print("Report of the study: " + StudyReport.write(journal.directory(), Language.EN));
        }
        if (end == Sweep.End.DONE && failed == 0) {
            return foundAll() ? ExitCode.OK : ExitCode.THRESHOLD_FAILED;
        }
        String why =
                switch (end) {
                    case DONE -> "All runs are made, " + failed + " of them failed.";
                    case FAILURES -> "Three runs in a row failed, so the study ends here.";
                    case STOPPED -> "Stopped" + Signals.by(signal) + ".";
                };
        context.complain(why + " Go on with: bmsql sweep --resume " + journal.directory());
        return signal != null ? signal : ExitCode.RUN_INVALID;
    }

    private boolean foundAll() {
        return journal.study().peaks().stream().allMatch(one -> one.confirmedBy() > 0);
    }

    /** A table of all runs with a result, and the peaks. */
    private void print() {
        List<Run> done = journal.study().runs().stream()
                .filter(run -> run.state() == State.DONE)
                .toList();
        int width = done.stream()
                .mapToInt(run -> run.setting().toString().length())
                .max()
                .orElse(0);
        for (Run run : done) {
            context.print(String.format(
                    Locale.ROOT,
                    "%4d  %-" + Math.max(1, width) + "s  %s",
                    run.number(),
                    run.setting(),
                    figures(journal.summary(run))));
        }
        if (!journal.study().peaks().isEmpty()) {
            StudyPage.headlines(journal.directory(), Language.EN).forEach(context::print);
        }
    }
}
