package io.bmsql.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bmsql.benchmarksql.BenchmarkSqlReader;
import io.bmsql.compare.ComparedRun;
import io.bmsql.compare.Comparer;
import io.bmsql.compare.Comparison;
import io.bmsql.compare.ComparisonPage;
import io.bmsql.page.Words;
import io.bmsql.page.Words.Language;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bmsql compare}: what was different between runs, and what their figures allow to claim. */
@Command(
        name = "compare",
        description =
                "Compares runs: what was different, and for each figure the change with its 95%% interval and the claim"
                        + " that it allows. Needs no database.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql compare my_result_1 my_result_2",
            "  bmsql compare --base a1 a2 a3 --new b1 b2 b3 --out comparison",
            "  bmsql compare --pairs --base a1 a2 a3 --new b1 b2 b3 --fail-if-worse 3%"
        })
final class CompareCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final CommandContext context;

    @Parameters(arity = "0..*", paramLabel = "DIR", description = "The base run and one or more new runs.")
    private List<Path> directories = List.of();

    @Option(names = "--base", arity = "1..*", paramLabel = "DIR", description = "Base runs, instead of the first DIR.")
    private List<Path> base = List.of();

    @Option(names = "--new", arity = "1..*", paramLabel = "DIR", description = "New runs, instead of the other DIRs.")
    private List<Path> fresh = List.of();

    @Option(
            names = "--pairs",
            description = "The n-th base run and the n-th new run were made close together: compare within the pairs.")
    private boolean arePaired;

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            defaultValue = "2%",
            description = "A difference within this is none. Default: ${DEFAULT-VALUE}.")
    private String margin = "2%";

    @Option(
            names = "--fail-if-worse",
            paramLabel = "PERCENT",
            description =
                    "Exit status 6 when tpmC or tpmTotal is worse by more than this and the interval excludes chance.")
    private @Nullable String limit;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Also writes compare.html, compare.md and compare.json into this directory.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints JSON instead of the tables.")
    private boolean wantsJson;

    @Option(
            names = "--lang",
            paramLabel = "LANG",
            defaultValue = "EN",
            description = "Language of tables and page: en or zh. Default: en.")
    private Language language = Language.EN;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    CompareCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        boolean areNamed = !base.isEmpty() || !fresh.isEmpty();
        if (areNamed ? base.isEmpty() || fresh.isEmpty() || !directories.isEmpty() : directories.size() < 2) {
            throw wrong("give two or more result directories, or --base DIR... and --new DIR...");
        }
        double share = percent("--margin", margin) / 100;
        double worst = limit == null ? Double.POSITIVE_INFINITY : percent("--fail-if-worse", limit);
        List<ComparedRun> old = read(areNamed ? base : directories.subList(0, 1));
        List<ComparedRun> now = read(areNamed ? fresh : directories.subList(1, directories.size()));
        Comparison found = Comparer.compare(old, now, arePaired, share);
        ComparisonPage page = new ComparisonPage(found, old, now, Words.in(language), ZoneId.systemDefault());
        String json = json(found);
        context.console().out().print(wantsJson ? json : page.markdown());
        if (out != null) {
            write(context.program().resolve(out), page, json);
        }
        List<Comparison.Figure> worse = found.worseThan(worst);
        worse.forEach(figure ->
                context.complain(figure.key() + " is worse by more than " + limit + ", the limit of --fail-if-worse"));
        return (worse.isEmpty() ? ExitCode.OK : ExitCode.THRESHOLD_FAILED).status();
    }

    private List<ComparedRun> read(List<Path> paths) {
        return paths.stream()
                .map(path -> ResultDirectory.open(context.program().resolve(path)))
                .map(results -> new ComparedRun(
                        results,
                        RunReader.wrote(results)
                                ? RunReader.read(results, ReportWindow.WHOLE)
                                : BenchmarkSqlReader.read(results, ReportWindow.WHOLE)))
                .toList();
    }

    private static String json(Comparison found) {
        try {
            return JSON.writeValueAsString(found) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A comparison cannot fail to be put into JSON", e);
        }
    }

    private void write(Path directory, ComparisonPage page, String json) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot make the directory " + directory + " (" + e.getMessage() + ")", e);
        }
        put(directory.resolve("compare.html"), page.html());
        put(directory.resolve("compare.md"), page.markdown());
        put(directory.resolve("compare.json"), json);
        context.complain("Comparison: " + directory.resolve("compare.html"));
    }

    private static void put(Path path, String text) {
        FileReplacer.replace(path, text.getBytes(StandardCharsets.UTF_8), "the comparison", "");
    }

    private double percent(String option, String text) {
        try {
            double percent = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
            if (percent > 0 && percent < 100) {
                return percent;
            }
            throw wrong(option + "=" + text + " is not between 0% and 100%");
        } catch (NumberFormatException e) {
            throw wrong(option + "=" + text + " is no percentage: write it as 3%");
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), "bmsql compare: " + what);
    }
}
