package io.bmsql.cli;

import io.bmsql.agents.AgentResults;
import io.bmsql.agents.Merge;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.Words;
import io.bmsql.result.ResultFile;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql merge}: one answer out of the directories of several agents. */
@Command(
        name = "merge",
        description = {
            "Makes one result directory out of those that the agents of one run left, when their coordinator was lost and"
                    + " could not do so.",
            "Directories that are not parts of one run are refused. What is missing is said, and makes the verdict"
                    + " incomplete. Needs no database."
        },
        footer = {
            "  bmsql merge my_result_2026-11-20                       what the coordinator had copied so far",
            "  bmsql merge c1/my_result_agent1 c2/my_result_agent2  as the agents left them"
        })
final class MergeCommand extends CommandTree.Base {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Result directory of an agent; or the coordinator's, with agents/ in it.")
    private List<Path> directories = List.of();

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description = "The directory to make. Default: the coordinator's, or one beside the first agent's.")
    private @Nullable Path into;

    @Option(
            names = "--result-csv",
            paramLabel = "WHAT",
            defaultValue = "KEPT",
            description = "kept: each agent's result.csv stays below agents/. merged: one file, sorted by time."
                    + " Default: kept.")
    private Merge.Rows rows = Merge.Rows.KEPT;

    @Override
    public Integer call() {
        AgentResults found = AgentResults.of(
                directories.stream().map(context.program()::resolve).toList());
        Path place = into == null ? found.usualPlace() : context.program().resolve(into);
        Merge.Merged merged = ResultFile.guarded(place, () -> Merge.of(found.group(), found.agents(), place, rows));
        merged.remarks().forEach(context::printError);
        long counted =
                found.agents().stream().filter(part -> part.directory() != null).count();
        context.printf("Merged %d of %d agents: %s", counted, found.agents().size(), merged.directory());
        Path report = ReportCommand.afterRun(context, merged.directory(), context::printError);
        if (report != null) {
            context.print("Report: " + report);
        }
        context.printf(
                "tpmC %.2f, verdict: %s",
                merged.summary().figures().tpmC(),
                Words.in(context.language(merged.summary().run().setting(PropertyKey.LANG)))
                        .verdicts(merged.summary()));
        return ExitCode.OK.status();
    }
}
