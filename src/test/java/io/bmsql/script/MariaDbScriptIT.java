package io.bmsql.script;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import org.junit.jupiter.api.extension.RegisterExtension;

class MariaDbScriptIT extends ScriptContract {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Override
    TestDatabase database() {
        return MARIADB;
    }
}
