package io.bmsql.run;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.collector.database.WaitWatch;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.testing.Background;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said while a real server keeps a run from its start. */
@Tag("long")
class WaitWatchIT {
    @Test
    void aStandbyThatWasGoneBeforeTheRunIsNamed(@TempDir Path folder) throws Exception {
        Path data = TestServers.loaded(folder.resolve("data"), 1);
        List<String> said = new CopyOnWriteArrayList<>();
        RunClock clock = RunClock.SYSTEM;
        try (EmbeddedServer server = EmbeddedServer.start(data, TestServers.quick(Map.of()))) {
            TestDatabase target = TestServers.database(server, TestServers.loaded(1));
            target.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
            try (Database database = open(target);
                    WaitWatch watch = WaitWatch.begin(
                            database, clock, true, waits -> said.add(waits.in(Texts.of(Texts.Language.EN))))) {
                CompletableFuture<DatabaseLock> lock =
                        Background.call(() -> DatabaseLock.take(database, clock, "run", said::add));
                await(() -> !said.isEmpty());
                target.execute("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
                lock.join().close();
                watch.follow(() -> 1);
            }
        }
        assertThat(said)
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(line)
                                .matches(
                                        "no transaction for \\d+ s: 1 session of bmsql waits for the synchronous standby \\(SyncRep\\)"));
    }

    private static Database open(TestDatabase target) throws Exception {
        return TestDatabase.open(target.connectionConfig(IsolationLevel.READ_COMMITTED), target.dialect(), 2);
    }
}
