package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0.00",
                "0.0004|0.000",
                "0.5123|0.512",
                "4.2149|4.21",
                "83.44|83.4",
                "99.96|100.0",
                "1204.4|1,204"
            })
    void milliseconds(double value, String text) {
        assertThat(NumberText.millis(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0:00", "7.4,0:07", "59.6,1:00", "-90,\u22121:30", "600,10:00", "28800,480:00"})
    void clock(double seconds, String text) {
        assertThat(NumberText.clock(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0 s", "45,45 s", "1.5,1.5 s", "600,10 min", "5430,90 min 30 s", "28800,480 min"})
    void duration(double seconds, String text) {
        assertThat(NumberText.duration(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"12,12", "12.04,12", "12.06,12.1", "1234.5,1234.5", "-3.25,-3.3"})
    void coordinates(double value, String text) {
        assertThat(NumberText.coordinate(value)).isEqualTo(text);
    }

    @Test
    void numbersDoNotFollowTheMachinesLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(NumberText.decimal(1234.5, 2)).isEqualTo("1,234.50");
            assertThat(NumberText.count(1234567)).isEqualTo("1,234,567");
            assertThat(NumberText.plainDecimal(1234.5)).isEqualTo("1234.5");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void sizesAndCountsForReading() {
        assertThat(NumberText.bytes(122_000_000)).isEqualTo("122 MB");
        assertThat(NumberText.bytes(1_112_000_000)).isEqualTo("1.1 GB");
        assertThat(NumberText.bytes(11_000_012_000_000L)).isEqualTo("11.0 TB");
        assertThat(NumberText.counted(1, "warehouse")).isEqualTo("1 warehouse");
        assertThat(NumberText.counted(2_000, "warehouse")).isEqualTo("2,000 warehouses");
    }

    @ParameterizedTest
    @CsvSource({
        "512.4, 512.4",
        "7, 7.0",
        "0, 0.0",
        "12345678.254, 12345678.25",
        "1e11, 100000000000.0",
        "0.005, 0.01",
        "NaN, 0.0",
        "Infinity, 0.0"
    })
    void rateIsANumberForScriptsWithAPointAndNeitherGroupingNorExponent(double value, String text) {
        assertThat(NumberText.plainDecimal(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "59.6, 1:00", "61, 1:01", "725, 12:05", "3661, 1:01:01", "36000, 10:00:00", "-3, 0:00"})
    void timesAreReadAsOnAClock(double seconds, String text) {
        assertThat(NumberText.hours(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0.84; 0.84 ms", "12.34; 12.3 ms", "1234; 1,234 ms"})
    void latenciesKeepThreeDigitsOrSo(double millis, String text) {
        assertThat(NumberText.latency(millis)).isEqualTo(text);
    }
}
