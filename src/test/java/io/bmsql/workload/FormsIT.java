package io.bmsql.workload;

import io.bmsql.testing.PostgresExtension;

/** The three forms of transactions on a real PostgreSQL. */
class FormsIT extends FormsContract {
    FormsIT() {
        super("PostgreSQL JDBC Driver", PostgresExtension::new);
    }
}
