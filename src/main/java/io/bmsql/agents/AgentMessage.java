package io.bmsql.agents;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bmsql.config.AgentShare;
import io.bmsql.config.EffectiveSetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What coordinator and agents say to each other: JSON, followed by raw bytes where a message carries some. {@code run} names the
 * run, so that a late message of another one is not taken for this one's.
 *
 * <pre>
 * coordinator   Ask   Task   Ping   Begin                          Again   Done      Stop, at any time
 * agent         Here  Ready  Pong   Second, Piece, each second ... Ended             Refused, instead of Ready
 * </pre>
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
@JsonSubTypes({
    @JsonSubTypes.Type(value = AgentMessage.Ask.class, name = "ask"),
    @JsonSubTypes.Type(value = AgentMessage.Here.class, name = "here"),
    @JsonSubTypes.Type(value = AgentMessage.Task.class, name = "task"),
    @JsonSubTypes.Type(value = AgentMessage.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = AgentMessage.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = AgentMessage.Ping.class, name = "ping"),
    @JsonSubTypes.Type(value = AgentMessage.Pong.class, name = "pong"),
    @JsonSubTypes.Type(value = AgentMessage.Begin.class, name = "begin"),
    @JsonSubTypes.Type(value = AgentMessage.Second.class, name = "second"),
    @JsonSubTypes.Type(value = AgentMessage.Piece.class, name = "piece"),
    @JsonSubTypes.Type(value = AgentMessage.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = AgentMessage.Again.class, name = "again"),
    @JsonSubTypes.Type(value = AgentMessage.Done.class, name = "done"),
    @JsonSubTypes.Type(value = AgentMessage.Stop.class, name = "stop")
})
sealed interface AgentMessage {
    /** One that belongs to a run. */
    sealed interface OfRun extends AgentMessage {
        String run();
    }

    /** Who waits for a run? */
    record Ask() implements AgentMessage {}

    /**
     * An agent.
     *
     * @param bind the address on which it listens
     * @param busyWith the run that it does; null while it waits
     */
    record Here(String host, String bind, @Nullable String busyWith) implements AgentMessage {}

    /**
     * A share of a run.
     *
     * @param settings by key; the password is in it, and nobody writes it down
     * @param shown the settings as the coordinator shows them, without secrets
     * @param props the props file without its secrets
     */
    record Task(
            String run,
            AgentShare share,
            ProgramSums program,
            Map<String, String> settings,
            List<EffectiveSetting> shown,
            String props,
            Start start)
            implements OfRun {
        @Override
        public String toString() {
            return "Task[" + run + ", " + share + "]"; // never the settings
        }
    }

    /** How the user began the run. */
    record Start(int runId, String commandLine, String resultName) {}

    /** The agent cannot do it; the reason is a sentence for the user. */
    record Refused(String run, String reason) implements OfRun {}

    /** All connections are open and all files are ready. */
    record Ready(String run) implements OfRun {}

    record Ping(long sentNanos) implements AgentMessage {}

    /** The agent's clocks, monotonic and wall, when the ping came. */
    record Pong(long sentNanos, long nanos, long epochMillis) implements AgentMessage {}

    /** The first transaction is due at this moment of the agent's clock. */
    record Begin(String run, long nanos) implements OfRun {}

    /**
     * Each second: still here. What the meters showed is in the files.
     *
     * @param problem why result files cannot be written any more; null while they can
     */
    record Second(String run, int backlog, int connectedWorkers, @Nullable String problem) implements OfRun {}

    /**
     * Bytes of a file of the result directory.
     *
     * @param replacedLength of the file that takes the place of an old one; -1 when the bytes are added to the old one
     */
    record Piece(String run, String path, long offset, long replacedLength) implements OfRun {
        @JsonIgnore
        boolean isReplacement() {
            return replacedLength >= 0;
        }
    }

    /**
     * The share is done.
     *
     * @param files all files of the result directory by path, each with its length and checksum
     * @param problems what could not be written
     */
    record Ended(String run, Map<String, FileCopy.Sum> files, List<String> problems, @Nullable String failure)
            implements OfRun {}

    /** These files arrived damaged: send them whole. */
    record Again(String run, List<String> paths) implements OfRun {}

    /** Everything arrived: the agent may forget the run. */
    record Done(String run) implements OfRun {}

    /** End the run early, in good order; {@code by} such as {@code " by Ctrl-C"}. */
    record Stop(String run, String by) implements OfRun {}

    /** A message with its bytes, none when it carries none. */
    record Envelope(AgentMessage message, byte[] bytes) {
        private static final ObjectMapper JSON = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();

        private static final byte[] NOTHING = {};

        Envelope(AgentMessage message) {
            this(message, NOTHING);
        }

        byte[] encoded() {
            try {
                byte[] head = JSON.writerFor(AgentMessage.class)
                        .writeValueAsString(message)
                        .getBytes(StandardCharsets.UTF_8);
                return ByteBuffer.allocate(Integer.BYTES + head.length + bytes.length)
                        .putInt(head.length)
                        .put(head)
                        .put(bytes)
                        .array();
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a message cannot fail to be put into JSON", e);
            }
        }

        static Envelope of(byte[] encoded) throws IOException {
            try {
                ByteBuffer buffer = ByteBuffer.wrap(encoded);
                byte[] head = new byte[Math.min(buffer.getInt(), encoded.length)];
                buffer.get(head);
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                return new Envelope(JSON.readValue(head, AgentMessage.class), bytes);
            } catch (RuntimeException e) {
                throw new IOException("this is no message of bmsql (" + e + ")", e);
            }
        }
    }
}
