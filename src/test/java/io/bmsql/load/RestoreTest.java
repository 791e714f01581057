package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.RunClock;
import io.bmsql.db.Database;
import io.bmsql.db.SharedWork;
import io.bmsql.dialect.StatementId;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.stub.StubServer;
import io.bmsql.tpcc.Population;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reset counts; the server says of each change that it was of one row. */
class RestoreTest {
    private static final String SERIALIZATION_FAILURE = "40001";

    @Test
    void whatWasRolledBackAndDoneAgainCountsOnce() throws Exception {
        try (StubServer server = new StubServer();
                Database database = server.open(1)) {
            Reset reset = new Reset(database, 1, RunClock.SYSTEM, new RecordingListener());
            Restore restore = new Restore(new Population(42, 1, 0), reset);
            server.failNext(StubServer.COMMIT, SERIALIZATION_FAILURE);
            server.failNext("Reset.orders", SERIALIZATION_FAILURE);

            new SharedWork<>(List.of("a piece"))
                    .runWithRetries(
                            database,
                            1,
                            (connection, piece) -> restore.perform(connection, held -> {
                                restore.history(held, 1, 2);
                                restore.restore(held, StatementId.RESET_DISTRICT, 1, 1);
                                restore.restore(held, StatementId.RESET_ORDERS, 1, 1);
                            }));

            assertThat(reset.deleted()).isEqualTo(1);
            assertThat(reset.restored()).isEqualTo(2);
        }
    }
}
