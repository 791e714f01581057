package io.bmsql.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The network between a program and its server on this machine, for tests that spoil it. */
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private volatile int serverPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger taken = new AtomicInteger();
    private final Object traffic = new Object();
    private volatile long toServerMillis;
    private volatile long fromServerMillis;
    private final AtomicReference<Cut> armed = new AtomicReference<>();
    private final AtomicReference<String> awaited = new AtomicReference<>("");
    private final AtomicInteger trips = new AtomicInteger();
    private boolean stalled;

    /** When a connection is cut: before a message reaches the server, while it is answered, or before the answer reaches the client. */
    public enum Cut {
        BEFORE,
        IN,
        AFTER
    }

    /** What both ways of a connection know of each other. */
    private final class Link {
        final Socket client;
        final Socket server;
        private final AtomicBoolean isAnswered = new AtomicBoolean(true);
        private volatile boolean isMuted;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /** Hands on what one side sent; false when this cut the connection. */
        boolean handOn(Socket from, OutputStream out, byte[] bytes, int count) throws IOException {
            Cut now = null;
            if (from == server) {
                isAnswered.set(true);
                now = isMuted ? Cut.BEFORE : null;
            } else {
                trips.addAndGet(isAnswered.getAndSet(false) ? 1 : 0);
                now = isAwaited(bytes, count) ? Cut.AFTER : armed.getAndSet(null);
                isMuted = now == Cut.AFTER;
            }
            if (now != Cut.BEFORE) {
                out.write(bytes, 0, count);
            }
            if (now == Cut.BEFORE || now == Cut.IN) {
                cut(client);
                cut(server);
                return false;
            }
            return true;
        }
    }

    /** Listens on a free port and passes everything on to the server's. */
    public TcpProxy(int serverPort) throws IOException {
        this(serverPort, 0);
    }

    /** Listens on this port, such as that of another one that was closed. */
    public TcpProxy(int serverPort, int port) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(port, 200, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** How many connections it has taken. */
    public int taken() {
        return taken.get();
    }

    /** How often a client sent something after it had its answer, or first. */
    public int trips() {
        return trips.get();
    }

    /** From now on new connections lead to another server, as when a name gets another address. */
    public void leadTo(int otherPort) {
        serverPort = otherPort;
    }

    /** Cuts the connection on which a client sends next. */
    public void cutNext(Cut when) {
        armed.set(when);
    }

    /** Cuts the connection on which a client next sends a message with this text, before it is answered. */
    public void cutAfter(String text) {
        awaited.set(text);
    }

    private boolean isAwaited(byte[] bytes, int count) {
        String text = awaited.get();
        return !text.isEmpty()
                && new String(bytes, 0, count, StandardCharsets.ISO_8859_1).contains(text)
                && awaited.compareAndSet(text, "");
    }

    /** True until that has happened. */
    public boolean isToCut() {
        return armed.get() != null;
    }

    /** Connections made from now on are slow: what is sent arrives so much later, each way. */
    public TcpProxy delay(long toServerMillis, long fromServerMillis) {
        this.toServerMillis = toServerMillis;
        this.fromServerMillis = fromServerMillis;
        return this;
    }

    /** From now on nothing arrives on either side, and nobody is told; connects still succeed. */
    public void stall() {
        synchronized (traffic) {
            stalled = true;
        }
    }

    /** What was held back arrives, and all goes on. */
    public void flow() {
        synchronized (traffic) {
            stalled = false;
            traffic.notifyAll();
        }
    }

    /** Cuts all connections with a reset, as a firewall does that forgot them; new ones succeed. */
    public void reset() throws IOException {
        for (Socket socket : sockets) {
            cut(socket);
        }
    }

    private void cut(Socket socket) throws IOException {
        sockets.remove(socket);
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException closed) {
            // Its own thread was quicker.
            return;
        }
        socket.close();
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            taken.incrementAndGet();
            sockets.add(client);
            Socket server;
            try {
                server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            } catch (IOException nobodyThere) {
                cut(client);
                continue;
            }
            sockets.add(server);
            // Neither side's small packets wait for more.
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Link link = new Link(client, server);
            start(way(link, client, server, toServerMillis));
            start(way(link, server, client, fromServerMillis));
        }
    }

    private Work way(Link link, Socket from, Socket to, long delayMillis) {
        return delayMillis == 0 ? () -> pass(link, from, to) : () -> passLate(from, to, delayMillis);
    }

    private record Late(byte[] bytes, long dueNanos) {}

    /** One thread takes, another one hands over later: much can be under way. */
    private void passLate(Socket from, Socket to, long delayMillis) throws IOException, InterruptedException {
        LinkedBlockingQueue<Late> underWay = new LinkedBlockingQueue<>();
        start(() -> {
            byte[] bytes = new byte[16 * 1024];
            try {
                for (int count = from.getInputStream().read(bytes);
                        count >= 0;
                        count = from.getInputStream().read(bytes)) {
                    long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
                    underWay.add(new Late(Arrays.copyOf(bytes, count), dueNanos));
                }
            } finally {
                underWay.add(new Late(new byte[0], System.nanoTime()));
            }
        });
        try (from;
                to) {
            for (Late next = underWay.take(); next.bytes.length > 0; next = underWay.take()) {
                TimeUnit.NANOSECONDS.sleep(next.dueNanos - System.nanoTime());
                awaitFlow();
                to.getOutputStream().write(next.bytes);
            }
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void pass(Link link, Socket from, Socket to) throws IOException {
        byte[] bytes = new byte[16 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            boolean isOpen = true;
            for (int count = in.read(bytes); isOpen && count >= 0; count = isOpen ? in.read(bytes) : -1) {
                awaitFlow();
                isOpen = link.handOn(from, out, bytes, count);
            }
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void awaitFlow() throws IOException {
        synchronized (traffic) {
            while (stalled) {
                try {
                    traffic.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException end) {
                // A connection that one side has closed: the other side learns of it, which is all there is to do.
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        flow();
        reset();
    }
}
