package io.bmsql.agents;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.bmsql.config.AgentShare;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What coordinator and agents send each other: JSON, followed by raw bytes where a message carries some. {@code run} names the
 * run, so that a late message of another one is not taken for this one's.
 *
 * <pre>
 * coordinator   Ping  Task                                      Begin             Answer   Stop, at any time
 * agent         Pong        FileBytes ... Heartbeat, each second        Ended            Ended, instead of the first Heartbeat
 * </pre>
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "message")
@JsonSubTypes({
    @Type(AgentMessage.Ping.class),
    @Type(AgentMessage.Pong.class),
    @Type(AgentMessage.Task.class),
    @Type(AgentMessage.Begin.class),
    @Type(AgentMessage.Heartbeat.class),
    @Type(AgentMessage.FileBytes.class),
    @Type(AgentMessage.Ended.class),
    @Type(AgentMessage.Answer.class),
    @Type(AgentMessage.Stop.class)
})
sealed interface AgentMessage {
    /** The run to which it belongs; empty when it belongs to none. */
    default String run() {
        return "";
    }

    /** To all: who waits for a run? To one: what do your clocks show? */
    record Ping(long sentNanos) implements AgentMessage {}

    /**
     * An agent's clocks, monotonic and wall, when the ping came.
     *
     * @param bind the address on which it listens
     * @param busyWith the run that it does; null while it waits
     */
    record Pong(long sentNanos, long nanos, long epochMillis, String host, String bind, @Nullable String busyWith)
            implements AgentMessage {}

    /**
     * A share of a run.
     *
     * @param settings by key; with the password: never written to a file
     * @param shown the settings as the coordinator shows them, without secrets
     * @param props the props file without its secrets
     * @param scripts texts of script files and of a workload's folder, by their names
     * @param resultName of the coordinator's directory
     */
    record Task(
            String run,
            AgentShare share,
            ProgramSums program,
            Map<String, String> settings,
            List<EffectiveSetting> shown,
            String props,
            Map<String, String> scripts,
            int runId,
            String commandLine,
            String resultName)
            implements AgentMessage {
        Task of(AgentShare other) {
            return new Task(run, other, program, settings, shown, props, scripts, runId, commandLine, resultName);
        }

        @Override
        public String toString() {
            return "Task[" + run + ", " + share + "]"; // never the settings
        }
    }

    /** The first transaction is due at this moment of the agent's clock. */
    record Begin(String run, long nanos) implements AgentMessage {}

    /**
     * Each second, from when all connections are open and all files are ready. What the meters showed is in the files.
     *
     * @param problem why result files cannot be written any more; null while they can
     * @param errors the first ones of their kinds that came since the last message
     */
    record Heartbeat(String run, int backlog, int connectedWorkers, @Nullable String problem, List<String> errors)
            implements AgentMessage {}

    /**
     * Bytes of a file of the result directory.
     *
     * @param replacedLength of the file that takes the place of an old one; -1 when the bytes are added to the old one
     */
    record FileBytes(String run, String path, long offset, long replacedLength) implements AgentMessage {
        @JsonIgnore
        boolean isReplacement() {
            return replacedLength >= 0;
        }
    }

    /**
     * The share is done, or cannot be done.
     *
     * @param files all files of the result directory by path with their {@link FileCopy#sum}; none when there is no directory
     * @param problems what could not be written
     * @param failure why it ended, a sentence for the user, when that was an error
     */
    record Ended(String run, Map<String, String> files, List<String> problems, @Nullable String failure)
            implements AgentMessage {}

    /** To {@link Ended}. These files arrived damaged: send them whole. Without any the agent may forget the run. */
    record Answer(String run, List<String> damaged) implements AgentMessage {}

    /** End the run early, in good order; {@code by} such as {@code " by Ctrl-C"}. */
    record Stop(String run, String by) implements AgentMessage {}

    /** A message with its bytes, none when it carries none. */
    record Envelope(AgentMessage message, byte[] bytes) {
        static Envelope of(byte[] encoded) throws IOException {
            try {
                ByteBuffer buffer = ByteBuffer.wrap(encoded);
                byte[] head = new byte[Math.min(buffer.getInt(), encoded.length)];
                buffer.get(head);
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                return new Envelope(
                        SummaryJson.ofLine(new String(head, StandardCharsets.UTF_8), AgentMessage.class), bytes);
            } catch (RuntimeException e) {
                throw new IOException("this is no message of bmsql (" + e + ")", e);
            }
        }
    }

    default byte[] encoded(byte... bytes) {
        byte[] head = SummaryJson.line(this).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + head.length + bytes.length)
                .putInt(head.length)
                .put(head)
                .put(bytes)
                .array();
    }
}
