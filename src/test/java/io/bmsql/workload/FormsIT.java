package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.PostgresExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** The three forms of transactions on a real PostgreSQL. */
class FormsIT extends FormsContract {
    FormsIT() {
        super("PostgreSQL JDBC Driver", PostgresExtension::new);
    }

    @Test
    void aServerThatOnlyReadsHasRefusedACallAndLeavesNothingUnknown() throws Exception {
        try (Database database = plainServer.open(IsolationLevel.SERVER_DEFAULT, 1);
                WorkerConnection connection = database.worker()) {
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), StatementForm.PROCEDURES);
            try (Statement statement = connection.connection().createStatement()) {
                statement.execute("SET default_transaction_read_only = on");
            }
            TransactionInput input = new TransactionInput();
            input.keyPayment(1, 1, 1, 100);
            assertThatThrownBy(() -> transactions.execute(input, 0))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
        }
    }

    @Test
    void aSessionThatIsEndedDuringACallLeavesItUnknownUnlessItOnlyReads() throws Exception {
        try (Database database = plainServer.open(IsolationLevel.SERVER_DEFAULT, 1)) {
            TransactionInput input = new TransactionInput();
            input.keyPayment(1, 1, 1, 100);
            assertThatThrownBy(() -> executeEnded(database, input)).isInstanceOf(CommitOutcomeUnknownException.class);
            input.keyOrderStatus(1, 1, 1);
            assertThatThrownBy(() -> executeEnded(database, input)).isInstanceOf(SQLException.class);
        }
    }

    private static void executeEnded(Database database, TransactionInput input) throws Exception {
        try (WorkerConnection connection = database.worker()) {
            TransactionSet transactions =
                    new TransactionSet(connection, database.dialect().errors(), StatementForm.PROCEDURES);
            int session = connection.connection().unwrap(PGConnection.class).getBackendPID();
            try (Connection other = database.connection();
                    Statement statement = other.createStatement()) {
                statement.execute("SELECT pg_terminate_backend(" + session + ", 300000)");
            }
            transactions.execute(input, 0);
        }
    }
}
