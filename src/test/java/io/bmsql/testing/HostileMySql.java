package io.bmsql.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * A server that answers queries by asking for a file of the client, as the protocol of MySQL allows at any moment (packet 0xFB). Alone it
 * takes every login and asks at every query. In front of a real server it passes everything on, and only on connections that offer files
 * asks once, at the query of a certain number.
 */
public final class HostileMySql implements AutoCloseable {
    private static final int LOCAL_FILES = 0x80;
    private static final int QUERY = 3;
    private static final int EVERY = 0;

    private final ServerSocket listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger offers = new AtomicInteger();
    private final String file;
    private final int realPort;
    private final IntSupplier askAt;

    /** Alone; asks for this file. */
    public HostileMySql(String file) throws IOException {
        this(file, 0, () -> EVERY);
    }

    /** In front of the server at that port; the query of a connection at which to ask counts from 1. */
    public HostileMySql(String file, int realPort, IntSupplier askAt) throws IOException {
        this.file = file;
        this.realPort = realPort;
        this.askAt = askAt;
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** How often it has asked for the file. */
    public int asked() {
        return asked.get();
    }

    /** How many connections said that they would send files. */
    public int offers() {
        return offers.get();
    }

    /** All that came instead of the file. */
    public String received() {
        synchronized (received) {
            return received.toString(StandardCharsets.UTF_8);
        }
    }

    private interface Conversation {
        void hold() throws IOException;
    }

    private void start(Conversation conversation) {
        Thread thread = new Thread(
                () -> {
                    try {
                        conversation.hold();
                    } catch (IOException ended) {
                        // Either side has gone: that is how a conversation ends.
                        return;
                    }
                },
                "hostile-mysql");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            sockets.add(client);
            start(realPort == 0 ? () -> alone(client) : () -> between(client));
        }
    }

    private void alone(Socket client) throws IOException {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            ByteArrayOutputStream greeting = new ByteArrayOutputStream();
            greeting.write(10);
            greeting.write("8.0.36\0".getBytes(StandardCharsets.US_ASCII));
            greeting.write(new byte[] {1, 0, 0, 0});
            greeting.write("saltsalt\0".getBytes(StandardCharsets.US_ASCII));
            // Capabilities, all but TLS and compression, in two halves around character set and status.
            greeting.write(new byte[] {(byte) 0xdf, (byte) 0xf7, 45, 2, 0, (byte) 0x0b, 0, 21});
            greeting.write(new byte[10]);
            greeting.write("saltsaltsalt\0mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
            send(out, 0, greeting.toByteArray());
            login(read(in));
            send(out, 2, new byte[] {0, 0, 0, 2, 0, 0, 0});
            while (true) {
                byte[] command = read(in);
                if (command[0] == QUERY) {
                    ask(in, out);
                } else {
                    send(out, 1, new byte[] {0, 0, 0, 2, 0, 0, 0});
                }
            }
        }
    }

    private void between(Socket client) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), realPort);
        sockets.add(server);
        try (client;
                server) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            InputStream answers = server.getInputStream();
            start(() -> answers.transferTo(out));
            boolean offers = false;
            int query = 0;
            int wanted = askAt.getAsInt();
            for (int packet = 0; ; packet++) {
                int header = in.readInt();
                byte[] body = in.readNBytes(length(header));
                offers = packet == 0 ? login(body) : offers;
                boolean isQuery = packet > 0 && (header & 0xff) == 0 && body.length > 0 && body[0] == QUERY;
                if (isQuery && offers && ++query == wanted) {
                    ask(in, out);
                } else {
                    byte[] whole = new byte[4 + body.length];
                    whole[0] = (byte) (header >>> 24);
                    whole[1] = (byte) (header >>> 16);
                    whole[2] = (byte) (header >>> 8);
                    whole[3] = (byte) header;
                    System.arraycopy(body, 0, whole, 4, body.length);
                    server.getOutputStream().write(whole);
                }
            }
        }
    }

    private boolean login(byte[] answer) {
        boolean offersFiles = (answer[0] & LOCAL_FILES) != 0;
        offers.addAndGet(offersFiles ? 1 : 0);
        return offersFiles;
    }

    private void ask(DataInputStream in, OutputStream out) throws IOException {
        asked.incrementAndGet();
        send(out, 1, ("\u00fb" + file).getBytes(StandardCharsets.ISO_8859_1));
        while (true) {
            int header = in.readInt();
            byte[] part = in.readNBytes(length(header));
            int sequence = header & 0xff;
            if (sequence == 0) {
                // Connector/J takes some answers for an OK without a look, and goes on with its next command.
                throw new IOException("the client sends no file and goes on");
            }
            if (part.length == 0) {
                send(out, sequence + 1, "\u00ff\u0099\u0004#42000no more".getBytes(StandardCharsets.ISO_8859_1));
                return;
            }
            synchronized (received) {
                received.write(part);
            }
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(length(in.readInt()));
    }

    private static int length(int header) {
        return (header >>> 24) | (header >>> 8 & 0xff00) | (header << 8 & 0xff0000);
    }

    private static void send(OutputStream out, int sequence, byte[] body) throws IOException {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(body.length);
        packet.write(body.length >>> 8);
        packet.write(body.length >>> 16);
        packet.write(sequence);
        packet.write(body);
        out.write(packet.toByteArray());
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
