package io.bmsql.schema;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** MariaDB. */
@Tag("long")
class MariaDbPopulationIT extends PopulationCheckContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @BeforeAll
    static void load() throws Exception {
        MARIADB.becomeLoaded(1);
    }

    @Override
    TestDatabase server() {
        return MARIADB;
    }
}
