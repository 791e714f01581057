package io.bmsql.cli;

import io.bmsql.analysis.RunIndex;
import io.bmsql.report.RunIndexPage;
import io.bmsql.report.Words;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.SummaryJson;
import java.nio.file.Path;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql results}: all runs and studies below a place. */
@Command(name = "results")
final class ResultsCommand extends CommandTree.Base {
    @Parameters(arity = "0..1", paramLabel = "DIR", defaultValue = "")
    private Path place = Path.of("");

    @Option(names = "--sort", paramLabel = "COLUMN", defaultValue = "WHEN")
    private RunIndex.Order order = RunIndex.Order.WHEN;

    @Option(names = "--all")
    private boolean hasRunsOfStudies;

    @Option(names = "--json")
    private boolean wantsJson;

    @Option(names = "--csv", paramLabel = "FILE")
    private @Nullable Path csv;

    @Option(names = "--html", paramLabel = "FILE")
    private @Nullable Path html;

    @Mixin
    private final CommandTree.InLanguage in = new CommandTree.InLanguage();

    @Override
    public Integer call() {
        Path root = context.program().resolve(place).normalize();
        RunIndex index = RunIndex.below(root, order, hasRunsOfStudies);
        index.unreadable().forEach(context::printError);
        RunIndexPage page =
                new RunIndexPage(index, root, Words.in(in.or(context.language(""))), ZoneId.systemDefault());
        context.console().out().print(wantsJson ? SummaryJson.text(index) : page.text());
        if (index.rows().isEmpty() && index.studies().isEmpty()) {
            context.printError("No run with a summary.json below " + root
                    + "; a directory of BenchmarkSQL gets one by 'bmsql report'");
        }
        if (csv != null) {
            Path file = context.program().resolve(csv);
            FileReplacer.replace(file, page.csv(), "the table", "");
            context.printError("Table: " + file);
        }
        if (html != null) {
            Path file = context.program().resolve(html);
            FileReplacer.replace(file, page.html(file), "the page", "");
            context.printError("Page: " + file);
        }
        return ExitCode.OK.status();
    }
}
