package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.HostileMySql;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server may ask the driver for any file of this machine (LOAD DATA LOCAL). No command gives it one. */
class HostileServerTest {
    private static final String SECRET = "content-of-a-file-that-no-server-may-have";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "mysql, '', mysql",
        "mysql, allowLoadLocalInfile=true&allowUrlInLocalInfile=true, tidb",
        "mysql, allowLoadLocal%49nfile=true&allowLoadLocalInfileInPath=/, mariadb",
        "mariadb, '', mariadb",
        "mariadb, ALLOWLOCALINFILE=true, oceanbase"
    })
    void noCommandGivesAFileToTheServer(String scheme, String options, String db) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        for (String command : List.of("run", "check", "doctor", "build", "reset", "destroy", "load", "validate")) {
            for (String name : command.equals("run")
                    ? List.of(secret.toString(), secret.toUri().toString())
                    : List.of(secret.toString())) {
                try (HostileMySql server = new HostileMySql(name)) {
                    boolean isMariaDb = scheme.equals("mariadb");
                    String url = "jdbc:" + scheme + "://127.0.0.1:" + server.port() + "/d?" + options;
                    new TestDatabase.Named(db, url, "u")
                            .props(
                                    folder.resolve("props"),
                                    "warehouses=1 terminals=1 runMins=1 driver="
                                            + (isMariaDb ? "org.mariadb.jdbc.Driver" : "com.mysql.cj.jdbc.Driver"));
                    Stage stage = new Stage(folder);
                    int status = stage.run(command, "props");
                    assertThat(server.received()).as(command).isEmpty();
                    assertThat(server.offers()).as(command).isZero();
                    if (!command.equals("validate")) {
                        assertThat(server.asked()).as(command).isPositive();
                        assertThat(status)
                                .as(command + stage.out() + stage.err())
                                .isNotZero();
                    }
                }
            }
        }
    }
}
