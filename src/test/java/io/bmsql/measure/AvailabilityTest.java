package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outages, from transactions told one by one: 20 a second unless said otherwise, the window from second 2 on. */
class AvailabilityTest {
    private static final long MILLI = 1_000_000;
    private final ManualClock clock = new ManualClock();
    private final RunWindow window = RunWindow.timed(clock, 2, 60);
    private final Recording recording = Recording.open(clock, window, RunFactsFixture.facts(1, 1), null);

    @AfterEach
    void close() {
        recording.close();
    }

    /** Lets milliseconds pass in which a transaction of this type is committed at each multiple of the step. */
    private void serve(long millis, long stepMillis, TransactionType type) {
        for (long passed = 0; passed < millis; passed += stepMillis) {
            pass(stepMillis);
            record(type, Outcome.COMMITTED);
        }
    }

    private void serve(long millis) {
        serve(millis, 50, TpccTransaction.PAYMENT);
    }

    private void pass(long millis) {
        for (long i = 0; i < millis; i++) {
            clock.advance(MILLI);
            if (clock.nanoTime() % (1_000 * MILLI) == 0) {
                recording.sample();
            }
        }
    }

    private void record(TransactionType type, Outcome outcome) {
        long now = clock.nanoTime();
        recording.measurement().record(Ends.of(type, outcome, 1, 0, now - MILLI, now - MILLI, now));
    }

    private void connectionBreaks() {
        recording
                .measurement()
                .error(new Measurement.Failure(
                        TpccTransaction.PAYMENT, ErrorClass.CONNECTION, "08006", 0, "gone", false, clock.nanoTime()));
    }

    private void loses(Outcome outcome) {
        connectionBreaks();
        record(TpccTransaction.NEW_ORDER, outcome);
    }

    private List<Outage> outages() {
        return finish().postRun().availability();
    }

    private RunSummary finish() {
        return recording.finish(Ending.PLANNED);
    }

    @Test
    void anOutageHasItsEndsRateRecoveryAndLosses() {
        serve(12_000);
        pass(10);
        connectionBreaks();
        record(TpccTransaction.NEW_ORDER, Outcome.UNKNOWN);
        record(TpccTransaction.NEW_ORDER, Outcome.FAILED);
        pass(4_990);
        serve(4_000, 100, TpccTransaction.PAYMENT);
        serve(10_000);

        assertThat(outages()).singleElement().satisfies(outage -> {
            assertThat(outage.lastCommitSeconds()).isEqualTo(10.0);
            assertThat(outage.lastCommitEpochMillis()).isEqualTo(window.epochMillis(0) + 12_000);
            assertThat(outage.firstCommitSeconds()).isEqualTo(15.1);
            assertThat(outage.firstCommitEpochMillis()).isEqualTo(window.epochMillis(0) + 17_100);
            assertThat(outage.outageSeconds()).isEqualTo(5.1);
            assertThat(outage.commitsPerSecondBefore()).isEqualTo(20.0, within(0.1));
            assertThat(outage.to95PercentSeconds()).as("half the rate for 4 s").isEqualTo(9.0);
            assertThat(outage.failures().failed()).isEqualTo(1);
            assertThat(outage.failures().unknown()).isEqualTo(1);
            assertThat(outage.failures().connectionErrors()).isEqualTo(1);
        });
    }

    /** A connection breaks between commits of one type, of another, or of none. */
    @ParameterizedTest
    @CsvSource({
        "PAYMENT, 50, PAYMENT, 50, 0, there is no gap",
        "PAYMENT, 2000, PAYMENT, 2000, 0, the pause is as long as usual at this rate",
        "PAYMENT, 50, STOCK_LEVEL, 50, 3.05, queries that a standby answers do not end it",
        "PAYMENT, 50, DELIVERY, 50, 3.05, queued deliveries are no commits",
        "ORDER_STATUS, 50, , 0, 3.05, a run of queries alone has its outages too"
    })
    void onlyAGapWithLostConnectionsIsAnOutage(
            TpccTransaction usual,
            long usualMillis,
            @Nullable TpccTransaction other,
            long otherMillis,
            double seconds,
            String why) {
        serve(20_000, usualMillis, usual);
        connectionBreaks();
        if (other == null) {
            pass(3_000);
        } else {
            serve(3_000, otherMillis, other);
        }
        serve(4_000, usualMillis, usual);

        assertThat(outages())
                .as(why)
                .extracting(Outage::outageSeconds)
                .isEqualTo(seconds == 0 ? List.of() : List.of(seconds));
    }

    /** One transaction a step, whose idle connection the server has ended; the next one connects at once. */
    @ParameterizedTest
    @CsvSource({"3000, 8, 0", "300, 8, 1", "3000, 0, 1"})
    void aGapAtTheBeginIsOneWhereTheRestOfTheRunHasMore(long stepMillis, int steps, int expected) {
        connectionBreaks();
        pass(4_000);
        serve(steps * stepMillis, stepMillis, TpccTransaction.PAYMENT);
        pass(200);

        assertThat(outages()).hasSize(expected);
    }

    @Test
    void aStallWithoutConnectionErrorsIsNoOutage() {
        serve(5_000);
        pass(4_000);
        serve(3_000);

        assertThat(outages()).isEmpty();
    }

    @Test
    void eachOfSeveralOutagesIsToldAndTheRateBeforeIsThatSinceTheLastOne() {
        serve(10_000);
        connectionBreaks();
        pass(2_000);
        serve(6_000, 100, TpccTransaction.PAYMENT);
        connectionBreaks();
        pass(3_000);
        serve(6_000, 100, TpccTransaction.PAYMENT);

        List<Outage> outages = outages();
        assertThat(outages).extracting(Outage::outageSeconds).containsExactly(2.1, 3.1);
        assertThat(outages.get(0).to95PercentSeconds())
                .as("only half the rate until the next one")
                .isNull();
        assertThat(outages.get(1).commitsPerSecondBefore()).isEqualTo(10.0, within(0.5));
        assertThat(outages.get(1).to95PercentSeconds()).isEqualTo(4.0);
    }

    @Test
    void theRateOfTheHalfSecondBetweenTwoOutagesIsKnown() {
        serve(10_000);
        connectionBreaks();
        pass(2_200);
        serve(500);
        connectionBreaks();
        pass(2_000);
        serve(6_000);

        List<Outage> outages = outages();
        assertThat(outages).extracting(Outage::outageSeconds).containsExactly(2.25, 2.05);
        assertThat(outages.get(0).to95PercentSeconds()).isNull();
        assertThat(outages.get(1).commitsPerSecondBefore()).isEqualTo(20.0, within(2.5));
    }

    /** With 700 ms of service between. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTwoOutagesOfOneSecondCostCountsOnceInTheNearerOneAlsoWhileTheLaterOneLasts(boolean isOver) {
        serve(10_000);
        loses(Outcome.UNKNOWN);
        pass(2_100);
        serve(100);
        loses(Outcome.FAILED);
        serve(600);
        loses(Outcome.UNKNOWN);
        pass(2_500);
        serve(isOver ? 6_000 : 0);

        List<Outage> outages = outages();
        assertThat(outages.get(0).outageSeconds()).isEqualTo(2.15);
        assertThat(outages.get(1).firstCommitSeconds() != null).isEqualTo(isOver);
        assertThat(outages).extracting(outage -> outage.failures().unknown()).containsExactly(1L, 1L);
        assertThat(outages).extracting(outage -> outage.failures().failed()).containsExactly(1L, 0L);
        assertThat(outages)
                .extracting(outage -> outage.failures().connectionErrors())
                .containsExactly(2L, 1L);
    }

    @Test
    void whatIsLostShortlyBeforeTheLastCommitOrAfterTheFirstOneIsOfTheOutage() {
        serve(10_950);
        serve(30, 10, TpccTransaction.PAYMENT);
        loses(Outcome.UNKNOWN);
        serve(40, 10, TpccTransaction.PAYMENT);
        pass(2_970);
        serve(50, 10, TpccTransaction.PAYMENT);
        loses(Outcome.UNKNOWN);
        serve(2_000);
        loses(Outcome.UNKNOWN);
        serve(10_000);

        RunSummary summary = finish();
        assertThat(summary.postRun().availability()).singleElement().satisfies(outage -> {
            assertThat(outage.failures().unknown()).isEqualTo(2);
            assertThat(outage.failures().connectionErrors()).isEqualTo(2);
        });
        assertThat(summary.figures().types().get(0).counts().unknown())
                .as("with the session that broke alone")
                .isEqualTo(3);
    }

    @Test
    void anOutageOfMinutesHasWhatWasLostAtItsBeginning() {
        serve(10_000);
        loses(Outcome.UNKNOWN);
        pass(40_000);
        serve(10_000);

        assertThat(outages())
                .singleElement()
                .extracting(outage -> outage.failures().unknown())
                .isEqualTo(1L);
    }

    @Test
    void anOutageThatLastsIsInTheSummaryWhileTheRunGoesOnAndAtItsEnd() {
        serve(10_000);
        connectionBreaks();
        pass(52_000);
        pass(20_000);

        assertThat(outages()).singleElement().satisfies(outage -> {
            assertThat(outage.firstCommitSeconds()).isNull();
            assertThat(outage.firstCommitEpochMillis()).isNull();
            assertThat(outage.outageSeconds())
                    .as("to the end of the window, without the drain")
                    .isEqualTo(52.0);
            assertThat(outage.to95PercentSeconds()).isNull();
        });
    }

    @Test
    void aServerLostBeforeTheFirstCommitIsAwayFromTheStart() {
        connectionBreaks();
        pass(4_000);
        serve(2_000);

        assertThat(outages()).singleElement().satisfies(outage -> {
            assertThat(outage.lastCommitSeconds()).isEqualTo(-2.0);
            assertThat(outage.commitsPerSecondBefore()).isZero();
        });
    }
}
