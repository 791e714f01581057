package io.bmsql.data;

import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.db.ScriptRunner.ScriptListener;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.data.BuildPlan.PlannedStep;
import io.bmsql.db.BuildFailedException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs the statements of one step: one after the other, or those of different tables on several connections. */
record StepRunner(Database database, int workers, ScriptListener listener) {
    StepRunner {
        listener = new OneAtATime(listener);
    }

    /** Runs a step; again when it was started before, so that it is no error when an object exists already. */
    void run(PlannedStep step, boolean again) throws BuildFailedException, SQLException, InterruptedException {
        if (!step.step().isParallel() || workers == 1) {
            runInOrder(step.statements(), again);
            return;
        }
        List<SqlStatement> group = new ArrayList<>();
        StatementKind kind = StatementKind.OTHER;
        for (SqlStatement statement : step.statements()) {
            StatementKind next = StatementKind.of(statement).kind();
            if (next != kind || next == StatementKind.OTHER) {
                runTogether(group, again);
                group.clear();
            }
            kind = next;
            group.add(statement);
        }
        runTogether(group, again);
    }

    private void runTogether(List<SqlStatement> group, boolean again)
            throws BuildFailedException, SQLException, InterruptedException {
        new SharedWork<>(group, statement -> StatementKind.of(statement).tables())
                .<BuildFailedException>run(
                        workers, this::open, (connection, statement) -> send(connection, List.of(statement), again));
    }

    private void runInOrder(List<SqlStatement> statements, boolean again)
            throws BuildFailedException, SQLException, InterruptedException {
        if (!statements.isEmpty()) {
            new SharedWork<>(List.of(statements))
                    .<BuildFailedException>run(1, this::open, (connection, all) -> send(connection, all, again));
        }
    }

    private void send(WorkerConnection connection, List<SqlStatement> statements, boolean again)
            throws SQLException, BuildFailedException {
        ScriptRunner runner = new ScriptRunner(connection.connection(), listener);
        if (again) {
            runner.runAgain(statements, database.dialect().errors());
        } else {
            runner.run(statements);
        }
    }

    private WorkerConnection open() throws SQLException {
        WorkerConnection connection = database.sideWorker();
        NamedStatement session = database.dialect().statement(StatementId.SESSION_BUILD);
        if (!session.isEmpty()) {
            connection.connection().setAutoCommit(true);
            PlainSql.execute(connection.connection(), session);
        }
        return connection;
    }

    private record OneAtATime(ScriptListener listener) implements ScriptListener {
        @Override
        public synchronized void statement(SqlStatement statement) {
            listener.statement(statement);
        }

        @Override
        public synchronized void alreadyThere(SqlStatement statement) {
            listener.alreadyThere(statement);
        }
    }
}
