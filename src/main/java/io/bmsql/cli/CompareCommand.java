package io.bmsql.cli;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.PairPlan;
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
@Command(name = "compare")
final class CompareCommand extends CommandTree.Base {
    @Parameters(arity = "0..*", paramLabel = "DIR")
    private List<Path> directories = List.of();

    @Option(names = "--base", arity = "1..*", paramLabel = "DIR")
    private List<Path> base = List.of();

    @Option(names = "--new", arity = "1..*", paramLabel = "DIR")
    private List<Path> fresh = List.of();

    @Option(names = "--pairs")
    private boolean arePaired;

    @Option(names = "--vary-base", paramLabel = "VALUE")
    private @Nullable String varyBase;

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    @Option(names = "--json")
    private boolean wantsJson;

    @Override
    public Integer call() {
        Path out = this.out == null ? null : context.program().resolve(this.out);
        StudyMatches matches = matches().withoutCopies(remark -> context.warn("", remark));
        return output.show(context, matches, out, wantsJson).status();
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
        return StudyMatches.of(new Match("", read(baseDirectories), read(newDirectories), method, PairPlan.NONE));
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
