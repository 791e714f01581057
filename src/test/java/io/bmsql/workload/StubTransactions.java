package io.bmsql.workload;

import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.Outcome;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Transactions on a server that logs what it is sent. */
abstract class StubTransactions {
    static final long NOW = 1_767_225_600_000L;

    final StubServer server = new StubServer();
    final TransactionInput input = new TransactionInput();
    private final StatementForm form;
    Database database;
    WorkerConnection connection;
    TransactionSet transactions;

    StubTransactions(StatementForm form) {
        this.form = form;
    }

    @BeforeEach
    final void connect() throws SQLException {
        database = server.open(1);
        connection = database.worker();
        use(form);
        server.takeLog();
    }

    final void use(StatementForm other) throws SQLException {
        transactions = new TransactionSet(connection, database.dialect().errors(), other);
    }

    @AfterEach
    final void disconnect() {
        connection.close();
        database.close();
        server.close();
    }

    final Outcome execute() throws Exception {
        return transactions.execute(input, NOW);
    }

    /** @param lines number, item, supplying warehouse and quantity of each */
    final void newOrder(int[]... lines) {
        input.keyNewOrder(1, 2, 3, new int[lines.length]);
        for (int at = 0; at < lines.length; at++) {
            int[] line = lines[at];
            SameWork.line(input, at, line[0], line[1], line[2], line[3]);
            input.remoteLines += line[2] == 1 ? 0 : 1;
        }
    }
}
