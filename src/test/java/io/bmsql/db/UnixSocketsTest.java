package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
