package io.bmsql.cli;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On MariaDB. */
@Tag("long")
class MariaDbWorkloadIT extends WorkloadContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Override
    TestDatabase database() {
        return MARIADB;
    }
}
