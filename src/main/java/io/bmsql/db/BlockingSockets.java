package io.bmsql.db;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import org.apache.commons.lang3.function.FailableIntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sockets whose reads block in the kernel and still have a time-out: one call of the system for each answer. The JDK's own make
 * three of it once they have had a time-out (read, poll, read). Instead, each is looked at four times a second, and closed when
 * its read has waited too long. With a path they lead to the Unix socket there, whatever host they are told to connect to. Drivers
 * make one for each connection, by its name. For any thread.
 */
public final class BlockingSockets extends SocketFactory {
    private static final int LOOK_MILLIS = 250;

    private final @Nullable String path;

    public BlockingSockets() {
        this(null);
    }

    /** @param path of the Unix socket of a server on this host; null for TCP */
    public BlockingSockets(@Nullable String path) {
        this.path = path;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new Watched(path == null ? null : new UnixChannel(path));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(InetAddress.getByName(host), port, localHost, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host, port, null, 0);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, @Nullable InetAddress localHost, int localPort)
            throws IOException {
        Socket socket = createSocket();
        socket.bind(new InetSocketAddress(localHost, localPort));
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    private static final class Watched extends Socket {
        /** Odd while an answer is awaited, and another number each time. */
        private final AtomicInteger waits = new AtomicInteger();

        private final @Nullable UnixChannel unix;

        private volatile int limitMillis;
        private volatile boolean isTimedOut;
        private int lastWait;
        private int waitedMillis;

        Watched(@Nullable UnixChannel unix) {
            this.unix = unix;
        }

        @Override
        public void connect(SocketAddress to, int timeoutMillis) throws IOException {
            int readMillis = limitMillis;
            limitMillis = timeoutMillis;
            look();
            waits.incrementAndGet();
            try {
                if (unix == null) {
                    super.connect(to, 0);
                } else {
                    unix.connect();
                }
            } catch (SocketException | ClosedChannelException e) {
                throw isTimedOut ? new SocketTimeoutException("Connect timed out") : e;
            } finally {
                waits.incrementAndGet();
                limitMillis = readMillis;
            }
        }

        /** One that is too short to be looked at is left to the JDK. */
        @Override
        public void setSoTimeout(int timeoutMillis) throws SocketException {
            boolean isShort = timeoutMillis < LOOK_MILLIS;
            super.setSoTimeout(isShort ? timeoutMillis : 0);
            limitMillis = isShort ? 0 : timeoutMillis;
        }

        @Override
        public int getSoTimeout() throws SocketException {
            return limitMillis > 0 ? limitMillis : super.getSoTimeout();
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(unix == null ? super.getInputStream() : unix.input(super::getSoTimeout)) {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] into, int from, int length) throws IOException {
                    waits.setOpaque(waits.getOpaque() + 1);
                    try {
                        return super.read(into, from, length);
                    } catch (SocketException | ClosedChannelException e) {
                        throw isTimedOut ? new SocketTimeoutException("Read timed out") : e;
                    } finally {
                        waits.setOpaque(waits.getOpaque() + 1);
                    }
                }
            };
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return unix == null ? super.getOutputStream() : unix.output();
        }

        @Override
        public boolean isConnected() {
            return unix == null ? super.isConnected() : unix.isConnected();
        }

        @Override
        public void close() throws IOException {
            super.close();
            if (unix != null) {
                unix.close();
            }
        }

        private void look() {
            int wait = waits.get();
            waitedMillis = wait == lastWait && (wait & 1) == 1 ? waitedMillis + LOOK_MILLIS : 0;
            lastWait = wait;
            try {
                if (limitMillis > 0 && waitedMillis >= limitMillis) {
                    isTimedOut = true;
                    close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (!isClosed()) {
                CompletableFuture.delayedExecutor(LOOK_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(this::look);
            }
        }
    }

    /**
     * A connection with the Unix socket of a server on this host: an answer goes past the layers of TCP. The JDK has no {@link
     * java.net.Socket} of this kind, which is what drivers ask for. For one thread, but for {@link #close}.
     */
    private static final class UnixChannel {
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
}
