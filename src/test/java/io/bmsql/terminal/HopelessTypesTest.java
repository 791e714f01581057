package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.terminal.HopelessTypes.EveryOneFailedException;
import io.bmsql.tpcc.TpccTransaction;
import org.junit.jupiter.api.Test;

class HopelessTypesTest {
    private static final long SECOND = 1_000_000_000;
    private static final TpccTransaction TYPE = TpccTransaction.PAYMENT;

    private final HopelessTypes types = new HopelessTypes(TpccTransaction.TYPES.size(), 5 * SECOND);

    private void failed(String state, double second) {
        types.failed(TYPE, state, "no column amuont", (long) ((5 + second) * SECOND));
    }

    @Test
    void aTypeThatOnlyFailedForWantOfAColumnEndsTheRunAfterTenSeconds() {
        types.works(TpccTransaction.NEW_ORDER);
        failed("42703", 0.1);
        failed("42501", 9.9);
        assertThatThrownBy(() -> failed("42S22", 10.1))
                .isInstanceOf(EveryOneFailedException.class)
                .hasMessage("Ended early: every Payment of the first 10 seconds failed, and no repeat will help: no"
                        + " column amuont");
    }

    @Test
    void oneThatWorkedOrFailedOtherwiseMayFailLater() {
        failed("42703", 0.1);
        types.works(TYPE);
        assertThatCode(() -> failed("42703", 11)).doesNotThrowAnyException();
    }

    @Test
    void otherReasonsMayPass() {
        for (String state : new String[] {"40001", "23505", "08006", "-", "25006"}) {
            HopelessTypes fresh = new HopelessTypes(TpccTransaction.TYPES.size(), 0);
            fresh.failed(TYPE, "42703", "m", SECOND);
            fresh.failed(TYPE, state, "m", 2 * SECOND);
            assertThatCode(() -> fresh.failed(TYPE, "42703", "m", 11 * SECOND))
                    .as(state)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aTypeThatBeganLaterIsNotJudged() {
        failed("42703", 10.1);
        assertThatCode(() -> failed("42703", 30)).doesNotThrowAnyException();
    }
}
