package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    @ParameterizedTest
    @CsvSource({
        "THRESHOLD_FAILED SHORT, SHORT",
        "THRESHOLD_FAILED CAPPED SHORT, CAPPED",
        "DATA_LOST THRESHOLD_FAILED SHORT, DATA_LOST",
        "THRESHOLD_FAILED, THRESHOLD_FAILED",
        "VALID, VALID"
    })
    void aMissedThresholdGivesNoRankToARunThatHasNone(String found, Verdict said) {
        List<Verdict> all =
                List.of(found.split(" ")).stream().map(Verdict::valueOf).toList();
        assertThat(Verdict.forRank(EnumSet.copyOf(all))).isEqualTo(said);
    }
}
