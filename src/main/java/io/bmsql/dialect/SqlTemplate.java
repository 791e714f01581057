package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
 * -- when fillFactors and not partitions  ... only when both hold; any {@link io.bmsql.config.Layout#OPTIONS} is allowed here
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
record SqlTemplate(String file, Layout layout, List<SqlTemplate.Line> filled) {
    private static final String WORDS = Stream.concat(
                    Stream.of(Layout.PARTITIONS), Layout.OPTIONS.stream().map(PropertyKey::key))
            .collect(Collectors.joining("|", "(?:not )?(?:", ")"));
    private static final String CONDITION = "(" + WORDS + "(?: and " + WORDS + ")*)";

    private static final Pattern BLOCK = Pattern.compile(
            "--\\s*(?:for each (partition|shard)(?:\\s+with\\s+" + CONDITION + ")?|when\\s+" + CONDITION + ")\\s*");
    private static final Pattern LINE_WHEN = Pattern.compile("(.*\\S)\\s+--\\s*when\\s+" + CONDITION + "\\s*");
    private static final String NOT = "not ";
    private static final Pattern END = Pattern.compile("--\\s*end\\s*");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(partitions|remainder|shard)}");

    /** A line to be executed; its number is that of the file that the user can edit, from 1. */
    record Line(int number, String text) {}

    /** The lines of a script, filled in; {@code file} is only shown. */
    static List<Line> fill(String file, String text, Layout layout) throws UsageException {
        SqlTemplate template = new SqlTemplate(file, layout, new ArrayList<>());
        List<String> lines = text.lines().toList();
        int at = 0;
        while (at < lines.size()) {
            Matcher block = BLOCK.matcher(lines.get(at).strip());
            if (block.matches()) {
                at = template.block(block, lines, at);
            } else {
                template.add(at, lines.get(at), Map.of());
                at++;
            }
        }
        return List.copyOf(template.filled);
    }

    /** True when a statement asks for this placeholder, or a loop goes over it. */
    static boolean asksFor(String text, String placeholder) {
        return text.lines().map(String::strip).anyMatch(line -> {
            Matcher block = BLOCK.matcher(line);
            return block.matches()
                    ? placeholder.equals(block.group(1))
                    : !line.startsWith("--") && line.contains("{" + placeholder + "}");
        });
    }

    /** Adds the lines of a block for each of its turns, and returns the index of the line after it. */
    private int block(Matcher block, List<String> lines, int start) throws UsageException {
        int end = endOf(lines, start);
        String condition = block.group(block.group(1) == null ? 3 : 2);
        if (condition == null || holds(condition)) {
            for (Map<String, Integer> turn : turns(block.group(1), start)) {
                for (int at = start + 1; at < end; at++) {
                    add(at, lines.get(at), turn);
                }
            }
        }
        return end + 1;
    }

    private int endOf(List<String> lines, int start) throws UsageException {
        for (int at = start + 1; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (END.matcher(line).matches()) {
                return at;
            }
            if (BLOCK.matcher(line).matches()) {
                throw problem(at, "blocks do not nest; end the one of line " + (start + 1));
            }
        }
        throw problem(start, "the block has no \"-- end\"");
    }

    private boolean holds(String condition) {
        return Stream.of(condition.split(" and ", -1))
                .allMatch(part ->
                        part.startsWith(NOT) ? !layout.holds(part.substring(NOT.length())) : layout.holds(part));
    }

    /** The placeholders of each turn of a loop. */
    private List<Map<String, Integer>> turns(@Nullable String over, int at) throws UsageException {
        if (over == null) {
            return List.of(Map.of());
        }
        List<Integer> shards = layout.shards();
        if (over.equals("shard")) {
            requireShards(at, "for each shard");
            return shards.stream().map(shard -> Map.of("shard", shard)).toList();
        }
        return IntStream.range(0, layout.partitions())
                .mapToObj(remainder -> shards.isEmpty()
                        ? Map.of("remainder", remainder)
                        : Map.of("remainder", remainder, "shard", layout.shardOf(remainder)))
                .toList();
    }

    private void add(int at, String line, Map<String, Integer> turn) throws UsageException {
        Matcher conditional = LINE_WHEN.matcher(line);
        if (line.strip().startsWith("--")) {
            filled.add(new Line(at + 1, line));
        } else if (!conditional.matches()) {
            filled.add(new Line(at + 1, filledIn(line, turn, at)));
        } else if (holds(conditional.group(2))) {
            filled.add(new Line(at + 1, filledIn(conditional.group(1), turn, at)));
        }
    }

    private String filledIn(String line, Map<String, Integer> turn, int at) throws UsageException {
        Matcher placeholder = PLACEHOLDER.matcher(line);
        StringBuilder text = new StringBuilder();
        while (placeholder.find()) {
            placeholder.appendReplacement(text, Integer.toString(value(placeholder.group(1), turn, at)));
        }
        return placeholder.appendTail(text).toString();
    }

    private int value(String name, Map<String, Integer> turn, int at) throws UsageException {
        @Nullable
        Integer value = name.equals(Layout.PARTITIONS) ? Integer.valueOf(layout.partitions()) : turn.get(name);
        if (name.equals("shard")) {
            requireShards(at, "{shard}");
        }
        if (value == null) {
            throw problem(
                    at,
                    "{" + name + "} is only allowed inside a loop; put \"-- for each partition\" before it and"
                            + " \"-- end\" after it");
        }
        if (value == 0 && name.equals(Layout.PARTITIONS)) {
            throw problem(
                    at, "{partitions} needs a number of partitions; add partitions=4 or the like to the props file");
        }
        return value;
    }

    private void requireShards(int at, String what) throws UsageException {
        if (layout.shards().isEmpty()) {
            throw problem(
                    at,
                    what + " needs the ids of the shards, and no server was asked for them; add shards=1,2 or the like"
                            + " to the props file");
        }
    }

    private UsageException problem(int at, String what) {
        return new UsageException(file + ":" + (at + 1) + ": " + what);
    }
}
