package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.StatementTimes;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.TpccTransaction;
import org.junit.jupiter.api.Test;

/** Where the time of transactions went, on a clock that stands still between statements. */
class StatementTimeTest {
    private final ManualClock clock = new ManualClock(0);
    private boolean isMeasured = true;
    private final StatementTimes times = new StatementTimes(clock, nanos -> isMeasured);
    private final StatementTimes.Timer timer = new StatementTimes.Timer();

    /** A transaction of two statements of 3 ms, and 2 ms between them. */
    private void transaction() {
        timer.begin(times, TpccTransaction.PAYMENT);
        for (int statement = 0; statement < 2; statement++) {
            long sent = timer.sending("a");
            clock.advance(3_000_000);
            timer.answered("Payment.district", sent);
        }
        clock.advance(2_000_000);
        timer.end();
    }

    @Test
    void eachSixteenthTransactionIsTimed() {
        for (int transaction = 0; transaction < 35; transaction++) {
            transaction();
        }
        assertThat(StatementTime.of(times.all()))
                .containsExactly(
                        new StatementTime("PAYMENT", "", 2, 1, 8_000, 100),
                        new StatementTime("PAYMENT", "Payment.district", 4, 2, 3_000, 75));
    }

    @Test
    void whatIsOutsideOfTheWindowIsNot() {
        isMeasured = false;
        for (int transaction = 0; transaction < 32; transaction++) {
            transaction();
        }
        assertThat(StatementTime.of(times.all())).isEmpty();
    }
}
