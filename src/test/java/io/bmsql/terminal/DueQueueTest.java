package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.RunClock;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.RandomStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DueQueueTest {
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final ManualClock clock = new ManualClock();

    @Test
    void terminalsComeInTheOrderOfTheirDueTimesAndNotBefore() throws InterruptedException {
        DueQueue queue = new DueQueue(clock, 1_000);
        RandomStream random = new RandomStream(7);
        for (int number = 0; number < 1_000; number++) {
            queue.put(Terminals.due(number, random.uniform(0, 1_000_000)));
        }
        long before = 0;
        for (int i = 0; i < 1_000; i++) {
            Terminal terminal = queue.take();
            assertThat(terminal.dueNanos).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(clock.nanoTime());
            before = terminal.dueNanos;
        }
        assertThat(clock.nanoTime())
                .as("waited no longer than for the last one")
                .isEqualTo(before);
    }

    @Test
    void nothingIsTakenFromTheEndOn() throws InterruptedException {
        DueQueue queue = new DueQueue(clock, 3);
        queue.put(Terminals.due(0, 10));
        queue.put(Terminals.due(1, 20));
        queue.put(Terminals.due(2, 30));
        queue.endAt(20);

        assertThat(queue.take()).isNotNull();
        assertThat(queue.take()).as("due when the run ends").isNull();
        assertThat(clock.nanoTime()).isEqualTo(20);
        assertThat(queue.take()).isNull();
    }

    @Test
    void whoIsDueAgainAfterTheEndDoesNotWait() throws InterruptedException {
        DueQueue planned = new DueQueue(clock, 3);
        planned.endAt(20);
        DueQueue stopped = new DueQueue(clock, 3);
        for (DueQueue queue : List.of(planned, stopped)) {
            queue.put(Terminals.due(0, 10));
            queue.put(Terminals.due(1, 20));
            queue.put(Terminals.due(2, 30));
        }
        clock.advance(20);
        stopped.close();
        clock.advance(20);

        assertThat(planned.backlog()).isEqualTo(1);
        assertThat(stopped.backlog()).isEqualTo(1);
    }

    @Test
    void theQueueEndsWithItsLastTerminal() throws InterruptedException {
        DueQueue queue = new DueQueue(clock, 2);
        queue.put(Terminals.due(0, 10));
        queue.put(Terminals.due(1, 20));
        queue.take();
        queue.retire();
        queue.take();
        queue.retire();

        assertThat(queue.take()).isNull();
    }

    @Test
    void theBacklogIsWhatIsDueAndNotTaken() throws InterruptedException {
        for (int size = 0; size < 40; size++) {
            ManualClock now = new ManualClock();
            DueQueue queue = new DueQueue(now, size);
            for (int number = 0; number < size; number++) {
                queue.put(Terminals.due(number, (number * 37) % 41));
            }
            for (int waiting = size; waiting > 0; waiting--) {
                long due = queue.take().dueNanos;
                assertThat(now.nanoTime()).isEqualTo(due);
                assertThat(queue.backlog()).as("all moments differ").isZero();
                queue.put(Terminals.due(waiting, due));
                assertThat(queue.backlog()).isEqualTo(1);
                queue.take();
            }
        }
        DueQueue late = new DueQueue(clock, 100);
        for (int number = 0; number < 100; number++) {
            late.put(Terminals.due(number, (number * 37) % 100));
        }
        for (int nanos = 0; nanos < 99; nanos++) {
            assertThat(late.backlog()).isEqualTo(nanos + 1);
            clock.advance(1);
        }
        late.take();
        assertThat(late.backlog()).isEqualTo(99);
    }

    @Test
    void nanoTimesMayOverflow() throws InterruptedException {
        clock.advance(Long.MAX_VALUE - 5);
        DueQueue queue = new DueQueue(clock, 2);
        queue.put(Terminals.due(0, Long.MAX_VALUE + 10));
        queue.put(Terminals.due(1, Long.MAX_VALUE - 1));

        assertThat(queue.take().number).isEqualTo(1);
        assertThat(queue.backlog()).isZero();
    }

    @Test
    void manyWorkersServeEveryTerminalOnTime() throws InterruptedException {
        RunClock real = RunClock.SYSTEM;
        int terminals = 200;
        DueQueue queue = new DueQueue(real, terminals);
        long start = real.nanoTime();
        for (int number = 0; number < terminals; number++) {
            queue.put(Terminals.due(number, start + number * 1_000_000L));
        }
        // Only the last terminal that retires can end this in time.
        queue.endAt(start + HOUR_NANOS);
        ConcurrentLinkedQueue<Integer> taken = new ConcurrentLinkedQueue<>();
        AtomicLong early = new AtomicLong();
        List<CompletableFuture<Boolean>> workers = Stream.generate(() -> Background.call(() -> {
                    Terminal terminal = queue.take();
                    while (terminal != null) {
                        early.addAndGet(terminal.dueNanos > real.nanoTime() ? 1 : 0);
                        taken.add(terminal.number);
                        queue.retire();
                        terminal = queue.take();
                    }
                    return true;
                }))
                .limit(8)
                .toList();
        assertThat(workers).allSatisfy(worker -> assertThat(worker.join()).isTrue());

        assertThat(taken).hasSize(terminals).doesNotHaveDuplicates();
        assertThat(early).hasValue(0);
    }

    @Test
    void closingWakesWorkersThatWait() throws Exception {
        DueQueue queue = new DueQueue(RunClock.SYSTEM, 1);
        queue.put(Terminals.due(0, RunClock.SYSTEM.nanoTime() + HOUR_NANOS));
        List<FutureTask<@Nullable Terminal>> taken = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            FutureTask<@Nullable Terminal> take = new FutureTask<>(queue::take);
            taken.add(take);
            Thread thread = new Thread(take);
            thread.start();
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                            .contains(thread.getState()));
        }
        queue.close();
        for (FutureTask<@Nullable Terminal> take : taken) {
            assertThat(take.get(60, TimeUnit.SECONDS)).isNull();
        }
    }
}
