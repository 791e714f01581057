package io.bmsql.workload;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner;
import io.bmsql.spec.StatementForm;
import io.bmsql.testing.LoadedDatabase;
import io.bmsql.testing.MariaDbExtension;
import java.sql.Connection;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The three forms of transactions on a real MariaDB. */
class MariaDbFormsIT extends FormsContract {
    @RegisterExtension
    static final MariaDbExtension PLAIN = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension BATCH = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension PROCEDURES = new MariaDbExtension();

    @Override
    void load(StatementForm form) throws Exception {
        if (form != StatementForm.PLAIN) {
            // Copied before the first form began its work.
            return;
        }
        try (Database database = open(form)) {
            LoadedDatabase.build(database, SameWork.WAREHOUSES);
        }
        BATCH.copyTablesOf(PLAIN);
        PROCEDURES.copyTablesOf(PLAIN);
        try (Database database = open(StatementForm.PROCEDURES);
                Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {})
                    .run(database.dialect()
                            .script("storedProcedureCreates")
                            .orElseThrow()
                            .script()
                            .statements());
        }
    }

    @Override
    Database open(StatementForm form) throws Exception {
        MariaDbExtension server =
                switch (form) {
                    case PLAIN -> PLAIN;
                    case BATCH -> BATCH;
                    case PROCEDURES -> PROCEDURES;
                };
        return server.open(server.connectionConfig(IsolationLevel.SERVER_DEFAULT), 4);
    }
}
