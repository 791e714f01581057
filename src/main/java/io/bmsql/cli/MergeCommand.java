package io.bmsql.cli;

import io.bmsql.agents.AgentResults;
import io.bmsql.agents.Merge;
import io.bmsql.analysis.Verdict;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.VerdictFinder;
import io.bmsql.report.Words;
import io.bmsql.result.ResultFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql merge}: one answer out of the directories of several agents. */
@Command(name = "merge")
final class MergeCommand extends CommandTree.Base {
    @Parameters(arity = "1..*", paramLabel = "DIR")
    private List<Path> directories = List.of();

    @Option(names = "--into", paramLabel = "DIR")
    private @Nullable Path into;

    @Option(names = "--result-csv", paramLabel = "WHAT", defaultValue = "KEPT")
    private Merge.Rows rows = Merge.Rows.KEPT;

    @Override
    public Integer call() {
        AgentResults found = AgentResults.of(
                directories.stream().map(context.program()::resolve).toList());
        Path place = into == null ? found.usualPlace() : context.program().resolve(into);
        Merge.Merged merged = ResultFile.guarded(place, () -> Merge.of(found.group(), found.agents(), place, rows));
        merged.remarks().forEach(context::printError);
        Words words = Words.in(context.language(merged.summary().run().setting(PropertyKey.LANG)));
        VerdictFinder.of(merged.summary(), words).named(Verdict.INCOMPLETE).forEach(context::printError);
        long counted =
                found.agents().stream().filter(part -> part.directory() != null).count();
        context.printf("Merged %d of %d agents: %s", counted, found.agents().size(), merged.directory());
        Path report = ReportCommand.afterRun(context, merged.directory(), context::printError);
        if (report != null) {
            context.print("Report: " + report);
        }
        context.printf(
                "%s %.2f, verdict: %s",
                merged.summary().run().metric().name(), merged.summary().rate(), words.verdicts(merged.summary()));
        // The same status as that of a run.
        return RunLog.statusOf(merged.summary(), null, report == null ? List.of("no report") : List.of())
                .status();
    }
}
