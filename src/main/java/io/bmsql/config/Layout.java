package io.bmsql.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How the tables are laid out: partitions are dealt out to shards in this order. The dialect decides on 0 partitions and on
 * options that are not named; without shards the server is asked for them.
 */
public record Layout(int partitions, List<Integer> shards, Map<PropertyKey, Boolean> options) {
    /** What can be switched on or off in the schema: by a setting, by a line of {@code dialect.properties}, in templates. */
    public static final List<PropertyKey> OPTIONS = List.of(
            PropertyKey.ORDER_CUSTOMER_INDEX,
            PropertyKey.FOREIGN_KEYS,
            PropertyKey.FILL_FACTORS,
            PropertyKey.TABLEGROUPS);

    public static final Layout WHOLE = new Layout(0, List.of(), Map.of());

    /** The word by which a template asks whether the tables are cut. */
    public static final String PARTITIONS = "partitions";

    /** MySQL's own bound; far above it every statement of the build takes minutes everywhere. */
    private static final int MAX_PARTITIONS = 8_192;

    static Layout read(Settings settings) {
        int partitions = settings.integer(PropertyKey.PARTITIONS, 0, MAX_PARTITIONS, 0);
        List<Integer> shards = readShards(settings);
        if (partitions > 0 && partitions < shards.size()) {
            settings.doubt(PropertyKey.PARTITIONS, "partitions");
        }
        Map<PropertyKey, Boolean> options = new EnumMap<>(PropertyKey.class);
        OPTIONS.stream().filter(settings::isGiven).forEach(option -> options.put(option, settings.flag(option)));
        return new Layout(partitions, shards, options);
    }

    private static List<Integer> readShards(Settings settings) {
        List<Integer> shards = new ArrayList<>();
        for (String word : settings.words(PropertyKey.SHARDS)) {
            boolean isId = word.matches("[0-9]{1,9}");
            if (!isId || shards.contains(Integer.valueOf(word))) {
                settings.mistake(PropertyKey.SHARDS, isId ? "shard.twice" : "shard", word);
                return List.of();
            }
            shards.add(Integer.valueOf(word));
        }
        return shards;
    }

    public Layout withShards(List<Integer> ids) {
        return new Layout(partitions, ids, options);
    }

    public boolean isOn(PropertyKey option) {
        return options.getOrDefault(option, false);
    }

    /** True when what a template asks for by this word holds: {@code partitions}, or an option that is on. */
    public boolean holds(String word) {
        return word.equals(PARTITIONS)
                ? partitions > 0
                : OPTIONS.stream().anyMatch(option -> option.key().equals(word) && isOn(option));
    }

    /**
     * The shard of a partition, for every table: blocks of neighbours as equal as can be (six partitions on shards 1
     * and 2: 0 to 2 on 1, 3 to 5 on 2).
     */
    public int shardOf(int remainder) {
        return shards.get((int) ((long) remainder * shards.size() / partitions));
    }
}
