package io.bmsql.load;

import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Opens the connections of a load, each prepared as the dialect wants it. */
final class LoadConnections {
    private LoadConnections() {}

    static WorkerConnection open(Database database) throws SQLException {
        WorkerConnection worker = database.worker();
        NamedStatement session = database.dialect().statements().get(StatementId.SESSION_LOAD);
        if (session.isEmpty()) {
            return worker;
        }
        // Some databases set a session up by a query, others by a command: execute() takes both.
        try (PreparedStatement statement = worker.connection().prepareStatement(session.sql())) {
            statement.execute();
            worker.commit();
            return worker;
        } catch (SQLException e) {
            worker.close();
            throw e;
        }
    }
}
