package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The folder of the settings is held against the URL, and against what the server says that it is. */
class OtherDatabaseIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    private Path folder;

    @Test
    void aUrlOfAnotherDatabaseIsAMistake() throws IOException {
        props("postgres", "jdbc:mysql://127.0.0.1:1/d?password=ab,cdSECRET", "driver=com.mysql.jdbc.Driver");
        for (String command : List.of("validate", "doctor", "build", "run")) {
            Stage stage = new Stage(folder);
            assertThat(stage.run(command, "props")).as(command).isNotZero();
            assertThat(stage.out() + stage.err())
                    .as(command)
                    .contains("db=postgres is not for such a URL; write db=mysql, or a URL like jdbc:postgresql://")
                    .doesNotContain("SECRET");
        }
    }

    /** Connector/J quotes what it could not read of a URL: here the end of the password. */
    @Test
    void aUrlThatTheDriverCannotReadShowsNoSecret() throws IOException {
        for (String url :
                new String[] {"jdbc:mysql://u:pa(ss,w)SECRET@h/d", "jdbc:mysql://(host=h,password=a,SECRET)/d"}) {
            props("mysql", url, "");
            Stage stage = new Stage(folder);
            assertThat(stage.run("check", "props")).isNotZero();
            assertThat(stage.out() + stage.err())
                    .contains("cannot connect to jdbc:mysql://")
                    .doesNotContain("SECRET");
        }
    }

    @Test
    @Tag("long")
    void aMariaDbIsCalledSoAndWantsItsFolder() throws IOException {
        String wanted = "the server says that it is MariaDB 1[0-9.]+: write db=mariadb instead of db=mysql";
        props("mysql", MARIADB.url(), "");
        Stage doctor = new Stage(folder);
        doctor.run("doctor", "props");
        assertThat(doctor.out().replaceAll("\\s+", " "))
                .containsPattern(wanted)
                .containsPattern("MariaDB 1[0-9.]+, isolation");
        Stage build = Stage.ended(folder, 0, "build", "props", "-Dwarehouses=0");
        assertThat(build.err()).containsPattern("Warning: " + wanted);
        Stage.ended(folder, 0, "destroy", "props");
    }

    @Test
    void theDriverFollowsFromTheUrl() throws IOException {
        props("mariadb", MARIADB.mariadbUrl(), "");
        Stage.ended(folder, 0, "validate", "props");
        Stage doctor = new Stage(folder);
        doctor.run("doctor", "props");
        assertThat(doctor.out()).contains("MariaDB 1").doesNotContain("write db=");
    }

    private void props(String db, String conn, String more) throws IOException {
        new TestDatabase.Named(db, conn, MARIADB.user())
                .props(folder.resolve("props"), "warehouses=1 terminals=1 runMins=1 loadWorkers=1", more);
    }
}
