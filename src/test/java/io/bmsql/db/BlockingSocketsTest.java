package io.bmsql.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockingSocketsTest {
    private ServerSocket server;
    private Socket client;
    private Socket atServer;
    private InputStream answers;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        client = new BlockingSockets().createSocket();
        client.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 10_000);
        atServer = server.accept();
        answers = client.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        atServer.close();
        server.close();
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
            Thread later = new Thread(() -> {
                try {
                    Thread.sleep(400);
                    atServer.getOutputStream().write(200);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            later.start();

            assertThat(answers.read()).isEqualTo(200);

            later.join();
        }
    }

    @Test
    void aLongPauseBetweenAnswersIsNoTimeOut() throws Exception {
        client.setSoTimeout(300);
        Thread.sleep(1_000);
        atServer.getOutputStream().write(new byte[] {1, 2, 3});

        assertThat(answers.readNBytes(3)).containsExactly(1, 2, 3);
    }

    @Test
    void aTimeOutTooShortToBeLookedAtLeavesTheSocketOpen() throws IOException {
        client.setSoTimeout(1);
        assertThat(client.getSoTimeout()).isEqualTo(1);

        assertThatThrownBy(answers::read).isInstanceOf(SocketTimeoutException.class);

        client.setSoTimeout(10_000);
        atServer.getOutputStream().write(7);
        assertThat(answers.read()).isEqualTo(7);
    }

    @Test
    void aSocketThatIsClosedDoesNotSpeakOfTime() throws IOException {
        client.setSoTimeout(10_000);
        client.close();

        assertThatThrownBy(answers::read)
                .isInstanceOf(SocketException.class)
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aServerThatTakesNoConnectionIsGivenUp() throws IOException {
        // One waits in its queue, another may; the next ones get no answer.
        try (Socket first = new BlockingSockets().createSocket();
                Socket second = new BlockingSockets().createSocket();
                Socket third = new BlockingSockets().createSocket()) {
            InetSocketAddress there = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            first.connect(there, 10_000);
            second.connect(there, 10_000);

            assertThatThrownBy(() -> third.connect(there, 500))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Connect timed out");
        }
    }
}
