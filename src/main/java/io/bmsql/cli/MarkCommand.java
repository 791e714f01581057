package io.bmsql.cli;

import io.bmsql.common.UsageException;
import io.bmsql.result.EventRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bmsql mark}: notes in a run that something has happened. */
@Command(name = "mark")
final class MarkCommand extends CommandTree.Base {
    @Parameters(index = "0", paramLabel = "DIR")
    private Path directory = Path.of("");

    @Parameters(index = "1", arity = "1..*", paramLabel = "TEXT")
    private List<String> words = List.of();

    @Override
    public Integer call() throws UsageException {
        ResultDirectory results = context.results(directory);
        RunSummary summary = SummaryJson.read(results.summary());
        UsageException.throwIf(
                summary.ending().status() != RunSummary.Status.RUNNING, directory + " takes no marks: its run is over");
        String text = String.join(" ", words).replaceAll("\\p{Cntrl}+", " ").strip();
        if (text.isEmpty()) {
            throw wrongUsage("bmsql mark: TEXT has no word: say what happens");
        }
        EventRow.append(results, new EventRow(context.program().clock().epochMillis(), EventRow.MARK, 0, "", text));
        return ExitCode.OK.status();
    }
}
