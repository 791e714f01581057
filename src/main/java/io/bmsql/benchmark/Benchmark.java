package io.bmsql.benchmark;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.config.Threshold;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedSql;
import io.bmsql.measure.Participant;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.ResultDirectory;
import io.bmsql.schema.BuildListener;
import io.bmsql.script.ScriptStatements.Tried;
import io.bmsql.workload.Workload;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is run, by the settings: its tables, its transactions, and how its results are judged. One command at a time. */
public interface Benchmark {
    /** Finds another benchmark by the setting {@code workload}; in a jar, with its name in {@code META-INF/services}. */
    interface Provider {
        String name();

        Benchmark open(ProgramContext program, BenchmarkConfig config, Dialect dialect) throws UsageException;
    }

    /**
     * Reads all that a run with these settings needs, and refuses what cannot be run; connects to nothing.
     *
     * @param sent texts of scripts that a coordinator read; else none
     */
    static Benchmark of(ProgramContext program, BenchmarkConfig config, Dialect dialect, Map<String, String> sent)
            throws UsageException {
        return find(program, config, dialect, sent, config.scripts().isTpcc()).compiled();
    }

    /** Finds the one whose tables these settings build. Scripts alone have none of their own, so that it is TPC-C then. */
    static Benchmark ofTables(ProgramContext program, BenchmarkConfig config, Dialect dialect) throws UsageException {
        return find(program, config, dialect, Map.of(), !config.scripts().isFolder());
    }

    private static Benchmark find(
            ProgramContext program, BenchmarkConfig config, Dialect dialect, Map<String, String> sent, boolean isTpcc)
            throws UsageException {
        // Looking through all jars takes its time.
        if (config.scripts().isFolder()) {
            for (Provider other : ServiceLoader.load(Provider.class)) {
                if (other.name().equals(config.scripts().workload())) {
                    return other.open(program, config, dialect);
                }
            }
        }
        return isTpcc
                ? new TpccBenchmark(program, config, dialect)
                : new ScriptBenchmark(program, config, dialect, sent);
    }

    /** Adds all that a run needs, after all that can be wrong with it was looked for. */
    default Benchmark compiled() throws UsageException {
        return this;
    }

    /** The tables can be built and reset. */
    default boolean hasTables() {
        return true;
    }

    /** Says how many warehouses a run with these settings needs; 0 where there are none. */
    default int warehouses() {
        return 0;
    }

    /** Gives the user's thresholds, else the benchmark's own. */
    List<Threshold> bounds();

    /** Adds to the settings what the benchmark decides where the user does not. */
    default LoadedConfig filledIn(LoadedConfig known) {
        return known;
    }

    /** Gives what an agent needs to open the same benchmark: texts by their names. */
    default Map<String, String> texts() {
        return Map.of();
    }

    /** Says what would be run, a line each, for people; nothing where the settings say it all. */
    default List<String> lines() {
        return List.of();
    }

    /** Gives lines that a run ends with, as the tool wrote them whose workload this is; with {@code {count}} and the like in them. */
    default Optional<String> closing() {
        return Optional.empty();
    }

    /** Looks whether the database holds what a run with these settings needs. */
    Finding fitness(Database database) throws SQLException, UsageException;

    /** Sends each statement once, in transactions that are rolled back, so that what the server refuses is known before a run. */
    default List<Tried> trial(Database database) throws UsageException, SQLException, InterruptedException {
        return List.of();
    }

    /**
     * What must hold for the data whenever no transaction is under way: queries whose rows break a condition, each asked once or,
     * where it says so, for ranges of the {@link #loadedWarehouses}.
     */
    List<NamedSql> conditions(Database database) throws SQLException, UsageException;

    /** Says how many warehouses the database holds; 1 where there are none. */
    default int loadedWarehouses(Database database) throws SQLException, UsageException {
        return 1;
    }

    /** Gives the statements of {@link #build} with comments; connects to nothing. */
    List<String> statements() throws UsageException;

    /** Makes the tables with all their rows, or ends what an interrupted call began. */
    void build(Database database, BuildListener listener) throws UsageException, SQLException, InterruptedException;

    /** Takes everything away that a build made. */
    void destroy(Database database, BuildListener listener) throws UsageException, SQLException, InterruptedException;

    /**
     * Makes the rows as a build left them.
     *
     * @param all whatever is loaded, also where the settings ask for another size
     */
    default void reset(Database database, boolean all, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        destroy(database, listener);
        build(database, listener);
    }

    /**
     * Does what the guides of the database ask for between build and run, where the settings want it.
     *
     * @param withStatistics false when they are fresh
     * @return what could not be done, a sentence each
     */
    default List<String> prepare(boolean withStatistics, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        return List.of();
    }

    /** Finds what the database holds, and makes ready what a run needs. */
    Opened open(Database database, RunPlan plan) throws UsageException, SQLException, InterruptedException;

    /**
     * The run that is to come.
     *
     * @param whole holds for all agents together
     */
    record RunPlan(
            RunConfig whole,
            AgentShare share,
            int runId,
            RunWindow window,
            Consumer<String> info,
            Consumer<String> warn) {}

    /** A benchmark on its database for one run; all calls come from the thread that conducts it. */
    interface Opened extends AutoCloseable {
        Workload workload();

        /** Adds to the settings what the tables decided. */
        default LoadedConfig filledIn(LoadedConfig known) {
            return known;
        }

        /** Says how many warehouses the database holds; 0 where there are none. */
        default int loadedWarehouses() {
            return 0;
        }

        /** Says how the rows came in; null where that is not known. */
        default @Nullable LoadFacts load() {
            return null;
        }

        /** Adds what a repeat needs to know of the work. */
        default void describe(Map<String, String> environment) throws UsageException {
            // Name and types are known.
        }

        /** Gives what takes part in the run beside its terminals. */
        default List<Participant> beside() {
            return List.of();
        }

        /** Gives copies of the database that some of the transactions read. */
        default List<WorkerConnection.Source> copies() {
            return List.of();
        }

        /**
         * Leaves in the database and beside the results what later runs and repeats need, before the first transaction.
         *
         * @param inputs of this agent
         */
        default Participant leave(@Nullable ResultDirectory directory, RunConfig.Inputs inputs) throws SQLException {
            return () -> {};
        }

        /** True when the tables went away while the run lasted. */
        default boolean isGone() throws UsageException {
            return false;
        }

        @Override
        default void close() {
            // Nothing of its own is open.
        }
    }
}
