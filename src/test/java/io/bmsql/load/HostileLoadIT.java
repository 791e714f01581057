package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.schema.RecordingListener;
import io.bmsql.testing.HostileMySql;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.MariaDbExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Between a loader and a real MariaDB somebody asks for a file of the client, at one query after the other of connections that load. */
class HostileLoadIT {
    private static final String SECRET = "content-of-a-file-that-no-server-may-have";

    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "false, ",
        "false, allowLoadLocalInfile=true&allowLoadLocalInfileInPath=/&allowUrlInLocalInfile=true",
        "true, ",
        "true, allowLocalInfile=true"
    })
    void aLoadGivesItsRowsAndNoFile(boolean byMariaDbsDriver, String options) throws Exception {
        String secret = Files.writeString(folder.resolve("secret.txt"), SECRET).toString();
        ConnectionConfig real = byMariaDbsDriver
                ? MARIADB.mariadbDriverConfig(IsolationLevel.SERVER_DEFAULT)
                : MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT);
        int port = Integer.parseInt(real.url().replaceFirst(".*:([0-9]+)/.*", "$1"));
        MARIADB.execute("set global local_infile = 1");
        boolean gaveRows = false;
        int query = 1;
        int asked;
        do {
            MARIADB.scripts("tableDrops", "tableCreates");
            int at = query;
            try (HostileMySql server = new HostileMySql(secret, port, new AtomicInteger(at)::get)) {
                String url = real.url().replace(":" + port + "/", ":" + server.port() + "/");
                String separator = url.contains("?") ? "&" : "?";
                try (Database database = MARIADB.open(real.at(options == null ? url : url + separator + options), 2)) {
                    new Loader(
                                    new LoadConfig(0, 1, null, "NULL", 1, false, false),
                                    new ManualClock(0),
                                    ZoneId.systemDefault(),
                                    new RecordingListener())
                            .intoTables(database);
                } catch (BuildFailedException | CannotConnectException expected) {
                    assertThat(server.asked()).as(expected.getMessage()).isPositive();
                }
                asked = server.asked();
                assertThat(server.offers()).isPositive();
                assertThat(server.received()).as("query " + at).doesNotContain(SECRET);
                gaveRows |= server.received().contains("\t");
            }
            query++;
        } while (asked > 0);
        assertThat(gaveRows).isTrue();
        assertThat(query).isGreaterThan(4);
    }
}
