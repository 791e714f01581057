package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent host that waits for runs and does its share of one at a time. {@link #run} belongs to one thread, {@link #end} to any.
 *
 * <pre>
 * waits ─► Task ─► connects ─► Second ─► Begin ─► generates load, sends each Second ─► Ended ─► Answer ─► waits
 *            the coordinator is lost, or says Stop: the run ends in good order, its directory stays ─► waits
 * </pre>
 */
public final class Agent implements GroupChannel.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private final ProgramContext program;
    private final Place place;
    private final AgentKey key;
    private final Consumer<String> console;
    private final String host = ProgramContext.hostName();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile @Nullable GroupChannel channel;
    private volatile boolean leavesNoResults;
    private @Nullable AgentRun running;

    /**
     * @param program results go to its working directory
     * @param console takes lines for the user
     */
    public Agent(ProgramContext program, Place place, AgentKey key, Consumer<String> console) {
        this.program = program;
        this.place = place;
        this.key = key;
        this.console = console;
    }

    /** Waits for runs and does them, until {@link #end}. */
    public void run() throws UsageException, InterruptedException {
        String name = host + ":" + ProcessHandle.current().pid();
        try (GroupChannel joined = GroupChannel.join(name, place, 0, key, this)) {
            channel = joined;
            console.accept("Waiting for a run as " + name + " on " + place.bind() + ":" + joined.port() + " (key "
                    + key.file() + "). Ctrl-C ends this agent.");
            end.await();
            AgentRun last = running();
            if (last != null) {
                last.stop(" because its agent was ended");
                last.await();
                if (leavesNoResults) {
                    last.removeResults();
                }
            }
        }
    }

    /** Ends the agent, a run in good order first. */
    public void end() {
        end.countDown();
    }

    /** The coordinator has all results of the last run: they go when the agent ends. */
    public void leaveNoResults() {
        leavesNoResults = true;
    }

    private synchronized @Nullable AgentRun running() {
        return running;
    }

    private synchronized void begin(Address coordinator, AgentMessage.Task task) {
        AgentRun now = running;
        if (now != null && !now.isOver() || end.getCount() == 0) {
            send(coordinator, new AgentMessage.Ended(task.run(), Map.of(), List.of(), "does another run just now"));
            return;
        }
        running = new AgentRun(program, task, console, coordinator, (message, bytes) -> {
            GroupChannel open = channel;
            if (open == null) {
                throw new IOException("the group was left");
            }
            open.send(coordinator, message.encoded(bytes));
        });
        running.begin();
    }

    private void send(Address to, AgentMessage message) {
        GroupChannel open = channel;
        if (open != null) {
            open.sendAtOnce(to, message);
        }
    }

    /** On the group's threads. */
    @Override
    public void received(Address from, byte[] bytes) {
        try {
            AgentMessage message = Envelope.of(bytes).message();
            AgentRun now = running();
            if (message instanceof AgentMessage.Ping ping) {
                long nanos = program.clock().nanoTime();
                long epochMillis = program.clock().epochMillis();
                String busyWith = now == null || now.isOver() ? null : now.id();
                send(from, new AgentMessage.Pong(ping.sentNanos(), nanos, epochMillis, host, place.bind(), busyWith));
            } else if (message instanceof AgentMessage.Task task) {
                begin(from, task);
            } else if (now != null) {
                now.receive(message);
            }
        } catch (IOException e) {
            LOG.warn("{} sent what is no message: {}", from, e.getMessage());
        }
    }

    /** On the group's threads. */
    @Override
    public void members(Set<Address> present) {
        AgentRun now = running();
        if (now != null) {
            now.seen(present);
        }
    }
}
