package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.db.Database;
import io.bmsql.testing.MariaDbExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The three forms of transactions on a real MariaDB, through Connector/J; batches and procedures through MariaDB's own driver too. */
@Tag("long")
class MariaDbFormsIT extends FormsContract {
    @RegisterExtension
    static final MariaDbExtension OWN_DRIVER = new MariaDbExtension();

    @RegisterExtension
    static final MariaDbExtension OWN_DRIVER_TOO = new MariaDbExtension();

    MariaDbFormsIT() {
        super("MySQL Connector/J, on MariaDB", MariaDbExtension::new);
    }

    @Test
    void batchesLeaveTheSameStateThroughMariaDbsDriver() throws Exception {
        assertSameAsPlain(
                work(OWN_DRIVER, OWN_DRIVER.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT), StatementForm.BATCH));
    }

    @Test
    void eachTransactionTakesAsManyRoundTripsThroughMariaDbsDriver() throws Exception {
        String url = plainServer
                .connectionConfig(IsolationLevel.SERVER_DEFAULT)
                .url()
                .replaceFirst("jdbc:mysql:", "jdbc:mariadb:");
        assertThat(tripsThrough("MariaDB Connector/J", url)).allMatch(documented()::contains);
    }

    @Test
    void proceduresLeaveTheSameStateThroughMariaDbsDriver() throws Exception {
        assertSameAsPlain(work(
                OWN_DRIVER_TOO,
                OWN_DRIVER_TOO.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT),
                StatementForm.PROCEDURES));
    }

    @Test
    void aCustomerThatIsMissingIsAMissingRowThroughMariaDbsDriver() throws Exception {
        ConnectionConfig ownDriver =
                ((MariaDbExtension) plainServer).mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT);
        try (Database database = plainServer.open(ownDriver, 4)) {
            assertCustomerIsMissing(database);
        }
    }
}
