package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.UsageException;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Who holds the key is in the group; who does not neither joins, nor reads, nor ends anything. The tests wait most of the time:
 * the build runs them at once.
 */
@Execution(ExecutionMode.CONCURRENT)
class GroupChannelTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private static Path home;

    private static AgentKey key;

    @BeforeAll
    static void makeKey() throws UsageException {
        key = AgentKey.ofUser(home);
    }

    static final class Received implements GroupChannel.Listener {
        final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
        volatile int members;
        volatile Address sender;

        @Override
        public void received(Address from, byte[] bytes) {
            sender = from;
            messages.add(from + ": " + new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void members(Set<Address> now) {
            members = now.size();
        }
    }

    @Test
    void theKeyIsMadeOnceAndIsItsOwnersAlone() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key.file())))
                .isEqualTo("rw-------");
        byte[] before = Files.readAllBytes(key.file());
        assertThat(AgentKey.ofUser(home)).isEqualTo(key);
        assertThat(Files.readAllBytes(key.file())).isEqualTo(before);
        assertThat(TestFiles.in(home.resolve(".bmsql"))).containsExactly(key.file());
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        Path open = home.resolve("open.p12");
        Files.copy(key.file(), open);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> new AgentKey(open).context())
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("can be read or changed by others (mode rw-r--r--)", "chmod 600");
        assertThatThrownBy(() -> new AgentKey(home.resolve("none")).context()).hasMessageContaining("is not there");
        Path noise = home.resolve("noise.p12");
        Files.writeString(noise, "no key");
        Files.setPosixFilePermissions(noise, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> new AgentKey(noise).context()).hasMessageContaining("is not a key of agents");
    }

    @Test
    void whoLacksTheKeyIsNotInTheGroup() throws Exception {
        Place place = place();
        Received one = new Received();
        Received two = new Received();
        Received stranger = new Received();
        AgentKey other = AgentKey.ofUser(home.resolve("stranger"));
        try (GroupChannel first = GroupChannel.join("one", place, 0, key, one);
                GroupChannel second = GroupChannel.join("two", place, 0, key, two)) {
            await().atMost(LIMIT).until(() -> one.members == 2 && two.members == 2);
            scribble(place.port());
            try (GroupChannel outside = GroupChannel.join("stranger", place, 0, other, stranger)) {
                outside.send(null, "end".getBytes(StandardCharsets.UTF_8));
                first.send(null, "secret".getBytes(StandardCharsets.UTF_8));
                assertThat(two.messages.poll(1, TimeUnit.MINUTES)).isEqualTo("one: secret");
                second.send(two.sender, "answer".getBytes(StandardCharsets.UTF_8));
                assertThat(one.messages.poll(1, TimeUnit.MINUTES)).isEqualTo("two: answer");
                scribble(place.port());
                assertThat(stranger.members).isOne();
            }
            assertThat(stranger.messages).isEmpty();
            assertThat(one.messages).isEmpty();
            assertThat(two.messages).isEmpty();
            assertThat(one.members).isEqualTo(2);
        }
    }

    @Test
    void groupsThatBeganApartBecomeOne() throws Exception {
        Place left = place();
        Place right = place();
        List<String> others = List.of("127.0.0.1:" + left.port(), "127.0.0.1:" + right.port());
        Place both = new Place(left.bind(), place().port(), others, "");
        List<Received> all = List.of(new Received(), new Received(), new Received());
        try (GroupChannel one = GroupChannel.join("one", left, 0, key, all.get(0));
                GroupChannel two = GroupChannel.join("two", right, 0, key, all.get(1));
                GroupChannel coordinator = GroupChannel.join("run", both, 0, key, all.get(2))) {
            await().atMost(LIMIT).until(() -> all.stream().allMatch(each -> each.members == 3));
        }
    }

    /** No member is on the first port: another program has it, or a coordinator had it and is gone. */
    @Test
    void theyFindEachOtherOnLaterPorts() throws Exception {
        Place place = place();
        Received first = new Received();
        Received second = new Received();
        try (ServerSocket other = new ServerSocket(place.port(), 1, InetAddress.getLoopbackAddress());
                GroupChannel one = GroupChannel.join("one", place, 0, key, first);
                GroupChannel two = GroupChannel.join("two", place, 0, key, second)) {
            assertThat(List.of(one.port(), two.port())).doesNotContain(other.getLocalPort());
            await().atMost(LIMIT).until(() -> first.members == 2 && second.members == 2);
        }
    }

    /** An agent that connects while a coordinator ends finds the next one of the same program. */
    @Test
    void aHandshakeThatOutlastsTheEndLeavesNoConnection() throws Exception {
        Place first = place();
        try (TcpProxy link = new TcpProxy(first.port())) {
            Place asking = new Place("127.0.0.1", place().port(), List.of("127.0.0.1:" + link.port()), "");
            link.stall();
            Received asker = new Received();
            Received found = new Received();
            try (GroupChannel agent = GroupChannel.join("agent", asking, 0, key, asker)) {
                GroupChannel ending = GroupChannel.join("ending", first, link.port(), key, new Received());
                int before = link.taken();
                await().atMost(LIMIT).until(() -> link.taken() > before);
                ending.close();
                link.flow();
                try (GroupChannel next = GroupChannel.join("next", first, link.port(), key, found)) {
                    await().atMost(LIMIT).until(() -> asker.members == 2 && found.members == 2);
                }
            }
        }
    }

    /** Bytes that are no TLS, and a connection that is silent. */
    private static void scribble(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n\0\0\0\1\7".getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(new byte[100_000]);
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("Connection reset.*|Broken pipe.*");
        }
    }

    private static Place place() throws IOException {
        return new Place("127.0.0.1", TestFiles.freePorts(Place.PORTS), List.of(), "");
    }
}
