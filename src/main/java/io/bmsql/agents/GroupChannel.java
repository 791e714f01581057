package io.bmsql.agents;

import io.bmsql.common.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jgroups.util.TLS;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents and coordinators that can reach each other and hold the same key. A member that was killed is gone after about six
 * seconds, one that is silent (stopped, cut off) after about {@link #SILENCE_MILLIS}. Halves of a group that was cut in two
 * find each other again when the network is whole. For any thread.
 */
public final class GroupChannel implements AutoCloseable {
    /** A member is lost when nothing came from it for so long; a busy agent's pauses must be shorter. */
    static final long SILENCE_MILLIS = 6_000;

    private static final Logger LOG = LoggerFactory.getLogger(GroupChannel.class);
    private static final String NAME = "bmsql agents";
    private static final long HEARTBEAT_MILLIS = 1_000;
    private static final long ASK_AGAIN_MILLIS = 1_000;
    /**
     * How long a member whose connection broke has to answer. One that was cut off suspects all others, and each of them may be busy
     * for a moment.
     */
    private static final long VERIFY_MILLIS = 5_000;

    private static final int CONNECT_MILLIS = 2_000;
    private static final long MERGE_LEAST_MILLIS = 500;
    private static final long MERGE_MOST_MILLIS = 1_500;
    /** What a sender may have under way to one member: then it waits, on its own thread. */
    private static final long CREDIT_BYTES = 2_000_000;

    private final JChannel channel;
    private final GroupSockets sockets;

    /**
     * Where this program listens and whom it asks for others.
     *
     * @param bind the address of this host
     * @param port the first one tried, here and on other hosts; so many as {@link #PORTS} are
     * @param hosts where others may be, each {@code host} or {@code host:port}, on so many ports from that one on; this host
     *     alone when empty; one whose name is not known is not asked
     * @param dns a name whose addresses are the hosts instead, as of a headless service; empty for none
     */
    public record Place(String bind, int port, List<String> hosts, String dns) {
        /** As many programs on one host can be in the group. */
        public static final int PORTS = 16;

        private static final int HIGHEST_PORT = 65_535;

        static boolean isLoopback(String host) {
            try {
                return InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException e) {
                return false; // Not a name of this host at any rate.
            }
        }

        /** Where programs of a host may listen, each of the {@link #PORTS}; empty when no host is known by this name. */
        List<InetSocketAddress> addresses(String host) {
            InetSocketAddress first = first(host);
            int count = first.isUnresolved() ? 0 : Math.min(PORTS, HIGHEST_PORT + 1 - first.getPort());
            return IntStream.range(0, count)
                    .mapToObj(number -> new InetSocketAddress(first.getAddress(), first.getPort() + number))
                    .toList();
        }

        private InetSocketAddress first(String host) {
            String name = withoutPort(host);
            return name.length() == host.length()
                    ? new InetSocketAddress(host, port)
                    : new InetSocketAddress(name, Integer.parseInt(host.substring(name.length() + 1)));
        }

        /** The name or address of a host; one of IPv6 has colons too, and a port only behind brackets. */
        static String withoutPort(String host) {
            int colon = host.lastIndexOf(':');
            boolean hasPort = colon >= 0 && !host.endsWith("]") && (host.indexOf(':') == colon || host.startsWith("["));
            return hasPort ? host.substring(0, colon) : host;
        }
    }

    /** Receives what others send, in the order of each sender, and who is there; be quick, and do not wait for answers. */
    interface Listener extends Receiver {
        void received(Address from, byte[] bytes);

        /** Who is there now, this member included. */
        void members(Set<Address> now);

        @Override
        default void receive(Message message) {
            int end = message.getOffset() + message.getLength();
            received(message.src(), Arrays.copyOfRange(message.getArray(), message.getOffset(), end));
        }

        @Override
        default void viewAccepted(View view) {
            members(new TreeSet<>(view.getMembers()));
        }
    }

    private GroupChannel(JChannel channel, GroupSockets sockets) {
        this.channel = channel;
        this.sockets = sockets;
    }

    /**
     * Joins the group, or begins it. Refuses an address that is not this host's, ports that are all taken, a bad key.
     *
     * @param reachedOn another port of its address on which others reach this member, through a proxy; 0 for none
     */
    static GroupChannel join(String memberName, Place place, int reachedOn, AgentKey key, Listener listener)
            throws UsageException {
        GroupSockets sockets = new GroupSockets();
        sockets.enabled(true).setSSLContext(key.context());
        try {
            TCP transport = transport(place, sockets);
            if (reachedOn > 0) {
                transport.setExternalAddr(transport.getBindAddress()).setExternalPort(reachedOn);
            }
            JChannel channel = new JChannel(stack(transport, place));
            // JGroups' default, one sending thread for all, waits for a stopped member. In 5.5.0 it could spin.
            ((PerDestinationBundler) transport.getBundler()).useSingleSenderThread(false);
            channel.setName(memberName);
            channel.setDiscardOwnMessages(true);
            channel.setReceiver(listener);
            channel.connect(NAME);
            return new GroupChannel(channel, sockets);
        } catch (Exception e) {
            throw new UsageException(
                    "This program cannot listen for other agents on " + place.bind() + ", ports " + place.port()
                            + " to "
                            + (place.port() + Place.PORTS - 1) + " (" + e.getMessage()
                            + "): give an address of this host, or another first port",
                    e);
        }
    }

    private static Protocol[] stack(TCP transport, Place place) {
        return new Protocol[] {
            transport,
            discovery(place),
            new MERGE3().setMinInterval(MERGE_LEAST_MILLIS).setMaxInterval(MERGE_MOST_MILLIS),
            new FD_ALL3().setTimeout(SILENCE_MILLIS).setInterval(HEARTBEAT_MILLIS),
            new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS),
            new NAKACK2().useMcastXmit(false),
            new UNICAST3(),
            new STABLE(),
            new GMS().printLocalAddress(false).setJoinTimeout(ASK_AGAIN_MILLIS).setLeaveTimeout(ASK_AGAIN_MILLIS),
            new UFC().setMaxCredits(CREDIT_BYTES),
            new MFC().setMaxCredits(CREDIT_BYTES),
            new FRAG2()
        };
    }

    private static TCP transport(Place place, TLS tls) throws UnknownHostException {
        TCP tcp = new TCP();
        tcp.setBindAddress(InetAddress.getByName(place.bind()));
        tcp.setBindPort(place.port());
        tcp.setPortRange(Place.PORTS - 1);
        tcp.tls(tls);
        tcp.setSockConnTimeout(CONNECT_MILLIS);
        tcp.enableSuspectEvents(true);
        // A member that is stopped must not keep anybody from sending to the others, or from closing its connection.
        tcp.setBundlerType("pd");
        tcp.setLinger(1);
        tcp.disableDiagnostics();
        return tcp;
    }

    /**
     * The sockets of a group. A handshake ends after {@link #CONNECT_MILLIS}: the host of a stopped program accepts connections,
     * but the program does not answer. No socket outlives the group: JGroups forgets a connection that is still in its handshake
     * when the group is left, and the program at its other end would send into it for ever.
     */
    private static final class GroupSockets extends TLS implements AutoCloseable {
        private final Set<Socket> open = Collections.newSetFromMap(new WeakHashMap<>());
        private boolean isClosed;

        @Override
        public SocketFactory createSocketFactory() {
            SSLSocketFactory secure = getSSLContext().getSocketFactory();
            DefaultSocketFactory sockets = new DefaultSocketFactory(getSSLContext()) {
                @Override
                public ServerSocket createServerSocket(String service) throws IOException {
                    return listener(secure);
                }
            };
            sockets.setSocketConfigurator(socket -> {
                wait(socket, CONNECT_MILLIS);
                ((SSLSocket) socket).addHandshakeCompletedListener(done -> wait(socket, 0));
                keep(socket);
            });
            return sockets;
        }

        private ServerSocket listener(SSLSocketFactory secure) throws IOException {
            return new ServerSocket() {
                @Override
                public Socket accept() throws IOException {
                    SSLSocket socket = (SSLSocket) secure.createSocket(super.accept(), (InputStream) null, true);
                    socket.setNeedClientAuth(true);
                    keep(socket);
                    return socket;
                }
            };
        }

        private static void wait(Socket socket, int millis) {
            try {
                socket.setSoTimeout(millis);
            } catch (SocketException e) {
                LOG.debug("the connection is closed already: {}", e.getMessage());
            }
        }

        private synchronized void keep(Socket socket) {
            open.add(socket);
            if (isClosed) {
                Util.close(socket);
            }
        }

        @Override
        public synchronized void close() {
            isClosed = true;
            open.forEach(Util::close);
        }
    }

    private static Discovery discovery(Place place) {
        if (!place.dns().isEmpty()) {
            return new DNS_PING().setDNSQuery(place.dns());
        }
        List<String> hosts = place.hosts().isEmpty() ? List.of(place.bind()) : place.hosts();
        // JGroups' own range of ports counts only for hosts in its own notation.
        List<InetSocketAddress> asked =
                hosts.stream().flatMap(host -> place.addresses(host).stream()).toList();
        // Agents on several hosts know none of each other; they learn where the others are from the coordinator.
        return new TCPPING().<TCPPING>setInitialHosts(asked).returnEntireCache(true);
    }

    int port() {
        PhysicalAddress here =
                (PhysicalAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()));
        return here instanceof IpAddress address ? address.getPort() : 0;
    }

    /** Sends to one member, or to all others; waits while that one has too much of ours under way. */
    void send(@Nullable Address to, byte[] message) throws IOException {
        send(new BytesMessage(to, message));
    }

    /** Sends without delay, and past what was sent before. Whoever cannot be reached will be gone from the group. */
    void sendAtOnce(@Nullable Address to, AgentMessage message) {
        try {
            send(new BytesMessage(to, message.encoded())
                    .setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE, Message.Flag.NO_FC));
        } catch (IOException e) {
            LOG.debug("{}", e.getMessage());
        }
    }

    private void send(Message message) throws IOException {
        try {
            channel.send(message);
        } catch (Exception e) {
            throw new IOException("a message to " + message.dest() + " was not sent: " + e.getMessage(), e);
        }
    }

    /** Leaves the group and closes all sockets and threads. */
    @Override
    public void close() {
        channel.close();
        sockets.close();
    }
}
