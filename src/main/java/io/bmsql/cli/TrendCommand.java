package io.bmsql.cli;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Trend;
import io.bmsql.common.NumberText;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Page;
import io.bmsql.report.Words;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.SummaryJson;
import io.bmsql.site.History;
import io.bmsql.site.Site;
import io.bmsql.site.TrendPage;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql trend}: at which run of a history throughput changed its level. */
@Command(name = "trend")
final class TrendCommand extends CommandTree.Base {
    @Parameters(arity = "1..*", paramLabel = "DIR")
    private List<Path> places = List.of();

    @Option(names = "--fail-on-drop", paramLabel = "PERCENT", converter = ComparisonOutput.Percent.class)
    private @Nullable Double limitPercent;

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    @Option(names = "--json")
    private boolean wantsJson;

    @Mixin
    private final CommandTree.InLanguage in = new CommandTree.InLanguage();

    @Override
    public Integer call() {
        List<ComparedRun> runs = runs();
        if (runs.isEmpty()) {
            context.printError("No run with a summary.json in " + places);
            return ExitCode.USAGE.status();
        }
        Words words = Words.in(in.or(context.language(
                runs.get(runs.size() - 1).data().summary().run().setting(PropertyKey.LANG))));
        List<History> trends = History.of(runs);
        Page page = TrendPage.of(trends, words, ZoneId.systemDefault());
        String json = SummaryJson.text(ComparisonOutput.versioned(Map.of("trends", trends)));
        context.console().out().print(wantsJson ? json : page.markdown());
        if (out != null) {
            Path target = context.program().resolve(out);
            ComparisonOutput.write(target, "trend", page, words, json);
            context.printError("Trend: " + target.resolve("trend.html"));
        }
        return (limitPercent == null ? ExitCode.OK : judge(limitPercent, trends, words)).status();
    }

    /** Names those that cannot be read. */
    private List<ComparedRun> runs() {
        List<Path> roots = places.stream()
                .map(place -> context.program().resolve(place).toAbsolutePath().normalize())
                .toList();
        List<ComparedRun> runs = new ArrayList<>();
        for (Path directory : Site.directories(roots, null, false, context::printError)) {
            try {
                runs.add(ResultFile.guarded(directory, () -> ComparedRun.readFacts(ResultDirectory.open(directory))));
            } catch (ResultReadException e) {
                context.printError("Left out: " + e.getMessage());
            }
        }
        return runs;
    }

    /** A gate that was asked and cannot answer must not pass. */
    private ExitCode judge(double limitPercent, List<History> histories, Words words) {
        ExitCode code = ExitCode.OK;
        for (History history : histories) {
            Trend trend = history.trend();
            String name = histories.size() == 1
                    ? ""
                    : new TrendPage(history.kind(), trend, words, ZoneId.systemDefault()).name() + ": ";
            double drop = trend.lastDropPercent();
            if (trend.isJudged() && drop > limitPercent) {
                context.printError(name + trend.rateKey() + " is " + NumberText.trimmed(drop, 1) + "% lower since "
                        + trend.lastFall().get(0).firstRunAfter()
                        + ", and the limit of --fail-on-drop is "
                        + NumberText.trimmed(limitPercent, 2) + "%");
                code = ExitCode.THRESHOLD_FAILED;
            } else if (!trend.isJudged() || trend.leftAtEnd() >= Trend.MIN_LEVEL) {
                context.printError(name + "--fail-on-drop is not judged: "
                        + (trend.isJudged()
                                ? "the last " + trend.leftAtEnd() + " runs are not valid"
                                : trend.counted().size() + " valid runs, and it takes at least " + Trend.MIN_RUNS));
                code = code == ExitCode.OK ? ExitCode.USAGE : code;
            }
        }
        return code;
    }
}
