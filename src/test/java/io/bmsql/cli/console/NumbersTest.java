package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({"512.4, 512.4", "7, 7.0", "0, 0.0", "12345678.254, 12345678.25", "1e11, 100000000000.0", "0.005, 0.01"})
    void rateHasAPointAndNeitherGroupingNorExponent(double value, String text) {
        assertThat(Numbers.plainDecimal(value)).isEqualTo(text);
    }

    @Test
    void aRateThatIsNoNumberIsStillANumberForScripts() {
        assertThat(Numbers.plainDecimal(Double.NaN)).isEqualTo("0.0");
        assertThat(Numbers.plainDecimal(Double.POSITIVE_INFINITY)).isEqualTo("0.0");
    }

    @Test
    void theLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Numbers.plainDecimal(1234.5)).isEqualTo("1234.5");
            assertThat(Numbers.grouped(1234567)).isEqualTo("1,234,567");
            assertThat(Numbers.millis(1.234)).isEqualTo("1.23 ms");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "59.6, 1:00", "61, 1:01", "3661, 1:01:01", "-3, 0:00"})
    void timesAreReadAsOnAClock(double seconds, String text) {
        assertThat(Numbers.clock(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0.84; 0.84 ms", "12.34; 12.3 ms", "1234; 1,234 ms"})
    void latenciesKeepThreeDigitsOrSo(double millis, String text) {
        assertThat(Numbers.millis(millis)).isEqualTo(text);
    }
}
