package io.bmsql.cli;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On PostgreSQL. */
class WorkloadIT extends WorkloadContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    TestDatabase database() {
        return POSTGRES;
    }
}
