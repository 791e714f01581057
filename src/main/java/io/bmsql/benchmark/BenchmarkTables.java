package io.bmsql.benchmark;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.DatabaseLock;
import java.sql.SQLException;
import java.util.function.Consumer;

/** Builds, destroys and resets the tables that the settings ask for, while no other command changes the database. */
public record BenchmarkTables(ProgramContext program, BenchmarkConfig config, BuildListener listener) {
    /** Builds and prepares for a run. An interrupted build is resumed. */
    public void build() throws UsageException, SQLException, InterruptedException {
        alone("build", config.load().loadWorkers(), (benchmark, database) -> benchmark.build(database, listener));
        if (config.load().fileLocation() == null) {
            benchmark().prepare(false, listener);
        }
    }

    /** Loads the rows of TPC-C alone, into empty tables, or into CSV files where the settings ask for them. */
    public void load() throws UsageException, SQLException, InterruptedException {
        TpccBenchmark tpcc = new TpccBenchmark(program, config, dialect());
        if (config.load().fileLocation() == null) {
            // One connection for the journal.
            alone("load", 1, (benchmark, database) -> tpcc.load(database, listener));
        } else {
            tpcc.load(null, listener);
        }
    }

    public void destroy() throws UsageException, SQLException, InterruptedException {
        alone("destroy", 1, (benchmark, database) -> {
            String schema = database.keepToOneSchema();
            if (!schema.isEmpty()) {
                listener.note("build.schema", schema);
            }
            benchmark.destroy(database, listener);
        });
    }

    /** @param all whatever is loaded, also where the settings ask for another size */
    public void reset(boolean all) throws UsageException, SQLException, InterruptedException {
        alone("reset", config.load().loadWorkers(), (benchmark, database) -> benchmark.reset(database, all, listener));
    }

    /** Asks for no connection. */
    public Benchmark benchmark() throws UsageException {
        return Benchmark.ofTables(program, config, dialect());
    }

    private Dialect dialect() throws UsageException {
        return Dialect.of(program, config);
    }

    private interface Work {
        void on(Benchmark benchmark, Database database) throws UsageException, SQLException, InterruptedException;
    }

    private void alone(String command, int workers, Work work)
            throws UsageException, SQLException, InterruptedException {
        Benchmark benchmark = benchmark();
        Consumer<String> warn = line -> listener.problem("Warning: " + line);
        // One connection more for who watches.
        try (Database database = Database.open(program, config.connection(), dialect(), workers + 1)) {
            database.betterFolder().ifPresent(warn);
            Runnable ended = listener.opened(database);
            try (DatabaseLock lock = DatabaseLock.take(database, program.clock(), command, warn)) {
                work.on(benchmark, database);
            } finally {
                ended.run();
            }
        }
    }
}
