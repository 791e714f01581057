package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.PropertyKey;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {
    @ParameterizedTest
    @CsvSource({
        "terminal,terminals",
        "warehouse,warehouses",
        "RUNMINS,runMins",
        "run_mins,runMins",
        "pasword,password",
        "passwrod,password",
        "conm,conn",
        "limitTxnPerMin,limitTxnsPerMin",
        "osCollectorSSHAdr,osCollectorSSHAddr"
    })
    void aSlipFindsItsKey(String slip, String key) {
        assertThat(NearestWord.to(slip, names())).contains(key);
    }

    @ParameterizedTest
    @CsvSource({"xyzzy", "url", "This", "a"})
    void otherWordsFindNone(String word) {
        assertThat(NearestWord.to(word, names())).isEmpty();
        assertThat(NearestWord.to(word.repeat(100_000), names())).as("at once").isEmpty();
    }

    private static Stream<String> names() {
        return Stream.of(PropertyKey.values()).map(PropertyKey::key);
    }

    @ParameterizedTest
    @CsvSource({"abc,abc,0", "abc,acb,1", "abc,ab,1", "abc,abcd,1", "abc,axc,1", "'',abc,3", "kitten,sitting,3"})
    void distanceCountsSlips(String first, String second, int slips) {
        assertThat(NearestWord.distance(first, second)).isEqualTo(slips);
        assertThat(NearestWord.distance(second, first)).isEqualTo(slips);
    }
}
