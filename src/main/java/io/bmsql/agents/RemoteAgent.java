package io.bmsql.agents;

import io.bmsql.common.ClockOffset;
import io.bmsql.agents.GroupChannel.Member;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.ResultDirectory;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** What the coordinator knows of one driver. Written by its own thread, save what is said to be for any. */
final class RemoteAgent {
    /** A file that arrives damaged so often is not asked for again. */
    private static final int MOST_REPEATS = 3;

    final int number;
    final Member member;
    final String host;
    final FileCopy copy;
    final ClockOffset clock = new ClockOffset();

    boolean isReady;
    volatile boolean isDone;
    /** True once all of its files are here as it wrote them. */
    boolean isCopied;

    AgentMessage.@Nullable Ended ended;
    private int repeats;
    private volatile AgentFacts.@Nullable Lost lost;
    /** For any thread. */
    volatile long heardNanos;
    /** The newest one, for any thread. */
    volatile AgentMessage.@Nullable Second second;

    /** This driver's own figures, when somebody may ask for them. */
    volatile @Nullable AgentsLive alone;

    RemoteAgent(int number, Member member, String host, FileCopy copy) {
        this.number = number;
        this.member = member;
        this.host = host;
        this.copy = copy;
    }

    /** True while something is to be expected from it. */
    boolean isAwaited() {
        return lost == null && !isDone;
    }

    boolean isLost() {
        return lost != null;
    }

    AgentFacts.@Nullable Lost lost() {
        return lost;
    }

    /** Its copy says up to which second it is in the answer. */
    void lose(String reason) {
        lost = new AgentFacts.Lost(null, reason);
    }

    boolean mayRepeat() {
        return ++repeats <= MOST_REPEATS;
    }

    Part part() {
        boolean hasResults = Files.isRegularFile(copy.root().resolve(ResultDirectory.SUMMARY));
        return new Part(number, host, hasResults ? copy.root() : null, clock.isKnown() ? new AgentFacts.Clock(clock.wallNanos(), clock.wallErrorNanos()) : null, lost);
    }

    /** For messages. */
    @Override
    public String toString() {
        return "driver " + number + " (" + member.name() + ")";
    }
}
