package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Thresholds;
import io.bmsql.common.UsageException;
import io.bmsql.config.Threshold;
import io.bmsql.db.CannotConnectException;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a script asks for a verdict, by the exit status: where there is none it must not pass. Failures have theirs. */
class GateTest {
    /** Each command and option whose help speaks of a status, and what it answers when it cannot judge. */
    private static final Map<String, String> GATES = new TreeMap<>(Map.ofEntries(
            Map.entry("compare --fail-if-worse", "2: aGateThatCannotBeJudgedDoesNotPass, in CompareStudiesTest"),
            Map.entry("ab --fail-if-worse", "2: the same; 5 without any pair"),
            Map.entry("trend --fail-on-drop", "2: a kind of too few valid runs, in TrendCommandTest"),
            Map.entry("rerun --fail-if-worse", "2: oneRunAgainstOneIsRefused"),
            Map.entry("check", "2: a workload without checks.sql, or with an empty one"),
            Map.entry("ledger verify", "2: a directory without a ledger; rules that cannot be decided say open"),
            Map.entry("fingerprint --as-loaded", "7: what another program loaded is not known to be as loaded"),
            Map.entry("site --check", "2: nothingToCheckDoesNotPass; 7 where something cannot be read"),
            Map.entry("acid", "7: each test passes or fails"),
            Map.entry("dialect test", "7: each point passes, fails, or is said to be not available"),
            Map.entry("prepare", "7: what could not be done is said"),
            Map.entry("sql", "4: nothing is judged"),
            Map.entry("doctor", "7: a server that does not answer is a problem"),
            Map.entry("doctor --strict", "7: the same"),
            Map.entry("failover", "5: the kill failed, or the ledger could not be verified"),
            Map.entry("failover --may-lose", "5: the same")));

    @TempDir
    Path folder;

    @Test
    void allGatesAreListedHere() {
        TreeSet<String> found = new TreeSet<>();
        gates("", CommandTree.create(CommandContext.ofProcess(), List.of("help")), found);

        assertThat(found).isEqualTo(GATES.keySet());
    }

    private static void gates(String name, CommandLine command, TreeSet<String> found) {
        CommandSpec spec = command.getCommandSpec();
        if (speaksOfAStatus(spec.usageMessage().description())) {
            found.add(name);
        }
        spec.options().stream()
                .filter(option -> speaksOfAStatus(option.description())
                        || option.longestName().matches("--(fail|strict|may).*"))
                .forEach(option -> found.add(name + " " + option.longestName()));
        command.getSubcommands().forEach((sub, line) -> gates((name + " " + sub).strip(), line, found));
    }

    private static boolean speaksOfAStatus(String... description) {
        return Arrays.stream(description).anyMatch(text -> text.matches("(?is).*exit status (is )?[0-9].*"));
    }

    @Test
    void oneRunAgainstOneIsRefused() {
        Stage.refused(
                folder, "rerun any --fail-if-worse 5%", "--fail-if-worse cannot be judged of one run against one");
    }

    @Test
    void nothingToCheckDoesNotPass() {
        Stage.refused(folder, "site --check .", "No run with a summary.json");
    }

    /** Each figure that a bound may be of, in a summary without a transaction. */
    @Test
    void aFigureThatIsNotKnownKeepsNoBound() throws IOException {
        Path file = folder.resolve("summary.json");
        String golden = Files.readString(Path.of("src/test/resources/golden-run/summary.json"));
        Files.writeString(file, golden.replaceFirst("\"windowSeconds\" *: *[0-9.]+", "\"windowSeconds\" : 0.0"));
        RunSummary nothing = SummaryJson.read(file);
        String bounds = "newOrder.p90<1000s delivery.mean<1000s payment.errors<100% kill.outage<1000s kill.to95<1000s"
                + " kill.lost=0 kill.newOrder.p99<1000x";
        for (String bound : bounds.split(" ")) {
            RunSummary judged = Thresholds.applied(Threshold.parse(bound, List.of("kill")), nothing);
            assertThat(judged.postRun().thresholds().get(0).holds()).as(bound).isFalse();
        }
    }

    @Test
    void everyKnownFailureHasItsStatus() {
        CannotConnectException refused = new CannotConnectException("refused");
        Map<Exception, ExitCode> failures = Map.of(
                new UsageException("no folder"),
                ExitCode.USAGE,
                new ResultReadException("no directory"),
                ExitCode.USAGE,
                new ResultWriteException("exists", new IOException("x")),
                ExitCode.UNEXPECTED,
                new SQLException("broken pipe", "08006"),
                ExitCode.NO_CONNECTION,
                refused,
                ExitCode.NO_CONNECTION,
                new IllegalStateException("x", refused),
                ExitCode.NO_CONNECTION);
        failures.forEach((failure, status) -> assertThat(FailureReport.knownCode(failure))
                .as(failure.toString())
                .contains(status));
    }

    @Test
    void theRestIsUnknownAndStatusesAreThoseThatAreDocumented() {
        assertThat(FailureReport.knownCode(new IllegalStateException("x"))).isEmpty();
        assertThat(FailureReport.knownCode(new SQLException("division by zero", "22012")))
                .isEmpty();
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::status))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 129, 130, 143);
    }
}
