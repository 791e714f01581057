package io.bmsql.script;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScriptIT extends ScriptContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @Override
    TestDatabase database() {
        return POSTGRES;
    }
}
