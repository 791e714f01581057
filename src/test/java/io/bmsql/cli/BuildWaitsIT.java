package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.Background;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build says while a real server keeps it from going on. */
@Tag("long")
class BuildWaitsIT {
    @Test
    void aStandbyThatIsGoneIsNamedInTheLanguageOfTheBuild(@TempDir Path folder) throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        try (EmbeddedServer server = EmbeddedServer.start(data, TestServers.quick(Map.of()))) {
            TestDatabase target = TestServers.database(server, "postgres");
            target.props(folder.resolve("p"), "warehouses=0 lang=zh");
            target.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
            Stage stage = new Stage(folder);
            CompletableFuture<Integer> build = Background.call(() -> stage.run("build", "p"));
            await(() -> stage.err().matches("(?s).*警告：\\d+ 秒没有事务完成：bmsql 的 1 个会话在等待同步备库（SyncRep）\n.*"));
            target.execute("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            assertThat(build.join()).as(stage::err).isZero();
        }
    }
}
