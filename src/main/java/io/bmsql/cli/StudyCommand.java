package io.bmsql.cli;

import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.cli.console.RunStatus;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.Words;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.run.StartGate;
import io.bmsql.run.TimedRun;
import io.bmsql.study.BetweenRuns;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.StudyRequest;
import io.bmsql.study.StudyRunner;
import io.bmsql.study.page.StudyPage;
import io.bmsql.study.page.StudyRun;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that makes many runs: reads what is asked, makes the runs, and shows how each goes. */
abstract class StudyCommand extends CommandTree.Base implements StudyRunner.Runs {
    private static final int PROGRESS_SECONDS = 10;

    @Mixin
    final PropsCommand.Overrides overrides = new PropsCommand.OverridesAnyway();

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Option(names = "--out", paramLabel = "DIR")
    @Nullable
    Path out;

    @SuppressWarnings("NullAway.Init") // set before the first run
    StudyRequest request;

    @SuppressWarnings("NullAway.Init") // set before the first run
    StudyJournal journal;

    private final Set<String> warnings = ConcurrentHashMap.newKeySet();
    private final Map<Run, StudyRun> readRuns = new HashMap<>();
    /** The run that is made beside the one that is shown. */
    private volatile List<LiveAgent> beside = List.of();
    /** Belongs to the signal that stopped the study. */
    volatile @Nullable ExitCode signal;

    @SuppressWarnings("NullAway.Init") // set before the first run
    Words words;

    /** How a run is called in the language of these words. */
    abstract String name(Run run, Words in);

    final String name(Run run) {
        return name(run, words);
    }

    /** Chooses the language of the study's page and of this console, where the setting {@code lang} has this value. */
    Language language(String lang) {
        return context.language(lang);
    }

    /** Props files by their names, which must differ. */
    static Map<String, Path> labelled(List<Path> props) {
        Map<String, Path> labels = new LinkedHashMap<>();
        for (Path file : props) {
            String name = String.valueOf(file.getFileName()).replaceFirst("\\.props$", "");
            String label = name;
            for (int copy = 2; labels.putIfAbsent(label, file) != null; copy++) {
                label = name + "_" + copy;
            }
        }
        return labels;
    }

    /**
     * Opens the study in this directory, or in one that is named after its kind and this moment.
     *
     * @param isResumed true when there must be one
     */
    final StudyRequest open(@Nullable Path directory, String kind, boolean isResumed, StudyRequest.Asked asked)
            throws UsageException {
        String pattern = kind + "_%tY-%tm-%td_%tH%tM%tS";
        Path place = directory != null
                ? directory
                : ResultDirectory.dated(pattern, context.clock().now());
        request = StudyRequest.open(context.program(), context.program().resolve(place), isResumed, asked);
        words = Words.in(language(request.lang()));
        request.warnings().forEach(warning -> context.warn(request.lang(), warning));
        return request;
    }

    /** True for a run that is made beside the one whose status is shown. */
    boolean isBeside(Run run) {
        return false;
    }

    final List<Run> done() {
        return journal.study().runs().stream()
                .filter(run -> run.state() == State.DONE)
                .toList();
    }

    /** The time left, as the end of a line; empty when it is not known. */
    String left() {
        return "";
    }

    /** Makes the runs; the first signal stops the study. False when it ended before its end. */
    final boolean makeRuns(StudyRunner.Strategy strategy, String stopping) throws Exception {
        String lost = words.text("console.study.aborted", journal.directory());
        StudyRunner runner = new StudyRunner(journal, context.program(), strategy, this);
        try (Signals signals = Signals.listen(
                code -> {
                    signal = code;
                    context.printError(words.text("console.stopping." + stopping));
                    runner.stop(Signals.by(code));
                },
                () -> context.printError(lost))) {
            return runner.run();
        }
    }

    /** With the runs that earlier calls have read. That the page cannot be written now is no reason to lose the next run. */
    final void renewPage() {
        try {
            StudyPage.write(journal.directory(), this::language, readRuns);
        } catch (ResultWriteException e) {
            context.warn("", String.valueOf(e.getMessage()));
        }
    }

    /** Writes the page and all that stands beside it; says where. */
    final String report() {
        return words.text("console.study.report", StudyPage.writeAll(journal.directory(), this::language));
    }

    @Override
    public final TimedRun session(Run run, Path directory, StartGate gate) throws Exception {
        LoadedConfig loaded = request.read(journal.study(), run, directory);
        RunSession.Request asked = new RunSession.Request(
                loaded, request.props(run.setting()), run.number(), commandLine(), AgentShare.WHOLE, gate, Map.of());
        return RunConsole.timedRun(context, asked, new RunListener() {
            @Override
            public void warn(String line) {
                if (warnings.add(line)) {
                    context.warn("", line);
                }
            }

            @Override
            public void livePage(String url) {
                context.printError(words.text("console.live", url, url + "metrics"));
            }

            @Override
            public Runnable running(LiveSource source) {
                if (isBeside(run)) {
                    beside = List.of(new LiveAgent(name(run), () -> false, source));
                    return () -> beside = List.of();
                }
                return RunConsole.showStatus(
                        context,
                        progress.mode,
                        loaded.config(),
                        source,
                        () -> Stream.concat(
                                        Stream.of(words.text("console.study.block", name(run)) + left()),
                                        RunStatus.agents(beside, words).stream())
                                .toList(),
                        () -> "    " + name(run) + left()
                                + RunStatus.agents(beside, words).stream()
                                        .map("    "::concat)
                                        .collect(Collectors.joining()));
            }
        });
    }

    /** Says how long it takes: a large reset may take longer than a run. */
    @Override
    public final void prepare(Run run) throws Exception {
        String between = request.betweenRuns();
        if (!between.equals(BetweenRuns.NOTHING)) {
            between(run, between);
        }
        BenchmarkConfig config =
                request.read(run.setting(), ConfigPurpose.BUILD).config();
        BetweenRuns.prepare(context.program(), config, between).stream()
                .filter(warnings::add)
                .forEach(problem -> context.warn("", words.text("console.study.unprepared", name(run), problem)));
        if (between.equals(BetweenRuns.NOTHING)) {
            context.printError(words.text("console.study.begins", name(run)));
        }
    }

    private void between(Run run, String between) throws Exception {
        long start = context.clock().nanoTime();
        boolean isCommand = BetweenRuns.isCommand(between);
        String kind = isCommand ? "the command of --between" : between;
        String shown = name(run) + ": " + words.translated(kind);
        context.printError(shown);
        AtomicReference<DoubleSupplier> share = new AtomicReference<>();
        try (ProgressScreen screen = new ProgressScreen(context.console(), progress.mode, context.clock())) {
            Supplier<String> plain = () -> shown
                    + done(share.get())
                    + words.text(
                            "console.study.sofar",
                            NumberText.hours(context.clock().secondsSince(start)));
            screen.show(
                    PROGRESS_SECONDS,
                    () -> screen.showBlock(List.of(plain.get())),
                    plain,
                    () -> ProgressScreen.jsonLine("between")
                            .put("run", name(run, Words.in(Language.EN)))
                            .put("what", kind)
                            .put(
                                    "elapsedSeconds",
                                    NumberText.rounded(context.clock().secondsSince(start), 1))
                            .toString());
            if (isCommand) {
                BetweenRuns.command(context.program(), between, run);
            } else if (between.equals(BetweenRuns.RESET)) {
                BetweenRuns.reset(
                        context.program(),
                        request.read(run.setting(), ConfigPurpose.BUILD).config(),
                        share::set);
            } else {
                BetweenRuns.rebuild(
                        context.program(),
                        request.read(run.setting(), ConfigPurpose.DESTROY).config(),
                        request.read(run.setting(), ConfigPurpose.BUILD).config());
            }
        }
        context.printError(words.text(
                "console.study.begins.after",
                name(run),
                NumberText.hours(context.clock().secondsSince(start)),
                words.translated(kind)));
    }

    private String done(@Nullable DoubleSupplier share) {
        return share == null ? "" : words.text("console.study.rows", NumberText.decimal(100 * share.getAsDouble(), 0));
    }
}
