package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.HostileMySql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server may ask the driver for any file of this machine (LOAD DATA LOCAL). No command gives it one. */
class HostileServerTest {
    private static final String SECRET = "content-of-a-file-that-no-server-may-have";

    @TempDir
    private Path folder;

    static Stream<Arguments> doors() {
        return Stream.of(
                Arguments.of("jdbc:mysql:", "", "mysql"),
                Arguments.of("jdbc:mysql:", "allowLoadLocalInfile=true&allowUrlInLocalInfile=true", "tidb"),
                Arguments.of("jdbc:mysql:", "allowLoadLocal%49nfile=true&allowLoadLocalInfileInPath=/", "mariadb"),
                Arguments.of("jdbc:mariadb:", "", "mariadb"),
                Arguments.of("jdbc:mariadb:", "ALLOWLOCALINFILE=true", "oceanbase"));
    }

    @ParameterizedTest
    @MethodSource("doors")
    void noCommandGivesAFileToTheServer(String scheme, String options, String db) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        for (String command : List.of("run", "check", "doctor", "build", "reset", "destroy", "load", "validate")) {
            for (String name : command.equals("run")
                    ? List.of(secret.toString(), secret.toUri().toString())
                    : List.of(secret.toString())) {
                try (HostileMySql server = new HostileMySql(name)) {
                    Files.writeString(
                            folder.resolve("props"),
                            "db=" + db + "\ndriver="
                                    + (scheme.contains("mariadb")
                                            ? "org.mariadb.jdbc.Driver"
                                            : "com.mysql.cj.jdbc.Driver")
                                    + "\nconn=" + scheme + "//127.0.0.1:" + server.port() + "/d?" + options
                                    + "\nuser=u\npassword=p\nwarehouses=1\nterminals=1\nrunMins=1\n");
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
