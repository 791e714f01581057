package io.bmsql.db;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.stub.StubServer;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class AutoCommitTest {
    /** The pool has one: a lost one would be missed by the next who asks. */
    @Test
    void aConnectionThatCannotBeSetGoesBack() throws Exception {
        try (StubServer server = new StubServer();
                Database database = server.open(1)) {
            server.failNext(StubServer.AUTO_COMMIT, "0A000");
            assertThrown(SQLException.class, database::autoCommitConnection, "as told");
            try (Connection next = database.autoCommitConnection()) {
                assertThat(next.getAutoCommit()).isTrue();
            }
        }
    }
}
