package io.bmsql.cli;

import io.bmsql.benchmarksql.BenchmarkSqlReader;
import io.bmsql.compare.ComparedRun;
import io.bmsql.compare.Comparison.Method;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql compare}: what was different between runs, and what their figures allow to claim. */
@Command(
        name = "compare",
        description =
                "Compares runs: what was different, and for each figure the change with its 95%% interval and the claim"
                        + " that it allows. Needs no database.",
        footer = {
            "  bmsql compare my_result_1 my_result_2",
            "  bmsql compare --base a1 a2 a3 --new b1 b2 b3 --out comparison",
            "  bmsql compare --pairs --base a1 a2 a3 --new b1 b2 b3 --fail-if-worse 3%%"
        })
final class CompareCommand extends CommandTree.Base {
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

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Also writes compare.html, compare.md and compare.json into this directory.")
    private @Nullable Path out;

    @Option(names = "--json", description = "Prints JSON instead of the tables.")
    private boolean wantsJson;

    @Override
    public Integer call() {
        boolean areNamed = !base.isEmpty() || !fresh.isEmpty();
        if (areNamed ? base.isEmpty() || fresh.isEmpty() || !directories.isEmpty() : directories.size() < 2) {
            throw wrongUsage("bmsql compare: give two or more result directories, or --base DIR... and --new DIR...");
        }
        List<ComparedRun> old = read(areNamed ? base : directories.subList(0, 1));
        List<ComparedRun> now = read(areNamed ? fresh : directories.subList(1, directories.size()));
        Method method = arePaired ? Method.PAIRS : Method.REPEATS;
        return output.show(
                        context,
                        old,
                        now,
                        method,
                        out == null ? null : context.program().resolve(out),
                        wantsJson)
                .status();
    }

    private List<ComparedRun> read(List<Path> paths) {
        return paths.stream()
                .map(path -> read(context.results(path)))
                .toList();
    }

    /** A run of this program or of BenchmarkSQL. */
    static ComparedRun read(ResultDirectory results) {
        return new ComparedRun(
                results,
                RunReader.wrote(results)
                        ? RunReader.read(results, ReportWindow.WHOLE)
                        : BenchmarkSqlReader.read(results, ReportWindow.WHOLE));
    }
}
