package io.bmsql.collector;

import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectorCsv;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Does the same small piece of work each second and takes its time, in {@code data/cpu_speed_probe.csv}: a host that becomes slower, by
 * its frequency, its neighbours or its hypervisor, shows here whatever the database does. Some 50 µs of one processor a second.
 * One thread.
 */
final class CpuSpeedProbe implements AutoCloseable {
    /** Each takes six cycles, since it needs the one before: 50 µs in all at 3 GHz. */
    private static final int ROUNDS = 25_000;

    /** How often a turn of the warm-up calls: the compiler counts calls and rounds, and wants 600 calls at least. */
    private static final int WARM_UPS = 1_000;

    private static final int WARM_UP_ROUNDS = 100;
    private static final int TIMED_WARM_UPS = 3;
    private static final long WARM_UP_PAUSE_NANOS = 20_000_000;

    /** The probe begins then in any case. */
    private static final long MAX_WARM_UP_NANOS = 2_000_000_000L;

    /** Whether the work is done by code that will not become faster: many turns in a row were as fast, and the compiler had little to do. */
    static final class WarmUp {
        static final int EQUAL_TURNS = 10;
        private static final double EQUAL = 1.1;

        /** Half of a turn's pause: something large was compiled, and the work may still wait its turn. */
        private static final long BUSY_COMPILER_MILLIS = WARM_UP_PAUSE_NANOS / 2_000_000;

        private double bestNanos = Double.MAX_VALUE;
        private long compiledMillis;
        private int equalTurns;

        /**
         * @param fastestNanos of the turn
         * @param compiledMillis all that the JVM has compiled so far
         * @return true when the warm-up is done
         */
        boolean isDoneAfter(double fastestNanos, long compiledMillis) {
            boolean isFaster = fastestNanos * EQUAL < bestNanos;
            boolean isCompiling = compiledMillis - this.compiledMillis > BUSY_COMPILER_MILLIS;
            bestNanos = Math.min(bestNanos, fastestNanos);
            this.compiledMillis = compiledMillis;
            if (isFaster || isCompiling) {
                equalTurns = 0;
            } else if (fastestNanos <= bestNanos * EQUAL) {
                equalTurns++;
            }
            return equalTurns >= EQUAL_TURNS;
        }
    }

    private final RunClock clock;
    private final TimedFile file;
    private final StopFlag stop;
    private final Thread thread = ParallelWork.daemon("cpu-speed-probe", this::watch);
    private long state = 1;

    CpuSpeedProbe(RunClock clock, RunWindow window, AppendedFile file) {
        this.clock = clock;
        this.file = new TimedFile(file, window, CollectorCsv.CPU_SPEED_PROBE_HEADER + "\n");
        this.stop = new StopFlag(clock);
    }

    void start() {
        thread.start();
    }

    private void watch() {
        warmUp();
        long dueNanos = clock.nanoTime() + WARM_UP_PAUSE_NANOS;
        stop.await(dueNanos);
        while (!stop.isSet()) {
            sample(dueNanos);
            dueNanos = RunClock.nextDueNanos(dueNanos, RunWindow.SECOND_NANOS, clock.nanoTime());
            stop.await(dueNanos);
        }
    }

    private void warmUp() {
        WarmUp warmUp = new WarmUp();
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        boolean isTimed = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        long beginNanos = clock.nanoTime();
        boolean isDone = false;
        while (!isDone && !stop.isSet() && clock.nanoTime() - beginNanos < MAX_WARM_UP_NANOS) {
            for (int i = 0; i < WARM_UPS; i++) {
                work(WARM_UP_ROUNDS);
            }
            long fastestNanos = Long.MAX_VALUE;
            for (int i = 0; i < TIMED_WARM_UPS; i++) {
                long startNanos = clock.nanoTime();
                work(ROUNDS);
                fastestNanos = Math.min(fastestNanos, clock.nanoTime() - startNanos);
            }
            isDone = warmUp.isDoneAfter(fastestNanos, isTimed ? compiler.getTotalCompilationTime() : 0);
            stop.await(clock.nanoTime() + WARM_UP_PAUSE_NANOS);
        }
    }

    void sample(long dueNanos) {
        long beginNanos = clock.nanoTime();
        work(ROUNDS);
        long endNanos = clock.nanoTime();
        file.append(
                endNanos,
                NumberText.format(
                        "%.3f,%.3f\n", (endNanos - beginNanos) / 1e3, Math.max(0, beginNanos - dueNanos) / 1e3));
    }

    /** Marsaglia's xorshift. What comes out is the next one's start, so that no compiler can leave the work out. */
    long work(int rounds) {
        long bits = state;
        for (int i = 0; i < rounds; i++) {
            bits ^= bits << 13;
            bits ^= bits >>> 7;
            bits ^= bits << 17;
        }
        state = bits;
        return bits;
    }

    /** Ends the sampling; what was written is whole when this returns. */
    void stop(long patienceMillis) throws InterruptedException {
        close();
        thread.join(patienceMillis);
        file.close();
    }

    /** Lets the thread end without waiting for it. */
    @Override
    public void close() {
        stop.set();
    }
}
