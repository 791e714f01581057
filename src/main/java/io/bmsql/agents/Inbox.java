package io.bmsql.agents;

import io.bmsql.agents.AgentMessage.Envelope;
import io.bmsql.agents.GroupChannel.Member;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the coordinator says to agents, and what it has yet to hear. Any thread sends and adds; its own one takes. */
final class Inbox {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final Received NOTHING = new Received(null, null, 0, 0);

    private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>();
    private volatile Set<Address> present = Set.of();
    private volatile @Nullable GroupChannel channel;

    /** A message that the coordinator's own thread must see, and when it came; null when only something has changed. */
    record Received(@Nullable Member from, @Nullable AgentMessage message, long nanos, long epochMillis) {}

    private interface Delivery {
        void by(GroupChannel open) throws IOException;
    }

    /** From now on messages are sent there. */
    void use(GroupChannel joined) {
        channel = joined;
    }

    /** Who is in the group now. */
    Set<Address> present() {
        return present;
    }

    boolean isPresent(RemoteAgent driver) {
        return present.contains(driver.member.address());
    }

    void present(Set<Address> now) {
        present = now;
        wake();
    }

    void add(Received received) {
        inbox.add(received);
    }

    /** Lets the taking thread look around. */
    void wake() {
        inbox.add(NOTHING);
    }

    /** The next message; null when none came for so long. */
    @Nullable
    Received take(long waitNanos) throws InterruptedException {
        return inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
    }

    void send(RemoteAgent to, AgentMessage message) {
        deliver(open -> open.send(to.member.address(), new Envelope(message).encoded()));
    }

    void sendAtOnce(RemoteAgent to, AgentMessage message) {
        deliver(open -> open.sendAtOnce(to.member.address(), new Envelope(message).encoded()));
    }

    void sendToAll(AgentMessage message) {
        deliver(open -> open.sendToAll(new Envelope(message).encoded()));
    }

    /** Whoever cannot be reached will be gone from the group, which says so. */
    private void deliver(Delivery delivery) {
        GroupChannel open = channel;
        if (open == null) {
            return;
        }
        try {
            delivery.by(open);
        } catch (IOException e) {
            LOG.debug("{}", e.getMessage());
        }
    }
}
