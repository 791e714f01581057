package io.bmsql.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.analysis.Comparer;
import io.bmsql.analysis.Comparison;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.PairLooks;
import io.bmsql.common.IoReason;
import io.bmsql.common.NumberText;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.ComparisonPage;
import io.bmsql.report.Page;
import io.bmsql.report.Words;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.StudyMatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How commands that compare show what they found. */
final class ComparisonOutput {
    /** Is written into {@code compare.json} and {@code trend.json}. */
    private static final int FORMAT_VERSION = 1;

    /** The figures that {@code --fail-if-worse} judges; those of events, for instance, it does not. */
    private static final Set<String> GATED = Set.of("tpmC", "tpmTotal");

    @Option(names = "--margin", paramLabel = "PERCENT", defaultValue = "2%", converter = Percent.class)
    private double marginPercent = 2;

    @Option(names = "--fail-if-worse", paramLabel = "PERCENT", converter = Percent.class)
    @Nullable
    Double limitPercent;

    @Mixin
    final CommandTree.InLanguage in = new CommandTree.InLanguage();

    /** {@code 3%} or {@code 3}: above 0, below 100. */
    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                double percent = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
                if (percent > 0 && percent < 100) {
                    return percent;
                }
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is no percentage: write it as 3%");
            }
            throw new TypeConversionException("'" + text + "' is not between 0% and 100%");
        }
    }

    /**
     * Compares, prints the tables, and writes the files.
     *
     * @param out where {@code compare.html}, {@code .md} and {@code .json} go; null for nowhere
     */
    ExitCode show(CommandContext context, StudyMatches matches, @Nullable Path out, boolean wantsJson) {
        Words words = Words.in(in.or(context.language(matches.matches().stream()
                .flatMap(match -> match.fresh().stream())
                .map(run -> run.data().summary().run().setting(PropertyKey.LANG))
                .filter(lang -> !lang.isEmpty())
                .findFirst()
                .orElse(""))));
        List<String> remarks = new ArrayList<>();
        if (!matches.unmatched().isEmpty()) {
            remarks.add(words.text("compare.unmatched", words.list(matches.unmatched())));
        }
        if (!matches.lost().isEmpty()) {
            remarks.add(words.text("compare.lost", words.list(matches.lost())));
        }
        List<Comparison> points = matches.matches().stream()
                .map(match -> Comparer.compare(
                        match.point(), match.base(), match.fresh(), match.method(), match.plan(), marginPercent / 100))
                .toList();
        Page page = ComparisonPage.of(points, remarks, words, ZoneId.systemDefault());
        Object result = points.size() == 1 ? points.get(0) : Map.of("points", points);
        String json = SummaryJson.text(versioned(result));
        context.console().out().print(wantsJson ? json : page.markdown());
        if (out != null) {
            write(out, "compare", page, words, json);
            context.printError("Comparison: " + out.resolve("compare.html"));
        }
        return limitPercent == null ? ExitCode.OK : judge(context, limitPercent, points, matches);
    }

    /** With the version of its format in front. */
    static ObjectNode versioned(Object result) {
        ObjectNode json = SummaryJson.tree(Map.of("formatVersion", FORMAT_VERSION));
        return json.setAll(SummaryJson.<ObjectNode>tree(result));
    }

    /** A gate that was asked and cannot answer must not pass. */
    private static ExitCode judge(
            CommandContext context, double limitPercent, List<Comparison> points, StudyMatches matches) {
        String limit =
                " is worse by more than " + NumberText.trimmed(limitPercent, 2) + "%, the limit of --fail-if-worse";
        ExitCode code = ExitCode.OK;
        List<String> notJudged = new ArrayList<>();
        matches.unmatched()
                .forEach(point -> notJudged.add(point + ": --fail-if-worse is not judged: only one side has runs"));
        matches.thinned()
                .forEach(point -> notJudged.add((point.isEmpty() ? "" : point + ": ")
                        + "--fail-if-worse is not judged: more new runs than base runs left nothing to compare, so those"
                        + " that are left are those that went well"));
        for (Comparison point : points) {
            String name = point.point().isEmpty() ? "" : point.point() + ": ";
            List<Comparison.Run> lost = unusable(point.newRuns());
            int lostBase = unusable(point.baseRuns()).size();
            if (lost.size() > lostBase) {
                notJudged.add(
                        name + "--fail-if-worse is not judged: " + lost.size() + " of the new runs and " + lostBase
                                + " of the base runs have no figures to use, so the new runs that are left are those that went well: "
                                + lost.get(0).directory() + " is \""
                                + lost.get(0).verdict().words() + "\"");
            }
            if (point.method() == Method.TOO_FEW) {
                notJudged.add(name + "--fail-if-worse is not judged: fewer than " + Comparer.MIN_REPEATS
                        + " valid runs a side allow no claim");
            } else if (point.rate().lowPercent() == null) {
                notJudged.add(name + "--fail-if-worse is not judged: "
                        + point.rate().key() + " has no interval, which takes figures above 0 and, in turn, "
                        + PairLooks.FIRST + " pairs");
            }
            for (Comparison.Figure figure : point.figures()) {
                Double change = figure.changePercent();
                if (GATED.contains(figure.key()) && figure.isBeyond(limitPercent) && change != null && change < 0) {
                    context.printError(name + figure.key() + limit);
                    code = ExitCode.THRESHOLD_FAILED;
                }
            }
        }
        notJudged.forEach(context::printError);
        return code == ExitCode.OK && !notJudged.isEmpty() ? ExitCode.USAGE : code;
    }

    private static List<Comparison.Run> unusable(List<Comparison.Run> runs) {
        return runs.stream().filter(run -> !run.verdict().isSound()).toList();
    }

    /** Writes a page in its three forms: {@code name.html}, {@code .md} and {@code .json}. */
    static void write(Path directory, String name, Page page, Words words, String json) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ResultDirectory.PlaceException(
                    "Cannot make the directory " + directory + " (" + IoReason.of(e, directory) + ")", e);
        }
        Map.of(".html", page.html(words), ".md", page.markdown(), ".json", json)
                .forEach((end, text) -> FileReplacer.replace(directory.resolve(name + end), text, "the page", ""));
    }
}
