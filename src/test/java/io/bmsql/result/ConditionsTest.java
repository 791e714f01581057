package io.bmsql.result;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.result.RunConditions.HostHalves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionsTest {
    private static SampleTable table(int seconds, String column, DoubleUnaryOperator value) {
        double[] times = new double[seconds];
        Arrays.setAll(times, i -> i + 1);
        return new SampleTable(
                "t", times, Map.of(column, Arrays.stream(times).map(value).toArray()));
    }

    private static HostSpeed speed(int seconds, DoubleUnaryOperator micros) {
        return WindowConditions.hostSpeed(table(seconds, HostSpeed.COLUMN, micros), 0, seconds);
    }

    @Test
    void aHostThatKeepsItsSpeedIsCalledSo() {
        // Now and then something else runs in between.
        HostSpeed same = speed(600, second -> second % 7 == 0 ? 900 : 50 + second % 5);
        assertThat(same.drifted()).isFalse();
        assertThat(same.waitsDiffer()).isFalse();
        assertThat(same.halvesPercent()).isBetween(-2.1, 2.1);
        assertThat(speed(600, second -> second < 300 ? 50 + second % 2 : 51.5 + second % 2)
                        .drifted())
                .as("certain, but below 5%%")
                .isFalse();
    }

    @Test
    void aShortRunIsJudgedByItsHalves() {
        HostSpeed slower = speed(60, second -> (second <= 30 ? 50 : 65) + second % 4);
        assertThat(slower.drifted()).isTrue();
        assertThat(slower.changePercent()).isCloseTo(-22.5, within(1.0));
        assertThat(speed(60, second -> 50 + 20 * (second % 4)).drifted()).isFalse();
        assertThat(speed(121, second -> (second <= 60 ? 50 : 65) + second % 4).drifted())
                .isTrue();
        assertThat(speed(20, second -> second <= 10 ? 50 : 65).drifted())
                .as("too few")
                .isFalse();
        assertThat(speed(1, second -> 50)).isNull();
        assertThat(WindowConditions.hostSpeed(null, 0, 60)).isNull();
    }

    /** The figure that is shown and the word beside it are of one judgement, also in a short window. */
    @Test
    void figureAndWordOfASpeedAgree() {
        HostSpeed faster = speed(24, second -> (second <= 12 ? 142 : 50) + second % 2);
        assertThat(faster.judgement()).isEqualTo(HostSpeed.Judgement.DRIFTED);
        assertThat(faster.judgedPercent()).isCloseTo(181, within(3.0));
        assertThat(speed(24, second -> (second <= 12 ? 50 : 142) + second % 2).judgement())
                .isEqualTo(HostSpeed.Judgement.DRIFTED);
        assertThat(speed(8, second -> second <= 4 ? 142 : 50).judgement())
                .as("four samples each are too few")
                .isEqualTo(HostSpeed.Judgement.VARIED);
        assertThat(speed(20, second -> second <= 10 ? 50 : 65).judgement()).isEqualTo(HostSpeed.Judgement.VARIED);
        assertThat(speed(20, second -> 50 + second % 2).judgement()).isEqualTo(HostSpeed.Judgement.SAME);
        // Slow for most of the first half alone: the halves are alike by their medians, and the test found where.
        HostSpeed slow = speed(300, second -> (second <= 70 ? 90 : 50) + second % 3);
        assertThat(slow.halvesPercent()).isBetween(-5.0, 5.0);
        assertThat(slow.judgement()).isEqualTo(HostSpeed.Judgement.DRIFTED);
        assertThat(slow.judgedPercent()).isGreaterThan(60);
        HostSpeed taken = new HostSpeed(50, 50, 0.4, false, 30, 0.4, List.of(100.0, 9_000.0));
        assertThat(taken.judgement()).isEqualTo(HostSpeed.Judgement.TAKEN);
    }

    /** A program that gets in between moves medians and not the fastest samples; a host that becomes slower moves both. */
    @Test
    void samplesThatWereInterruptedAreNoOtherSpeed() {
        List<Double> busy = Arrays.asList(53.0, 345.0, 53.2, 829.0, 53.1, 345.0, 54.0, 690.0, 53.5, 150.0, 829.0, 53.4);
        List<Double> levels = Arrays.asList(50.0, 51.0, 52.0, 50.5, 51.5, 100.0, 101.0, 102.0, 100.5, 101.5);
        Random random = new Random(1);
        int falseBusy = 0;
        int falseLevels = 0;
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            Collections.shuffle(busy, random);
            Collections.shuffle(levels, random);
            falseBusy += speed(12, second -> busy.get((int) second - 1)).drifted() ? 1 : 0;
            falseLevels += speed(10, second -> levels.get((int) second - 1)).drifted() ? 1 : 0;
            found += speed(
                                    24,
                                    second -> (second <= 12 ? 90 : 50) * (random.nextInt(10) == 0 ? 5 : 1)
                                            + random.nextDouble())
                            .drifted()
                    ? 1
                    : 0;
        }
        assertThat(falseBusy).as("all in one half").isLessThanOrEqualTo(10);
        assertThat(falseLevels).as("two of 252 orders").isLessThanOrEqualTo(15);
        assertThat(found).isGreaterThanOrEqualTo(800);
        double[] half = {345, 53, 829, 345, 345, 690, 53.2, 53.1, 53.3, 53.2, 53.4, 53.1};
        assertThat(speed(12, second -> half[(int) second - 1]).judgement()).isEqualTo(HostSpeed.Judgement.VARIED);
    }

    @Test
    void workForEachNewOrderComesFromCountersAlone() {
        RunSummary summary = SummaryJsonTest.summary();
        double[] seconds = {-5, 0, 30, 60, 90};
        double[] kilobytes = {7, 7, 30, 50, 999};
        List<MetricSeries> metrics = List.of(
                new MetricSeries("log written", "wal", "kB/s", seconds, kilobytes),
                new MetricSeries("rows", "fetched", "rows/s", seconds, kilobytes),
                new MetricSeries("locks waited for", "waiting", "locks", seconds, kilobytes));
        SampleTable steal = table(60, "cpu_steal", second -> second <= 30 ? 0 : 0.1);
        CollectedFigures collected = made(
                CollectedFigures.class,
                "hosts",
                List.of(new CollectedFigures.Host("db", steal, List.of(), List.of())),
                "database",
                made(CollectedFigures.Database.class, "metrics", metrics));
        RunConditions conditions = WindowConditions.of(collected, summary, List.of(), 0);
        // 40 a second, and 100 New-Orders in 60 seconds.
        assertThat(conditions.perNewOrder()).hasSize(2);
        assertThat(conditions.perNewOrder().get("log written: wal, kB")).isCloseTo(24, within(1e-9));
        assertThat(conditions.perNewOrder().get("rows: fetched")).isCloseTo(24, within(1e-9));
        assertThat(conditions.hosts())
                .containsExactly(new HostHalves("db", 0, 10, RunSummary.UNKNOWN, RunSummary.UNKNOWN));
    }

    /** As a collector wrote it that looked once more when the run ended. */
    @Test
    void aSampleMuchShorterThanUsualIsLeftOut(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("load_generator.csv");
        Files.writeString(file, "elapsed_s,cpu_pct\n1.000,40\n2.100,41\n3.000,40\n4.000,42\n4.041,171\n");
        assertThat(SampleTable.read(file).column("cpu_pct")).containsExactly(40, 41, 40, 42);
        assertThat(SampleTable.read(file).seconds()).containsExactly(1, 2.1, 3, 4);
    }
}
