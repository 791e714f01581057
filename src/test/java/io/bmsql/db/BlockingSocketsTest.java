package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.testing.Background;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Its tests wait, so they do it at the same time. */
@Execution(ExecutionMode.CONCURRENT)
class BlockingSocketsTest {
    private ServerSocketChannel server;
    private Socket client;
    private SocketChannel accepted;
    private OutputStream atServer;
    private InputStream answers;

    /** Where a server listens in whose queue one client may wait. */
    ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    }

    Socket createSocket() throws IOException {
        return new BlockingSockets().createSocket();
    }

    private Socket connected(int limitMillis) throws IOException {
        Socket socket = createSocket();
        boolean isTcp = server.getLocalAddress() instanceof InetSocketAddress;
        int port = isTcp ? ((InetSocketAddress) server.getLocalAddress()).getPort() : 5432;
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), limitMillis);
        return socket;
    }

    @BeforeEach
    void connect() throws IOException {
        server = listen();
        client = connected(10_000);
        accepted = server.accept();
        atServer = Channels.newOutputStream(accepted);
        answers = client.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        accepted.close();
        server.close();
    }

    @Test
    void bytesGoBothWays() throws IOException {
        byte[] large = new byte[1_000_000];
        new Random(1).nextBytes(large);
        CompletableFuture<Boolean> echo = Background.call(() -> {
            atServer.write(Channels.newInputStream(accepted).readNBytes(large.length));
            return true;
        });
        client.getOutputStream().write(large);
        assertThat(answers.readNBytes(large.length)).isEqualTo(large);
        assertThat(client.isConnected()).isTrue();
        assertThat(echo.join()).isTrue();
    }

    @Test
    void aServerThatSendsNothingIsLostAfterTheTimeOut() throws IOException {
        client.setSoTimeout(500);
        assertThat(client.getSoTimeout()).isEqualTo(500);
        long began = System.nanoTime();

        assertThatThrownBy(answers::read)
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("Read timed out");

        assertThat((System.nanoTime() - began) / 1_000_000).isGreaterThanOrEqualTo(500);
        assertThat(client.isClosed()).isTrue();
    }

    @Test
    void eachAnswerHasTheWholeTimeAgain() throws Exception {
        client.setSoTimeout(2_000);
        for (int answer = 0; answer < 6; answer++) {
            CompletableFuture<Boolean> later = Background.call(() -> {
                Thread.sleep(400);
                atServer.write(200);
                return true;
            });
            assertThat(answers.read()).isEqualTo(200);
            assertThat(later.get()).isTrue();
        }
    }

    @Test
    void aLongPauseBetweenAnswersIsNoTimeOut() throws Exception {
        client.setSoTimeout(300);
        Thread.sleep(1_000);
        atServer.write(new byte[] {1, 2, 3});

        assertThat(answers.readNBytes(3)).containsExactly(1, 2, 3);
    }

    @Test
    void aTimeOutTooShortToBeLookedAtLeavesTheSocketOpen() throws IOException {
        client.setSoTimeout(1);
        assertThat(client.getSoTimeout()).isEqualTo(1);

        assertThatThrownBy(answers::read).isInstanceOf(SocketTimeoutException.class);

        client.setSoTimeout(10_000);
        atServer.write(7);
        assertThat(answers.read()).isEqualTo(7);
    }

    @Test
    void aSocketThatIsClosedDoesNotSpeakOfTime() throws IOException {
        client.setSoTimeout(10_000);
        client.close();

        assertThatThrownBy(answers::read).isInstanceOf(IOException.class).isNotInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aServerThatTakesNoConnectionIsGivenUp() throws IOException {
        // One waits in its queue, another may; the next ones get no answer.
        try (Socket first = connected(10_000);
                Socket second = connected(10_000)) {
            assertThat(List.of(first, second)).allMatch(Socket::isConnected);
            assertThatThrownBy(() -> connected(500))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Connect timed out");
        }
    }
}
