package io.bmsql.db;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.apache.commons.lang3.function.FailableIntSupplier;

/**
 * A connection with the Unix socket of a server on this host: an answer goes past the layers of TCP. The JDK has no {@link
 * java.net.Socket} of this kind, which is what drivers ask for. For one thread, but for {@link #close}.
 */
final class UnixChannel {
    private final String path;
    private final SocketChannel channel;

    UnixChannel(String path) throws IOException {
        this.path = path;
        this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    }

    void connect() throws IOException {
        try {
            channel.connect(UnixDomainSocketAddress.of(path));
        } catch (SocketException e) {
            throw new SocketException(path + ": " + e.getMessage());
        }
    }

    boolean isConnected() {
        return channel.isConnected();
    }

    void close() throws IOException {
        channel.close();
    }

    /** @param limitMillis how long a read may wait; 0 for as long as need be */
    InputStream input(FailableIntSupplier<SocketException> limitMillis) {
        return new InputStream() {
            private ByteBuffer window = ByteBuffer.allocate(0);

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                window = on(window, into, from, length);
                int millis = limitMillis.getAsInt();
                return millis == 0 ? channel.read(window) : readWithin(millis);
            }

            /** For the few reads that only look whether something is there. */
            private int readWithin(int millis) throws IOException {
                channel.configureBlocking(false);
                try (Selector selector = Selector.open()) {
                    channel.register(selector, SelectionKey.OP_READ);
                    if (selector.select(millis) == 0) {
                        throw new SocketTimeoutException("Read timed out");
                    }
                    return channel.read(window);
                } finally {
                    channel.configureBlocking(true);
                }
            }
        };
    }

    OutputStream output() {
        return new OutputStream() {
            private ByteBuffer window = ByteBuffer.allocate(0);

            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one});
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                window = on(window, bytes, from, length);
                while (window.hasRemaining()) {
                    channel.write(window);
                }
            }
        };
    }

    /** Drivers use one array again and again, so a window on it is kept. */
    private static ByteBuffer on(ByteBuffer before, byte[] bytes, int from, int length) {
        ByteBuffer window = before.array() == bytes ? before : ByteBuffer.wrap(bytes);
        return window.clear().position(from).limit(from + length);
    }
}
