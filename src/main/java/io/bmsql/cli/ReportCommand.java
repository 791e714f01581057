package io.bmsql.cli;

import io.bmsql.report.ReportLanguage;
import io.bmsql.report.ReportWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql report}: one HTML page, and the same numbers to paste, from a result directory. */
@Command(
        name = "report",
        description =
                "Writes report.html, report.md and data/tx_summary.csv into a result directory. Needs no database, R or"
                        + " network.",
        footerHeading = "%nExample:%n",
        footer = {"  bmsql report my_result_2026-11-20_203108", "  bmsql report --lang zh my_result_2026-11-20_203108"})
final class ReportCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Result directory that a run printed.")
    private List<Path> directories = List.of();

    @Option(
            names = "--lang",
            paramLabel = "LANG",
            defaultValue = "EN",
            description = "Language of the report: en or zh (Chinese labels and sentences). Default: en.")
    private ReportLanguage language = ReportLanguage.EN;

    @Option(
            names = "--skip-minutes",
            hidden = true,
            paramLabel = "N",
            description = "Taken for old scripts: a ramp-up is never part of the results, so there is nothing to skip.")
    private @Nullable Double skipMinutes;

    ReportCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (skipMinutes != null) {
            surroundings
                    .console()
                    .err()
                    .println(
                            "Warning: SKIP_MINUTES has no effect: set rampupMins for the run, and its ramp-up is left out.");
        }
        for (Path directory : directories) {
            ReportWriter.Written written = ReportWriter.write(surroundings.resolve(directory), language);
            surroundings.console().out().println("Report: " + written.html());
        }
        return ExitCode.OK.status();
    }
}
