package io.bmsql.cli;

import io.bmsql.analysis.LostData;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Words;
import io.bmsql.result.EventSummary;
import io.bmsql.result.RunSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyRequest;
import io.bmsql.study.StudyRunner;
import io.bmsql.study.page.StudyPage;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code bmsql failover}: kills the primary under load, and says how long it was away and what is gone. */
@Command(name = "failover")
final class FailoverCommand extends StudyCommand {
    private static final String KILL = "kill";

    @Parameters(arity = "1..*", paramLabel = "PROPS")
    private final List<Path> props = new ArrayList<>();

    @Option(names = "--kill", required = true, paramLabel = "COMMAND")
    private String kill = "";

    @Option(names = "--promote", paramLabel = "COMMAND")
    private @Nullable String promote;

    @Option(names = "--at", paramLabel = "TIME", defaultValue = "60s", converter = Seconds.class)
    private double atSeconds = 60;

    @Option(names = "--may-lose", paramLabel = "TIME", defaultValue = "0s", converter = Seconds.class)
    private double mayLoseSeconds;

    @Option(names = "--repeats", paramLabel = "N", defaultValue = "1")
    private int repeats = 1;

    @Option(names = "--between", paramLabel = "COMMAND")
    private @Nullable String between;

    /** {@code 1.5s}, {@code 2m} or {@code 1h} in seconds. */
    static final class Seconds implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            double seconds = UserText.seconds(text);
            if (Double.isNaN(seconds)) {
                throw new TypeConversionException("'" + text + "' is no time: write it as 5s, 500ms or 2m");
            }
            return seconds;
        }
    }

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(
                props.size() * repeats > 1 && between == null,
                "More than one run needs --between: somebody must bring the primary back");
        for (PropertyKey own : List.of(PropertyKey.EVENTS, PropertyKey.LEDGER, PropertyKey.CHECK_AFTER_RUN)) {
            UsageException.throwIf(
                    overrides.settings.containsKey(own.key()),
                    "bmsql failover sets " + own.key() + " itself: leave -D " + own.key() + " out");
        }
        Map<String, String> settings = overrides.settings;
        settings.put(PropertyKey.EVENTS.key(), event(atSeconds, kill, promote));
        settings.put(PropertyKey.LEDGER.key(), "true");
        settings.put(PropertyKey.CHECK_AFTER_RUN.key(), "true");
        StudyRequest.Grid grid = new StudyRequest.Grid(List.of(), repeats, null);
        StudyRequest.Asked asked =
                new StudyRequest.Asked(Kind.FAILOVER, labelled(props), grid, between, settings, null, mayLoseSeconds);
        try (StudyRequest opened = open(out, "failover", false, asked)) {
            journal = opened.begin();
            context.printError(words.text("console.failover.in", journal.directory()));
            return end(makeRuns(StudyRunner.grid(journal), "study")).status();
        }
    }

    /** One event: nothing may be promoted while the primary is alive. The commands themselves may hold anything. */
    static String event(double atSeconds, String kill, @Nullable String promote) {
        String both = promote == null ? kill : "( " + kill + " ) && ( " + promote + " )";
        return BigDecimal.valueOf(atSeconds).toPlainString() + "s " + KILL + " /bin/sh -c '"
                + both.replace("'", "'\\''") + "'";
    }

    @Override
    String name(Run run, Words in) {
        return in.text(
                "console.failover.run",
                run.number(),
                journal.study().runs().size(),
                run.setting().database());
    }

    @Override
    public void ended(Run run, RunSummary summary) {
        String happened = kill(summary).map(words::event).orElse(words.text("console.failover.none"));
        context.print(name(run) + ": " + happened + "; " + LostData.of(summary).line(mayLoseSeconds));
        renewPage();
    }

    @Override
    public void failed(Run run) {
        context.printError(words.text("console.study.failed", name(run), run.note()));
        renewPage();
    }

    private static Optional<EventSummary> kill(RunSummary summary) {
        return summary.postRun().events().stream()
                .filter(event -> event.name().equals(KILL))
                .findFirst();
    }

    private ExitCode end(boolean isDone) {
        List<RunSummary> made = done().stream().map(journal::summary).toList();
        boolean areAllMade = made.size() == journal.study().runs().size();
        if (!made.isEmpty()) {
            context.console().out().print(StudyPage.events(journal.directory(), this::language));
            StudyPage.headlines(journal.directory(), this::language).forEach(context::print);
            context.print(report());
        }
        ExitCode stoppedBy = signal;
        if (stoppedBy != null || !areAllMade) {
            String why = stoppedBy != null
                    ? words.text("console.study.stopped", words.by(Signals.by(stoppedBy)))
                    : words.text("console.failover.failed");
            context.printError(words.text("console.failover.resume", why, journal.directory()));
        }
        if (!made.stream().map(LostData::of).allMatch(losses -> losses.isWithin(mayLoseSeconds))) {
            return ExitCode.CHECK_FAILED;
        }
        if (stoppedBy != null) {
            return stoppedBy;
        }
        boolean areAllKilled = made.stream()
                .allMatch(
                        summary -> kill(summary).filter(EventSummary::succeeded).isPresent()
                                && LostData.of(summary).isKnown()
                                && Boolean.TRUE.equals(LostData.of(summary).connectionsBroke()));
        if (!isDone || !areAllMade || !areAllKilled) {
            return ExitCode.RUN_INVALID;
        }
        boolean areAllKept = made.stream()
                .flatMap(summary -> summary.postRun().thresholds().stream())
                .allMatch(ThresholdResult::holds);
        return areAllKept ? ExitCode.OK : ExitCode.THRESHOLD_FAILED;
    }
}
