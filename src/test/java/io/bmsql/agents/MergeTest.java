package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.agents.Merge.Merged;
import io.bmsql.agents.Merge.Rows;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionType;
import io.bmsql.result.AgentFacts.Clock;
import io.bmsql.result.AgentFacts.Lost;
import io.bmsql.result.Checksums;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.LoadStep;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WaitRow;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merges directories that the program's own recording wrote, and holds them against one recording of everything. */
class MergeTest {
    private static final Clock EXACT = new Clock(0, 100_000);

    /** With the directories of agents of which nothing special is wanted, which a merge only reads. */
    @TempDir
    static Path plain;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        for (int number = 1; number <= 3; number++) {
            run(number).write(plain(number));
        }
    }

    private static Path plain(int number) {
        return plain.resolve("agent" + number);
    }

    @Test
    void theAnswerIsWhatOneAgentDoingEverythingWouldHaveMeasured() throws IOException {
        List<MadeUpAgent> runs = List.of(run(1), run(2).doing(25), run(3).doing(70));
        RunSummary merged = merge(runs, Rows.MERGED).summary();
        RunSummary alone = alone(runs);

        for (TransactionType type : TpccTransaction.values()) {
            TypeSummary expected = alone.figures().type(type);
            TypeSummary found = merged.figures().type(type);
            assertThat(found).isEqualTo(expected);
        }
        assertThat(merged.figures().tpmC()).isEqualTo(alone.figures().tpmC());
        assertThat(merged.figures().errors()).isEqualTo(alone.figures().errors());
        assertThat(merged.figures().workload()).isEqualTo(alone.figures().workload());
        assertThat(merged.run().window()).isEqualTo(alone.run().window());
        assertThat(merged.ending().status()).isEqualTo(Status.COMPLETE);
        assertThat(merged.postRun().conditions().steadiness())
                .isEqualTo(alone.postRun().conditions().steadiness());
        assertThat(merged.run().size().terminals()).isEqualTo(12);

        ResultDirectory one = ResultDirectory.open(folder.resolve("alone"));
        ResultDirectory all = ResultDirectory.open(folder.resolve("merged"));
        assertThat(SeriesRow.CSV.in(all)).hasSameTextualContentAs(SeriesRow.CSV.in(one));
        assertThat(Files.readAllLines(all.responseLog()).stream().filter(line -> !line.startsWith("#")))
                .isEqualTo(Files.readAllLines(one.responseLog()).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList());
        assertThat(ErrorCounts.CSV.list(all)).isEqualTo(ErrorCounts.CSV.list(one));
        assertThat(InputCounts.CSV.list(all)).isEqualTo(InputCounts.CSV.list(one));
        assertThat(sortedLines(all.result())).isEqualTo(sortedLines(one.result()));
    }

    @Test
    void eventsOfTheCoordinatorHaveTheFiguresOfAllAgents() throws IOException {
        Path place = folder.resolve("merged");
        String events = "4s kill x; 9s late y";
        List<MadeUpAgent> runs = List.of(
                run(1).lasting(20).awayBetween(10, 12).happening(events),
                run(2).lasting(20).awayBetween(10.2, 12.5).happening(events));
        ResultDirectory begun = ResultDirectory.begin(place);
        EventRow.append(begun, new EventRow(1_767_225_600_000L + 12_000, "kill", 0.1, "status 0", "x"));
        Merged merged = merge(runs, Rows.KEPT);

        List<WaitRow> waits = WaitRow.CSV.list(merged.directory());
        assertThat(waits).extracting(WaitRow::terminal).contains(WaitRow.ALL, 0, 1, 2, 3, 4, 5, 6, 7);
        EventSummary kill = merged.summary().postRun().events().get(0);
        assertThat(kill.atSeconds()).isEqualTo(10);
        assertThat(kill.effect().outageSeconds()).as("where both had none").isCloseTo(1.8, within(0.2));
        assertThat(kill.effect().worstTerminalSeconds())
                .isGreaterThanOrEqualTo(kill.effect().medianTerminalSeconds())
                .isPositive();
        assertThat(merged.summary().postRun().thresholds())
                .extracting(kept -> kept.holds())
                .containsExactly(true, true, false);
    }

    /** All together are not busy, and one without a free processor is blamed by its name. */
    @Test
    void anOverloadedAgentIsNamed() {
        Merged merged = merge(Rows.KEPT, plain(1), run(2).using(171).write(folder.resolve("busy")), plain(3));
        assertThat(Verdict.of(merged.summary())).contains(Verdict.LOAD_GENERATOR_BOUND);
        assertThat(merged.summary().postRun().conditions().limit().sentence())
                .contains("86% of its 2 processors busy", "agent 2 on c2");
        assertThat(CollectedFigures.read(merged.directory(), List.of())
                        .loadGenerator()
                        .column("cpu_pct"))
                .as("all of them together")
                .contains(41 + 171 + 43);
        assertThat(CollectedFigures.read(merged.directory(), List.of())
                        .loadGenerator()
                        .column("throttled_pct"))
                .as("what none of them recorded is not known")
                .containsOnly(Double.NaN);
    }

    /** What report, compare and results read is the same as what the merge gave; rows stay with their agents unless asked for. */
    @Test
    void theAnswerIsAnOrdinaryResultDirectory() {
        Merged merged = merge(Rows.KEPT, plain(1), plain(2), plain(3));
        RunData read = RunReader.read(merged.directory(), ReportWindow.WHOLE);
        long newOrders =
                merged.summary().figures().type(TpccTransaction.NEW_ORDER).count();

        assertThat(read.summary()).isEqualTo(merged.summary());
        assertThat(read.responses().get(TpccTransaction.NEW_ORDER).getTotalCount())
                .isEqualTo(newOrders);
        assertThat(read.collected().warehouses())
                .extracting(CollectedFigures.WarehouseCounts::warehouseId)
                .containsExactly(1, 2, 3, 4);
        assertThat(read.collected().warehouses().stream()
                        .mapToLong(CollectedFigures.WarehouseCounts::newOrders)
                        .sum())
                .isEqualTo(newOrders);
        assertThat(merged.summary().postRun().thresholds()).hasSize(1);
        assertThat(read.summary().run().size().agents().members()).hasSize(3);

        assertThat(merged.directory().result()).doesNotExist();
        assertThat(merged.directory().agents().resolve("1_c1/data/result.csv")).exists();
        assertThat(merged.directory().agents().resolve("2_c2/data/result.csv")).exists();
        assertThat(merged.directory().runProperties()).exists();
        assertThat(folder.resolve("merged.merging")).doesNotExist();
        assertThat(merged.remarks()).isEmpty();
    }

    @Test
    void aLostAgentLeavesWhatItHadAndAnIncompleteAnswer() {
        Path second = run(2).killedAt(6).write(folder.resolve("d2"));
        Merged merged = mergeTwo(plain(1), second, new Lost(null, "killed"), Rows.MERGED);

        Lost lost = merged.summary().run().size().lostAgents().get(0).lost();
        assertThat(lost.atSeconds()).isEqualTo(6);
        assertThat(merged.summary().ending().status()).isEqualTo(Status.INCOMPLETE);
        assertThat(lost.reason()).isEqualTo("killed");
        assertThat(Verdict.of(merged.summary())).first().isEqualTo(Verdict.INCOMPLETE);
        AtomicLong rows = new AtomicLong();
        ResultCsv.read(
                merged.directory().result(), TpccTransaction.TYPES, (a, b, c, d, e, f, g) -> rows.incrementAndGet());
        assertThat(merged.summary().figures().completed()
                        + merged.summary().figures().givenUp())
                .isEqualTo(rows.get());
        List<SeriesRow> series = SeriesRow.CSV.list(merged.directory());
        double[] perSecond = SeriesRow.perSecond(series, type -> true, 0, 10);
        assertThat(perSecond[5]).isGreaterThan(70);
        assertThat(perSecond[6]).isLessThan(45);
    }

    /** A full disk ended its series, and its last summary, for which there was room, knows more. */
    @Test
    void ofALostAgentOnlyWhatItsFilesHaveCounts() throws IOException {
        Path second = run(2).write(folder.resolve("d2"));
        Path readings = second.resolve("data/readings.jsonl");
        String lines = Files.readString(readings);
        Files.writeString(readings, lines.substring(0, lines.length() / 2));
        Merged merged = mergeTwo(plain(1), second, new Lost(null, "disk full"), Rows.KEPT);

        double counted = Arrays.stream(SeriesRow.perSecond(SeriesRow.CSV.list(merged.directory()), type -> true, 0, 10))
                .sum();
        assertThat((double) merged.summary().figures().completed()).isEqualTo(counted);
        assertThat(merged.summary().run().size().lostAgents().get(0).lost().atSeconds())
                .isBetween(3.0, 7.0);
    }

    /** As one that was not copied to its end; what it has is counted, and nobody takes it for all. */
    @Test
    void anAgentWhoseReadingsHaveNoEndIsLostThoughItsSummaryIsWhole() throws IOException {
        Path second = run(2).write(folder.resolve("d2"));
        Path readings = second.resolve("data/readings.jsonl");
        List<String> lines = Files.readAllLines(readings);
        String half = String.join("\n", lines.subList(0, lines.size() / 2)) + "\n";
        for (String left : List.of(half, half + lines.get(lines.size() / 2).substring(0, 200))) {
            Files.writeString(readings, left);
            AgentResult two = new AgentResult(2, "c2", second, EXACT, null);
            Merged merged = mergeParts(
                    "merged" + left.length(), List.of(new AgentResult(1, "c1", plain(1), EXACT, null), two), Rows.KEPT);

            assertThat(Verdict.worst(merged.summary())).isEqualTo(Verdict.INCOMPLETE);
            Lost lost = merged.summary().run().size().lostAgents().get(0).lost();
            assertThat(lost.atSeconds()).isBetween(3.0, 7.0);
            assertThat(lost.reason()).isEqualTo("its readings.jsonl ends before its run did");
        }
    }

    @Test
    void anAgentWithoutADirectoryIsMissing() {
        AgentResult there = new AgentResult(1, "c1", plain(1), null, null);
        Merged merged = mergeParts("merged", List.of(there, new AgentResult(2, "c2", null, null, null)), Rows.KEPT);

        assertThat(Verdict.worst(merged.summary())).isEqualTo(Verdict.INCOMPLETE);
        assertThat(merged.summary().run().size().lostAgents().get(0).lost())
                .isEqualTo(new Lost(null, "it left no directory"));
        assertThatThrownBy(() -> Merge.of(
                        "g", List.of(new AgentResult(1, "c1", null, null, null)), folder.resolve("no"), Rows.KEPT))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("there is no result");
        assertThat(folder.resolve("no")).doesNotExist();
        assertThat(folder.resolve("no.merging")).doesNotExist();
    }

    /** A clock two minutes off, of which the coordinator knows: the time line is the coordinator's. */
    @Test
    void aClockThatIsOffMovesNothing() {
        RunSummary straight = merge(Rows.KEPT, plain(1), plain(2)).summary();
        Path second = run(2).clockAhead(120_000).write(folder.resolve("off2"));
        Merged merged = mergeParts(
                "merged_off",
                List.of(
                        new AgentResult(1, "c1", plain(1), EXACT, null),
                        new AgentResult(2, "c2", second, new Clock(120_000_000_000L + 700_000, 900_000), null)),
                Rows.KEPT);

        assertThat(merged.summary().run().window().windowSeconds()).isEqualTo(10);
        assertThat(merged.summary().run().window().startEpochMillis())
                .isCloseTo(straight.run().window().startEpochMillis(), within(1L));
        assertThat(merged.summary().figures().tpmC())
                .isEqualTo(straight.figures().tpmC());
        assertThat(SeriesRow.CSV.in(merged.directory()))
                .hasSameTextualContentAs(folder.resolve("merged/data/series.csv"));
        assertThat(merged.remarks()).isEmpty();
    }

    /** A file that ends within a row has lost the rest, too. */
    @ParameterizedTest
    @CsvSource({"0.5, is not as its run left it", "0, is not as its run left it", "-1, is missing"})
    void rowsThatAreGoneAreSaidAndMakeTheAnswerIncomplete(double share, String said) throws IOException {
        Path second = run(2).write(folder.resolve("d2"));
        ResultDirectory directory = ResultDirectory.open(second);
        Checksums.write(directory);
        byte[] rows = Files.readAllBytes(directory.result());
        Files.delete(directory.result());
        if (share >= 0) {
            Files.write(directory.result(), Arrays.copyOf(rows, (int) (share * rows.length)));
        }
        Merged merged = merge(Rows.MERGED, plain(1), second);

        assertThat(Verdict.of(merged.summary())).first().isEqualTo(Verdict.INCOMPLETE);
        assertThat(merged.summary().ending().unwritten())
                .singleElement()
                .asString()
                .endsWith(said);
        assertThat(merged.remarks())
                .contains("result.csv of agent 2 (c2) " + said + ": merged are the rows that are there");
    }

    @Test
    void agentsThatBeganLaterAreMovedByWholeSecondsAndItIsSaid() {
        Path second = run(2).clockAhead(3_020).write(folder.resolve("late2"));
        Merged merged = merge(Rows.MERGED, plain(1), second);

        assertThat(merged.summary().run().window().windowSeconds()).isEqualTo(13);
        assertThat(merged.remarks()).singleElement().asString().contains("3.02 s apart");
        long[] recount = new long[13];
        ResultCsv.read(
                merged.directory().result(),
                TpccTransaction.TYPES,
                (elapsed, latency, service, type, rolledBack, skipped, error) ->
                        recount[(int) (elapsed / 1000)] += error == 0 ? 1 : 0);
        double[] perSecond = SeriesRow.perSecond(SeriesRow.CSV.list(merged.directory()), type -> true, 0, 13);
        for (int second1 = 0; second1 < 13; second1++) {
            assertThat(perSecond[second1]).isEqualTo(recount[second1]);
        }
        RunData read = RunReader.read(merged.directory(), ReportWindow.WHOLE);
        assertThat(read.summary()).isEqualTo(merged.summary());
    }

    @Test
    void anOutageOfTheGroupIsOneThatAllAgentsSaw() {
        List<MadeUpAgent> both =
                List.of(run(1).awayBetween(3, 7), run(2).awayBetween(3.5, 6.4).doing(100));
        RunSummary merged = merge(both, Rows.KEPT).summary();
        RunSummary alone = alone(both);

        assertThat(alone.postRun().availability()).hasSize(1);
        assertThat(merged.postRun().availability()).isEqualTo(alone.postRun().availability());
    }

    /** One of two transactions a second would not have noticed it, so that it does not speak against the outage. */
    @ParameterizedTest
    @CsvSource({"40, NaN, 40, 0", "100, 3, 1, 1"})
    void anOutageIsOneUnlessAnAgentServedMeanwhile(int perSecond, double awayFrom, int other, int outages) {
        MadeUpAgent away = run(1).awayBetween(3, 7).doing(perSecond);
        RunSummary merged = merge(List.of(away, run(2).awayBetween(awayFrom, 7).doing(other)), Rows.KEPT)
                .summary();

        assertThat(merged.postRun().availability()).hasSize(outages);
    }

    @Test
    void aLostAgentSaysNothingOfALaterOutage() {
        Path first = run(1).awayBetween(5, 8).write(folder.resolve("o1"));
        Path second = run(2).killedAt(4).write(folder.resolve("o2"));
        Merged merged = mergeTwo(first, second, new Lost(4.0, "killed"), Rows.KEPT);

        assertThat(merged.summary().postRun().availability()).hasSize(1);
    }

    @Test
    void agentsThatLieInThePlaceAlreadyStayThere() {
        Path place = folder.resolve("run");
        Path first = run(1).write(place.resolve("agents/1_c1"));
        Path second = run(2).write(place.resolve("agents/2_c2"));
        Merged merged = Merge.of(
                MadeUpAgent.GROUP,
                List.of(new AgentResult(1, "c1", first, EXACT, null), new AgentResult(2, "c2", second, EXACT, null)),
                place,
                Rows.KEPT);

        assertThat(merged.directory().root()).isEqualTo(place.toAbsolutePath());
        assertThat(place.resolve("summary.json")).exists();
        assertThat(place.resolve("agents")).isDirectoryContaining(path -> path.endsWith("1_c1"));
        assertThatThrownBy(() -> Merge.of(
                        MadeUpAgent.GROUP, List.of(new AgentResult(1, "c1", first, EXACT, null)), place, Rows.KEPT))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining("has a summary.json already");
    }

    @Test
    void theLedgersOfAllAgentsAreFound() throws IOException {
        Path first = run(1).write(folder.resolve("d1"));
        Path second = run(2).write(folder.resolve("d2"));
        Files.writeString(first.resolve("data/ledger.bin"), "1");
        Files.writeString(second.resolve("data/ledger.bin"), "2");
        AgentResult other = new AgentResult(2, "c 2", second, EXACT, null);
        Merged merged = mergeParts("merged", List.of(new AgentResult(1, "c1", first, EXACT, null), other), Rows.KEPT);

        Path agents = merged.directory().agents();
        assertThat(merged.directory().ledgers())
                .containsExactly(agents.resolve("1_c1/data/ledger.bin"), agents.resolve("2_c_2/data/ledger.bin"));
        assertThat(ResultDirectory.open(first).ledgers()).containsExactly(first.resolve("data/ledger.bin"));
    }

    /** Of each step the percentiles are those of all transactions in it, and what was asked for is the sum. */
    @Test
    void stepsOfAShapedLoadAreAddedUp() {
        List<MadeUpAgent> runs = List.of(run(1).following(900), run(2).following(900));
        RunSummary merged = merge(runs, Rows.KEPT).summary();
        RunSummary alone = alone(runs);

        assertThat(merged.steps()).hasSize(2);
        for (int step = 0; step < 2; step++) {
            LoadStep found = merged.steps().get(step);
            LoadStep expected = alone.steps().get(step);
            assertThat(found.types()).isEqualTo(expected.types());
            assertThat(found.tpmC()).isEqualTo(expected.tpmC());
            assertThat(found.failed()).isEqualTo(expected.failed());
            assertThat(found.plan().fromSeconds()).isEqualTo(expected.plan().fromSeconds());
        }
        assertThat(merged.steps().get(1).plan().to()).isEqualTo(1800);
        assertThat(merged.postRun().conditions().steadiness()).isNull();
    }

    @Test
    void theWorstEndIsTheEndOfAll() throws IOException {
        Path second = run(2).write(folder.resolve("d2"));
        SummaryJson.write(
                second.resolve("summary.json"),
                SummaryJson.read(second.resolve("summary.json"))
                        .withEnding(new Ending(Status.ABORTED, "The server did not come back")),
                "ABORTED");
        Merged merged = merge(Rows.KEPT, plain(1), second);

        assertThat(merged.summary().ending().status()).isEqualTo(Status.ABORTED);
        assertThat(merged.summary().ending().statusReason()).isEqualTo("agent 2 (c2): The server did not come back");
    }

    private static MadeUpAgent run(int number) {
        return new MadeUpAgent(number, 3);
    }

    /** What one agent would have measured that does all of it. */
    private RunSummary alone(List<MadeUpAgent> runs) {
        return SummaryJson.read(
                MadeUpAgent.writeAll(runs, folder.resolve("alone")).resolve("summary.json"));
    }

    private Merged merge(List<MadeUpAgent> runs, Rows rows) {
        return merge(
                rows,
                IntStream.range(0, runs.size())
                        .mapToObj(at -> runs.get(at).write(folder.resolve("part" + at)))
                        .toArray(Path[]::new));
    }

    private Merged merge(Rows rows, Path... parts) {
        return mergeParts(
                "merged",
                IntStream.rangeClosed(1, parts.length)
                        .mapToObj(number -> new AgentResult(number, "c" + number, parts[number - 1], EXACT, null))
                        .toList(),
                rows);
    }

    private Merged mergeTwo(Path first, Path second, @Nullable Lost lost, Rows rows) {
        AgentResult one = new AgentResult(1, "c1", first, EXACT, null);
        return mergeParts("merged", List.of(one, new AgentResult(2, "c2", second, EXACT, lost)), rows);
    }

    private Merged mergeParts(String name, List<AgentResult> parts, Rows rows) {
        return Merge.of(MadeUpAgent.GROUP, parts, folder.resolve(name), rows);
    }

    private static List<String> sortedLines(Path path) throws IOException {
        return Files.readAllLines(path).stream().sorted().toList();
    }
}
