package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestKeyTest {
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
        "osCollectorSSHAdr,osCollectorSSHAddr",
        "warmup-time,warmupTime"
    })
    void aSlipFindsItsKey(String slip, String key) {
        assertThat(NearestKey.to(slip)).contains(key);
    }

    @ParameterizedTest
    @CsvSource({"xyzzy", "url", "This", "a"})
    void otherWordsFindNone(String word) {
        assertThat(NearestKey.to(word)).isEmpty();
    }

    @Test
    void aVeryLongWordFindsNoneAtOnce() {
        assertThat(NearestKey.to("terminals".repeat(100_000))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"abc,abc,0", "abc,acb,1", "abc,ab,1", "abc,abcd,1", "abc,axc,1", "'',abc,3", "kitten,sitting,3"})
    void distanceCountsSlips(String first, String second, int slips) {
        assertThat(NearestKey.distance(first, second)).isEqualTo(slips);
        assertThat(NearestKey.distance(second, first)).isEqualTo(slips);
    }
}
