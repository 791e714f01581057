package io.bmsql.benchmark;

import io.bmsql.common.UsageException;
import io.bmsql.config.StatementForm;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.script.ScriptStatements.Tried;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Sends each statement of a run once, in transactions that are rolled back, so that every one that the server refuses is known before. */
final class TpccTrial {
    /** What a key, NOT NULL or a text that wants a row refuses was understood and allowed before. */
    private static final Set<ErrorClass> UNDERSTOOD = Set.of(ErrorClass.CONSTRAINT, ErrorClass.MISSING_ROW);

    private TpccTrial() {}

    /** With NULL for each parameter: no row is touched. */
    static List<Tried> of(Connection connection, Dialect dialect, StatementForm form)
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
                problem = UNDERSTOOD.contains(dialect.errors().classify(e)) ? "" : SqlErrors.line(e);
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
            // Lists of numbers with commas between them.
            case "numbers", "supply_w_ids", "i_ids", "left_over", "quantities", "amounts", "customers" -> Types.VARCHAR;
            case "entry_d", "h_date", "delivery_d" -> Types.TIMESTAMP;
            default -> Types.INTEGER;
        };
    }
}
