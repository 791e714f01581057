package io.bmsql.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentsSumTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<LiveSecond> shown = new ArrayList<>();
    private final ManualClock clock = new ManualClock();
    private final AgentsSum sum =
            new AgentsSum(clock, RunWindow.timed(clock, 0, 60), RunFactsFixture.facts(1, 1), null, 2);

    @BeforeEach
    void watch() {
        sum.recording().watch(shown::add);
    }

    private LiveView.Figures figures() {
        return sum.recording().live().figures();
    }

    /** One second of one agent: so many New-Orders that each took so long. */
    private static String reading(int second, int newOrders, long millis) {
        return reading(second, 1, newOrders, millis);
    }

    private static String reading(int second, int lengthSeconds, int newOrders, long millis) {
        TransactionMeter meter = new TransactionMeter();
        for (int i = 0; i < newOrders; i++) {
            meter.record(Ends.of(TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 2, 0, 0, 0, millis * 1_000_000));
        }
        TransactionMeter.Totals[] readings = new TransactionMeter.Totals[TpccTransaction.values().length];
        for (TransactionType type : TpccTransaction.values()) {
            readings[type.ordinal()] = type == TpccTransaction.NEW_ORDER ? meter.read() : new TransactionMeter.Totals();
        }
        long end = (second + 1) * SECOND;
        PhaseInterval interval =
                new PhaseInterval(RunPhase.MEASURE, second, end - lengthSeconds * SECOND, end, readings);
        return reading(interval).line();
    }

    /** Beside the meters: one failed attempt. */
    private static Reading reading(PhaseInterval interval) {
        SharedMeasurement other =
                new SharedMeasurement(RunWindow.timed(new ManualClock(), 0, 60), TpccTransaction.TYPES, null, 1, null);
        other.error(new Measurement.Failure(
                TpccTransaction.PAYMENT, ErrorClass.SERIALIZATION, "40001", 0, "again", false, SECOND));
        return other.reading(List.of(interval), 0, false);
    }

    private SeriesRow newOrders(int at) {
        return shown.get(at).of(TpccTransaction.NEW_ORDER);
    }

    @Test
    void countsAreAddedUpAndHistogramsMerged() throws IOException {
        sum.accept(0, reading(0, 90, 10));
        assertThat(shown).isEmpty();
        sum.accept(1, reading(0, 10, 500));
        assertThat(shown).hasSize(1);
        assertThat(newOrders(0).completed()).isEqualTo(100);
        assertThat(newOrders(0).counts().retries()).isEqualTo(100);
        // The mean of the two agents' percentiles would be 255.
        assertThat(newOrders(0).times().responseP90Ms()).isBetween(9.9, 10.1);
        assertThat(newOrders(0).times().responseP99Ms()).isBetween(499.0, 501.0);
        assertThat(newOrders(0).intervalMs()).isEqualTo(1_000);
        assertThat(sum.recording().errorsByClass().values()).contains(2L);
    }

    @Test
    void timesOfConnectingAreMerged() throws IOException {
        for (int agent = 0; agent < 2; agent++) {
            ManualClock own = new ManualClock();
            SharedMeasurement other =
                    new SharedMeasurement(RunWindow.timed(own, 0, 60), TpccTransaction.TYPES, null, 1, null);
            other.connected((agent + 1) * 4_000_000L, own.nanoTime());
            other.connected(900_000_000, own.nanoTime() + 61 * SECOND);
            sum.accept(agent, other.reading(List.of(), 0, true).line());
        }
        RunSummary.Connects connects =
                sum.recording().finish(Ending.PLANNED).figures().connects();
        assertThat(connects.count()).as("in the window").isEqualTo(2);
        assertThat(connects.latency().meanMs()).isCloseTo(6, within(0.01));
        assertThat(connects.latency().maxMs()).isCloseTo(8, within(0.01));
        assertThat(connects.perTransaction()).isFalse();
    }

    @Test
    void aSlowAgentIsNotWaitedForLongAndWhatComesLateIsAdded() throws IOException {
        sum.accept(0, reading(0, 5, 10));
        sum.accept(0, reading(1, 5, 10));
        assertThat(shown).isEmpty();
        sum.accept(0, reading(2, 5, 10));
        assertThat(shown).hasSize(1);
        sum.accept(1, reading(0, 7, 10));
        assertThat(shown).hasSize(2);
        assertThat(newOrders(1).completed()).isEqualTo(7);
        assertThat(newOrders(1).second()).isZero();
        // The second was shown with its length already: twice as long it would have half the rate.
        assertThat(newOrders(1).intervalMs()).isZero();
        assertThat(figures().now().tpmC()).isEqualTo(12 * 60);
        assertThat(figures().average().tpmC()).isEqualTo(12 * 60);
    }

    @Test
    void whatComesLateDoesNotShortenTheWindow() throws IOException {
        for (int second = 0; second < 8; second++) {
            sum.accept(0, reading(second, 5, 10));
        }
        // Six are shown: nobody waits for the other agent any longer.
        sum.accept(1, reading(0, 5, 10));
        assertThat(figures().average().tpmC()).isEqualTo(35 * 60 / 6.0);
    }

    @Test
    void stragglersLeaveTheSecondAsLongAsItIs() throws IOException {
        sum.accept(0, reading(0, 5, 10));
        sum.accept(0, reading(0, 0, 1, 10));
        sum.accept(1, reading(0, 5, 10));
        assertThat(newOrders(0).completed()).isEqualTo(11);
        assertThat(newOrders(0).intervalMs()).isEqualTo(1_000);
    }

    @Test
    void aLostAgentIsNotWaitedFor() throws IOException {
        sum.accept(0, reading(0, 5, 10));
        sum.ended(1);
        assertThat(shown).hasSize(1);
        sum.accept(0, reading(1, 5, 10));
        assertThat(shown).hasSize(2);
    }

    @Test
    void whatIsNoReadingIsRefused() {
        assertThatThrownBy(() -> sum.accept(0, "{\"intervals\":[\"AQI=\"],\"inputs\":{}}"))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> sum.accept(0, "{\"inter")).isInstanceOf(IOException.class);
    }
}
