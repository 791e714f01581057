package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.config.MixConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.stub.StubDialect;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.workload.Workload;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who may connect when, on a manual clock; and a crowd of real threads. */
class ReconnectGateTest {
    private static final long MILLI = 1_000_000;
    private static final SQLException GONE = new SQLException("gone", "08006");

    private final ManualClock clock = new ManualClock();
    private final RandomStream random = new RandomStream(1);
    private final WorkerSession one = session();
    private final WorkerSession two = session();
    private final ReconnectGate gate = gate(clock, Terminals.MIX);

    private static ReconnectGate gate(RunClock clock, MixConfig mix) {
        return new ReconnectGate(
                clock,
                RunWindow.untilClosed(clock, 0),
                new StopFlag(clock),
                600_000_000_000L,
                Workload.onlyReads(TpccWorkload.percents(mix)),
                0);
    }

    private static WorkerSession session() {
        return new WorkerSession(
                () -> {
                    throw GONE;
                },
                new TpccWorkload(
                        Terminals.run().config(),
                        Terminals.MIX,
                        Terminals.NU_RAND,
                        StubDialect.load().errors()));
    }

    /** How long a worker waits until it may connect, milliseconds. */
    private long waits(WorkerSession worker) throws Exception {
        long before = clock.nanoTime();
        assertThat(gate.pass(worker, random)).isTrue();
        return (clock.nanoTime() - before) / MILLI;
    }

    private void lose(WorkerSession worker) {
        gate.lost(worker, GONE, random);
    }

    @Test
    void aKilledSessionComesBackAtOnce() throws Exception {
        lose(one);
        assertThat(waits(one)).isZero();
        gate.connected(one);
        gate.committed(TpccTransaction.PAYMENT, gate.losses());

        lose(two);
        assertThat(waits(two)).isZero();
    }

    @Test
    void pausesDoubleUpToASecondWhileNobodyAnswers() throws Exception {
        lose(one);
        assertThat(waits(one)).isZero();
        long longest = 100;
        for (int failure = 0; failure < 8; failure++) {
            lose(one);
            assertThat(waits(one)).isBetween(longest / 2, longest);
            longest = Math.min(2 * longest, 1_000);
        }
    }

    @Test
    void aServerThatLetsInButDoesNotServeIsAskedAsSeldom() throws Exception {
        lose(one);
        for (int i = 0; i < 20; i++) {
            waits(one);
            gate.connected(one);
            lose(one);
        }
        assertThat(waits(one)).isBetween(500L, 1_000L);
    }

    @Test
    void readsAndCommitsThatBeganBeforeTheLossProveNothing() throws Exception {
        int before = gate.losses();
        for (int i = 0; i < 20; i++) {
            lose(one);
            waits(one);
            gate.connected(one);
            gate.committed(TpccTransaction.STOCK_LEVEL, gate.losses());
            gate.committed(TpccTransaction.PAYMENT, before);
        }
        lose(one);
        assertThat(waits(one)).isBetween(500L, 1_000L);
    }

    @Test
    void atTheGateOfACopyNobodyWaits() throws Exception {
        ReconnectGate copy = gate.ofCopy(1);
        long before = clock.nanoTime();
        copy.lost(one, GONE, random);
        assertThat(copy.pass(one, random)).isTrue();
        assertThat(copy.pass(two, random)).as("one tries").isFalse();
        copy.lost(one, GONE, random);
        assertThat(copy.pass(one, random)).isFalse();
        assertThat(clock.nanoTime()).isEqualTo(before);

        clock.advance(100 * MILLI);
        assertThat(copy.pass(two, random)).isTrue();
        copy.connected(two);
        assertThat(copy.pass(one, random)).as("not proved yet").isFalse();
        copy.committed(TpccTransaction.STOCK_LEVEL, copy.losses());
        assertThat(copy.pass(one, random)).isTrue();
        assertThat(gate.pass(one, random))
                .as("the database itself was never away")
                .isTrue();
    }

    @Test
    void aMixWithoutWritesIsProvedByReads() throws Exception {
        ReconnectGate readers = gate(clock, new MixConfig(0, 0, 50, 0, 50, false));
        readers.lost(one, GONE, random);
        for (int i = 0; i < 20; i++) {
            assertThat(readers.pass(one, random)).isTrue();
            readers.connected(one);
            readers.committed(TpccTransaction.STOCK_LEVEL, readers.losses());
            readers.lost(one, GONE, random);
        }
        assertThat(clock.nanoTime()).as("no pause").isZero();
    }

    @Test
    void aScoutWithNothingToDoHoldsTheOthersForASecondAtMost() throws Exception {
        lose(one);
        lose(two);
        waits(one);
        gate.connected(one);

        assertThat(waits(two)).isBetween(1_000L, 1_020L);
    }

    @Test
    void aServerThatDoesNotServeForTooLongEndsTheRunThoughItLetsIn() {
        lose(one);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 2_000; i++) {
                        waits(one);
                        gate.connected(one);
                        lose(one);
                    }
                })
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining("600 seconds: gone");
        assertThat(clock.nanoTime() / MILLI).isBetween(600_000L, 602_000L);
    }

    @Test
    void ofACrowdOnlyOneKnocksAndAllComeBack() throws Exception {
        int crowd = 60;
        ReconnectGate door = gate(RunClock.SYSTEM, Terminals.MIX);
        AtomicInteger knocks = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        AtomicInteger knocking = new AtomicInteger();
        AtomicBoolean together = new AtomicBoolean();
        List<CompletableFuture<Boolean>> all = IntStream.range(0, crowd)
                .mapToObj(RandomStream::new)
                .map(own -> Background.call(() -> {
                    WorkerSession worker = session();
                    door.lost(worker, GONE, own);
                    while (door.pass(worker, own)) {
                        boolean refused = refusals.get() < 5;
                        together.compareAndSet(false, refused && knocking.incrementAndGet() > 1);
                        knocks.incrementAndGet();
                        if (!refused) {
                            door.connected(worker);
                            door.committed(TpccTransaction.NEW_ORDER, door.losses());
                            return true;
                        }
                        knocking.decrementAndGet();
                        refusals.incrementAndGet();
                        door.lost(worker, GONE, own);
                    }
                    return false;
                }))
                .toList();
        assertThat(all).allSatisfy(one -> assertThat(one.join()).isTrue());
        assertThat(together).as("two at a time while the server is away").isFalse();
        assertThat(knocks).hasValue(5 + crowd);
    }
}
