package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.GroupChannel.Member;
import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A driver host that waits for runs and does its share of one at a time. {@link #run} belongs to one thread, {@link #end} to any.
 *
 * <pre>
 * waits ─► Task ─► connects ─► Ready ─► Begin ─► drives, sends each second ─► Ended ─► Done ─► waits
 *            the coordinator is lost, or says Stop: the run ends in good order, its directory stays ─► waits
 * </pre>
 */
public final class Agent {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private final ProgramContext program;
    private final Place place;
    private final AgentKey key;
    private final Consumer<String> console;
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
        String name = ProgramContext.hostName() + ":" + ProcessHandle.current().pid();
        try (GroupChannel joined = GroupChannel.join(name, place, key, new GroupListener())) {
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

    private synchronized void begin(Member coordinator, AgentMessage.Task task) {
        AgentRun now = running;
        if (now != null && !now.isOver() || end.getCount() == 0) {
            send(coordinator.address(), new AgentMessage.Refused(task.run(), "does another run just now"));
            return;
        }
        running = new AgentRun(program, task, console, envelope -> {
            GroupChannel open = channel;
            if (open == null) {
                throw new IOException("the group was left");
            }
            open.send(coordinator.address(), envelope.encoded());
        });
        running.begin(coordinator.address());
    }

    private void send(Address to, AgentMessage message) {
        GroupChannel open = channel;
        if (open == null) {
            return;
        }
        try {
            open.sendAtOnce(to, new Envelope(message).encoded());
        } catch (IOException e) {
            LOG.debug("{}: the other end is lost, which the group says", e.getMessage());
        }
    }

    /** What the group says; all of it on its threads. */
    private final class GroupListener implements GroupChannel.Listener {
        @Override
        public void received(Member from, byte[] bytes) {
            try {
                receive(from, Envelope.of(bytes).message());
            } catch (IOException e) {
                LOG.warn("{} sent what is no message: {}", from.name(), e.getMessage());
            }
        }

        private void receive(Member from, AgentMessage message) {
            AgentRun now = running();
            if (message instanceof AgentMessage.Ping ping) {
                send(
                        from.address(),
                        new AgentMessage.Pong(
                                ping.sentNanos(),
                                program.clock().nanoTime(),
                                program.clock().epochMillis()));
            } else if (message instanceof AgentMessage.Ask) {
                String busyWith = now == null || now.isOver() ? null : now.id();
                send(from.address(), new AgentMessage.Here(ProgramContext.hostName(), place.bind(), busyWith));
            } else if (message instanceof AgentMessage.Task task) {
                begin(from, task);
            } else if (message instanceof AgentMessage.OfRun ofRun && now != null) {
                now.receive(ofRun);
            }
        }

        @Override
        public void members(Set<Address> present) {
            AgentRun now = running();
            if (now != null) {
                now.seen(present);
            }
        }
    }
}
