package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.report.Words;
import io.bmsql.result.RunSummary;
import io.bmsql.study.BetweenRuns;
import io.bmsql.study.PairStudy;
import io.bmsql.study.Processors;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyMatches;
import io.bmsql.study.StudyMatches.Match;
import io.bmsql.study.StudyRequest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql ab}: two settings in turn, or together at the same moments, until their ratio is known. */
@Command(name = "ab")
final class AbCommand extends StudyCommand {
    @Parameters(index = "0", paramLabel = "A.props")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "B.props")
    private Path fresh = Path.of("");

    @Option(names = "--until", paramLabel = "PERCENT", defaultValue = "2%", converter = ComparisonOutput.Percent.class)
    private double untilPercent = 2;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "20")
    private int rounds = 20;

    @Option(names = "--between", paramLabel = "WHAT", defaultValue = BetweenRuns.NOTHING)
    private String between = BetweenRuns.NOTHING;

    @Option(names = "--together")
    private boolean isTogether;

    @Option(names = "--cpus-a", paramLabel = "CPUS")
    private String cpusA = "";

    @Option(names = "--cpus-b", paramLabel = "CPUS")
    private String cpusB = "";

    @Option(names = "--server-pid-a", paramLabel = "PID")
    private long serverPidA;

    @Option(names = "--server-pid-b", paramLabel = "PID")
    private long serverPidB;

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    private final Processors processors = new Processors();

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(rounds < 6, "--rounds=" + rounds + ": fewer than 6 pairs tell nothing");
        Map<String, Path> props = new LinkedHashMap<>();
        props.put(PairStudy.BASE, base);
        props.put(PairStudy.NEW, fresh);
        requireProcessors();
        StudyRequest.Grid pairs = new StudyRequest.Grid(
                List.of(),
                rounds,
                isTogether ? PairStudy.TOGETHER : null,
                isBound() ? List.of(cpusA, cpusB) : List.of());
        StudyRequest.Asked asked = new StudyRequest.Asked(Kind.AB, props, pairs, between, overrides.settings, null, 0);
        try (StudyRequest opened = open(out, "ab", false, asked);
                Processors bound = processors) {
            journal = opened.begin();
            return compare().status();
        }
    }

    private boolean isBound() {
        return !cpusA.isEmpty();
    }

    /** Refuses what cannot be bound, before anything begins. */
    private void requireProcessors() throws UsageException, InterruptedException {
        boolean areServersNamed = serverPidA != 0 || serverPidB != 0;
        UsageException.throwIf(
                !isTogether && (isBound() || !cpusB.isEmpty() || areServersNamed),
                "--cpus-a, --cpus-b, --server-pid-a and --server-pid-b belong to --together");
        UsageException.throwIf(
                isBound() == cpusB.isEmpty() || areServersNamed && !isBound(),
                "Give both --cpus-a and --cpus-b: each side gets its own processors, and its server with it");
        if (isBound()) {
            Processors.require(cpusA);
            Processors.require(cpusB);
        }
    }

    /** The sides swap their processors from round to round: the first run of a pair is of the other side each time. */
    @Override
    public void bind(Run run, int place) throws UsageException, InterruptedException {
        if (isBound()) {
            String cpus = place == 0 ? cpusA : cpusB;
            processors.bindThread(cpus);
            long server = isBase(run) ? serverPidA : serverPidB;
            if (server != 0) {
                processors.bindProcess(server, cpus);
            }
        }
    }

    @Override
    public void ended(Run run, RunSummary summary) {
        if (!run.note().isEmpty()) {
            context.printError(name(run) + ": " + run.note());
        }
    }

    @Override
    boolean isBeside(Run run) {
        return isTogether && !isBase(run);
    }

    private static boolean isBase(Run run) {
        return run.setting().database().equals(PairStudy.BASE);
    }

    private ExitCode compare() throws Exception {
        PairStudy pairs = new PairStudy(journal, untilPercent / 100, words, sentence -> {
            context.printError(sentence);
            renewPage();
        });
        context.printError(
                words.text(isTogether ? "console.ab.together" : "console.ab.in", journal.directory(), base, fresh));
        Exception failure = null;
        try {
            makeRuns(pairs, "ab");
        } catch (UsageException | SQLException e) {
            if (pairs.baseRuns().isEmpty()) {
                throw e;
            }
            failure = e;
        }
        String percent = NumberText.trimmed(untilPercent, 2);
        ExitCode stoppedBy = signal;
        if (stoppedBy != null) {
            context.printError(words.text("console.study.stopped", words.by(Signals.by(stoppedBy))));
        } else if (failure != null) {
            int done = pairs.baseRuns().size();
            context.printError(words.counted("console.ab.undone", done, done + 1, done));
        } else if (pairs.isLost()) {
            context.printError(words.text("console.ab.lost"));
        } else if (pairs.isNarrow()) {
            context.printError(words.text("console.ab.narrow", percent));
        } else {
            context.printError(words.text("console.ab.wide", rounds, percent));
        }
        ExitCode code = pairs.baseRuns().isEmpty()
                ? ExitCode.RUN_INVALID
                : output.show(
                        context,
                        StudyMatches.of(new Match(
                                "",
                                pairs.baseRuns(),
                                pairs.newRuns(),
                                PairStudy.method(journal.study().plan()),
                                PairStudy.pairs(journal.study().plan()))),
                        journal.directory(),
                        false);
        context.printError(report());
        if (failure != null) {
            throw failure;
        }
        return stoppedBy != null ? stoppedBy : pairs.isLost() ? ExitCode.RUN_INVALID : code;
    }

    @Override
    Language language(String lang) {
        return output.in.or(super.language(lang));
    }

    @Override
    String name(Run run, Words in) {
        return in.text("console.study.side", run.number(), isBase(run) ? "A" : "B");
    }
}
