package io.bmsql.cli;

import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.SshSignature;
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

    @Option(names = "--keys", paramLabel = "KEYS")
    private @Nullable Path keys;

    @Option(names = "--signed-only")
    private boolean isSignedOnly;

    @Override
    public Integer call() {
        if (isCheck == (out != null)) {
            throw wrongUsage("bmsql site: give --out DIR to make a site, or --check to check results");
        }
        if (keys == null ? isSignedOnly : !isCheck) {
            throw wrongUsage("bmsql site: --signed-only needs --keys, and --keys is for --check");
        }
        Path target = out == null ? null : resolved(out);
        List<String> unreadable = new ArrayList<>();
        List<Path> directories =
                Site.directories(places.stream().map(this::resolved).toList(), target, true, unreadable::add);
        unreadable.forEach(sentence -> context.printError((isCheck ? "" : "Left out: ") + sentence));
        if (directories.isEmpty() && isCheck && !unreadable.isEmpty()) {
            return ExitCode.CHECK_FAILED.status();
        }
        if (directories.isEmpty()) {
            context.printError("No run with a summary.json in " + places);
            return ExitCode.USAGE.status();
        }
        if (target == null) {
            SshSignature signatures = keys == null ? null : new SshSignature(resolved(keys));
            int wrong = 0;
            for (Path directory : directories) {
                List<String> findings = new ArrayList<>(Site.findings(directory));
                if (signatures != null) {
                    addSignature(signatures, directory, findings);
                }
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

    /** An unsigned result is said, and a finding only where it was asked for. */
    private void addSignature(SshSignature signatures, Path directory, List<String> findings) {
        try {
            SshSignature.Found found =
                    ResultFile.guarded(directory, () -> signatures.find(ResultDirectory.open(directory)));
            if (!found.wrong().isEmpty()) {
                findings.add(found.wrong());
            } else if (found.signer().isEmpty() && isSignedOnly) {
                findings.add("not signed: there is no " + SshSignature.NAME);
            } else {
                context.print(
                        directory + ": " + (found.signer().isEmpty() ? "not signed" : "signed by " + found.signer()));
            }
        } catch (ResultReadException e) {
            findings.add(String.valueOf(e.getMessage()));
        }
    }

    private Path resolved(Path place) {
        return context.program().resolve(place).toAbsolutePath().normalize();
    }
}
