package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.RunClock;
import io.bmsql.config.AgentShare;
import io.bmsql.config.AgentsConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.run.RunListener;
import io.bmsql.testing.Background;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jgroups.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator and three agents on links that are slow, then stall, then break; the agents do no work. */
class SlowLinksTest {
    private static final RunClock CLOCK = RunClock.SYSTEM;
    private static final long THERE_MILLIS = 70;
    private static final long BACK_MILLIS = 30;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** Longer than a slow machine takes to tell all of them. */
    private static final long LEAD_MILLIS = 60_000;

    @TempDir
    private Path folder;

    /** Says what an agent says, by a clock of its own. */
    private static final class Drone implements GroupChannel.Listener, AutoCloseable {
        final TcpProxy link;
        final long aheadNanos;
        final CompletableFuture<Long> begun = new CompletableFuture<>();
        volatile long firstPingNanos;
        volatile long lastPingNanos;
        final CompletableFuture<Boolean> done = new CompletableFuture<>();
        volatile int members;
        private volatile Address coordinator;
        private final GroupChannel channel;

        Drone(int number, int port, TcpProxy link, List<String> others, AgentKey key) throws Exception {
            this.link = link;
            this.aheadNanos = TimeUnit.SECONDS.toNanos(1000L * number);
            channel = GroupChannel.join(
                    "agent" + number, new Place("127.0.0.1", port, others, ""), link.port(), key, this);
        }

        @Override
        public void received(Address from, byte[] bytes) {
            try {
                AgentMessage message = Envelope.of(bytes).message();
                if (message instanceof AgentMessage.Task task) {
                    coordinator = from;
                    beat(task.run());
                } else if (message instanceof AgentMessage.Ping ping) {
                    lastPingNanos = CLOCK.nanoTime();
                    firstPingNanos = firstPingNanos == 0 ? lastPingNanos : firstPingNanos;
                    long nanos = lastPingNanos + aheadNanos;
                    long millis = CLOCK.epochMillis() + TimeUnit.NANOSECONDS.toMillis(aheadNanos);
                    channel.sendAtOnce(
                            from, new AgentMessage.Pong(ping.sentNanos(), nanos, millis, "here", "127.0.0.1", null));
                } else if (message instanceof AgentMessage.Begin begin) {
                    begun.complete(begin.nanos() - aheadNanos - CLOCK.nanoTime());
                } else if (message instanceof AgentMessage.Answer) {
                    done.complete(true);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void beat(String run) {
            channel.sendAtOnce(coordinator, new AgentMessage.Heartbeat(run, 0, 0, null, List.of()));
        }

        void end(String run) {
            channel.sendAtOnce(coordinator, new AgentMessage.Ended(run, Map.of(), List.of(), null));
        }

        @Override
        public void members(Set<Address> now) {
            members = now.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
            link.close();
        }
    }

    @Test
    void clocksAreKnownAStallLosesNobodyAndACutLosesOne() throws Exception {
        AgentKey key = AgentKey.ofUser(folder);
        List<Drone> drones = new ArrayList<>();
        List<String> links = new ArrayList<>();
        AgentGroup group = new AgentGroup(CLOCK, "r1", new RunListener() {});
        int own = TestFiles.freePort();
        try (TcpProxy way = new TcpProxy(own).delay(BACK_MILLIS, THERE_MILLIS)) {
            for (int number = 1; number <= 3; number++) {
                int port = TestFiles.freePort();
                TcpProxy link = new TcpProxy(port).delay(THERE_MILLIS, BACK_MILLIS);
                // Each asks those before it: so all connections to the first one are its link's.
                links.add("127.0.0.1:" + link.port());
                drones.add(new Drone(number, port, link, List.copyOf(links), key));
            }
            Place place = new Place("127.0.0.1", own, links, "");
            try (GroupChannel channel = GroupChannel.join("run", place, way.port(), key, group)) {
                group.use(channel);
                begin(group, drones);
                RunWindow window = RunWindow.timed(CLOCK, 0, 60);
                CompletableFuture<List<String>> end = Background.call(() -> group.awaitEnd(window, false));
                drones.get(0).link.stall();
                TimeUnit.SECONDS.sleep(1);
                drones.get(0).link.flow();
                TimeUnit.SECONDS.sleep(1);
                assertThat(group.agents()).noneMatch(RemoteAgent::isLost);
                assertThat(drones).allMatch(drone -> drone.members == 4);

                drones.get(0).link.close();
                await().atMost(LIMIT).until(() -> {
                    // Whoever is silent is lost.
                    drones.get(1).beat(group.id());
                    drones.get(2).beat(group.id());
                    return group.agents().get(0).isLost();
                });
                drones.get(1).end(group.id());
                drones.get(2).end(group.id());
                assertThat(end.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEmpty();
                // It may still reach the others by connections of its own, which keep it in the group.
                assertThat(group.agents().get(0).result().lost().reason())
                        .containsAnyOf("it left the group", "it sent nothing for 20 s");
                for (int other = 1; other <= 2; other++) {
                    // A machine that stands still for seconds loses those as well.
                    if (!group.agents().get(other).isLost()) {
                        assertThat(drones.get(other).done.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                    }
                }
                assertThat(drones.get(0).done).isNotDone();
            }
        } finally {
            for (Drone drone : drones) {
                drone.close();
            }
        }
    }

    private void begin(AgentGroup group, List<Drone> drones) throws Exception {
        AgentsConfig config = new AgentsConfig(3, List.of(), List.of(), "127.0.0.1", 0, null, "", 120, false);
        group.gather(config, folder);
        group.give(
                new AgentMessage.Task("r1", AgentShare.WHOLE, null, Map.of(), List.of(), "", Map.of(), 1, "", "result"),
                120);
        group.measureClocks((int) LIMIT.toSeconds());
        LongStream first = drones.stream().mapToLong(drone -> drone.firstPingNanos);
        LongStream last = drones.stream().mapToLong(drone -> drone.lastPingNanos);
        assertThat(first.max().orElseThrow())
                .as("round trips with all at once")
                .isLessThan(last.min().orElseThrow());
        RunWindow window = RunWindow.timed(CLOCK, 0, 60);
        window.beginAt(CLOCK.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAD_MILLIS), CLOCK);
        for (int number = 1; number <= 3; number++) {
            RemoteAgent agent = group.agents().get(number - 1);
            assertThat(agent.name).isEqualTo("agent" + number);
            double wrongMillis = agent.clock.wallNanos() / 1e6 - 1e6 * number;
            assertThat(Math.abs(wrongMillis))
                    .as("the links are not as slow both ways")
                    .isLessThanOrEqualTo(agent.clock.wallErrorNanos() / 1e6);
            assertThat(agent.clock.errorNanos() / 1e6)
                    .as("half of a round trip")
                    .isGreaterThanOrEqualTo(50);
        }
        long worst = group.agents().stream()
                .mapToLong(agent -> agent.clock.errorNanos())
                .max()
                .orElseThrow();
        group.begin(window);
        for (Drone drone : drones) {
            assertThat(TimeUnit.NANOSECONDS.toMillis(drone.begun.get(LIMIT.toSeconds(), TimeUnit.SECONDS)))
                    .as("it hears of the beginning before that")
                    .isBetween(1L, LEAD_MILLIS + TimeUnit.NANOSECONDS.toMillis(worst));
        }
    }
}
