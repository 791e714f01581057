package io.bmsql.terminal;

import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.workload.TpccWorkload.TypeSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** How many terminals a second the queue hands out and takes back, with all of 100,000 terminals waiting in it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DueQueueBench {
    @Param({"1000", "100000"})
    public int terminals;

    private static final long CYCLE_NANOS = 20_000_000_000L;
    private final Later pacing = new Later();
    private DueQueue queue;

    /** Puts a terminal somewhere into the next cycle, far away from the others. */
    private static final class Later {
        final Pacing flatOut = new Pacing.ClosedLoop();

        long after(Terminal terminal) {
            long spread = terminal.number * 0x9E3779B97F4A7C15L >>> 30;
            return terminal.dueNanos + CYCLE_NANOS + spread % CYCLE_NANOS;
        }
    }

    /** All moments are past, so that nobody waits. */
    private enum EndOfTime implements RunClock {
        INSTANCE;

        @Override
        public long nanoTime() {
            return Long.MAX_VALUE / 2;
        }

        @Override
        public long epochMillis() {
            return 0;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            throw new IllegalStateException("nobody waits here");
        }

        @Override
        public void awaitUntil(Condition condition, long deadlineNanos) {
            throw new IllegalStateException("nobody waits here");
        }
    }

    @Setup
    public void fill() {
        queue = new DueQueue(EndOfTime.INSTANCE, terminals);
        InputGenerator generator = new InputGenerator(new RunConfig.Inputs(10, 1, 10, true, 1, 0), new NURand(1, 2, 3));
        TypeSource types = new TypeSource(new MixConfig(45, 43, 4, 4, 4, false));
        RandomStream random = new RandomStream(1);
        for (int number = 0; number < terminals; number++) {
            Terminal terminal = new Terminal(number, 1, TpccWorkload.requests(types, generator, 1, 1));
            queue.put(terminal.start(pacing.flatOut, (long) (random.nextDouble() * CYCLE_NANOS)));
        }
    }

    private TransactionType takeAndPutBack() throws InterruptedException {
        Terminal terminal = queue.take();
        queue.put(terminal.start(pacing.flatOut, pacing.after(terminal)));
        return terminal.request.type();
    }

    @Benchmark
    @Threads(1)
    public TransactionType oneWorker() throws InterruptedException {
        return takeAndPutBack();
    }

    @Benchmark
    @Threads(2)
    public TransactionType twoWorkers() throws InterruptedException {
        return takeAndPutBack();
    }

    /**
     * How long a worker waits at worst for the queue's lock while the backlog is counted ten times a second, and without
     * counting; with nothing due, and with everything late.
     *
     * <p>Arguments: terminals, seconds a case.
     */
    public static void main(String[] args) throws InterruptedException {
        int terminals = Integer.parseInt(args[0]);
        int seconds = Integer.parseInt(args[1]);
        for (boolean isLate : new boolean[] {false, true}) {
            RunClock clock = RunClock.SYSTEM;
            DueQueue queue = new DueQueue(clock, terminals);
            RandomStream random = new RandomStream(1);
            InputGenerator generator =
                    new InputGenerator(new RunConfig.Inputs(10, 1, 10, true, 1, 0), new NURand(1, 2, 3));
            TypeSource types = new TypeSource(new MixConfig(45, 43, 4, 4, 4, false));
            for (int number = 0; number < terminals; number++) {
                Terminal terminal = new Terminal(number, 1, TpccWorkload.requests(types, generator, 1, 1));
                long soon = (long) (random.nextDouble() * CYCLE_NANOS);
                terminal.dueNanos = clock.nanoTime() + (isLate ? -soon : 100 * CYCLE_NANOS + soon);
                queue.put(terminal);
            }
            printWorstWait(queue, terminals, isLate, seconds, false);
            printWorstWait(queue, terminals, isLate, seconds, true);
        }
    }

    private static void printWorstWait(DueQueue queue, int terminals, boolean isLate, int seconds, boolean counts)
            throws InterruptedException {
        AtomicLong worst = new AtomicLong();
        Thread worker = new Thread(() -> {
            for (long end = System.nanoTime() + seconds * 1_000_000_000L, now = 0; now - end < 0; ) {
                long begin = System.nanoTime();
                queue.taken();
                now = System.nanoTime();
                worst.accumulateAndGet(now - begin, Math::max);
            }
        });
        worker.start();
        Histogram worstWaits = new Histogram(3);
        Histogram counting = new Histogram(3);
        int backlog = 0;
        while (worker.isAlive()) {
            worker.join(100);
            long begin = System.nanoTime();
            backlog = counts ? queue.backlog() : 0;
            counting.recordValue(System.nanoTime() - begin);
            worstWaits.recordValue(worst.getAndSet(0));
        }
        System.out.printf(
                Locale.ROOT,
                "%,d terminals, %s, %s: worst wait for the lock in 0.1 s: median %.3f, p90 %.3f ms%n",
                terminals,
                isLate ? "all late" : "none due",
                counts
                        ? String.format(
                                Locale.ROOT, "%,d counted in %.1f ms", backlog, counting.getValueAtPercentile(50) / 1e6)
                        : "not counted",
                worstWaits.getValueAtPercentile(50) / 1e6,
                worstWaits.getValueAtPercentile(90) / 1e6);
    }
}
