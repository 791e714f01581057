package io.bmsql.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.HostSpeed;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SampleTable;
import io.bmsql.testing.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuSpeedProbeTest {
    private static final long SECOND_NANOS = 1_000_000_000L;

    @TempDir
    private Path folder;

    private ResultDirectory directory;

    /** Every second look at it ends a piece of work, which takes so long. */
    private static final class WorkClock extends ManualClock {
        private long workNanos = 50_000;
        private boolean isWorking;

        @Override
        public long nanoTime() {
            if (isWorking) {
                advance(workNanos);
            }
            isWorking = !isWorking;
            return super.nanoTime();
        }
    }

    @BeforeEach
    void makeDirectory() {
        directory = ResultDirectory.create(folder.resolve("r"));
    }

    @Test
    void aHostThatBecomesSlowerIsSeen() throws Exception {
        WorkClock clock = new WorkClock();
        RunWindow window = new RunWindow(0, 0, 0, Long.MAX_VALUE);
        CpuSpeedProbe probe = new CpuSpeedProbe(clock, window, directory.append(directory.cpuSpeedProbe()));
        for (int second = 1; second <= 200; second++) {
            clock.parkUntil(second * SECOND_NANOS);
            clock.workNanos = second <= 120 ? 50_000 + second % 3 * 500 : 62_500 + second % 3 * 500;
            probe.sample(second * SECOND_NANOS - (second <= 100 ? 100_000 : 5_000_000));
        }
        probe.stop(0);
        SampleTable table = SampleTable.read(directory.cpuSpeedProbe());
        assertThat(table.seconds()).hasSize(200);
        HostSpeed speed = WindowConditions.hostSpeed(table, 0, 200);
        assertThat(speed).isNotNull();
        assertThat(speed.drifted()).isTrue();
        assertThat(speed.waitHalvesMicros()).containsExactly(100.0, 5000.0);
        assertThat(speed.waitsDiffer()).isTrue();
        assertThat(speed.changeAtSeconds()).isBetween(118.0, 123.0);
        assertThat(speed.changePercent()).isBetween(-20.5, -19.0);
        assertThat(speed.fastestMicros()).isEqualTo(50.0);
    }

    /** The first compiler's code takes 170 µs, the second one's 53, and it may come late or next to nothing else. */
    @Test
    void theWarmUpWaitsForTheSecondCompiler() {
        for (int late = 0; late < 100; late++) {
            CpuSpeedProbe.WarmUp warmUp = new CpuSpeedProbe.WarmUp();
            int turn = 0;
            boolean isDone = false;
            while (!isDone) {
                // Every fifth turn another program takes the processor.
                double micros = (turn < late ? 170 : 53) * (turn % 5 == 4 ? 6 : 1);
                isDone = warmUp.isDoneAfter(micros * 1e3, 15L * Math.min(turn, late));
                turn++;
            }
            assertThat(turn).isBetween(late + CpuSpeedProbe.WarmUp.EQUAL_TURNS, late + 15);
        }
    }

    @Test
    void theWorkCannotBeLeftOutAndEndsWithTheRun() throws Exception {
        RunWindow window = new RunWindow(0, 0, 0, Long.MAX_VALUE);
        CpuSpeedProbe probe = new CpuSpeedProbe(RunClock.SYSTEM, window, directory.append(directory.cpuSpeedProbe()));
        long first = probe.work(1_000);
        assertThat(first).isNotEqualTo(1);
        assertThat(probe.work(1_000)).isNotEqualTo(first);
        probe.start();
        probe.stop(5_000);
        assertThat(Files.readAllLines(directory.cpuSpeedProbe()).get(0)).isEqualTo("elapsed_s,micros,wait_micros");
    }
}
