package io.bmsql.db;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.testing.stub.StubDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverFoldersTest {
    private static final String STUB = StubDriver.class.getName();

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource({"lib/newdb/driver.jar, newdb", "lib/driver.jar, otherdb"})
    void aJarInLibOfTheDatabaseOrOfAllIsFoundAndWins(String jar, String db) throws Exception {
        jar(jar);
        Driver driver = new DriverFolders(List.of(root)).load(STUB, List.of(db, "common"), "");
        assertThat(driver).as("the jar's class, not that of the class path").isNotInstanceOf(StubDriver.class);
        assertThat(driver.acceptsURL("jdbc:stub:x")).isTrue();
    }

    @Test
    void aJarOfADatabaseServesThoseThatExtendIt() throws Exception {
        jar("lib/parent/driver.jar");
        jar("lib/child/own.jar");
        DriverFolders folders = new DriverFolders(List.of(root));
        assertThat(folders.find(STUB, List.of("other", "parent", "common")))
                .contains(root.resolve("lib/parent/driver.jar"));
        assertThat(folders.find(STUB, List.of("child", "parent", "common")))
                .as("the nearest folder goes first")
                .contains(root.resolve("lib/child/own.jar"));
    }

    @Test
    void aMissingDriverIsAnsweredWithTheFolderForItsJar() {
        assertThatThrownBy(() ->
                        new DriverFolders(List.of(root)).load("com.example.Driver", List.of("newdb", "common"), ""))
                .isInstanceOf(CannotConnectException.class)
                .hasMessageContaining("com.example.Driver is not in any jar")
                .hasMessageContaining(root.resolve("lib/newdb").toString())
                .hasMessageContaining(root.resolve("lib").toString())
                .hasMessageNotContaining("lib/common");
    }

    @Test
    void aDriverIsFoundWithoutLoadingIt() throws Exception {
        jar("lib/newdb/driver.jar");
        DriverFolders folders = new DriverFolders(List.of(root));
        assertThat(folders.load(STUB, List.of("otherdb", "common"), ""))
                .as("the jar of another database is left alone")
                .isInstanceOf(StubDriver.class);
        assertThat(folders.find(STUB, List.of("newdb", "common"))).contains(root.resolve("lib/newdb/driver.jar"));
        assertThat(folders.find("org.postgresql.Driver", List.of("newdb", "common")))
                .hasValueSatisfying(
                        jar -> assertThat(jar.getFileName().toString()).startsWith("postgresql-"));
        assertThat(folders.find("com.example.Driver", List.of("newdb", "common")))
                .isEmpty();
    }

    @Test
    void aLinkToAJarThatIsGoneHindersNoOther() throws Exception {
        jar("lib/newdb/driver.jar");
        Files.createSymbolicLink(root.resolve("lib/newdb/a.jar"), root.resolve("gone.jar"));
        Files.createDirectory(root.resolve("lib/newdb/b.jar"));
        assertThat(new DriverFolders(List.of(root)).find(STUB, List.of("newdb", "common")))
                .contains(root.resolve("lib/newdb/driver.jar"));
    }

    @Test
    void aClassThatIsNoDriverIsNamed() {
        assertThrown(
                CannotConnectException.class,
                () -> new DriverFolders(List.of(root)).load("java.lang.Object", List.of("newdb", "common"), ""),
                "java.lang.Object cannot be used as a JDBC driver");
    }

    private void jar(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        String entry = STUB.replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file));
                InputStream bytes = StubDriver.class.getClassLoader().getResourceAsStream(entry)) {
            jar.putNextEntry(new JarEntry(entry));
            bytes.transferTo(jar);
        }
    }
}
