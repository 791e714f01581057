package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
            assertThatThrownBy(database::autoCommitConnection)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("as told");
            try (Connection next = database.autoCommitConnection()) {
                assertThat(next.getAutoCommit()).isTrue();
            }
        }
    }
}
