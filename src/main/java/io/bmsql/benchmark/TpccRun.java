package io.bmsql.benchmark;

import io.bmsql.check.RunStart;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.RunConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Participant;
import io.bmsql.replicas.Replicas;
import io.bmsql.result.Checksums;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.schema.DataState;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.LoadedData.NothingLoadedException;
import io.bmsql.schema.RunTime;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.TpccWorkload;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** TPC-C on its database for one run: its copies and queries, the note that the run leaves, and the ledger. */
record TpccRun(
        TpccBenchmark benchmark,
        Database database,
        Benchmark.RunPlan plan,
        LoadedData loaded,
        TpccWorkload workload,
        @Nullable Replicas replicas,
        @Nullable Analytics analytics)
        implements Benchmark.Opened {
    static TpccRun open(TpccBenchmark benchmark, Database database, Benchmark.RunPlan plan)
            throws UsageException, SQLException, InterruptedException {
        LoadedData loaded = LoadedData.read(database);
        LoadedData.requireWhole(database);
        loaded.require(benchmark.warehouses());
        Replicas replicas =
                Replicas.open(benchmark.program(), benchmark.config(), plan.window(), database, loaded, plan.info());
        try {
            Analytics analytics =
                    Analytics.open(benchmark.program(), benchmark.config(), plan.window(), database, plan.info());
            TpccWorkload workload = new TpccWorkload(
                    plan.whole(),
                    benchmark.config().mix(),
                    constants(plan, loaded),
                    benchmark.dialect().errors());
            return new TpccRun(benchmark, database, plan, loaded, workload, replicas, analytics);
        } catch (UsageException | SQLException | InterruptedException | RuntimeException e) {
            if (replicas != null) {
                replicas.close();
            }
            throw e;
        }
    }

    /** The load's constant decides which ones a run may use (clause 2.1.6.1). */
    private static NURand constants(Benchmark.RunPlan plan, LoadedData scale) {
        RandomStream random = new RandomStream(plan.whole().inputs().seed());
        int loadedC = scale.cLast().orElse(-1);
        if (loadedC < 0) {
            plan.warn()
                    .accept(
                            "bmsql_config does not hold the load's C value for C_LAST, so the run's may be too close to it");
            return NURand.forLoad(random);
        }
        NURand constants = NURand.forRun(random, loadedC);
        plan.info().accept("C value for C_LAST during load: " + loadedC);
        plan.info().accept("C value for C_LAST this run:    " + constants.cLast());
        plan.info().accept("");
        return constants;
    }

    @Override
    public int loadedWarehouses() {
        return loaded.warehouses();
    }

    /** How the rows came in is good to know, but no run fails for want of it. */
    @Override
    public @Nullable LoadFacts load() {
        try {
            return new DataState(database).load();
        } catch (SQLException e) {
            plan.warn()
                    .accept("the record of the load cannot be read (" + SqlErrors.text(e)
                            + "): the report will not show it");
            return null;
        }
    }

    /** What transactions do: texts of the program, or somebody's own. */
    @Override
    public void describe(Map<String, String> environment) throws UsageException {
        Dialect dialect = benchmark.dialect();
        boolean isShipped =
                dialect.hasShippedWork(benchmark.config().connection().statementProfile());
        environment.put(RunFacts.TEXTS, isShipped ? RunFacts.AS_SHIPPED : Checksums.ofTexts(dialect.textsOfWork()));
        String forms = Stream.of(StatementForm.BATCH, StatementForm.PROCEDURES)
                .filter(dialect::has)
                .map(form -> form.setting() + (dialect.isTried(form) ? "" : " (never tried on a server)"))
                .collect(Collectors.joining(", "));
        if (benchmark.config().run().statementForm() == StatementForm.PLAIN && !forms.isEmpty()) {
            environment.put(RunFacts.FORMS, forms);
        }
    }

    @Override
    public List<Participant> beside() {
        return Stream.<@Nullable Participant>of(analytics, replicas)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public List<WorkerConnection.Source> copies() {
        return replicas == null || benchmark.config().replicas().readPercent() == 0 ? List.of() : replicas.sources();
    }

    @Override
    public Mark leave(@Nullable ResultDirectory directory, RunConfig.Inputs inputs) throws SQLException {
        Mark mark = new Mark();
        mark.leave(directory, inputs);
        return mark;
    }

    @Override
    public boolean isGone() throws UsageException {
        try {
            LoadedData.read(database);
            return false;
        } catch (NothingLoadedException e) {
            return true;
        } catch (SQLException e) {
            // A server that cannot be asked has not lost them.
            return false;
        }
    }

    @Override
    public void close() {
        beside().forEach(Participant::close);
    }

    /** What a run leaves in the database, and its ledger where the settings ask for one. */
    private final class Mark implements Participant {
        private final RunClock clock = benchmark.program().clock();
        /** By which other runs know this one; null before it is left. */
        private @Nullable String id;

        private @Nullable LedgerWriter ledger;
        private int runsBeside;

        /** Leaves the mark; for a ledger reads the baseline and creates the file. */
        private void leave(@Nullable ResultDirectory directory, RunConfig.Inputs inputs) throws SQLException {
            if (plan.share().isFirst()) {
                noteRun();
            }
            RunStart start =
                    new RunStart(database, clock, inputs.firstWarehouse(), inputs.lastWarehouse(), plan.share());
            if (directory == null || !benchmark.config().result().ledger()) {
                try {
                    id = start.beginWithoutLedger();
                } catch (SQLException e) {
                    // For the ledgers of other runs: no reason to refuse this one.
                    plan.warn()
                            .accept("bmsql_config cannot be written (" + SqlErrors.text(e)
                                    + "): ledgers of earlier runs will report this run's rows as phantoms");
                }
                return;
            }
            try {
                LedgerHeader header = start.begin(plan.runId(), inputs.seed());
                id = header.runMark().id();
                plan.info().accept("writing the ledger to " + directory.ledger());
                int workers = benchmark.config().run().workers();
                ledger = LedgerWriter.begin(directory.append(directory.ledger()), header, workers, clock);
            } catch (SQLException e) {
                throw new SQLException(
                        "the ledger cannot be started ("
                                + SqlErrors.text(e)
                                + "): let the user of the run write bmsql_config, or set ledger=false",
                        e.getSQLState(),
                        e.getErrorCode(),
                        e);
            }
        }

        /** For the results of later runs: from now on the rows are not those that the load made. Of several agents, one says so. */
        private void noteRun() {
            try {
                new DataState(database).noteRun();
            } catch (SQLException e) {
                plan.warn()
                        .accept("bmsql_config cannot take a note of this run (" + SqlErrors.text(e)
                                + "): results of later runs will not say that it changed the data");
            }
        }

        @Override
        public @Nullable LedgerWriter ledger() {
            return ledger;
        }

        @Override
        public RunSummary addTo(RunSummary summary, boolean isPlanned) {
            return summary.with(summary.conditions().withRunsBeside(runsBeside));
        }

        /** For the ledgers of other runs: when the rows were no longer changed. */
        @Override
        public void end(int leftBehind) {
            if (id != null) {
                try {
                    runsBeside = RunTime.end(database, clock, id);
                } catch (SQLException e) {
                    plan.warn().accept("bmsql_config cannot take a note of this run's end (" + SqlErrors.text(e) + ')');
                }
            }
            if (ledger != null) {
                ledger.end(leftBehind);
            }
        }

        @Override
        public void close() {
            if (ledger != null) {
                ledger.close();
            }
        }
    }
}
