package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DialectsCommandTest {
    @TempDir
    private Path folder;

    @Test
    void everyFolderIsListedWithParentsDriverAndWhatWasTried() {
        Stage stage = Stage.ended(folder, 0, "dialects");

        assertThat(stage.out().lines())
                .anyMatch(line -> line.matches("db +builds on +bulk +driver"))
                .anyMatch(line ->
                        line.matches("oracle +common +batch +oracle.jdbc.OracleDriver \\(ojdbc11-[0-9.]+\\.jar\\)"))
                .anyMatch(
                        line -> line.matches("dameng +dm, common +batch +dm.jdbc.driver.DmDriver \\(DmJdbc.*\\.jar\\)"))
                .anyMatch(line -> line.matches("kingbase +postgres, common +batch +com.kingbase8.Driver "
                        + "\\(missing: put its jar into lib/kingbase/\\)"))
                .anyMatch(line -> line.matches("mysql +common +loaddata +com.mysql.cj.jdbc.Driver .*"))
                .anyMatch(line -> line.matches(" +tried: +PostgreSQL 18.*"))
                .anyMatch(line -> line.matches(" +tried: +nothing on a real server"))
                .anyMatch(line -> line.matches(" +untried: Never run on an Oracle server.*"))
                .allMatch(line -> line.length() <= 110);
    }

    /** The question that a reader has of each: was it ever run? */
    @Test
    void everyShippedFolderSaysWhatWasNotTriedUnlessItSaysWhatWas() throws Exception {
        DialectFolders folders = TestDatabase.folders();
        for (String db : folders.available()) {
            Dialect dialect = folders.load(db, "");
            assertThat(dialect.properties().text("tried") + dialect.properties().text("untried"))
                    .as("sql." + db)
                    .isNotBlank();
        }
    }

    @Test
    void aFolderOfTheUserIsListedAndABrokenOneDoesNotHideTheOthers() throws IOException {
        write("sql.newdb/dialect.properties", "extends = postgres\ntried = NewDB 7: everything.\n");
        write("sql.broken/dialect.properties", "drivr = x\n");
        assertThat(Stage.ended(folder, 2, "dialects")
                        .warned("db=broken cannot be used", "unknown key drivr")
                        .out())
                .containsPattern("newdb +postgres, common +copy +org.postgresql.Driver")
                .contains("NewDB 7: everything.", "oracle.jdbc.OracleDriver");
    }

    @Test
    void aMissingDriverIsAnsweredWithTheLineThatFetchesIt() throws IOException {
        write(
                "sql.newdb/dialect.properties",
                "extends = common\ndriver = com.example.Driver\nbulk = batch\n"
                        + "driver.maven = com.example:driver:1.2, com.example:bson:3\n");
        write("props", "db=newdb\nconn=jdbc:newdb:x\nuser=u\npassword=\nwarehouses=1\nterminals=1\nrunMins=1\n");

        Stage.ended(folder, 0, "validate", "props")
                .warned(
                        "com.example.Driver is not in any jar",
                        folder.resolve("lib/newdb").toString(),
                        "(mvn dependency:copy -Dartifact=com.example:driver:1.2 -DoutputDirectory=lib/newdb && "
                                + "mvn dependency:copy -Dartifact=com.example:bson:3 -DoutputDirectory=lib/newdb)");
        assertThat(Stage.ended(folder, 0, "validate", "props", "-Ddriver=org.other.Driver")
                        .err())
                .contains("org.other.Driver is not in any jar")
                .doesNotContain("mvn dependency:copy");
    }

    private void write(String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
