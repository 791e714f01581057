package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Latency;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.RunSummary.WorkloadCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClauseTableTest {
    private static final RunSummary SUMMARY = SampleRun.tenMinutes().summary();

    private static RunSummary with(List<TypeSummary> types, WorkloadCounts workload) {
        return new RunSummary(1, SUMMARY.status(), null, SUMMARY.run(), 1, 1, 1, types, List.of(), workload, List.of());
    }

    private static ClauseRow row(RunSummary summary, String what) {
        return ClauseTable.of(summary, Words.in(ReportLanguage.EN)).stream()
                .filter(row -> row.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRunAsTheSpecificationAsksMeetsEverything() {
        assertThat(ClauseTable.of(SUMMARY, Words.in(ReportLanguage.EN)))
                .hasSize(16)
                .allMatch(row -> Boolean.TRUE.equals(row.met()));
    }

    @Test
    void aSmallShareIsAMiss() {
        TypeSummary payment = new TypeSummary(
                "PAYMENT",
                42_990,
                42.99,
                0,
                0,
                0,
                0,
                0,
                SUMMARY.types().get(1).response(),
                SUMMARY.types().get(1).service(),
                0);
        ClauseRow row = row(with(List.of(payment), SUMMARY.workload()), "Share of Payment");
        assertThat(row.met()).isFalse();
        assertThat(row.required()).isEqualTo("\u2265 43%");
        assertThat(row.measured()).isEqualTo("42.99%");
    }

    @Test
    void aSlowTypeMissesItsLimit() {
        Latency slow = new Latency(1, 1, 20_001, 1, 1, 1, 30_000);
        TypeSummary stockLevel = new TypeSummary("STOCK_LEVEL", 100, 4, 0, 0, 0, 0, 0, slow, slow, 0);
        ClauseRow row = row(with(List.of(stockLevel), SUMMARY.workload()), "90th percentile of Stock-Level");
        assertThat(row.met()).isFalse();
        assertThat(row.required()).isEqualTo("\u2264 20,000 ms");
    }

    @Test
    void inputsFarFromTheirSharesAreMisses() {
        WorkloadCounts counts = new WorkloadCounts(1_000_000, 20_000, 100_000, 10_000, 50_000, 50_000);
        RunSummary summary = with(SUMMARY.types(), counts);
        assertThat(row(summary, "Order lines supplied by another warehouse").met())
                .isFalse();
        assertThat(row(summary, "Payments by customers of another warehouse").met())
                .isFalse();
        assertThat(row(summary, "Customers chosen by last name").met()).isFalse();
    }

    @Test
    void chanceInASmallRunIsNoMiss() {
        WorkloadCounts counts = new WorkloadCounts(100, 0, 10, 3, 8, 4);
        RunSummary summary = with(SUMMARY.types(), counts);
        assertThat(row(summary, "Order lines supplied by another warehouse").met())
                .isTrue();
        assertThat(row(summary, "Payments by customers of another warehouse").met())
                .isTrue();
        assertThat(row(summary, "Customers chosen by last name").met()).isTrue();
    }

    @Test
    void nothingCountedGivesNoRows() {
        assertThat(ClauseTable.of(with(List.of(), new WorkloadCounts(0, 0, 0, 0, 0, 0)), Words.in(ReportLanguage.EN)))
                .isEmpty();
    }
}
