package io.bmsql.cli;

import io.bmsql.analysis.Comparison.Method;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.report.Words.Language;
import io.bmsql.study.BetweenRuns;
import io.bmsql.study.PairStudy;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyMatches;
import io.bmsql.study.StudyMatches.Match;
import io.bmsql.study.page.StudyPage;
import io.bmsql.study.StudyRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql ab}: two settings in turn, until their ratio is known. */
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

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(rounds < 6, "--rounds=" + rounds + ": fewer than 6 pairs tell nothing");
        Map<String, Path> props = new LinkedHashMap<>();
        props.put(PairStudy.BASE, base);
        props.put(PairStudy.NEW, fresh);
        StudyRequest.Grid pairs = new StudyRequest.Grid(List.of(), rounds, null);
        StudyRequest.Asked asked = new StudyRequest.Asked(Kind.AB, props, pairs, between, overrides.settings, null, 0);
        try (StudyRequest opened = open(out, "ab", false, asked)) {
            journal = opened.begin();
            return compare().status();
        }
    }

    private ExitCode compare() throws Exception {
        PairStudy pairs = new PairStudy(journal, rounds, untilPercent / 100, sentence -> {
            context.printError(sentence);
            renewPage();
        });
        context.printError("Pairs of runs in " + journal.directory() + ": A is " + base + ", B is " + fresh);
        makeRuns(pairs, "the pairs that are done are compared.");
        String percent = NumberText.trimmed(untilPercent, 2) + "%.";
        ExitCode stoppedBy = signal;
        if (stoppedBy != null) {
            context.printError("Stopped" + Signals.by(stoppedBy) + ".");
        } else if (pairs.isLost()) {
            context.printError("Too many runs had no valid figures.");
        } else if (pairs.isNarrow()) {
            context.printError("The interval is narrower than " + percent);
        } else {
            context.printError("All " + rounds + " pairs are done; the interval is not narrower than " + percent);
        }
        ExitCode code = pairs.baseRuns().isEmpty()
                ? ExitCode.RUN_INVALID
                : output.show(
                        context,
                        StudyMatches.of(new Match("", pairs.baseRuns(), pairs.newRuns(), Method.SEQUENCE, rounds)),
                        journal.directory(),
                        false);
        context.printError("Report of the study: " + StudyPage.writeAll(journal.directory(), this::language));
        return stoppedBy != null ? stoppedBy : pairs.isLost() ? ExitCode.RUN_INVALID : code;
    }

    @Override
    Language language(String lang) {
        return output.in.or(super.language(lang));
    }

    @Override
    String name(Run run) {
        return "Run " + run.number() + ": " + (run.setting().database().equals(PairStudy.BASE) ? "A" : "B");
    }
}
