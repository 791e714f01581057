package io.bmsql.workload;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.testing.MariaDbExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The three forms of transactions on a real MariaDB, through Connector/J; batches through MariaDB's own driver too. */
class MariaDbFormsIT extends FormsContract {
    @RegisterExtension
    static final MariaDbExtension PLAIN = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension BATCH = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension OWN_DRIVER = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension PROCEDURES = new MariaDbExtension();

    @Override
    void load(StatementForm form) throws Exception {
        server(form).becomeLoaded(SameWork.WAREHOUSES);
    }

    @Override
    Database open(StatementForm form) throws Exception {
        MariaDbExtension server = server(form);
        return server.open(server.connectionConfig(IsolationLevel.SERVER_DEFAULT), 4);
    }

    private static MariaDbExtension server(StatementForm form) {
        return switch (form) {
            case PLAIN -> PLAIN;
            case BATCH -> BATCH;
            case PROCEDURES -> PROCEDURES;
        };
    }

    @Test
    void batchesLeaveTheSameStateThroughMariaDbsDriver() throws Exception {
        OWN_DRIVER.becomeLoaded(SameWork.WAREHOUSES);
        try (Database database = OWN_DRIVER.open(OWN_DRIVER.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT), 4)) {
            assertSameAsPlain(SameWork.in(database, StatementForm.BATCH));
        }
    }
}
