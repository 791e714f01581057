package io.bmsql.report;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.Metric;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.workload.EndedTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of two made-up transactions, from the meters to the page. */
class OtherWorkloadTest {
    private static final long MILLI = 1_000_000;
    private static final int SECONDS = 60;
    private static final TransactionTypes TYPES = types();

    @TempDir
    Path folder;

    private static TransactionTypes types() {
        return new TransactionTypes(
                "smallbank",
                List.of(
                        new TransactionTypes.Named("balance", 0, false, 0, 0),
                        new TransactionTypes.Named("a_long.name-of-40_characters_and_some_more", 1, true, 0, 0)),
                Metric.TRANSACTIONS);
    }

    private static RunFacts facts() {
        RunFacts tpcc = RunFactsFixture.facts(7, 1);
        return with(tpcc, "setup.workload", RunFacts.Workload.of(TYPES));
    }

    /** Twenty of one and ten of the other in each second. */
    private RunSummary run(ResultDirectory directory) {
        ManualClock clock = new ManualClock();
        try (Recording recording = Recording.open(clock, RunWindow.timed(clock, 2, SECONDS), facts(), directory)) {
            for (int hundredth = 0; hundredth < 100 * (SECONDS + 2); hundredth++) {
                clock.advance(10 * MILLI);
                if (hundredth % 5 == 0) {
                    end(recording, clock, 0);
                }
                if (hundredth % 10 == 0) {
                    end(recording, clock, 1);
                }
                if (hundredth % 100 == 99) {
                    recording.sample();
                }
            }
            return recording.finish(Ending.PLANNED);
        }
    }

    private static void end(Recording recording, ManualClock clock, int type) {
        EndedTransaction ended = new EndedTransaction();
        ended.type = TYPES.list().get(type);
        ended.outcome = Outcome.COMMITTED;
        ended.endNanos = clock.nanoTime();
        ended.beginNanos = ended.endNanos - (type + 1) * MILLI;
        ended.dueNanos = ended.beginNanos;
        recording.measurement().record(ended);
    }

    @Test
    void itsTypesAreInAllFilesAndItsFiguresOnThePage() throws IOException {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        RunSummary summary = run(directory);
        assertThat(SummaryJson.read(directory.summary())).isEqualTo(summary);
        assertThat(summary.run().types()).isEqualTo(TYPES);
        assertThat(summary.figures().tpmC()).isZero();
        assertThat(summary.figures().tpmTotal()).isEqualTo(30 * 60);
        assertThat(Verdict.worst(summary)).isEqualTo(Verdict.VALID);
        assertThat(WarehouseCounts.CSV.in(directory)).doesNotExist();

        RunData read = RunReader.read(directory, ReportWindow.WHOLE);
        assertThat(read.series()).extracting(row -> row.type().name()).contains("balance", name(1));
        assertThat(read.responses()).containsOnlyKeys(TYPES.list());
        ResultCsvAggregator rows = ResultCsvAggregator.of(directory.result(), TYPES, 0, SECONDS, false);
        for (TransactionType type : TYPES) {
            assertThat(rows.type(type).count())
                    .isEqualTo(summary.figures().types().get(type.ordinal()).count());
        }
        assertThat(RunReader.read(directory, new ReportWindow(0, 30))
                        .summary()
                        .figures()
                        .tpmTotal())
                .isEqualTo(30 * 60);

        for (Language language : Language.values()) {
            ReportWriter.write(directory, read, language);
            Document page = Jsoup.parse(directory.report());
            assertThat(page.text())
                    .contains("smallbank", "balance", name(1))
                    .doesNotContain("tpmC", "New-Order", "5.2.", "12.86", "clause", "Rollback");
            assertThat(page.select("#clauses, #warehouses, #consistency, #load"))
                    .isEmpty();
            assertThat(page.select(".figures dt").eachText()).contains("tps");
            assertThat(page.select(".figures b").eachText()).contains("30");
            for (String file : new String[] {"report.md", "report.json", "junit.xml", "data/tx_summary.csv"}) {
                assertThat(Files.readString(directory.root().resolve(file)))
                        .as(file)
                        .doesNotContain("tpmC", "New-Order");
            }
        }
        assertThat(Files.readString(directory.root().resolve("report.md"))).contains("**30**", name(1));
    }

    private static String name(int type) {
        return TYPES.list().get(type).name();
    }
}
