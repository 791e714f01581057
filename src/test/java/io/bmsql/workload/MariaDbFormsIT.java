package io.bmsql.workload;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.StatementForm;
import io.bmsql.testing.MariaDbExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The three forms of transactions on a real MariaDB, through Connector/J; batches through MariaDB's own driver too. */
@Tag("long")
class MariaDbFormsIT extends FormsContract {
    @RegisterExtension
    static final MariaDbExtension OWN_DRIVER = new MariaDbExtension();

    MariaDbFormsIT() {
        super(MariaDbExtension::new);
    }

    @Test
    void batchesLeaveTheSameStateThroughMariaDbsDriver() throws Exception {
        assertSameAsPlain(
                work(OWN_DRIVER, OWN_DRIVER.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT), StatementForm.BATCH));
    }
}
