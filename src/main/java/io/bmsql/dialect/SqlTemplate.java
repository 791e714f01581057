package io.bmsql.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills a script in by a {@link Layout}, so that DDL for any number of partitions and shards is text in a folder:
 *
 * <pre>
 * -- for each partition                   the lines up to "-- end" once for each partition
 * -- for each shard                       ... once for each shard
 * -- for each shard with tablegroups      ... only when the option tablegroups is on
 * -- end
 * {partitions}                            how many there are, anywhere in a script
 * {remainder}                             inside "for each partition": 0 to partitions - 1
 * {shard}                                 inside both: the shard's id
 * </pre>
 *
 * Loops do not nest. A script without these words is left as it is.
 */
final class SqlTemplate {
    private static final Pattern FOR_EACH =
            Pattern.compile("--\\s*for each (partition|shard)(?:\\s+with\\s+([A-Za-z]+))?\\s*");
    private static final Pattern END = Pattern.compile("--\\s*end\\s*");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(partitions|remainder|shard)}");

    private final String file;
    private final Layout layout;
    private final List<Line> filled = new ArrayList<>();

    private SqlTemplate(String file, Layout layout) {
        this.file = file;
        this.layout = layout;
    }

    /**
     * A line to be executed.
     *
     * @param number in the file that the user can edit, from 1
     */
    record Line(int number, String text) {}

    /** One turn of a loop. Outside of loops both are null. */
    private record Turn(@Nullable Integer remainder, @Nullable Integer shard) {}

    /**
     * The lines of a script, filled in.
     *
     * @param file shown in messages
     * @throws DialectException for a loop without end, and when the layout does not know what a placeholder asks for
     */
    static List<Line> fill(String file, String text, Layout layout) throws DialectException {
        SqlTemplate template = new SqlTemplate(file, layout);
        List<String> lines = text.lines().toList();
        int at = 0;
        while (at < lines.size()) {
            Matcher loop = FOR_EACH.matcher(lines.get(at).strip());
            if (loop.matches()) {
                at = template.repeat(loop, lines, at);
            } else {
                template.add(at, lines.get(at), new Turn(null, null));
                at++;
            }
        }
        return List.copyOf(template.filled);
    }

    /** True when a statement asks for this placeholder, or a loop goes over it. */
    static boolean asksFor(String text, String placeholder) {
        return text.lines().map(String::strip).anyMatch(line -> {
            Matcher loop = FOR_EACH.matcher(line);
            return loop.matches()
                    ? loop.group(1).equals(placeholder)
                    : !line.startsWith("--") && line.contains("{" + placeholder + "}");
        });
    }

    /** Adds the lines of a loop for each of its turns; returns the index of the line after it. */
    private int repeat(Matcher loop, List<String> lines, int start) throws DialectException {
        int end = start + 1;
        while (end < lines.size() && !END.matcher(lines.get(end).strip()).matches()) {
            if (FOR_EACH.matcher(lines.get(end).strip()).matches()) {
                throw new DialectException(place(end) + ": loops do not nest; end the one of line " + (start + 1));
            }
            end++;
        }
        if (end == lines.size()) {
            throw new DialectException(place(start) + ": the loop has no \"-- end\"");
        }
        @Nullable String option = loop.group(2);
        if (option == null || layout.options().contains(option)) {
            for (Turn turn : turns(loop.group(1), start)) {
                for (int at = start + 1; at < end; at++) {
                    add(at, lines.get(at), turn);
                }
            }
        }
        return end + 1;
    }

    private List<Turn> turns(String over, int at) throws DialectException {
        List<Turn> turns = new ArrayList<>();
        if (over.equals("shard")) {
            requireShards(at, "for each shard");
            layout.shards().forEach(shard -> turns.add(new Turn(null, shard)));
            return turns;
        }
        requirePartitions(at, "for each partition");
        for (int remainder = 0; remainder < layout.partitions(); remainder++) {
            turns.add(new Turn(remainder, layout.shards().isEmpty() ? null : layout.shardOf(remainder)));
        }
        return turns;
    }

    private void add(int at, String line, Turn turn) throws DialectException {
        Matcher placeholder = PLACEHOLDER.matcher(line);
        StringBuilder text = new StringBuilder();
        boolean isComment = line.strip().startsWith("--");
        while (!isComment && placeholder.find()) {
            placeholder.appendReplacement(text, Integer.toString(value(placeholder.group(1), turn, at)));
        }
        filled.add(
                new Line(at + 1, isComment ? line : placeholder.appendTail(text).toString()));
    }

    private int value(String name, Turn turn, int at) throws DialectException {
        if (name.equals("partitions")) {
            requirePartitions(at, "{partitions}");
            return layout.partitions();
        }
        if (name.equals("shard")) {
            requireShards(at, "{shard}");
        }
        @Nullable Integer value = name.equals("shard") ? turn.shard() : turn.remainder();
        if (value == null) {
            throw new DialectException(
                    place(at) + ": {" + name + "} stands outside of a loop that has one; put \"-- for each partition\""
                            + " before it and \"-- end\" behind it");
        }
        return value;
    }

    private void requirePartitions(int at, String what) throws DialectException {
        if (layout.partitions() == 0) {
            throw new DialectException(place(at) + ": " + what
                    + " needs a number of partitions; add partitions=4 or the like to the props file");
        }
    }

    private void requireShards(int at, String what) throws DialectException {
        if (layout.shards().isEmpty()) {
            throw new DialectException(place(at) + ": " + what
                    + " needs the ids of the shards, and no server was asked for them; add shards=1,2 or the like to the"
                    + " props file");
        }
    }

    private String place(int at) {
        return file + ":" + (at + 1);
    }
}
