package io.bmsql.run;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptClient;
import io.bmsql.script.ScriptStatements;
import io.bmsql.script.ScriptStatements.Tried;
import io.bmsql.workload.ScriptWorkload.Scripts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends each statement of a run once, in transactions that are rolled back, so that every one that the server refuses is known before. */
public final class ServerTrial {
    private ServerTrial() {}

    /**
     * Tries them in the order of the files.
     *
     * @param scripts null for TPC-C
     */
    public static List<Tried> of(
            ProgramContext program, BenchmarkConfig config, Dialect dialect, @Nullable ScriptFiles scripts)
            throws UsageException, SQLException, InterruptedException {
        try (Database database = Database.open(program, config.connection(), dialect, 2)) {
            if (scripts == null) {
                try (Connection connection = database.connection()) {
                    return ofTpcc(connection, dialect, config.run().statementForm());
                }
            }
            Scripts wanted = scripts.workload(database);
            List<Tried> all = new ArrayList<>();
            try (Connection connection = database.connection();
                    ScriptStatements statements = new ScriptStatements(
                            connection, wanted.names(), program.clock(), new StatementTimes.Timer())) {
                long seed = config.run().inputs().seed();
                for (Script script : wanted.scripts()) {
                    all.addAll(statements.trial(script, new ScriptClient(wanted.names(), seed, 0, wanted.given())));
                }
            }
            return all;
        }
    }

    /** With NULL for each parameter: no row is touched, and what a key or NOT NULL refuses was understood and allowed before. */
    private static List<Tried> ofTpcc(Connection connection, Dialect dialect, StatementForm form)
            throws UsageException, SQLException {
        List<Tried> all = new ArrayList<>();
        Set<String> plain = dialect.textsOfWork().keySet();
        connection.setAutoCommit(false);
        for (StatementId id : StatementId.values()) {
            NamedStatement statement = dialect.statement(id);
            boolean isOfForm = id.form() == form && form != StatementForm.PLAIN;
            boolean isSent = isOfForm || form != StatementForm.PROCEDURES && plain.contains(id.sqlName());
            if (!isSent || statement.isEmpty()) {
                continue;
            }
            if (form == StatementForm.PROCEDURES) {
                all.add(new Tried(statement.toString(), "not sent: a procedure may commit by itself", false));
                continue;
            }
            String problem = "";
            try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                for (int parameter = 1; parameter <= id.parameters().size(); parameter++) {
                    for (int position : statement.positions(parameter)) {
                        prepared.setNull(position, type(id.parameters().get(parameter - 1)));
                    }
                }
                prepared.execute();
            } catch (SQLException e) {
                problem = dialect.errors().classify(e) == ErrorClass.CONSTRAINT ? "" : SqlErrors.line(e);
            }
            connection.rollback();
            all.add(new Tried(statement.toString(), problem, !problem.isEmpty()));
        }
        return all;
    }

    /** A server may need to know it where nothing in the text says it. */
    private static int type(String parameter) {
        return switch (parameter) {
            case "c_last", "c_data", "h_data", "dist_info" -> Types.VARCHAR;
            case "entry_d", "h_date", "delivery_d" -> Types.TIMESTAMP;
            default -> Types.INTEGER;
        };
    }
}
