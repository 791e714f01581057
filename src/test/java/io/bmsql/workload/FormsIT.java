package io.bmsql.workload;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.testing.LoadedDatabase;
import io.bmsql.testing.PostgresExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The three forms of transactions on a real PostgreSQL. */
class FormsIT extends FormsContract {
    @RegisterExtension
    static final PostgresExtension PLAIN = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension BATCH = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension PROCEDURES = new PostgresExtension();

    @Override
    void load(StatementForm form) throws Exception {
        LoadedDatabase.build(server(form), SameWork.WAREHOUSES);
    }

    @Override
    Database open(StatementForm form) throws Exception {
        return server(form).open(IsolationLevel.READ_COMMITTED, 4);
    }

    private static PostgresExtension server(StatementForm form) {
        return switch (form) {
            case PLAIN -> PLAIN;
            case BATCH -> BATCH;
            case PROCEDURES -> PROCEDURES;
        };
    }
}
