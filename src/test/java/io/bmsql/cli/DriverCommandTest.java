package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.db.JarFetcher.Jar;
import io.bmsql.db.LocalRepository;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverCommandTest {
    private static final String DRIVER = "com.example.Driver";

    @TempDir
    private Path folder;

    private LocalRepository repository;

    @BeforeEach
    void fill() throws IOException {
        repository = new LocalRepository(folder.resolve("repository"));
        Path jar = repository.add("driver", "7.1", DRIVER, new byte[] {1});
        Path sql = Files.createDirectories(folder.resolve("sql.newdb"));
        Files.writeString(
                sql.resolve("dialect.properties"),
                "extends = postgres\ndriver = " + DRIVER + "\ndriver.maven = " + LocalRepository.named(jar) + "\n");
    }

    @Test
    void theDriverOfAFolderIsFetchedAndFoundAfterwards() {
        Stage stage = bmsql(0, "driver", "get", "newdb", "--repository", repository.url());

        Path jar = folder.resolve("program/lib/newdb/driver-7.1.jar");
        assertThat(stage.out())
                .isEqualToIgnoringNewLines("Fetched com.example:driver:7.1 from " + repository.url() + "\n  " + jar
                        + "\nIts license is named in " + repository.url() + "com/example/driver/7.1/driver-7.1.pom\n");
        assertThat(bmsql(0, "driver", "list").out()).containsPattern("newdb +com.example.Driver +" + jar);
        assertThat(bmsql(0, "driver", "get", "newdb", "--repository", "http://127.0.0.1:1")
                        .out())
                .contains("is there already: " + jar);
        assertThat(bmsql(2, "driver", "get", "newdb", "com.example:driver:8").err())
                .contains(jar + " has the class", "remove it first");
    }

    @Test
    void aUserWhoCannotWriteThereHasAFolderOfHisOwn() throws IOException {
        // A file in its place: root may write everywhere.
        Files.writeString(Files.createDirectories(folder.resolve("program")).resolve("lib"), "");
        Map<String, String> environment = Map.of("HOME", folder.resolve("home").toString());
        assertThat(new Stage(folder, environment, folder.resolve("program"))
                        .run("driver", "get", "newdb", "--repository", repository.url()))
                .isZero();
        assertThat(folder.resolve("home/.local/share/bmsql/lib/newdb/driver-7.1.jar"))
                .exists();
        Stage list = new Stage(folder, environment, folder.resolve("program"));
        assertThat(list.run("driver", "list")).isZero();
        assertThat(list.out()).containsPattern("newdb +com.example.Driver +.*/home/.local/share/bmsql/lib/newdb/");
    }

    @Test
    void aMissingDriverIsAnsweredWithTheCommandThatFetchesIt() throws IOException {
        Files.writeString(
                folder.resolve("props"),
                "db=newdb\nconn=jdbc:newdb:x\nuser=u\npassword=\nwarehouses=1\nterminals=1\nrunMins=1\n");
        assertThat(bmsql(0, "validate", "props").err()).contains("run 'bmsql driver get newdb'");
        assertThat(bmsql(0, "validate", "props", "-Ddriver=org.other.Driver").err())
                .contains("org.other.Driver is not in any jar")
                .doesNotContain("driver get");
    }

    @Test
    void aDryRunSaysWhatItWouldDo() {
        assertThat(bmsql(0, "driver", "get", "newdb", "--dry-run", "--repository", "http://127.0.0.1:1/m2")
                        .out())
                .isEqualToIgnoringNewLines("Would fetch com.example:driver:7.1 from http://127.0.0.1:1/m2/ into "
                        + folder.resolve("program/lib/newdb") + "\n");
        assertThat(folder.resolve("program/lib")).doesNotExist();
    }

    @Test
    void whatCannotBeFetchedIsStatusThreeAndNamesTheFile() {
        Stage stage = bmsql(3, "driver", "get", "newdb", "com.example:driver:9", "--repository", repository.url());
        assertThat(stage.err()).contains("put driver-9.jar into " + folder.resolve("program/lib/newdb"));
    }

    @Test
    void aFolderThatNamesNoCoordinatesDoesNotTakeItsParents() throws IOException {
        Files.writeString(
                folder.resolve("sql.newdb/dialect.properties"), "extends = postgres\ndriver = " + DRIVER + "\n");
        assertThat(bmsql(2, "driver", "get", "newdb").err())
                .contains("sql.newdb/dialect.properties has no driver.maven", "program/lib/newdb by hand");
    }

    @Test
    void aShippedDriverNeedsNoFetching() {
        assertThat(bmsql(0, "driver", "get", "oracle").out()).contains("ojdbc11", "shipped with the program");
        assertThat(bmsql(0, "driver", "list").out())
                .containsPattern("lightdb +org.postgresql.Driver +postgresql-[0-9.]+jar \\(shipped\\)")
                .contains("missing; 'bmsql driver get' fetches cn.com.kingbase:kingbase8:");
    }

    /** A version stands in pom.xml for the tests and in the folder for users. */
    @Test
    void foldersNameTheVersionsThatTheTestsUse() throws Exception {
        String pom = Files.readString(Path.of("pom.xml"));
        DialectFolders folders = TestDatabase.folders();
        int compared = 0;
        for (String db : folders.available()) {
            String maven = folders.load(db, "").properties().driverMaven();
            List<Jar> jars = Jar.list(maven);
            assertThat(jars).as("sql." + db).noneMatch(jar -> jar.sha256().isEmpty());
            String[] parts = jars.get(0).coordinates().split(":");
            Matcher used = Pattern.compile("<groupId>" + Pattern.quote(parts[0]) + "</groupId>\\s*<artifactId>"
                            + Pattern.quote(parts[1]) + "</artifactId>\\s*<version>\\$\\{(.*?)}")
                    .matcher(pom);
            if (used.find()) {
                assertThat(pom).contains("<" + used.group(1) + ">" + parts[2] + "</");
                compared++;
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(6);
    }

    private Stage bmsql(int status, String... words) {
        Stage stage = new Stage(folder, Map.of(), folder.resolve("program"));
        assertThat(stage.run(words)).as(() -> stage.out() + stage.err()).isEqualTo(status);
        return stage;
    }
}
