package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.RecordingMeasurement.Ended;
import io.bmsql.testing.RecordingMeasurement.Failed;
import io.bmsql.testing.stub.StubAnswer;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a transaction whose attempts fail; on the stub driver, one terminal, one worker, manual clock. */
class FailuresTest {
    private static final MixConfig PAYMENTS = new MixConfig(0, 100, 0, 0, 0, false);

    private static StubRun payments(int count, int retries, Consumer<StubRun> failures) throws Exception {
        RunConfig config = Terminals.run()
                .withTerminals(1, 1)
                .withTransactions(count)
                .withRetries(retries)
                .config();
        return StubRun.ended(config, PAYMENTS, failures);
    }

    @ParameterizedTest
    @CsvSource({"40P01, DEADLOCK", "40001, SERIALIZATION", "55P03, LOCK_TIMEOUT"})
    void theSameInputIsTriedAgain(String state, ErrorClass errorClass) throws Exception {
        StubRun run = payments(3, 10, failing -> failing.server.failNext("Payment.warehouse", state));

        Ended first = run.measurement.ended().get(0);
        assertThat(first.outcome()).isEqualTo(Outcome.COMMITTED);
        assertThat(first.attempts()).isEqualTo(2);
        assertThat(first.beginNanos()).isZero();
        assertThat(first.endNanos()).as("all attempts and the pause").isGreaterThan(11 * StubRun.CALL_NANOS);
        assertThat(run.measurement.failed())
                .containsExactly(new Failed(
                        TpccTransaction.PAYMENT,
                        errorClass,
                        state,
                        "Payment.warehouse (sql.stub/statements.sql): failed as told: Payment.warehouse",
                        false));
        List<String> log = run.server.takeLog();
        int again = log.indexOf("rollback") + 1;
        assertThat(log.get(again)).isEqualTo(log.get(0)).startsWith("Payment.updateDistrict");
        assertThat(log.stream().filter("commit"::equals)).hasSize(3);
    }

    @Test
    void atTheLimitOfRetriesTheTransactionFailsAndTheRunGoesOn() throws Exception {
        StubRun run = payments(3, 2, failing -> {
            for (int i = 0; i < 3; i++) {
                failing.server.failNext("Payment.customer", "40P01");
                failing.server.failNext("Payment.customersByName", "40P01");
            }
        });

        assertThat(run.measurement.ended())
                .extracting(Ended::outcome)
                .contains(Outcome.FAILED)
                .hasSize(3);
        assertThat(run.measurement.ended(Outcome.FAILED)).allMatch(one -> one.attempts() == 3);
        assertThat(run.measurement.failed()).filteredOn(Failed::gaveUp).hasSameSizeAs(run.ended(Outcome.FAILED));
    }

    @Test
    void errorsThatAnotherAttemptCannotMendAreNotTriedAgain() throws Exception {
        StubRun run = payments(2, 10, failing -> failing.server.failNext("Payment.insertHistory", "23505"));

        assertThat(run.measurement.ended())
                .extracting(Ended::outcome, Ended::attempts)
                .containsExactly(tuple(Outcome.FAILED, 1), tuple(Outcome.COMMITTED, 1));
        assertThat(run.measurement.failed()).singleElement().matches(Failed::gaveUp);
    }

    @Test
    void failuresInARowPauseLongerEachTimeOutsideOfEveryLatency() throws Exception {
        StubRun run = payments(8, 10, failing -> {
            for (int i = 0; i < 6; i++) {
                failing.server.failNext("Payment.insertHistory", "53100");
            }
        });

        List<Ended> all = run.measurement.ended();
        assertThat(run.ended(Outcome.FAILED)).hasSize(6);
        for (int i = 1; i < all.size(); i++) {
            long pauseNanos = all.get(i).dueNanos() - all.get(i - 1).endNanos();
            long longestNanos = i <= 6 ? 5_000_000L << (i - 1) : 0;
            assertThat(pauseNanos).as("before transaction " + i).isBetween(longestNanos / 2, longestNanos);
            assertThat(all.get(i).beginNanos()).isEqualTo(all.get(i).dueNanos());
        }
    }

    @Test
    void aMissingRowIsAnErrorOfTheTransactionNotOfTheRun() throws Exception {
        StubRun run =
                payments(2, 10, failing -> failing.server.answer(StatementId.PAYMENT_WAREHOUSE, StubAnswer.NOTHING));

        assertThat(run.end.reason()).isEqualTo(RunEnd.Reason.PLANNED);
        assertThat(run.ended(Outcome.FAILED)).hasSize(2);
        assertThat(run.measurement.failed())
                .hasSize(2)
                .allMatch(one -> one.errorClass() == ErrorClass.MISSING_ROW && one.gaveUp())
                .extracting(Failed::message)
                .allMatch(message -> message.startsWith("no warehouse "));
    }

    @Test
    void aCommitOfUnknownOutcomeIsNeverSentAgain() throws Exception {
        StubRun run = payments(3, 10, failing -> failing.server.breakNext(StubServer.COMMIT));

        assertThat(run.measurement.ended())
                .extracting(Ended::outcome)
                .containsExactly(Outcome.UNKNOWN, Outcome.COMMITTED, Outcome.COMMITTED);
        assertThat(run.measurement.failed())
                .containsExactly(new Failed(
                        TpccTransaction.PAYMENT,
                        ErrorClass.CONNECTION,
                        "08006",
                        "commit: connection gone as told: commit",
                        true));
        assertThat(run.server.takeLog().stream().filter(line -> line.startsWith("Payment.updateDistrict")))
                .hasSize(3);
    }

    @Test
    void aLostConnectionIsOpenedAgainAndTheTransactionRunsOnIt() throws Exception {
        for (SQLException loss : List.of(
                new SQLNonTransientConnectionException("gone", "08006"), new SQLException("strange words", "S1009"))) {
            StubRun run = payments(2, 10, failing -> failing.server.breakNext("Payment.updateWarehouse", loss));

            assertThat(run.end.reason()).isEqualTo(RunEnd.Reason.PLANNED);
            assertThat(run.measurement.ended())
                    .extracting(Ended::outcome, Ended::attempts)
                    .containsExactly(tuple(Outcome.COMMITTED, 2), tuple(Outcome.COMMITTED, 1));
            assertThat(run.measurement.failed()).extracting(Failed::errorClass).containsExactly(ErrorClass.CONNECTION);
        }
    }

    @Test
    void aDeferredDeliveryIsTriedAgainToo() throws Exception {
        MixConfig deliveries = new MixConfig(0, 0, 0, 100, 0, false);
        Terminals.Run settings =
                Terminals.run().withTerminals(1, 1).withTransactions(2).withRetries(3);
        StubRun run = StubRun.ended(settings.config(), deliveries, failing -> {
            failing.server.failNext("Delivery.deleteNewOrder", "40001");
            failing.server.breakNext("Delivery.sumOrderLines");
        });

        assertThat(run.measurement.ended(TpccTransaction.DELIVERY)).hasSize(2);
        assertThat(run.measurement.ended(TpccTransaction.DELIVERY_BG))
                .extracting(Ended::outcome, Ended::attempts)
                .containsExactly(tuple(Outcome.COMMITTED, 3), tuple(Outcome.COMMITTED, 1));
    }

    /** What was rolled back has skipped no district: the next one looks again. */
    @Test
    void aDeliveryThatFailedHasSkippedNothing() throws Exception {
        MixConfig deliveries = new MixConfig(0, 0, 0, 100, 0, false);
        Terminals.Run settings =
                Terminals.run().withTerminals(1, 1).withTransactions(2).withRetries(0);
        StubRun run = StubRun.ended(settings.config(), deliveries, failing -> {
            Object[][] order = {{2_101}};
            failing.server.answer(
                    StatementId.DELIVERY_OLDEST_NEW_ORDER, call -> call.number(2) == 1 ? new Object[0][] : order);
            failing.server.failNext("Delivery.sumOrderLines", "53100");
        });

        assertThat(run.measurement.ended(TpccTransaction.DELIVERY_BG))
                .extracting(Ended::outcome, Ended::skipped)
                .containsExactly(tuple(Outcome.FAILED, 0), tuple(Outcome.COMMITTED, 1));
    }

    @Test
    void retriesPauseLongerEachTimeButNeverForLong() {
        RandomStream random = new RandomStream(1);
        long milli = 1_000_000;
        for (int i = 0; i < 1_000; i++) {
            assertThat(Attempts.retryNanos(1, random)).isBetween(5 * milli / 2, 5 * milli);
            assertThat(Attempts.retryNanos(3, random)).isBetween(10 * milli, 20 * milli);
            assertThat(Attempts.retryNanos(500, random)).isBetween(100 * milli, 200 * milli);
            assertThat(Attempts.reconnectNanos(1_000, random)).isBetween(500 * milli, 1_000 * milli);
        }
        assertThat(new RunConfig.RetryLimits(10, Integer.MAX_VALUE).maxOutageNanos())
                .as("an outage may last for years")
                .isEqualTo(Integer.MAX_VALUE * 1_000_000_000L);
    }

    @Test
    void aServerThatStaysAwayForTooLongEndsTheRun() throws Exception {
        StubRun run = payments(1_000, 10, failing -> {
            AtomicInteger calls = new AtomicInteger();
            failing.server.eachCall(() -> {
                failing.clock.advance(StubRun.CALL_NANOS);
                if (calls.incrementAndGet() == 100) {
                    failing.server.goAway();
                }
            });
        });

        assertThat(run.end.reason()).isEqualTo(RunEnd.Reason.SERVER_UNREACHABLE);
        assertThat(run.end.cause()).hasMessageContaining("no connection could be opened for 600 seconds");
        List<Ended> all = run.measurement.ended();
        assertThat(all.get(all.size() - 1).outcome()).isEqualTo(Outcome.FAILED);
        List<Failed> failed = run.measurement.failed();
        assertThat(failed.get(failed.size() - 1).gaveUp()).isTrue();
    }
}
