package io.bmsql.result;

import io.bmsql.common.IoReason;
import io.bmsql.common.UserText;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of {@code data/events.csv}: an event of the run that has begun, or a mark that somebody set. A command has a row when it
 * begins and another one, which counts, when it has ended.
 *
 * @param at when it began, UTC to the millisecond, such as {@code 2026-08-01T12:00:00.250Z}
 * @param seconds for how long the command ran; 0 for a mark
 * @param status of the command as people read it: its exit status or why there is none; empty while it runs, and for a mark
 * @param text the command, or what the mark says
 */
public record EventRow(String at, String name, double seconds, String status, String text) {
    public static final CsvTable<EventRow> CSV = new CsvTable<>("events.csv", EventRow.class);

    public static final String MARK = "mark";

    /** The name of what the server told of itself, such as a checkpoint; not in the file. */
    public static final String SERVER = "server";

    private static final int MAX_LABEL_CHARS = 30;

    public EventRow(long epochMillis, String name, double seconds, String status, String text) {
        this(Instant.ofEpochMilli(epochMillis).toString(), name, seconds, status, text);
    }

    /** Reads the last row of each event, which knows how it ended, in the order of their moments; none without the file. */
    public static List<EventRow> read(ResultDirectory directory) {
        Map<String, EventRow> last = new LinkedHashMap<>();
        CSV.list(directory).forEach(row -> last.put(row.at + " " + row.name + " " + row.text, row));
        return last.values().stream()
                .sorted(Comparator.comparingLong(EventRow::epochMillis))
                .toList();
    }

    /** A few words for a chart: an event's name, or what else happened. */
    public static String label(String name, String text) {
        String words = isMark(name) ? text : name;
        return words.length() > MAX_LABEL_CHARS ? UserText.cut(words, MAX_LABEL_CHARS - 1) + "…" : words;
    }

    /** No event: it changes nothing. */
    public boolean isMark() {
        return isMark(name);
    }

    /** True for the name of what is no event: a mark by hand, or what the server told of itself. */
    public static boolean isMark(String name) {
        return name.equals(MARK) || name.equals(SERVER);
    }

    /** Adds a row to the file, which several programs may write; {@link ResultWriteException} when that fails. */
    public static void append(ResultDirectory directory, EventRow row) {
        Path path = CSV.in(directory);
        try {
            if (!Files.exists(path)) {
                begin(path);
            }
            Files.writeString(path, CSV.line(row), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write " + path + " (" + IoReason.of(e, path) + ")", e);
        }
    }

    /** Makes the file together with its header, unless another program is first. */
    static void begin(Path path) throws IOException {
        Path fresh = FileReplacer.fresh(path);
        try {
            Files.writeString(fresh, CSV.header());
            // Unlike a move this replaces nothing.
            Files.createLink(path, fresh);
        } catch (UnsupportedOperationException | FileSystemException e) {
            // Another program was first, or the file system has no links.
            if (!Files.exists(path)) {
                Files.writeString(path, CSV.header(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** @throws ResultReadException when the row has no such moment */
    public long epochMillis() {
        try {
            return Instant.parse(at).toEpochMilli();
        } catch (DateTimeException e) {
            throw new ResultReadException("An event of the run has no moment (" + at + ")", e);
        }
    }
}
