package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.IsolationLevel;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same through a Unix socket. */
class UnixSocketsTest extends BlockingSocketsTest {
    @TempDir
    private Path folder;

    @Override
    ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(folder.resolve("socket")), 1);
    }

    @Override
    Socket createSocket() throws IOException {
        return new BlockingSockets(folder.resolve("socket").toString()).createSocket();
    }

    @Test
    void aSocketThatIsNotThereIsNamed() throws IOException {
        try (Socket socket = new BlockingSockets("/nowhere/at/all").createSocket()) {
            assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", 1), 1000))
                    .hasMessageStartingWith("/nowhere/at/all: ");
        }
    }

    @ParameterizedTest
    @CsvSource({"/no/c++/socket, /no/c++/socket", "/no%20where/socket, /no where/socket"})
    void aPlusInThePathOfAUrlIsAPlus(String written, String path) {
        String url = "jdbc:postgresql://localhost/bench?socket=" + written;
        assertThatThrownBy(
                        () -> new TestDatabase.Named("postgres", url, "nobody").open(IsolationLevel.SERVER_DEFAULT, 1))
                .isInstanceOf(CannotConnectException.class)
                .hasMessageContaining(path + ": No such file");
    }

    /** MariaDB's wants JNA, which is not on this class path, and throws what no caller of a driver expects. */
    @Test
    void aDriverThatLacksItsLibraryForSocketsIsASentence() {
        String url = "jdbc:mariadb://localhost/bench?socket=/nowhere/at/all";
        assertThatThrownBy(
                        () -> new TestDatabase.Named("mariadb", url, "nobody").open(IsolationLevel.SERVER_DEFAULT, 1))
                .isInstanceOf(CannotConnectException.class)
                .hasMessageContaining(": the driver org.mariadb.jdbc.Driver failed (")
                .hasMessageContaining("further jars in the program's lib/");
    }
}
