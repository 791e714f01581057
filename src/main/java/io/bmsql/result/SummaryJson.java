package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@code summary.json}. Safe for use by any thread. */
public final class SummaryJson {
    private static final JsonSetter.Value NULL_IS_EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withConfigOverride(List.class, lists -> lists.setSetterInfo(NULL_IS_EMPTY))
            .withConfigOverride(Map.class, maps -> maps.setSetterInfo(NULL_IS_EMPTY))
            .build();

    private SummaryJson() {}

    public static byte[] bytes(Object summary) {
        try {
            return MAPPER.writeValueAsBytes(summary);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A summary cannot fail to be put into JSON", e);
        }
    }

    /** Anything as the file would have it. */
    public static <T extends JsonNode> T tree(Object fields) {
        return MAPPER.valueToTree(fields);
    }

    static byte[] bytes(RunSummary summary, String verdict) {
        ObjectNode tree = tree(summary);
        return bytes(tree.put("verdict", verdict));
    }

    /** Anything as the text of a file. */
    public static String text(Object fields) {
        return new String(bytes(fields), StandardCharsets.UTF_8) + "\n";
    }

    public static String line(Object fields) {
        try {
            return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(fields) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A line cannot fail to be put into JSON", e);
        }
    }

    /** What {@link #line} wrote; an {@link IOException} when it is damaged. */
    public static <T> T ofLine(String line, Class<T> type) throws IOException {
        return MAPPER.readValue(line, type);
    }

    /**
     * Replaces the file as a whole: a reader, or a killed run, finds the old or the new one.
     *
     * @param verdict the worst that the summary says of the run, for other programs that read the file
     */
    public static void write(Path path, RunSummary summary, String verdict) {
        FileReplacer.replace(path, bytes(summary, verdict), "", "");
    }

    /** Reads the file; refuses a missing or damaged one and another format, and leaves out fields that it does not know. */
    public static RunSummary read(Path path) {
        JsonNode tree = read(path, JsonNode.class);
        if (!(tree instanceof ObjectNode file)) {
            throw new ResultReadException(path + " is damaged (it holds nothing)");
        }
        requireFormat(path, file);
        try {
            return checked(path, MAPPER.treeToValue(file, RunSummary.class));
        } catch (JsonProcessingException e) {
            throw new ResultReadException(path + " is damaged (" + e.getOriginalMessage() + ")", e);
        }
    }

    /** Refuses a summary of another format, whose fields may mean something else. */
    public static void requireFormat(Path path, JsonNode summary) {
        int version = summary.path("formatVersion").asInt();
        if (version != RunSummary.FORMAT_VERSION) {
            throw new ResultReadException(path + " has format " + version + " and this program reads "
                    + RunSummary.FORMAT_VERSION + ": use "
                    + (version > RunSummary.FORMAT_VERSION ? "a newer" : "an older")
                    + " version of bmsql");
        }
    }

    /** Reads a file of JSON into a record; refuses one in which something is missing or cannot be true. */
    public static <T extends Record> T readChecked(Path path, Class<T> type) {
        return checked(path, read(path, type));
    }

    private static <T extends Record> T checked(Path path, @Nullable T record) {
        String damage = record == null ? "it holds nothing" : damage("", record);
        if (record == null || damage != null) {
            throw new ResultReadException(path + " is damaged (" + damage + ")");
        }
        return record;
    }

    public static <T> T read(Path path, Class<T> type) {
        try {
            return MAPPER.readValue(ResultFile.bytes(path), type);
        } catch (JsonProcessingException e) {
            throw new ResultReadException(path + " is damaged (" + e.getOriginalMessage() + ")", e);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        }
    }

    /** More than any count, time stamp or time of a run. */
    private static final double MOST = 1e16;

    /**
     * What is wrong with a value of a file, a phrase: what is not {@code @Nullable} is missing, or a number can only be
     * damage. Without this a hand-edited file would fail somewhere in the middle of a report.
     */
    static @Nullable String damage(String name, @Nullable Object value) {
        if (value == null) {
            return name + " is missing";
        }
        if (value instanceof Number number) {
            // A seed is any 64-bit number.
            boolean isSensible = name.endsWith("seed") || Math.abs(number.doubleValue()) <= MOST;
            return isSensible ? null : name + " is " + number;
        }
        if (value instanceof Map<?, ?> map) {
            return damage(name, List.copyOf(map.values()));
        }
        Stream<@Nullable String> parts = Stream.of();
        if (value instanceof List<?> list) {
            parts = list.stream().map(entry -> damage("an entry of " + name, entry));
        } else if (value instanceof Record record) {
            parts = Arrays.stream(record.getClass().getRecordComponents()).map(part -> damageIn(name, record, part));
        }
        return parts.filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static @Nullable String damageIn(String name, Record record, RecordComponent component) {
        Object value = valueOf(record, component);
        boolean mayBeMissing = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return value == null && mayBeMissing ? null : damage(name(name, component), value);
    }

    /** Names it as the file does, without unwrapped parts. */
    private static String name(String record, RecordComponent component) {
        if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
            return record;
        }
        return record.isEmpty() ? component.getName() : record + "." + component.getName();
    }

    static @Nullable Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot look at " + component, e);
        }
    }
}
