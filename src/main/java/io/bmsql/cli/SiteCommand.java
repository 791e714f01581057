package io.bmsql.cli;

import io.bmsql.site.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql site}: pages of many results to publish, and the check of those that others hand in. */
@Command(name = "site")
final class SiteCommand extends CommandTree.Base {
    @Parameters(arity = "1..*", paramLabel = "DIR")
    private List<Path> places = List.of();

    @Option(names = "--out", paramLabel = "DIR")
    private @Nullable Path out;

    @Option(names = "--check")
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
