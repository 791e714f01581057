package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.GroupChannel.Member;
import io.bmsql.agents.Inbox.Received;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.AgentsConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.RunListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drivers of one run, as their coordinator leads them. Its own thread calls everything but {@link #stop}; figures and files
 * are taken on the group's threads, the rest waits in a queue.
 */
final class AgentGroup {
    private static final Logger LOG = LoggerFactory.getLogger(AgentGroup.class);
    private static final long ASK_EVERY_MILLIS = 1_000;
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final RunClock clock;
    private final String id;
    private final RunListener listener;
    private final Inbox inbox = new Inbox();
    private volatile List<RemoteAgent> drivers = List.of();
    private volatile @Nullable AgentsLive live;
    private volatile @Nullable String stoppedBy;

    AgentGroup(RunClock clock, String id, RunListener listener) {
        this.clock = clock;
        this.id = id;
        this.listener = listener;
    }

    String id() {
        return id;
    }

    GroupChannel.Listener channelListener() {
        return new GroupListener();
    }

    void use(GroupChannel joined) {
        inbox.use(joined);
    }

    List<RemoteAgent> drivers() {
        return drivers;
    }

    /** From now on each second goes there. */
    void show(AgentsLive to) {
        live = to;
    }

    @Nullable
    String stoppedBy() {
        return stoppedBy;
    }

    List<Part> parts() {
        return drivers.stream().map(RemoteAgent::part).toList();
    }

    /** The names of those whose files are all here as they wrote them. */
    List<String> copied() {
        return drivers.stream()
                .filter(driver -> driver.isCopied)
                .map(driver -> driver.member.name())
                .toList();
    }

    void refuseIfStopped() throws UsageException {
        if (stoppedBy != null) {
            throw new UsageException("Stopped before the run began" + stoppedBy + ".");
        }
    }

    /** Waits until so many agents are there, and takes them. */
    void gather(AgentsConfig config, Path copies) throws UsageException, InterruptedException {
        AgentRegistry registry = new AgentRegistry(config.count(), config.hosts());
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(config.waitSeconds());
        listener.info("waiting for " + config.count() + " agents, up to " + config.waitSeconds() + " s");
        while (registry.chosen().size() < config.count()) {
            refuseIfStopped();
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new MissingAgentsException("After " + config.waitSeconds() + " s " + registry.missing()
                        + ". Start `bmsql agent` on each of their hosts, with the same key file and ports that can be"
                        + " reached, or wait longer with agentsWaitSecs");
            }
            inbox.sendToAll(new AgentMessage.Ask());
            receiveAnswers(registry, config.count());
        }
        List<RemoteAgent> taken = new ArrayList<>();
        for (Member member : registry.chosen()) {
            int number = taken.size() + 1;
            String host = registry.host(member);
            Path copy = copies.resolve(ResultDirectory.driverName(number, host));
            taken.add(new RemoteAgent(number, member, host, new FileCopy(copy)));
        }
        drivers = List.copyOf(taken);
    }

    private void receiveAnswers(AgentRegistry registry, int wanted) throws InterruptedException {
        long untilNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_EVERY_MILLIS);
        while (registry.chosen().size() < wanted) {
            Received received = inbox.take(untilNanos - clock.nanoTime());
            if (received == null) {
                return;
            }
            if (received.from() != null
                    && received.message() instanceof AgentMessage.Here here
                    && registry.add(received.from(), here)) {
                listener.info(received.from().name() + " is there: " + registry.missing());
            }
            registry.keep(inbox.present());
        }
    }

    /** Gives each driver its share, and waits until all have connected. */
    void give(AgentMessage.Task task, int waitSeconds) throws UsageException, InterruptedException {
        for (RemoteAgent driver : drivers) {
            AgentShare share = new AgentShare(driver.number, drivers.size(), id);
            inbox.send(
                    driver,
                    new AgentMessage.Task(
                            id, share, task.program(), task.settings(), task.shown(), task.props(), task.start()));
        }
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        while (drivers.stream().anyMatch(driver -> !driver.isReady)) {
            refuseIfStopped();
            if (clock.nanoTime() - deadlineNanos > 0) {
                throw new MissingAgentsException("After " + waitSeconds + " s not connected: "
                        + String.join(
                                ", ",
                                drivers.stream()
                                        .filter(driver -> !driver.isReady)
                                        .map(Object::toString)
                                        .toList())
                        + "; the run was not started");
            }
            receive(LOOK_EVERY_NANOS);
            requireAll();
        }
        listener.info("all " + drivers.size() + " agents have connected");
    }

    /** Before the run has begun nobody may be missing. */
    void requireAll() throws MissingAgentsException {
        for (RemoteAgent driver : drivers) {
            if (!inbox.isPresent(driver)) {
                throw new MissingAgentsException(driver + " was lost before the run began");
            }
        }
    }

    /** Waits a little for a message, and does what it asks for. */
    void receive(long waitNanos) throws UsageException, InterruptedException {
        Received received = inbox.take(waitNanos);
        if (received == null || received.from() == null) {
            return;
        }
        RemoteAgent driver = driver(received.from());
        if (driver == null) {
            return;
        }
        if (received.message() instanceof AgentMessage.Ready) {
            driver.isReady = true;
        } else if (received.message() instanceof AgentMessage.Refused refused) {
            throw new UsageException(driver + ": " + refused.reason());
        } else if (received.message() instanceof AgentMessage.Pong pong) {
            driver.clock.add(
                    pong.sentNanos(), pong.nanos(), pong.epochMillis(), received.nanos(), received.epochMillis());
        }
    }

    /** Finds the offset of each clock; gives the longest of their best round trips, in nanoseconds. */
    long measureClocks(int waitSeconds) throws UsageException, InterruptedException {
        return new ClockSync(this, inbox, clock, listener).measure(waitSeconds);
    }

    /** Lets all begin when the window does. */
    void begin(RunWindow window) {
        for (RemoteAgent driver : drivers) {
            driver.lastMessageNanos = clock.nanoTime();
            inbox.sendAtOnce(driver, new AgentMessage.Begin(id, driver.clock.there(window.startNanos())));
        }
    }

    /** Until each driver is done or lost; what of their files could not be written or copied. */
    List<String> awaitEnd(RunWindow window, boolean stopsOnLoss) throws InterruptedException {
        return new RunCompletion(this, inbox, clock, listener, window, stopsOnLoss).await();
    }

    /** Nothing more is to be shown of it. */
    void tellEnded(RemoteAgent driver) {
        AgentsLive shown = live;
        if (shown != null) {
            shown.ended(driver);
        }
    }

    /** Ends the run on all drivers, from any thread. */
    void stop(String by) {
        stoppedBy = stoppedBy == null ? by : stoppedBy;
        for (RemoteAgent driver : drivers) {
            if (driver.isAwaited()) {
                inbox.sendAtOnce(driver, new AgentMessage.Stop(id, by));
            }
        }
        inbox.wake();
    }

    @Nullable
    RemoteAgent driver(Member member) {
        for (RemoteAgent driver : drivers) {
            if (driver.member.equals(member)) {
                return driver;
            }
        }
        return null;
    }

    /** On the group's threads: files and figures at once, in the order of each driver; all else later. */
    private final class GroupListener implements GroupChannel.Listener {
        @Override
        public void received(Member from, byte[] bytes) {
            long nanos = clock.nanoTime();
            try {
                Envelope envelope = Envelope.of(bytes);
                RemoteAgent driver = driver(from);
                if (driver != null) {
                    driver.lastMessageNanos = nanos;
                }
                if (driver != null && !driver.isLost() && envelope.message() instanceof AgentMessage.Piece piece) {
                    for (String reading : driver.take(piece, envelope.bytes())) {
                        show(driver, reading);
                    }
                } else if (driver != null
                        && !driver.isLost()
                        && envelope.message() instanceof AgentMessage.Second second) {
                    driver.second = second;
                } else {
                    inbox.add(new Received(from, envelope.message(), nanos, clock.epochMillis()));
                }
            } catch (IOException e) {
                LOG.warn("{} sent what is no message: {}", from.name(), e.getMessage());
            }
        }

        private void show(RemoteAgent driver, String reading) {
            AgentsLive shown = live;
            if (shown != null) {
                shown.add(driver, reading);
            }
            AgentsLive alone = driver.alone;
            if (alone != null) {
                alone.add(driver, reading);
            }
        }

        @Override
        public void members(Set<Address> now) {
            inbox.present(now);
        }
    }
}
