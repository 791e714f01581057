package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.AgentsConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.RunListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents of one run, as their coordinator leads them. Its own thread calls everything but {@link #stop}; figures and files
 * are taken on the group's threads, the rest waits in a queue.
 */
final class AgentGroup implements GroupChannel.Listener {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Logger LOG = LoggerFactory.getLogger(AgentGroup.class);
    private static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** An agent that is in the group and sends nothing hangs: it says each second that it is there. */
    private static final long SILENCE_SECONDS = 20;

    private static final int ROUND_TRIPS = 16;
    /** Nothing is sent to other agents for so long while one is asked for its clock. */
    private static final long ALONE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final RunClock clock;
    private final String id;
    private final RunListener listener;
    /** What the coordinator's own thread must see; empty when only something has changed. */
    private final BlockingQueue<Optional<Received>> inbox = new LinkedBlockingQueue<>();

    /** Holds the kinds of errors that were shown: a hundred agents meet the same ones. */
    private final Set<String> kinds = ConcurrentHashMap.newKeySet();

    /** What each agent answered that is there; the coordinator's own thread's. */
    private final Map<Address, AgentMessage.Pong> there = new HashMap<>();

    private volatile Set<Address> present = Set.of();
    private volatile @Nullable GroupChannel channel;
    private volatile List<RemoteAgent> agents = List.of();
    private volatile @Nullable AgentsLive live;
    private volatile @Nullable String stoppedBy;

    private record Received(Address from, AgentMessage message, long nanos, long epochMillis) {}

    AgentGroup(RunClock clock, String id, RunListener listener) {
        this.clock = clock;
        this.id = id;
        this.listener = listener;
    }

    String id() {
        return id;
    }

    void use(GroupChannel joined) {
        channel = joined;
    }

    List<RemoteAgent> agents() {
        return agents;
    }

    /** From now on each second goes there. */
    void show(AgentsLive to) {
        live = to;
    }

    private boolean isPresent(RemoteAgent agent) {
        return present.contains(agent.address);
    }

    /** To one agent, or to all. Whoever cannot be reached will be gone from the group, which says so. */
    private void send(@Nullable Address to, AgentMessage message) {
        GroupChannel open = channel;
        if (open != null) {
            open.sendAtOnce(to, message);
        }
    }

    /** The next message; empty when none came for so long, or something has changed. */
    private Optional<Received> take(long waitNanos) throws InterruptedException {
        Optional<Received> received = inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
        return received == null ? Optional.empty() : received;
    }

    private void refuseIfStopped() throws UsageException {
        if (stoppedBy != null) {
            throw new UsageException("Stopped before the run began" + stoppedBy + ".");
        }
    }

    private void refuseAfter(long deadlineNanos, int waitSeconds, String why) throws UsageException {
        refuseIfStopped();
        if (clock.nanoTime() - deadlineNanos > 0) {
            throw new CannotConnectException("After " + waitSeconds + " s " + why);
        }
    }

    /** Waits until so many agents are there, and takes them. */
    void gather(AgentsConfig config, Path copies) throws UsageException, InterruptedException {
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(config.waitSeconds());
        listener.info("waiting for " + config.count() + " agents, up to " + config.waitSeconds() + " s");
        while (chosen(config).size() < config.count()) {
            refuseAfter(
                    deadlineNanos,
                    config.waitSeconds(),
                    missing(config)
                            + ". Start `bmsql agent` on each of their hosts, with the same key file and ports that can be"
                            + " reached, or wait longer with agentsWaitSecs");
            send(null, new AgentMessage.Ping(0));
            long untilNanos = clock.nanoTime() + ASK_EVERY_NANOS;
            while (chosen(config).size() < config.count() && untilNanos - clock.nanoTime() > 0) {
                Received received = take(untilNanos - clock.nanoTime()).orElse(null);
                if (received != null
                        && received.message() instanceof AgentMessage.Pong pong
                        && there.put(received.from(), pong) == null) {
                    listener.info(received.from() + " is there: " + missing(config));
                }
                there.keySet().retainAll(present);
                refuseIfStopped();
            }
        }
        List<RemoteAgent> taken = new ArrayList<>();
        for (Address address : chosen(config)) {
            int number = taken.size() + 1;
            String host = Objects.requireNonNull(there.get(address)).host();
            Path copy = copies.resolve(ResultDirectory.agentName(number, host));
            taken.add(new RemoteAgent(number, address, host, new FileCopy(copy)));
        }
        agents = List.copyOf(taken);
    }

    /** Free agents, in the order of the hosts or of their names; fewer than wanted while some are missing. */
    private List<Address> chosen(AgentsConfig config) {
        List<Address> free = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() == null)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Address::toString).thenComparing(Comparator.naturalOrder()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (config.hosts().isEmpty()) {
            return free.subList(0, Math.min(config.count(), free.size()));
        }
        List<Address> chosen = new ArrayList<>();
        for (String host : config.hosts()) {
            free.stream().filter(agent -> isOn(host, agent)).findFirst().ifPresent(agent -> {
                chosen.add(agent);
                free.remove(agent);
            });
        }
        return chosen;
    }

    private boolean isOn(String host, Address agent) {
        AgentMessage.Pong pong = there.get(agent);
        String name = GroupChannel.Place.withoutPort(host);
        return pong != null && (pong.host().equals(name) || digits(pong.bind()).equals(digits(name)));
    }

    /** The address as digits, so that two names of one host are the same; the name itself when it is not known. */
    private static String digits(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }

    private String missing(AgentsConfig config) {
        List<Address> chosen = chosen(config);
        List<String> absent = new ArrayList<>(config.hosts());
        for (Address agent : chosen) {
            absent.stream().filter(host -> isOn(host, agent)).findFirst().ifPresent(absent::remove);
        }
        String busy = there.entrySet().stream()
                .filter(entry -> entry.getValue().busyWith() != null)
                .map(entry -> entry.getKey() + " does another run")
                .sorted()
                .collect(Collectors.joining(", "));
        return chosen.size() + " of " + config.count() + " agents are there"
                + (absent.isEmpty() ? "" : "; missing: " + String.join(", ", absent))
                + (busy.isEmpty() ? "" : "; " + busy);
    }

    /** Gives each agent its share, and waits until all have connected. */
    void give(AgentMessage.Task task, int waitSeconds) throws UsageException, InterruptedException {
        for (RemoteAgent agent : agents) {
            send(agent.address, task.of(new AgentShare(agent.number, agents.size(), id)));
        }
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        while (agents.stream().anyMatch(agent -> agent.heartbeat == null)) {
            refuseAfter(
                    deadlineNanos,
                    waitSeconds,
                    "not connected: "
                            + agents.stream()
                                    .filter(agent -> agent.heartbeat == null)
                                    .map(Object::toString)
                                    .collect(Collectors.joining(", "))
                            + "; the run was not started");
            receive(LOOK_EVERY_NANOS);
            requireAll();
        }
        listener.info("all " + agents.size() + " agents have connected");
    }

    /** Before the run has begun none may be missing. */
    private void requireAll() throws CannotConnectException {
        for (RemoteAgent agent : agents) {
            if (!isPresent(agent)) {
                throw new CannotConnectException(agent + " was lost before the run began");
            }
        }
    }

    /** Waits a little for a message, and does what it asks for. */
    private void receive(long waitNanos) throws UsageException, InterruptedException {
        Received received = take(waitNanos).orElse(null);
        RemoteAgent agent = received == null ? null : agent(received.from());
        if (received == null || agent == null) {
            return;
        }
        if (received.message() instanceof AgentMessage.Ended ended) {
            throw new UsageException(
                    agent + ": " + (ended.failure() == null ? "it ended before the run began" : ended.failure()));
        } else if (received.message() instanceof AgentMessage.Pong pong && pong.sentNanos() != 0) {
            agent.clock.add(
                    pong.sentNanos(), pong.nanos(), pong.epochMillis(), received.nanos(), received.epochMillis());
        }
    }

    /**
     * Finds the offset of each clock, by round trips while nothing else is sent: near agents have answered before the next one
     * is asked, far ones answer meanwhile. Gives the longest of their best ones, in nanoseconds.
     */
    long measureClocks(int waitSeconds) throws UsageException, InterruptedException {
        long deadlineNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        for (int trip = 1; trip <= ROUND_TRIPS || fewestTrips() == 0; trip++) {
            for (RemoteAgent agent : agents) {
                int before = agent.clock.trips();
                send(agent.address, new AgentMessage.Ping(clock.nanoTime()));
                receiveUntil(() -> agent.clock.trips() > before, ALONE_NANOS);
            }
            int wanted = trip;
            receiveUntil(() -> fewestTrips() >= wanted, LOOK_EVERY_NANOS);
            requireAll();
            refuseAfter(
                    deadlineNanos,
                    waitSeconds,
                    "not all agents had reported their clocks often enough; the run was not started");
        }
        long worstNanos = 0;
        for (RemoteAgent agent : agents) {
            worstNanos = Math.max(worstNanos, agent.clock.errorNanos());
            listener.info(NumberText.format(
                    "clock of %s: %+.1f ms, known to %.2f ms",
                    agent, agent.clock.wallNanos() / 1e6, agent.clock.wallErrorNanos() / 1e6));
        }
        listener.info(NumberText.format("all begin at one instant, within %.2f ms", worstNanos / 1e6));
        return 2 * worstNanos;
    }

    private void receiveUntil(BooleanSupplier isEnough, long waitNanos) throws UsageException, InterruptedException {
        long untilNanos = clock.nanoTime() + waitNanos;
        for (long left = waitNanos; left > 0 && !isEnough.getAsBoolean(); left = untilNanos - clock.nanoTime()) {
            receive(left);
        }
    }

    private int fewestTrips() {
        return agents.stream().mapToInt(agent -> agent.clock.trips()).min().orElse(0);
    }

    void begin(RunWindow window) {
        for (RemoteAgent agent : agents) {
            agent.lastMessageNanos = clock.nanoTime();
            send(agent.address, new AgentMessage.Begin(id, agent.clock.there(window.startNanos())));
        }
    }

    /**
     * Until each agent is done, since all of its files have arrived, or lost, which the others survive unless the user wants otherwise.
     * Gives what of their files could not be written or copied.
     */
    List<String> awaitEnd(RunWindow window, boolean stopsOnLoss) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        while (agents.stream().anyMatch(RemoteAgent::isAwaited)) {
            Received received = take(LOOK_EVERY_NANOS).orElse(null);
            RemoteAgent from = received == null ? null : agent(received.from());
            String failure = received == null || from == null ? null : takeEnd(from, received.message(), problems);
            for (RemoteAgent agent : agents) {
                String reason = agent == from && failure != null ? failure : reasonToLose(agent);
                if (reason != null) {
                    lose(agent, reason, window, stopsOnLoss);
                }
            }
        }
        return problems;
    }

    private @Nullable String reasonToLose(RemoteAgent agent) {
        if (!agent.isAwaited()) {
            return null;
        }
        if (!isPresent(agent)) {
            return "it left the group: killed, stopped or cut off";
        }
        // It may have sent its end while the files of another one were compared.
        if (inbox.isEmpty() && clock.nanoTime() - agent.lastMessageNanos > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
            return "it sent nothing for " + SILENCE_SECONDS + " s";
        }
        AgentMessage.Heartbeat heartbeat = agent.heartbeat;
        return heartbeat == null || heartbeat.problem() == null ? null : unwritten(heartbeat.problem());
    }

    private static String unwritten(String problem) {
        return "its result files cannot be written: " + problem;
    }

    /** Asks again for what arrived damaged, else lets the agent go; gives why it counts as lost, null when it does not. */
    private @Nullable String takeEnd(RemoteAgent agent, AgentMessage message, List<String> problems) {
        if (agent.isLost()) {
            // Its end needs no answer but this; anything else comes from a run that continues and must not.
            send(
                    agent.address,
                    message instanceof AgentMessage.Ended
                            ? new AgentMessage.Answer(id, List.of())
                            : new AgentMessage.Stop(id, " because the coordinator had lost it"));
            return null;
        }
        if (!(message instanceof AgentMessage.Ended ended)) {
            return null;
        }
        List<String> differing = agent.copy.differing(ended.files());
        if (!differing.isEmpty() && agent.mayRepeat()) {
            // To compare them may have taken longer than it may be silent.
            agent.lastMessageNanos = clock.nanoTime();
            send(agent.address, new AgentMessage.Answer(id, differing));
            return null;
        }
        if (!ended.files().isEmpty()) {
            agent.copy.keepOnly(ended.files().keySet());
            agent.isCopied = differing.isEmpty();
        }
        differing.forEach(path -> problems.add(agent + ": the copy of " + path + " is not what the agent wrote"));
        ended.problems().forEach(problem -> problems.add(agent + ": " + problem));
        if (agent.copy.problem() != null) {
            problems.add(agent.copy.problem());
        }
        send(agent.address, new AgentMessage.Answer(id, List.of()));
        agent.isDone = true;
        showEnd(agent);
        return ended.failure() != null || ended.problems().isEmpty()
                ? ended.failure()
                : unwritten(ended.problems().get(0));
    }

    private void lose(RemoteAgent agent, String reason, RunWindow window, boolean stopsOnLoss) {
        double atSeconds = Math.floor((agent.lastMessageNanos - window.measureFromNanos()) / 1e9);
        boolean continues = isPresent(agent) && !agent.isDone;
        agent.lose(reason);
        showEnd(agent);
        listener.warn(NumberText.format(
                "%s of %d is lost (%s): about second %.0f of the window is its last one%s",
                agent, agents.size(), reason, atSeconds, stopsOnLoss ? "; the run ends" : "; the others continue"));
        if (continues) {
            // What it would do from now on would be in the database and not in the result.
            send(agent.address, new AgentMessage.Stop(id, " because the coordinator gave it up: " + reason));
        }
        if (stopsOnLoss && stoppedBy == null) {
            stop(" because " + agent + " was lost");
        }
    }

    /** Nothing more is to be shown of it. */
    private void showEnd(RemoteAgent agent) {
        AgentsLive shown = live;
        if (shown != null) {
            shown.ended(agent);
        }
    }

    /** Ends the run on all agents, from any thread. */
    void stop(String by) {
        stoppedBy = stoppedBy == null ? by : stoppedBy;
        for (RemoteAgent agent : agents) {
            if (agent.isAwaited()) {
                send(agent.address, new AgentMessage.Stop(id, by));
            }
        }
        inbox.add(Optional.empty());
    }

    private @Nullable RemoteAgent agent(Address address) {
        return agents.stream()
                .filter(agent -> agent.address.equals(address))
                .findFirst()
                .orElse(null);
    }

    /** On the group's threads: files and figures at once, in the order of each agent; all else later. */
    @Override
    public void received(Address from, byte[] bytes) {
        long nanos = clock.nanoTime();
        try {
            Envelope envelope = Envelope.of(bytes);
            RemoteAgent agent = agent(from);
            if (agent != null) {
                agent.lastMessageNanos = nanos;
            }
            if (agent != null && !agent.isLost() && envelope.message() instanceof AgentMessage.FileBytes piece) {
                for (String reading : agent.take(piece, envelope.bytes())) {
                    show(live, agent, reading);
                    show(agent.alone, agent, reading);
                }
            } else if (agent != null
                    && !agent.isLost()
                    && envelope.message() instanceof AgentMessage.Heartbeat heartbeat) {
                boolean isFirst = agent.heartbeat == null;
                agent.heartbeat = heartbeat;
                for (String error : heartbeat.errors()) {
                    if (kinds.add(error.replaceFirst(": .*", ""))) {
                        listener.failed(agent + ": " + error);
                    }
                }
                if (isFirst) {
                    inbox.add(Optional.empty());
                }
            } else {
                inbox.add(Optional.of(new Received(from, envelope.message(), nanos, clock.epochMillis())));
            }
        } catch (IOException e) {
            LOG.warn("{} sent what is no message: {}", from, e.getMessage());
        }
    }

    private static void show(@Nullable AgentsLive shown, RemoteAgent agent, String reading) {
        if (shown != null) {
            shown.add(agent, reading);
        }
    }

    @Override
    public void members(Set<Address> now) {
        present = now;
        inbox.add(Optional.empty());
    }
}
