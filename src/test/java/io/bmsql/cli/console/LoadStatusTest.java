package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadStatusTest {
    private static final LoadStatus HALF = new LoadStatus(3, 10, 2_500_000, 5_000_000, 350_000_000, 10);

    @Test
    void plainLineTellsRatesAndTheTimeLeft() {
        assertThat(HALF.plain())
                .isEqualTo("Loading: 3 of 10 warehouses done, 2,500,000 rows, 250,000 rows/s, 35.0 MB/s, 0:10 elapsed,"
                        + " 0:10 left");
    }

    @Test
    void jsonLineHasUnitsInItsNames() {
        assertThat(HALF.json()).contains("\"event\":\"load\"", "\"bytes\":350000000", "\"remainingSeconds\":10.0");
    }

    @Test
    void theBeginningPromisesNothing() {
        assertThat(new LoadStatus(0, 10, 0, 5_000_000, 0, 0).plain()).endsWith("0:00 elapsed, 0:00 left");
    }
}
