package io.bmsql.cli;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.result.BenchmarkSqlReader;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunReader;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.StudyMatches;
import io.bmsql.study.StudyMatches.Match;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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
            "  bmsql compare --pairs --base a1 a2 a3 --new b1 b2 b3 --fail-if-worse 3%%",
            "  bmsql compare sweep_1            # two databases, or two values of a property",
            "  bmsql compare sweep_1 sweep_2    # at equal points"
        })
final class CompareCommand extends CommandTree.Base {
    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description = "The base run and one or more new runs; or one study, or several.")
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
            names = "--vary-base",
            paramLabel = "VALUE",
            description =
                    "Of a single study: the database, or the value of a varied property, that the others are compared with."
                            + " Default: the first of two.")
    private @Nullable String varyBase;

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
        Path out = this.out == null ? null : context.program().resolve(this.out);
        return output.show(context, matches(), out, wantsJson).status();
    }

    private StudyMatches matches() {
        boolean areNamed = !base.isEmpty() || !fresh.isEmpty();
        if (!areNamed && directories.size() == 1) {
            Path one = directories.get(0);
            if (!isStudy(one)) {
                throw new ResultReadException(
                        context.results(one) + " is one run: name the runs that it is to be compared with");
            }
            return StudyMatches.within(context.program().resolve(one), varyBase);
        }
        if (areNamed ? base.isEmpty() || fresh.isEmpty() || !directories.isEmpty() : directories.size() < 2) {
            throw wrongUsage(
                    "bmsql compare: give two or more result directories, one study, or --base DIR... and --new DIR...");
        }
        List<Path> baseDirectories = areNamed ? base : directories.subList(0, 1);
        List<Path> newDirectories = areNamed ? fresh : directories.subList(1, directories.size());
        List<Path> all =
                Stream.concat(baseDirectories.stream(), newDirectories.stream()).toList();
        if (areStudies(all)) {
            return StudyMatches.between(resolved(baseDirectories), resolved(newDirectories));
        }
        Method method = arePaired ? Method.PAIRS : Method.REPEATS;
        return StudyMatches.of(new Match("", read(baseDirectories), read(newDirectories), method, 0));
    }

    private boolean isStudy(Path directory) {
        return StudyJournal.isIn(context.program().resolve(directory));
    }

    private List<Path> resolved(List<Path> paths) {
        return paths.stream().map(context.program()::resolve).toList();
    }

    /** True when all are studies, false when none is; refuses a mixture, and a run that would count twice: it makes an interval narrower than it is. */
    private boolean areStudies(List<Path> all) {
        Set<Path> seen = new HashSet<>();
        for (Path path : all) {
            if (!seen.add(context.program().resolve(path).toAbsolutePath().normalize())) {
                throw wrongUsage("bmsql compare: " + path + " is named twice: name each run once, on one side");
            }
        }
        boolean hasStudies = all.stream().anyMatch(this::isStudy);
        all.stream().filter(path -> hasStudies && !isStudy(path)).findFirst().ifPresent(run -> {
            throw new ResultReadException(
                    run + " is no study: compare studies with studies, and runs with runs, such as those below runs/");
        });
        if (hasStudies && (arePaired || varyBase != null)) {
            throw wrongUsage("bmsql compare: --pairs is for runs and --vary-base for a single study");
        }
        return hasStudies;
    }

    private List<ComparedRun> read(List<Path> paths) {
        return paths.stream().map(path -> read(context.results(path))).toList();
    }

    static ComparedRun read(ResultDirectory results) {
        return ResultFile.guarded(
                results.root(),
                () -> RunReader.wrote(results)
                        ? ComparedRun.read(results)
                        : new ComparedRun(results, BenchmarkSqlReader.read(results, ReportWindow.WHOLE)));
    }
}
