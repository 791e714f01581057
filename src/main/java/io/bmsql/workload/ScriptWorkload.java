package io.bmsql.workload;

import io.bmsql.common.Metric;
import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.common.UsageException;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptClient;
import io.bmsql.script.ScriptStatements;
import io.bmsql.script.ScriptVariables;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Scripts, each a type of transaction; terminals are their clients and draw the next one by weight. */
public final class ScriptWorkload implements Workload {
    private final Scripts scripts;
    private final long seed;
    private final RunClock clock;
    private final SqlErrors errors;
    private final TransactionTypes types;
    private final int allWeights;

    /**
     * What is run.
     *
     * @param name of the workload
     * @param scripts in the order of reports
     * @param names of the variables of all of them
     * @param given values of variables, {@code scale} and {@code default_seed} among them
     */
    public record Scripts(String name, List<Script> scripts, ScriptVariables names, Map<String, String> given) {}

    public ScriptWorkload(Scripts scripts, long seed, RunClock clock, SqlErrors errors) {
        this.scripts = scripts;
        this.seed = seed;
        this.clock = clock;
        this.errors = errors;
        List<TransactionType> described = new ArrayList<>();
        for (Script each : scripts.scripts) {
            Script.Header header = each.header();
            described.add(new TransactionTypes.Named(
                    each.name(),
                    described.size(),
                    !header.isReadOnly(),
                    header.keyingSeconds(),
                    header.thinkSeconds()));
        }
        this.types = new TransactionTypes(scripts.name, described, Metric.TRANSACTIONS);
        this.allWeights = scripts.scripts.stream().mapToInt(Script::weight).sum();
    }

    @Override
    public TransactionTypes types() {
        return types;
    }

    @Override
    public Map<TransactionType, Double> percents() {
        Map<TransactionType, Double> percents = TransactionTypes.map();
        types.forEach(type -> percents.put(type, 100.0 * weight(type.ordinal()) / allWeights));
        return percents;
    }

    private int weight(int at) {
        return scripts.scripts.get(at).weight();
    }

    @Override
    public Requests terminal(int number) {
        return new ScriptRequest(new ScriptClient(scripts.names, seed, number, scripts.given));
    }

    /** The script that a terminal runs next; a further attempt must not draw other numbers. */
    private final class ScriptRequest implements Requests, Request {
        private final ScriptClient client;
        private TransactionType type = types.leading();
        private boolean hasBegun;
        private int writes;
        private int writesWithoutRow;

        ScriptRequest(ScriptClient client) {
            this.client = client;
        }

        @Override
        public Request next(RandomStream random) {
            int left = random.uniform(1, allWeights);
            int at = 0;
            for (left -= weight(0); left > 0; left -= weight(at)) {
                at++;
            }
            type = types.list().get(at);
            hasBegun = false;
            return this;
        }

        @Override
        public TransactionType type() {
            return type;
        }

        private Script script() {
            return scripts.scripts.get(type.ordinal());
        }

        @Override
        public boolean isRetried(ErrorClass error) {
            Script.Header says = script().header();
            boolean isRefused =
                    error == ErrorClass.CONSTRAINT && says.onConstraint().equals("retry");
            return says.isRetried() && (isRefused || error.isRetryable());
        }

        @Override
        public void describe(EndedTransaction ended) {
            ended.writes = writes;
            ended.writesWithoutRow = writesWithoutRow;
        }

        void run(ScriptStatements statements) throws SQLException, UsageException, InterruptedException {
            boolean isRetry = hasBegun;
            hasBegun = true;
            try {
                if (isRetry) {
                    statements.retry(script(), client);
                } else {
                    statements.run(script(), client);
                }
            } finally {
                writes = statements.writes();
                writesWithoutRow = statements.writesWithoutRow();
            }
        }
    }

    @Override
    public Transactions open(WorkerConnection connection) throws SQLException {
        ScriptStatements statements =
                new ScriptStatements(connection.connection(), scripts.names, clock, connection.timer());
        return (request, epochMillis) -> execute((ScriptRequest) request, statements, connection);
    }

    private Outcome execute(ScriptRequest request, ScriptStatements statements, WorkerConnection connection)
            throws SQLException, CommitOutcomeUnknownException, InterruptedException {
        boolean ended = false;
        try {
            request.run(statements);
            ended = true;
            return Outcome.COMMITTED;
        } catch (SQLException e) {
            if (statements.isOutcomeOpen() && TransactionSet.leavesOutcomeOpen(e, errors, connection)) {
                ended = true;
                throw new CommitOutcomeUnknownException(e);
            }
            if (request.script().header().onConstraint().equals("rollback")
                    && errors.classify(e) == ErrorClass.CONSTRAINT) {
                return Outcome.ROLLED_BACK;
            }
            throw e;
        } catch (UsageException e) {
            // A mistake that shows itself only now: it ends the run.
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            if (!ended) {
                TransactionSet.endQuietly(statements::rollBack, connection);
            }
        }
    }
}
