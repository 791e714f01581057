package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.collector.database.SessionQuery.Asked;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said while nothing goes on, of made-up sessions. */
class WaitWatchTest {
    private final Map<String, Asked> rows = new LinkedHashMap<>();

    private void session(String waitClass, String event, String blocker) {
        String number = String.valueOf(rows.size() + 1);
        rows.put(number, new Asked(new Sampled("", "commit", ""), waitClass, event, 1, blocker));
    }

    @Test
    void theStandbyIsNamed() {
        session("copy", "SyncRep", "");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS))
                .isEqualTo("1 session of bmsql waits for the synchronous standby (SyncRep)");
        session("copy", "SyncRep", "");
        session("lock", "transactionid", "1");
        session("lock", "tuple", "3");
        session("lock", "tuple", "3");
        session("client", "ClientRead", "");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS))
                .as("three of them behind those who wait for it")
                .isEqualTo("5 sessions of bmsql wait for the synchronous standby (SyncRep)");
    }

    /** Nobody knows who holds the first lock, and an idle session of the run holds the other. */
    @Test
    void locksAreSaidWhereTheirEndIsNotKnown() {
        session("lock", "relation", "77");
        session("client", "", "");
        session("lock", "tuple", "2");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS)).isEqualTo("2 sessions of bmsql wait for locks (relation)");
    }

    @Test
    void aStrangerThatHoldsTheLockIsSaid() {
        session("stranger", "", "");
        session("lock", "relation", "1");
        session("lock", "relation", "1");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS))
                .isEqualTo("2 sessions of bmsql wait for a session that is not the run's");
    }

    @Test
    void whereASessionWorksNothingIsSaid() {
        session("copy", "SyncRep", "");
        session("processor", "", "");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS)).isEmpty();
        rows.clear();
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS)).isEmpty();
        session("client", "", "");
        session("stranger", "", "");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS)).as("thinks").isEmpty();
    }
}
