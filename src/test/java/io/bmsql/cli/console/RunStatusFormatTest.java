package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunStatusFormatTest {
    private static final RunStatus STATUS = new RunStatus(
            "measuring",
            31.2,
            60,
            12345.1,
            12100.5,
            28123.4,
            27012.344,
            5.25,
            11.31,
            1,
            12,
            3,
            12L << 20,
            128L << 20,
            0,
            0);

    @Test
    void checklist60_plainLineIsOneLineWithoutControlCharacters() {
        assertThat(RunStatusFormat.plain(STATUS))
                .matches("[ -~]+")
                .startsWith("Term-00, Running Average tpmTOTAL: 27012.34    Current tpmTOTAL: 28123    "
                        + "Memory Usage: 12MB / 128MB    ")
                .contains("measuring 0:31 of 1:00, 0:29 left", "tpmC: 12345.1 now, 12100.5 average")
                .contains("p90 5.25 ms, p99 11.3 ms", "Errors: 1", "Retries: 12", "Backlog: 3");
    }

    @Test
    void theBlockShowsEverythingInFourLines() {
        assertThat(RunStatusFormat.block(STATUS, false))
                .containsExactly(
                        "measuring  0:31 of 1:00, 0:29 left",
                        "tpmC       12,345 now   12,101 average",
                        "New-Order  p90 5.25 ms   p99 11.3 ms",
                        "errors 1   retries 12   backlog 3");
    }

    @Test
    void whatNobodyKnowsYetIsNoZero() {
        RunStatus rampup = new RunStatus("ramp-up", 3, 30, 9000, 0, 20000, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0);
        assertThat(RunStatusFormat.plain(rampup)).contains("tpmC: 9000.0 now    New-Order: p90 -, p99 -    Errors: 0");
        assertThat(RunStatusFormat.block(rampup, false)).contains("tpmC       9,000 now", "New-Order  p90 -   p99 -");
    }

    private static RunStatus withOutages(double awaySeconds) {
        return new RunStatus("measuring", 31.2, 60, 0, 12100.5, 0, 27012, 0, 0, 1, 12, 3, 1, 1, awaySeconds, 2);
    }

    @Test
    void anOutageShowsWhileItLastsAndIsRememberedAfterIt() {
        assertThat(RunStatusFormat.block(withOutages(72.3), false))
                .hasSize(5)
                .last()
                .isEqualTo("server away for 1:12");
        assertThat(RunStatusFormat.plain(withOutages(72.3))).matches("[ -~]+").endsWith("    Server away for 1:12");
        assertThat(RunStatusFormat.json(withOutages(72.3))).endsWith(",\"awaySeconds\":72.3,\"outages\":2}");
        assertThat(RunStatusFormat.block(withOutages(0), false)).last().isEqualTo("outages 2, the server is back");
        assertThat(RunStatusFormat.plain(withOutages(0))).endsWith("Backlog: 3");
    }

    @Test
    void coloursAppearOnlyWhenAllowed() {
        assertThat(String.join("", RunStatusFormat.block(STATUS, true))).contains("\u001b[31m");
        assertThat(String.join("", RunStatusFormat.block(STATUS, false))).doesNotContain("\u001b");
    }

    @Test
    void jsonLineHasUnitsInItsNames() {
        assertThat(RunStatusFormat.json(STATUS))
                .startsWith("{\"event\":\"run\",\"phase\":\"measuring\",\"elapsedSeconds\":31.2")
                .contains("\"newOrderP90Ms\":5.250", "\"memoryUsedBytes\":12582912")
                .endsWith("}");
    }

    @Test
    void aRunWithoutPlannedEndShowsOnlyWhatHasPassed() {
        RunStatus counted = new RunStatus("measuring", 5, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0);
        assertThat(RunStatusFormat.block(counted, false).get(0)).isEqualTo("measuring  0:05");
    }
}
