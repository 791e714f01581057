package io.bmsql.cli;

import io.bmsql.common.IoReason;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.ReportWriter;
import io.bmsql.result.BenchmarkSqlReader;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.page.StudyPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql report}: one HTML page, and the same numbers to paste, from a result directory. */
@Command(name = "report")
final class ReportCommand extends CommandTree.Base {
    @Parameters(arity = "1..*", paramLabel = "DIR")
    private List<Path> directories = List.of();

    @Mixin
    private final CommandTree.InLanguage in = new CommandTree.InLanguage();

    @Option(names = "--skip-minutes", paramLabel = "N")
    private @Nullable Double skipMinutes;

    @Option(names = "--window", paramLabel = "FROM,TO")
    private @Nullable String window;

    @Option(names = "--open")
    private boolean isShown;

    @Override
    public Integer call() {
        ReportWindow chosen = window();
        ExitCode code = ExitCode.OK;
        Path page = null;
        for (Path directory : directories) {
            try {
                page = ResultFile.guarded(directory, () -> report(directory, chosen));
                context.print("Report: " + page);
            } catch (ResultReadException e) {
                if (directories.size() == 1) {
                    throw e;
                }
                // Others are reported all the same.
                context.printError(String.valueOf(e.getMessage()));
                code = ExitCode.USAGE;
            }
        }
        if (isShown && page != null) {
            show(page);
        }
        return code.status();
    }

    /** With what the desktop has for pages, which stays when this program ends. */
    private void show(Path page) {
        Map<String, String> environment = context.program().environment();
        Path opener = context.program().onPath("xdg-open").orElse(null);
        if (opener == null || !environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            context.print("There is no desktop here that could show it: open that file with a browser.");
            return;
        }
        try {
            new ProcessBuilder(opener.toString(), page.toUri().toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            context.printError(opener + " cannot be started (" + IoReason.of(e) + "): open that file with a browser.");
        }
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

    /** Writes the report of a run that is over. A report that cannot be written does no harm to the figures: gives null, and why to {@code failed}. */
    static @Nullable Path afterRun(CommandContext context, ResultDirectory results, Consumer<String> failed) {
        try {
            return ResultFile.guarded(results.root(), () -> {
                RunData run = RunReader.read(results, ReportWindow.WHOLE);
                ReportWriter.write(
                        results, run, context.language(run.summary().run().setting(PropertyKey.LANG)));
                return results.report();
            });
        } catch (ResultReadException | ResultWriteException e) {
            failed.accept("This run has no report: " + e.getMessage());
            return null;
        }
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
