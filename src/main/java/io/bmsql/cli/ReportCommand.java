package io.bmsql.cli;

import io.bmsql.config.PropertyKey;
import io.bmsql.report.ReportWriter;
import io.bmsql.result.BenchmarkSqlReader;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.StudyPage;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql report}: one HTML page, and the same numbers to paste, from a result directory. */
@Command(
        name = "report",
        description =
                "Writes report.html, report.md, report.json, junit.xml and data/tx_summary.csv into a result directory; of a study,"
                        + " study.html, study.md, study.csv and results.json. Needs no database, R or network.",
        footer = {
            "  bmsql report my_result_2026-11-20_203108",
            "  bmsql report --lang zh my_result_2026-11-20_203108",
            "  bmsql report --window 5,15.5 my_result_2026-11-20_203108"
        })
final class ReportCommand extends CommandTree.Base {
    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Result directory that a run or a study printed.")
    private List<Path> directories = List.of();

    @Mixin
    private final CommandTree.InLanguage in = new CommandTree.InLanguage();

    @Option(
            names = "--skip-minutes",
            paramLabel = "N",
            description =
                    "Leaves out the first N minutes (fractions allowed), from the counts and from the time they are"
                            + " divided by.")
    private @Nullable Double skipMinutes;

    @Option(
            names = "--window",
            paramLabel = "FROM,TO",
            description =
                    "Counts from minute FROM to minute TO of the measured time alone (fractions allowed, rounded to"
                            + " seconds); an empty end is the run's own.")
    private @Nullable String window;

    @Override
    public Integer call() {
        ReportWindow chosen = window();
        ExitCode code = ExitCode.OK;
        for (Path directory : directories) {
            try {
                context.print("Report: " + ResultFile.guarded(directory, () -> report(directory, chosen)));
            } catch (ResultReadException e) {
                if (directories.size() == 1) {
                    throw e;
                }
                // Others are reported all the same.
                context.printError(String.valueOf(e.getMessage()));
                code = ExitCode.USAGE;
            }
        }
        return code.status();
    }

    private Path report(Path directory, ReportWindow chosen) {
        Path place = context.program().resolve(directory);
        if (!StudyJournal.isIn(place)) {
            ResultDirectory results = context.results(directory);
            RunData run = read(results, chosen);
            ReportWriter.write(
                    results, run, in.or(context.language(run.summary().run().setting(PropertyKey.LANG))));
            return results.report();
        }
        if (!chosen.isWhole()) {
            throw new ResultReadException(place + " is a study; --window and --skip-minutes are for runs");
        }
        return StudyPage.writeAll(place, lang -> in.or(context.language(lang)));
    }

    /** A run of this program or of BenchmarkSQL. */
    static RunData read(ResultDirectory results, ReportWindow window) {
        return RunReader.wrote(results) ? RunReader.read(results, window) : BenchmarkSqlReader.read(results, window);
    }

    private ReportWindow window() {
        try {
            if (window != null && skipMinutes != null) {
                throw new IllegalArgumentException("give --window or --skip-minutes, not both");
            }
            return window != null
                    ? ReportWindow.parse(window)
                    : skipMinutes != null ? ReportWindow.skipping(skipMinutes) : ReportWindow.WHOLE;
        } catch (IllegalArgumentException e) {
            throw wrongUsage("bmsql report: " + e.getMessage());
        }
    }
}
