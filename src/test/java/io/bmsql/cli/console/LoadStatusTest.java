package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadStatusTest {
    private static final LoadStatus HALF = new LoadStatus(3, 10, 2_500_000, 0, 5_000_000, 350_000_000, 10);

    @Test
    void plainLineTellsRatesAndTheTimeLeft() {
        assertThat(HALF.plain())
                .isEqualTo("Loading: 3 of 10 warehouses done, 2,500,000 of about 5,000,000 rows, 250,000 rows/s,"
                        + " 35.0 MB/s, 0:10 elapsed, about 0:10 left");
    }

    @Test
    void theBarTellsTheTimeLeftToo() {
        assertThat(HALF.block())
                .containsExactly(
                        "Loading  50% [" + "=".repeat(15) + " ".repeat(15) + "] 2,500 of 5,000 k rows  0:10",
                        "3/10 warehouses  about 0:10 left  250,000 rows/s, 35.0 MB/s");
        assertThat(new LoadStatus(10, 10, 6_000_000, 0, 5_000_000, 0, 10)
                        .block()
                        .get(0))
                .as("more rows than were expected")
                .contains("100% [" + "=".repeat(30) + "]");
    }

    @Test
    void jsonLineHasUnitsInItsNames() {
        assertThat(HALF.json())
                .contains("\"event\":\"load\"", "\"bytes\":350000000", "\"remainingSeconds\":10.0", "\"rowsBefore\":0");
    }

    @Test
    void theBeginningPromisesNothing() {
        LoadStatus beginning = new LoadStatus(0, 10, 0, 0, 5_000_000, 0, 0);
        assertThat(beginning.plain()).endsWith("0:00 elapsed, time left not known yet");
        assertThat(beginning.json()).endsWith("\"remainingSeconds\":null}");
    }

    @Test
    void rowsThatWereThereBeforeCountInTheDistanceButNotInTheRate() {
        LoadStatus goingOn = new LoadStatus(6, 10, 1_000_000, 3_000_000, 5_000_000, 70_000_000, 10);

        assertThat(goingOn.plain())
                .isEqualTo("Loading: 6 of 10 warehouses done, 4,000,000 of about 5,000,000 rows, 100,000 rows/s,"
                        + " 7.0 MB/s, 0:10 elapsed, about 0:10 left");
    }
}
