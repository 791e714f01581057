package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.tpcc.TpccTransaction;
import org.junit.jupiter.api.Test;

class ErrorCountersTest {
    private final ErrorCounters counters = new ErrorCounters();

    @Test
    void attemptsAreCountedByTypeClassAndCodeWithTheFirstMessage() {
        count("40P01", "first", false, true);
        count("40P01", "second", true, true);
        count("40P01", "third", true, false);
        count("40001", "other", false, true);

        assertThat(counters.summaries())
                .containsExactly(
                        new ErrorSummary("PAYMENT", "DEADLOCK", "40P01", 7, 2, 1, "first", 1),
                        new ErrorSummary("PAYMENT", "DEADLOCK", "40001", 7, 1, 0, "other", 0));
        assertThat(counters.attemptsByClass().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(4);
    }

    @Test
    void aServerThatInventsCodesDoesNotFillTheMemory() {
        for (int i = 0; i < 10_000; i++) {
            count("X" + i, "m" + i + "y".repeat(10_000), false, true);
        }

        assertThat(counters.summaries()).hasSizeLessThanOrEqualTo(ErrorCounters.MAX_KINDS + 1);
        assertThat(counters.summaries().stream()
                        .mapToLong(ErrorSummary::attempts)
                        .sum())
                .isEqualTo(10_000);
        assertThat(counters.summaries().get(0).sqlState()).isEqualTo("*");
        assertThat(counters.summaries())
                .allSatisfy(error -> assertThat(error.sampleMessage()).hasSizeLessThan(ErrorCounters.MAX_MESSAGE + 10));
    }

    @Test
    void aMessageThatRepeatsTheUrlIsKeptWithoutItsPassword() {
        count("28P01", "no login with jdbc:postgresql://u:Geheim@h/db?password=Geheim", false, true);
        assertThat(counters.summaries()).singleElement().satisfies(error -> assertThat(error.sampleMessage())
                .contains("***")
                .doesNotContain("Geheim"));
    }

    private void count(String sqlState, String message, boolean gaveUp, boolean inWindow) {
        counters.count(
                new Measurement.Failure(TpccTransaction.PAYMENT, ErrorClass.DEADLOCK, sqlState, 7, message, gaveUp, 0),
                inWindow);
    }
}
