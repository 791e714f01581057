package io.bmsql.dialect;

import io.bmsql.spec.SchemaOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fills a script in by a {@link Layout}, so that DDL for any number of partitions and shards is text in a folder:
 *
 * <pre>
 * -- for each partition                   the lines up to "-- end" once for each partition
 * -- for each shard                       ... once for each shard
 * -- for each shard with tablegroups      ... only when the option tablegroups is on
 * -- when partitions                      ... only when the tables are cut into partitions
 * -- when fillFactors and not partitions  ... only when both hold; any {@link io.bmsql.spec.SchemaOption} is allowed here
 * -- end
 * text  -- when partitions                this one line, without the remark, or not at all
 * {partitions}                            how many there are, anywhere in a script
 * {remainder}                             inside "for each partition": 0 to partitions - 1
 * {shard}                                 inside both: the shard's id
 * </pre>
 *
 * Blocks do not nest; a line with its own condition may be in one. Whole tables have no partition to write lines for. A
 * script without these words is left as it is, also where a remark begins with "when".
 */
final class SqlTemplate {
    private static final String WORDS = Stream.concat(
                    Stream.of(Layout.PARTITIONS),
                    Stream.of(SchemaOption.values()).map(SchemaOption::word))
            .collect(Collectors.joining("|", "(?:not )?(?:", ")"));
    private static final String CONDITION = "(" + WORDS + "(?: and " + WORDS + ")*)";

    private static final Pattern FOR_EACH =
            Pattern.compile("--\\s*for each (partition|shard)(?:\\s+with\\s+" + CONDITION + ")?\\s*");
    private static final Pattern WHEN = Pattern.compile("--\\s*when\\s+" + CONDITION + "\\s*");
    private static final Pattern LINE_WHEN = Pattern.compile("(.*\\S)\\s+--\\s*when\\s+" + CONDITION + "\\s*");
    private static final String NOT = "not ";
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
    private record Turn(@Nullable Integer remainder, @Nullable Integer shard) {
        static final Turn NONE = new Turn(null, null);
    }

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
            String line = lines.get(at).strip();
            Matcher loop = FOR_EACH.matcher(line);
            Matcher when = WHEN.matcher(line);
            if (loop.matches()) {
                at = template.block(loop.group(1), loop.group(2), lines, at);
            } else if (when.matches()) {
                at = template.block(null, when.group(1), lines, at);
            } else {
                template.add(at, lines.get(at), Turn.NONE);
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

    /**
     * Adds the lines of a block for each of its turns.
     *
     * @param over what it goes over, null for once
     * @param condition null for none
     * @return the index of the line after it
     */
    private int block(@Nullable String over, @Nullable String condition, List<String> lines, int start)
            throws DialectException {
        int end = endOf(lines, start);
        if (condition == null || holds(condition)) {
            for (Turn turn : turns(over, start)) {
                for (int at = start + 1; at < end; at++) {
                    add(at, lines.get(at), turn);
                }
            }
        }
        return end + 1;
    }

    private int endOf(List<String> lines, int start) throws DialectException {
        for (int at = start + 1; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (END.matcher(line).matches()) {
                return at;
            }
            if (FOR_EACH.matcher(line).matches() || WHEN.matcher(line).matches()) {
                throw new DialectException(place(at) + ": blocks do not nest; end the one of line " + (start + 1));
            }
        }
        throw new DialectException(place(start) + ": the block has no \"-- end\"");
    }

    private boolean holds(String condition) {
        for (String part : condition.split(" and ", -1)) {
            boolean negated = part.startsWith(NOT);
            if (layout.holds(negated ? part.substring(NOT.length()) : part) == negated) {
                return false;
            }
        }
        return true;
    }

    private List<Turn> turns(@Nullable String over, int at) throws DialectException {
        if (over == null) {
            return List.of(Turn.NONE);
        }
        List<Turn> turns = new ArrayList<>();
        if (over.equals("shard")) {
            requireShards(at, "for each shard");
            layout.shards().forEach(shard -> turns.add(new Turn(null, shard)));
            return turns;
        }
        for (int remainder = 0; remainder < layout.partitions(); remainder++) {
            turns.add(new Turn(remainder, layout.shards().isEmpty() ? null : layout.shardOf(remainder)));
        }
        return turns;
    }

    private void add(int at, String line, Turn turn) throws DialectException {
        if (line.strip().startsWith("--")) {
            filled.add(new Line(at + 1, line));
            return;
        }
        Matcher conditional = LINE_WHEN.matcher(line);
        if (!conditional.matches()) {
            filled.add(new Line(at + 1, filledIn(line, turn, at)));
        } else if (holds(conditional.group(2))) {
            filled.add(new Line(at + 1, filledIn(conditional.group(1), turn, at)));
        }
    }

    private String filledIn(String line, Turn turn, int at) throws DialectException {
        Matcher placeholder = PLACEHOLDER.matcher(line);
        StringBuilder text = new StringBuilder();
        while (placeholder.find()) {
            placeholder.appendReplacement(text, Integer.toString(value(placeholder.group(1), turn, at)));
        }
        return placeholder.appendTail(text).toString();
    }

    private int value(String name, Turn turn, int at) throws DialectException {
        if (name.equals(Layout.PARTITIONS)) {
            requirePartitions(at);
            return layout.partitions();
        }
        if (name.equals("shard")) {
            requireShards(at, "{shard}");
        }
        @Nullable Integer value = name.equals("shard") ? turn.shard() : turn.remainder();
        if (value == null) {
            throw new DialectException(
                    place(at) + ": {" + name + "} is only allowed inside a loop; put \"-- for each partition\""
                            + " before it and \"-- end\" after it");
        }
        return value;
    }

    private void requirePartitions(int at) throws DialectException {
        if (layout.partitions() == 0) {
            throw new DialectException(place(at) + ": {partitions}"
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
