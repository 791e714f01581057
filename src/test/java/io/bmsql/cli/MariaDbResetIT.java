package io.bmsql.cli;

import io.bmsql.testing.MariaDbExtension;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A reset on MariaDB, whose folder leaves the sums of a fingerprint to the program; partitions, so no foreign keys. */
class MariaDbResetIT extends ResetContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Override
    void writeProps() throws IOException {
        props("mariadb", MARIADB.url(), "root", 80, 2, true);
    }

    @Override
    int warehouses() {
        return 1;
    }

    @Override
    Connection connect() throws SQLException {
        return MARIADB.connect();
    }
}
