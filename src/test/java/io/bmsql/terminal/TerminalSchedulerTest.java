package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.config.AgentShare;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.RunPhase;
import io.bmsql.testing.RecordingMeasurement.Ended;
import io.bmsql.testing.RecordingMeasurement.Failed;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs on a manual clock, with a stub driver and one worker. */
class TerminalSchedulerTest {
    private static final long MINUTE_NANOS = 60 * Terminals.SECOND_NANOS;
    private static final RunEnd PLANNED = new RunEnd(RunEnd.Reason.PLANNED, null, 0);

    @Test
    void noTransactionStartsAfterTheEndAndRunningOnesFinish() throws Exception {
        try (StubRun run = new StubRun(Terminals.run().withMinutes(0.5, 1))) {
            List<RunPhase> phases = new ArrayList<>();
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                long now = run.clock.nanoTime();
                if (now == 20 * Terminals.SECOND_NANOS || now == 40 * Terminals.SECOND_NANOS) {
                    phases.add(run.window.phase(now));
                    assertThat(run.scheduler.backlog())
                            .as("all but the one in service, if it is not a delivery")
                            .isBetween(9, 10);
                    assertThat(run.scheduler.connectedWorkers()).isEqualTo(1);
                }
            });

            assertThat(run.run()).isEqualTo(PLANNED);

            assertThat(phases).containsExactly(RunPhase.RAMPUP, RunPhase.MEASURE);
            assertThat(run.window.measureUntilNanos()).isEqualTo(3 * MINUTE_NANOS / 2);
            assertThat(run.foreground()).allMatch(one -> one.beginNanos() < 3 * MINUTE_NANOS / 2);
            List<Ended> all = run.measurement.ended();
            assertThat(all.get(all.size() - 1).endNanos())
                    .as("busy until the end")
                    .isGreaterThanOrEqualTo(3 * MINUTE_NANOS / 2);
            assertThat(run.measurement.failed()).isEmpty();
        }
    }

    @Test
    void flatOutTerminalsTakeTurnsAndNobodyWaits() throws Exception {
        List<Ended> all =
                StubRun.ended(Terminals.run().withMinutes(0, 0.2)).measurement.ended();
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i).beginNanos()).isEqualTo(all.get(i - 1).endNanos());
        }
        Ended later = all.get(100);
        assertThat(later.beginNanos() - later.dueNanos())
                .as("nine others are served in between")
                .isPositive();
    }

    @Test
    void terminalsStartOneAfterTheOther() throws Exception {
        List<Ended> all = StubRun.ended(Terminals.run().withRampupDelay(2).withMinutes(0, 0.2))
                .measurement
                .ended();
        assertThat(all).as("the fourth terminal").anyMatch(one -> one.dueNanos() == 6 * Terminals.SECOND_NANOS);
        assertThat(all.get(0).beginNanos()).isZero();
    }

    @Test
    void noWorkerIsAtWorkBeforeAllThreadsAreThere() throws Exception {
        int workers = 100;
        AtomicInteger threads = new AtomicInteger();
        try (StubRun run =
                new StubRun(Terminals.run().withTerminals(workers, workers).withTransactions(1))) {
            run.server.eachCall(() -> {
                if (threads.get() == 0) {
                    threads.compareAndSet(0, liveWorkers());
                }
            });
            run.run();
        }
        assertThat(threads.get()).as("at the first statement").isGreaterThanOrEqualTo(workers);
    }

    private static int liveWorkers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("worker-"))
                .count();
    }

    @Test
    void aCountedRunEndsWhenEveryTerminalHasDoneItsShare() throws Exception {
        StubRun run = StubRun.ended(Terminals.run().withTransactions(40).withTerminals(7, 1));
        assertThat(run.end).isEqualTo(PLANNED);
        assertThat(run.foreground()).hasSize(7 * 40);
        assertThat(run.window.hasEnd()).isTrue();
        List<Ended> all = run.measurement.ended();
        assertThat(run.window.measureUntilNanos())
                .isGreaterThanOrEqualTo(all.get(all.size() - 1).endNanos());
    }

    @Test
    void everyDeliveryHasItsDeferredPartCountedFromItsQueueing() throws Exception {
        StubRun run = StubRun.ended(Terminals.run().withMinutes(0, 1));
        List<Ended> asked = run.measurement.ended(TpccTransaction.DELIVERY);
        List<Ended> done = run.measurement.ended(TpccTransaction.DELIVERY_BG);
        assertThat(asked).isNotEmpty().allMatch(one -> one.endNanos() == one.beginNanos());
        assertThat(done).hasSameSizeAs(asked);
        for (int i = 0; i < done.size(); i++) {
            assertThat(done.get(i).dueNanos()).isEqualTo(asked.get(i).beginNanos());
            assertThat(done.get(i).endNanos() - done.get(i).beginNanos()).isEqualTo(71 * StubRun.CALL_NANOS);
        }
    }

    private static final long STALL_NANOS = 10 * Terminals.SECOND_NANOS;

    /** Every call takes a millisecond, and one of them ten seconds. */
    private static List<Ended> foregroundWithAStall(Terminals.Run settings) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        return StubRun.ended(
                        settings.config(),
                        Terminals.MIX,
                        run -> run.server.eachCall(() ->
                                run.clock.advance(calls.incrementAndGet() == 1_000 ? STALL_NANOS : StubRun.CALL_NANOS)))
                .foreground();
    }

    @Test
    void arrivalsKeepTheirScheduleAndTheBacklogIsResponseTime() throws Exception {
        List<Ended> foreground =
                foregroundWithAStall(Terminals.run().withArrivals(300).withMinutes(0, 2));
        assertThat(foreground).as("300 a minute, whatever happens in between").hasSize(600);
        assertThat(foreground.stream().mapToLong(Ended::dueNanos))
                .allMatch(due -> due % (MINUTE_NANOS / 300) == 0)
                .doesNotHaveDuplicates();
        assertThat(foreground.stream().mapToLong(one -> one.beginNanos() - one.dueNanos()))
                .as("the stall of 10 s shows as queueing")
                .anyMatch(queued -> queued > 9 * Terminals.SECOND_NANOS);
    }

    @Test
    void arrivalsFollowAProfileFromTheStartOfTheMeasurementOn() throws Exception {
        StubRun run =
                StubRun.ended(Terminals.run().withMinutes(1, 3).withProfile("0 300/min, 1m 60/min, ramp 1m 600/min"));
        assertThat(countByMinute(run))
                .as("the ramp-up runs at the first level")
                .isEqualTo(Map.of(0L, 300L, 1L, 300L, 2L, 330L, 3L, 600L));
    }

    private static Map<Long, Long> countByMinute(StubRun run) {
        return run.foreground().stream()
                .collect(Collectors.groupingBy(one -> one.dueNanos() / MINUTE_NANOS, Collectors.counting()));
    }

    @Test
    void asManyTerminalsAreAtWorkAsTheProfileSays() throws Exception {
        try (StubRun run = new StubRun(Terminals.run()
                .withTerminals(10, 1)
                .withMinutes(0.5, 2)
                .withProfile("0 2 terminals, 30s 9 terminals, 30s 0 terminals, 30s 4 terminals"))) {
            Map<Long, Integer> busy = new TreeMap<>();
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                // The one whose call this is, and those that wait for the only worker.
                busy.merge(run.clock.nanoTime() / (5 * Terminals.SECOND_NANOS), run.scheduler.backlog() + 1, Math::max);
            });
            run.run();

            assertThat(busy.keySet()).as("nobody between 1:30 and 2:00").doesNotContain(19L, 20L, 21L, 22L, 23L);
            assertThat(List.of(busy.get(2L), busy.get(8L), busy.get(14L), busy.get(26L)))
                    .containsExactly(2, 2, 9, 4);
            assertThat(run.foreground())
                    .as("who leaves ends what was due")
                    .noneMatch(one -> one.dueNanos() > 90 * Terminals.SECOND_NANOS
                            && one.dueNanos() < 120 * Terminals.SECOND_NANOS);
        }
    }

    @Test
    void terminalsThatJoinSpreadTheirFirstRequestsOverAThinkTime() throws Exception {
        Terminals.Run settings = Terminals.run()
                .withTerminals(400, 1)
                .withMinutes(0, 6)
                .withProfile(1, "0 100 terminals, 3m 400 terminals");
        Map<Long, Long> minutes = countByMinute(
                StubRun.ended(settings.config(), Terminals.MIX, before -> before.server.eachCall(() -> {})));
        assertThat(minutes.get(3L) / (double) minutes.get(2L)).isCloseTo(4, within(0.4));
        assertThat(minutes.get(5L) / (double) minutes.get(1L)).isCloseTo(4, within(0.4));
    }

    @Test
    void theBacklogOfTheOpenModelCountsSlotsNotTerminals() throws Exception {
        Terminals.Run fast =
                Terminals.run().withTerminals(2, 1).withArrivals(60_000).withMinutes(0, 1);
        long half = 30 * Terminals.SECOND_NANOS;

        assertThat(dueAt(half, fast, AgentShare.WHOLE)).isCloseTo(30_000.0, within(2.0));
        assertThat(dueAt(half, fast.withRampupDelay(60), AgentShare.WHOLE))
                .as("the second terminal has not started")
                .isCloseTo(15_000.0, within(2.0));
        assertThat(dueAt(Terminals.SECOND_NANOS / 2, fast.withTransactions(100), AgentShare.WHOLE))
                .as("two terminals with 100 transactions each")
                .isEqualTo(200);
        assertThat(dueAt(half, fast.withTerminals(6, 2), new AgentShare(2, 2, "g")))
                .as("three of six terminals")
                .isCloseTo(15_000.0, within(3.0));
    }

    /** Transactions that were due until this moment: those that began, and the backlog. */
    private static double dueAt(long nanos, Terminals.Run settings, AgentShare share) throws Exception {
        try (StubRun run = new StubRun(settings.config(), share, Terminals.MIX)) {
            List<Integer> backlogs = new ArrayList<>();
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                if (run.clock.nanoTime() == nanos) {
                    backlogs.add(run.scheduler.backlog());
                    run.scheduler.stop();
                }
            });
            run.run();
            assertThat(backlogs).hasSize(1);
            return backlogs.get(0)
                    + run.foreground().stream()
                            .filter(one -> one.beginNanos() < nanos)
                            .count();
        }
    }

    @Test
    void underACapALateTerminalDoesNotCatchUpAndNoWaitIsInALatency() throws Exception {
        List<Ended> foreground =
                foregroundWithAStall(Terminals.run().withLimit(300).withMinutes(0, 2));
        assertThat(foreground).as("300 a minute, less what the stall took").hasSizeBetween(550, 570);
        assertThat(foreground.stream().filter(one -> one.endNanos() - one.dueNanos() > STALL_NANOS / 2))
                .as("the one that met the stall, and those that waited for the only worker meanwhile")
                .hasSizeLessThanOrEqualTo(10);
        assertThat(foreground.stream().filter(one -> one.dueNanos() > 100 * Terminals.SECOND_NANOS))
                .isNotEmpty()
                .allMatch(one -> one.endNanos() - one.dueNanos() < Terminals.SECOND_NANOS);
    }

    /** Flat out, and under a cap that is never reached. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000})
    void aTerminalThatGaveUpADeliveryGoesOnAfterItsDeferredPart(int limit) throws Exception {
        List<Ended> all = StubRun.ended(
                        Terminals.run().withTerminals(1, 1).withLimit(limit).withMinutes(0, 1))
                .measurement
                .ended();
        int deliveries = 0;
        for (int i = 0; i < all.size() - 2; i++) {
            if (all.get(i).type() == TpccTransaction.DELIVERY) {
                deliveries++;
                assertThat(all.get(i + 1).type()).isEqualTo(TpccTransaction.DELIVERY_BG);
                assertThat(all.get(i + 2).dueNanos())
                        .isEqualTo(all.get(i + 1).endNanos())
                        .isEqualTo(all.get(i + 2).beginNanos());
            }
        }
        assertThat(deliveries).isPositive();
    }

    @Test
    void withThinkTimesTheNextRequestDoesNotWaitForTheDeferredPart() throws Exception {
        List<Ended> all = StubRun.ended(
                        Terminals.run().withThinkTimes().withTerminals(1, 1).withMinutes(0, 60))
                .measurement
                .ended();
        int deliveries = 0;
        for (int i = 0; i < all.size() - 2; i++) {
            Ended one = all.get(i);
            if (one.type() == TpccTransaction.DELIVERY) {
                deliveries++;
                assertThat(all.get(i + 2).dueNanos() - one.thinkNanos() - one.endNanos())
                        .as("keying alone lies between the end of the thought and the request")
                        .isBetween(Terminals.SECOND_NANOS, 18 * Terminals.SECOND_NANOS);
            }
        }
        assertThat(deliveries).isPositive();
    }

    @Test
    void aShortRunWithoutRampupMeasuresTheThinkTimesThatItDraws() throws Exception {
        Terminals.Run settings =
                Terminals.run().withThinkTimes().withTerminals(2_000, 1).withMinutes(0, 1);
        StubRun run = StubRun.ended(settings.config(), Terminals.MIX, before -> before.server.eachCall(() -> {}));
        double meanNanos = run.foreground().stream()
                .mapToLong(Ended::thinkNanos)
                .filter(nanos -> nanos >= 0)
                .average()
                .orElse(0);
        assertThat(meanNanos / Terminals.SECOND_NANOS)
                .as("0.88 of the transactions are followed by a mean of 12 s, 0.04 by 10 s, 0.08 by 5 s")
                .isCloseTo(11.36, within(0.3));
    }

    @Test
    void thoughtsAreReportedWithTheTransactionBeforeThem() throws Exception {
        StubRun run = StubRun.ended(
                Terminals.run().withThinkTimes().withTerminals(40, 1).withMinutes(0, 5));
        assertThat(run.foreground()).isNotEmpty().allMatch(one -> one.thinkNanos() >= 0);
        assertThat(run.measurement.ended(TpccTransaction.DELIVERY_BG))
                .isNotEmpty()
                .allMatch(one -> one.thinkNanos() < 0);
        assertThat(StubRun.ended(Terminals.run().withTransactions(20))
                        .measurement
                        .ended())
                .isNotEmpty()
                .allMatch(one -> one.thinkNanos() < 0);
    }

    @Test
    void withThinkTimesAWarehouseStaysBelowTheBoundOfTheClause() throws Exception {
        StubRun run = StubRun.ended(
                Terminals.run().withThinkTimes().withTerminals(40, 1).withMinutes(5, 60));
        long measured = run.measurement.ended(TpccTransaction.NEW_ORDER).stream()
                .filter(one -> run.window.phase(one.endNanos()) == RunPhase.MEASURE)
                .count();
        assertThat(measured / 60.0 / 4).isBetween(12.0, 13.5);
        assertThat(run.measurement.ended().stream().filter(one -> one.dueNanos() < Terminals.SECOND_NANOS))
                .as("no burst at the start")
                .hasSizeLessThan(9);
    }

    @Test
    void stoppingEndsTheRunEarlyAndTellsTheRealEnd() throws Exception {
        try (StubRun run = new StubRun(Terminals.run())) {
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                if (run.clock.nanoTime() == MINUTE_NANOS) {
                    run.scheduler.stop();
                }
            });
            RunEnd end = run.run();

            assertThat(end).isEqualTo(new RunEnd(RunEnd.Reason.STOPPED, null, 0));
            assertThat(run.window.measureUntilNanos()).isEqualTo(MINUTE_NANOS);
            assertThat(run.measurement.ended()).isNotEmpty().allMatch(one -> one.outcome()
                    .isCompleted());
            assertThat(run.foreground()).isNotEmpty().allMatch(one -> one.beginNanos() < MINUTE_NANOS);
        }
        try (StubRun run = new StubRun(Terminals.run())) {
            run.scheduler.stop();

            assertThat(run.run().reason()).isEqualTo(RunEnd.Reason.STOPPED);
            assertThat(run.measurement.ended()).as("stopped before the run").isEmpty();
        }
    }

    /** Half of the time in which it may end anyway has passed. */
    @Test
    void whatIsUnderWayMayEndWhenTheDrainIsStopped() throws Exception {
        try (StubRun run = new StubRun(Terminals.run().withMinutes(0, 1))) {
            AtomicBoolean isStopped = new AtomicBoolean();
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                if (run.clock.nanoTime() > MINUTE_NANOS - 5 * StubRun.CALL_NANOS && !isStopped.getAndSet(true)) {
                    run.clock.advance(MINUTE_NANOS / 2);
                    run.scheduler.stop();
                    // Whoever waits for the end looks at the clock meanwhile.
                    LockSupport.parkNanos(300 * 1_000_000L);
                }
            });
            RunEnd end = run.run();

            assertThat(end).isEqualTo(new RunEnd(RunEnd.Reason.STOPPED, null, 0));
            assertThat(run.window.measureUntilNanos()).isEqualTo(MINUTE_NANOS);
            assertThat(run.measurement.ended()).allMatch(one -> one.outcome().isCompleted());
        }
    }

    /** After a minute; the call in which the run is stopped goes on for as long as this is so. */
    private static void stopAndHang(StubRun run, BooleanSupplier isHanging) {
        run.server.eachCall(() -> {
            run.clock.advance(StubRun.CALL_NANOS);
            if (run.clock.nanoTime() > MINUTE_NANOS) {
                run.scheduler.stop();
                while (isHanging.getAsBoolean()) {
                    run.clock.advance(Terminals.SECOND_NANOS);
                    LockSupport.parkNanos(25 * 1_000_000L);
                }
            }
        });
    }

    /** A call that never returns is cut seconds after the stop, however long the ramp-up would have lasted. */
    @Test
    void whatHangsIsCutSoonAfterAStopInTheRampup() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        try (StubRun run = new StubRun(Terminals.run().withMinutes(10, 1))) {
            stopAndHang(run, () -> run.clock.nanoTime() < 9 * MINUTE_NANOS && !isOver.get());
            run.run();
            isOver.set(true);

            assertThat(run.clock.nanoTime()).isLessThan(9 * MINUTE_NANOS);
        }
    }

    /** What the end of the run cuts off breaks no connection of the server: that would make an outage of a long wait. */
    @Test
    void whatTheEndCutsOffIsNoLostConnection() throws Exception {
        try (StubRun run = new StubRun(Terminals.run().withMinutes(10, 1))) {
            stopAndHang(run, () -> !run.server.isAborted());
            run.run();

            assertThat(run.measurement.failed())
                    .isNotEmpty()
                    .extracting(Failed::errorClass)
                    .containsOnly(ErrorClass.TIMEOUT);
        }
    }

    @Test
    void aMistakeOfTheProgramEndsTheRunWithItsCause() throws Exception {
        try (StubRun run = new StubRun(Terminals.run())) {
            AtomicInteger calls = new AtomicInteger();
            run.server.eachCall(() -> {
                run.clock.advance(StubRun.CALL_NANOS);
                if (calls.incrementAndGet() == 500) {
                    throw new IllegalStateException("a mistake");
                }
            });
            RunEnd end = run.run();

            assertThat(end.reason()).isEqualTo(RunEnd.Reason.FAILED);
            assertThat(end.cause()).hasMessage("a mistake");
        }
    }
}
