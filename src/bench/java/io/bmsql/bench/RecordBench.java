package io.bmsql.bench;

import io.bmsql.common.RunClock;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.workload.EndedTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one transaction's record costs a worker, with and without {@code result.csv}. Run with {@code -prof gc}: about 0
 * bytes. A New-Order takes a millisecond, so that a hundred nanoseconds are nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@org.openjdk.jmh.annotations.Measurement(iterations = 5, time = 1)
public class RecordBench {
    /** Whether each transaction is written to {@code result.csv} too. */
    @Param({"false", "true"})
    public boolean log;

    private final RunClock clock = RunClock.SYSTEM;
    private Path folder;
    private Recording recording;
    private Measurement measurement;

    /** Starts a recording with its threads. */
    @Setup(Level.Iteration)
    public void start() throws IOException {
        folder = Files.createTempDirectory("bmsql-bench");
        ResultDirectory results = log ? ResultDirectory.create(folder.resolve("r")) : null;
        recording = Recording.open(clock, RunWindow.timed(clock, 0, 3600), RunFactsFixture.facts(1, 1), results);
        measurement = recording.measurement();
        recording.start();
    }

    /** Stops it and removes its files. */
    @TearDown(Level.Iteration)
    public void stop() throws IOException {
        recording.close();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** One worker. */
    @Benchmark
    public void oneThread(Worker worker) {
        record(worker);
    }

    /** Two workers that do nothing else. */
    @Benchmark
    @Threads(2)
    public void twoThreads(Worker worker) {
        record(worker);
    }

    /** What each worker has one of. */
    @State(Scope.Thread)
    public static class Worker {
        final EndedTransaction ended = new EndedTransaction();
    }

    private void record(Worker worker) {
        long now = clock.nanoTime();
        worker.ended.dueNanos = now - 2_000_000;
        worker.ended.beginNanos = now - 1_000_000;
        worker.ended.endNanos = now;
        measurement.record(worker.ended);
    }
}
