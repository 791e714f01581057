package io.bmsql.db;

import static io.bmsql.testing.Thrown.assertThrown;

import io.bmsql.config.IsolationLevel;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConnectHintsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @Test
    void eachMistakeHasItsOwnHint() {
        for (SharedServer server : List.of(POSTGRES, MARIADB)) {
            eachMistakeHasItsOwnHint(server);
        }
    }

    private static void eachMistakeHasItsOwnHint(SharedServer server) {
        String elsewhere = server.url().replace(server.name(), "nosuch");
        refused(server, elsewhere, server.password(), "(create this database on the server, or correct");
        refused(server, server.url(), "wrong", "(check user and password in the props file, and that");
        String noServer = server.url().replaceFirst(":\\d+/", ":1/");
        refused(server, noServer, server.password(), "(check conn, user and password");
    }

    private static void refused(SharedServer server, String url, String password, String hint) {
        TestDatabase wrong = new TestDatabase.Named(server.db(), url, server.user(), password);
        assertThrown(CannotConnectException.class, () -> wrong.open(IsolationLevel.SERVER_DEFAULT, 1), hint);
    }
}
