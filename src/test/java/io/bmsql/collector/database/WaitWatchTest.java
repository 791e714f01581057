package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.collector.database.SessionQuery.Asked;
import io.bmsql.common.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said while nothing goes on, of made-up sessions. */
class WaitWatchTest {
    private final Map<String, Asked> rows = new LinkedHashMap<>();

    private void session(String waitClass, String event, String blocker) {
        String number = String.valueOf(rows.size() + 1);
        rows.put(number, new Asked(new Sampled("", "commit", ""), waitClass, event, 1, blocker));
    }

    private @Nullable String said() {
        WaitWatch.Waiting found = WaitWatch.waits(rows, WaitWatch.WAITS);
        return found == null ? null : found.after(8.1).in(Texts.of(Texts.Language.EN));
    }

    @Test
    void theStandbyIsNamed() {
        session("copy", "SyncRep", "");
        assertThat(said())
                .isEqualTo("no transaction for 8 s: 1 session of bmsql waits for the synchronous standby (SyncRep)");
        assertThat(WaitWatch.waits(rows, WaitWatch.WAITS).after(8.1).in(Texts.of(Texts.Language.ZH)))
                .isEqualTo("8 秒没有事务完成：bmsql 的 1 个会话在等待同步备库（SyncRep）");
        session("copy", "SyncRep", "");
        session("lock", "transactionid", "1");
        session("lock", "tuple", "3");
        session("lock", "tuple", "3");
        session("client", "ClientRead", "");
        assertThat(said())
                .as("three of them behind those who wait for it")
                .isEqualTo("no transaction for 8 s: 5 sessions of bmsql wait for the synchronous standby (SyncRep)");
    }

    /** Nobody knows who holds the first lock, and an idle session of the run holds the other. */
    @Test
    void locksAreSaidWhereTheirEndIsNotKnown() {
        session("lock", "relation", "77");
        session("client", "", "");
        session("lock", "tuple", "2");
        assertThat(said()).isEqualTo("no transaction for 8 s: 2 sessions of bmsql wait for locks (relation)");
    }

    @Test
    void aStrangerThatHoldsTheLockIsSaid() {
        session("stranger", "", "");
        session("lock", "relation", "1");
        session("lock", "relation", "1");
        assertThat(said())
                .isEqualTo("no transaction for 8 s: 2 sessions of bmsql wait for a session that is not the run's");
    }

    @Test
    void whereASessionWorksNothingIsSaid() {
        session("copy", "SyncRep", "");
        session("processor", "", "");
        assertThat(said()).isNull();
        rows.clear();
        assertThat(said()).isNull();
        session("client", "", "");
        session("stranger", "", "");
        assertThat(said()).as("thinks").isNull();
    }
}
