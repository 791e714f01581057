package io.bmsql.bench;

import io.bmsql.load.TextRows;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Row generation to COPY text, one thread, nothing behind it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GenerateBench {
    private static final double MEGA = 1e6;
    private static final double GOAL_MB_PER_SECOND = 300;

    /** What one call makes: two districts or 20,000 items of one table, or all tables in the shares of a warehouse. */
    @Param({"STOCK", "ORDER_LINE", "CUSTOMER", "HISTORY", "ORDER", "NEW_ORDER", "ITEM", "all"})
    public String table = "all";

    private final Population population = new Population(42, 100, 1_767_323_045_678L);
    private long sum;
    private long bytes;
    private int warehouse;

    /** Reads a byte of each buffer, so that none can be left out. */
    private final TextRows<RuntimeException> rows = TextRows.copy(ZoneOffset.UTC);

    public GenerateBench() {
        rows.redirect((buffer, length, count) -> {
            sum += buffer[length / 2];
            bytes += length;
        });
    }

    /** Bytes made, reported per second. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Made {
        public double megabytes;
    }

    @Benchmark
    public long generate(Made made) {
        long before = bytes;
        warehouse = warehouse % 100 + 1;
        for (Slice slice : slices()) {
            population.write(slice, rows);
        }
        rows.flush();
        made.megabytes += (bytes - before) / MEGA;
        return sum;
    }

    private List<Slice> slices() {
        if (!table.equals("all")) {
            return List.of(slice(Table.valueOf(table)));
        }
        List<Slice> slices = new ArrayList<>();
        for (Table each : Table.values()) {
            // Items are made once a load, not once a warehouse.
            if (each != Table.ITEM && each != Table.CONFIG) {
                slices.add(slice(each));
            }
        }
        return slices;
    }

    private Slice slice(Table of) {
        int positions = Math.max(1, Slice.positions(of) / 5);
        return new Slice(of, of == Table.ITEM ? 0 : warehouse, 1, positions);
    }

    /** Runs all tables and ends with the line that counts. */
    public static void main(String[] args) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(GenerateBench.class.getSimpleName())
                        .build())
                .run();
        double all = 0;
        System.out.println();
        for (RunResult result : results) {
            double megabytes = result.getSecondaryResults().get("megabytes").getScore();
            String name = result.getParams().getParam("table");
            System.out.printf(Locale.ROOT, "%-10s %7.0f MB/s%n", name, megabytes);
            if (name.equals("all")) {
                all = megabytes;
            }
        }
        System.out.printf(Locale.ROOT, "generate: %.0f MB/s per core (goal >= %.0f)%n", all, GOAL_MB_PER_SECOND);
    }
}
