package io.bmsql.collector;

import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectorCsv;

/**
 * Does the same small piece of work each second and takes its time, in {@code data/cpu_speed_probe.csv}: a host that becomes slower, by
 * its frequency, its neighbours or its hypervisor, shows here whatever the database does. Some 50 µs of one processor a second.
 * One thread.
 */
final class CpuSpeedProbe implements AutoCloseable {
    /** Each takes six cycles, since it needs the one before: 50 µs in all at 3 GHz. */
    private static final int ROUNDS = 25_000;

    /** Until the compiler has made what it will make of the work: it counts calls and rounds, and wants 600 calls at least. */
    private static final int WARM_UPS = 1_000;

    private static final int WARM_UP_ROUNDS = 100;

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
        for (int i = 0; i < WARM_UPS && !stop.isSet(); i++) {
            work(WARM_UP_ROUNDS);
        }
        long dueNanos = clock.nanoTime() + RunWindow.SECOND_NANOS;
        stop.await(dueNanos);
        while (!stop.isSet()) {
            sample(dueNanos);
            dueNanos = RunClock.nextDueNanos(dueNanos, RunWindow.SECOND_NANOS, clock.nanoTime());
            stop.await(dueNanos);
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
