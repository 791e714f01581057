package io.bmsql.agents;

import io.bmsql.common.ClockOffset;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.ResultDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/** What the coordinator knows of one agent. Written by its own thread, save what is said to be for any. */
final class RemoteAgent {
    /** A file that arrives damaged so often is not asked for again. */
    private static final int MAX_REPEATS = 3;

    final int number;
    final Address address;
    final String name;
    final String host;
    final FileCopy copy;
    final ClockOffset clock = new ClockOffset();

    volatile boolean isDone;
    /** True once all of its files are here as it wrote them. */
    boolean isCopied;

    /** The last line of its readings so far, and the length of all of them; its group thread's. */
    private final StringBuilder reading = new StringBuilder();

    private long readingBytes;
    private int repeats;
    private volatile AgentFacts.@Nullable Lost lost;
    /** For any thread. */
    volatile long lastMessageNanos;
    /** The newest one, for any thread; null until it has connected. */
    volatile AgentMessage.@Nullable Heartbeat heartbeat;

    /** This agent's own figures, when somebody may ask for them. */
    volatile @Nullable AgentsLive alone;

    RemoteAgent(int number, Address address, String host, FileCopy copy) {
        this.number = number;
        this.address = address;
        this.name = address.toString();
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

    /** Its copy says up to which second it is in the answer. */
    void lose(String reason) {
        lost = new AgentFacts.Lost(null, reason);
    }

    boolean mayRepeat() {
        return ++repeats <= MAX_REPEATS;
    }

    AgentResult result() {
        boolean hasResults = Files.isRegularFile(copy.root().resolve(ResultDirectory.SUMMARY));
        return new AgentResult(
                number,
                host,
                hasResults ? copy.root() : null,
                clock.isKnown() ? new AgentFacts.Clock(clock.wallNanos(), clock.wallErrorNanos()) : null,
                lost);
    }

    /** Takes a piece of a file, and gives the readings that it completes. */
    List<String> take(AgentMessage.FileBytes piece, byte[] content) {
        copy.take(piece, content);
        if (!piece.path().equals(ResultDirectory.READINGS) || piece.offset() != readingBytes) {
            return List.of();
        }
        readingBytes += content.length;
        reading.append(new String(content, StandardCharsets.ISO_8859_1));
        int end = reading.lastIndexOf("\n") + 1;
        List<String> lines = reading.substring(0, end).lines().toList();
        reading.delete(0, end);
        return lines;
    }

    @Override
    public String toString() {
        return "agent " + number + " (" + name + ")";
    }
}
