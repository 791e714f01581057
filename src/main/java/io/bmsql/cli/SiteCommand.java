package io.bmsql.cli;

import io.bmsql.report.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql site}: pages of many results to publish, and the check of those that others hand in. */
@Command(
        name = "site",
        description = {
            "Makes a site of results: a table to sort, filter and compare, and a page for each result, in English and Chinese. It"
                    + " opens from the disk and needs no server and no network.",
            "A result without a verdict, with publish=false, or that was changed by hand is left out and named."
        },
        footer = {
            "  bmsql site archive --out public",
            "  bmsql site my_result_1 sweep_1 --out public",
            "  bmsql site --check contributed/*"
        })
final class SiteCommand extends CommandTree.Base {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "Result directories, studies, or directories above them.")
    private List<Path> places = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the site goes: a new or empty directory, or a site, which is made again.")
    private @Nullable Path out;

    @Option(
            names = "--check",
            description =
                    "Writes nothing. Checks the form of each result, its checksums, and its figures, counted again from its files. Names"
                            + " what is wrong, a line each; then the exit status is 7.")
    private boolean isCheck;

    @Override
    public Integer call() {
        if (isCheck == (out != null)) {
            throw wrongUsage("bmsql site: give --out DIR to make a site, or --check to check results");
        }
        Path target = out == null ? null : resolved(out);
        List<String> unreadable = new ArrayList<>();
        List<Path> directories =
                Site.directories(places.stream().map(this::resolved).toList(), target, unreadable::add);
        unreadable.forEach(sentence -> context.printError((isCheck ? "" : "Left out: ") + sentence));
        if (directories.isEmpty()) {
            context.printError("No run with a summary.json in " + places);
            return ExitCode.USAGE.status();
        }
        if (target == null) {
            int wrong = 0;
            for (Path directory : directories) {
                List<String> findings = Site.findings(directory);
                findings.forEach(finding -> context.print(directory + ": " + finding));
                wrong += findings.isEmpty() ? 0 : 1;
            }
            context.printf("%d results checked, %d with findings", directories.size(), wrong);
            return (wrong > 0 || !unreadable.isEmpty() ? ExitCode.CHECK_FAILED : ExitCode.OK).status();
        }
        Site.Made made = Site.write(directories, target, context::print);
        made.leftOut().forEach(line -> context.printError("Left out: " + line));
        context.printf(
                "Site: %s, %d results in %d rows, %d left out",
                made.page(), made.results(), made.rows(), made.leftOut().size());
        return ExitCode.OK.status();
    }

    private Path resolved(Path place) {
        return context.program().resolve(place).toAbsolutePath().normalize();
    }
}
