package io.bmsql.terminal;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.config.AgentShare;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.testing.RecordingMeasurement.Ended;
import io.bmsql.testing.RecordingMeasurement.Failed;
import io.bmsql.tpcc.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long workers keep connections; on the stub driver, one terminal, one worker, manual clock. */
class ConnectionsTest {
    private static final MixConfig PAYMENTS = new MixConfig(0, 100, 0, 0, 0, false);
    private static final MixConfig DELIVERIES = new MixConfig(0, 0, 0, 100, 0, false);
    private static final long MILLI_NANOS = 1_000_000;

    private static RunConfig config(int transactions, RunConfig.Connections connections) {
        Terminals.Run settings = Terminals.run()
                .withTerminals(1, 1)
                .withTransactions(transactions)
                .withRetries(3);
        return with(settings.config(), "connections", connections);
    }

    private static final RunConfig.Connections EACH = new RunConfig.Connections(true, 0);

    @Test
    void eachTransactionHasItsOwnConnectionWhoseTimeIsPartOfTheResponseButNotOfTheService() throws Exception {
        try (StubRun run = new StubRun(config(5, EACH), AgentShare.WHOLE, PAYMENTS)) {
            run.connectNanos = 40 * MILLI_NANOS;
            run.run();

            assertThat(run.opened).isEqualTo(5);
            assertThat(run.measurement.connected()).hasSize(5).allMatch(nanos -> nanos >= 40 * MILLI_NANOS);
            assertThat(run.ended(Outcome.COMMITTED)).hasSize(5).allSatisfy(one -> {
                assertThat(one.beginNanos() - one.dueNanos()).isBetween(40 * MILLI_NANOS, 50 * MILLI_NANOS);
                assertThat(one.endNanos() - one.beginNanos()).isLessThan(40 * MILLI_NANOS);
            });
            List<String> log = run.server.takeLog();
            assertThat(log).as("what was committed needs no rollback").doesNotContain("rollback");
            assertThat(run.scheduler.connectedWorkers()).isZero();
        }
    }

    @Test
    void theDeferredPartOfADeliveryIsServedOnAConnectionOfItsOwnAlsoAfterTheEnd() throws Exception {
        StubRun run = StubRun.ended(config(3, EACH), DELIVERIES, before -> {});

        assertThat(run.opened).as("the terminals' part needs none").isEqualTo(3);
        assertThat(run.measurement.failed()).isEmpty();
        assertThat(run.ended(Outcome.COMMITTED)).hasSize(6);
    }

    @Test
    void aRefusedConnectionIsAnErrorAndTheTransactionWaitsForTheNextOne() throws Exception {
        StubRun run = StubRun.ended(config(3, EACH), PAYMENTS, before -> before.refused = 1);

        assertThat(run.measurement.failed())
                .extracting(Failed::errorClass, Failed::message, Failed::gaveUp)
                .containsExactly(tuple(ErrorClass.CONNECTION, "connect: too many", false));
        assertThat(run.ended(Outcome.COMMITTED)).hasSize(3);
    }

    @Test
    void afterAnErrorTheConnectionOfTheTransactionServesItsRetry() throws Exception {
        StubRun run = StubRun.ended(
                config(1, EACH), PAYMENTS, before -> before.server.failNext("Payment.warehouse", "40P01"));

        assertThat(run.opened).isEqualTo(1);
        assertThat(run.ended(Outcome.COMMITTED)).extracting(Ended::attempts).containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOldConnectionIsRenewedBetweenTransactionsOrStaysWhereThatIsRefused(boolean isRefused) throws Exception {
        RunConfig config = config(100, new RunConfig.Connections(false, 100 * MILLI_NANOS));
        StubRun run = StubRun.ended(config, PAYMENTS, before -> before.refused = isRefused ? Integer.MAX_VALUE : 0);

        long millis = run.clock.nanoTime() / MILLI_NANOS;
        assertThat((long) run.opened).isBetween(isRefused ? 0 : millis / 120, isRefused ? 0 : millis / 75);
        assertThat(run.measurement.connected())
                .hasSize(run.opened)
                .as("without the end of the old one")
                .allMatch(nanos -> nanos == 0);
        assertThat(run.measurement.failed()).isEmpty();
        assertThat(run.ended(Outcome.COMMITTED)).hasSize(100).allMatch(one -> one.attempts() == 1);
    }
}
