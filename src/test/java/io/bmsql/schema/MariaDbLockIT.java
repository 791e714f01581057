package io.bmsql.schema;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** GET_LOCK of MySQL and MariaDB. */
class MariaDbLockIT extends DatabaseLockContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Override
    TestDatabase server() {
        return MARIADB;
    }

    /** Before there is a table only the server knows who it is. */
    @Test
    void aBuildIsSeenBeforeItHasATable() throws Exception {
        MARIADB.execute("DROP TABLE bmsql_config");
        try (DatabaseLock first = take(database, "build", 1234)) {
            assertRefused("destroy", "another bmsql command \\(root@.*\\)");
        }
        awaitFree();
        take(database, "destroy", 77).close();
    }
}
