package io.bmsql.dialect;

import io.bmsql.config.SchemaOption;
import java.util.List;
import java.util.Map;

/**
 * How the tables are laid out: partitions are dealt out to shards in this order; options that were spoken of are on or
 * off.
 */
public record Layout(int partitions, List<Integer> shards, Map<SchemaOption, Boolean> options) {
    public static final Layout WHOLE = new Layout(0, List.of(), Map.of());

    /** The word by which a template asks whether the tables are cut. */
    static final String PARTITIONS = "partitions";

    public Layout {
        if (partitions < 0) {
            throw new IllegalArgumentException("partitions " + partitions + " is below 0");
        }
        shards = List.copyOf(shards);
        options = Map.copyOf(options);
    }

    public Layout withShards(List<Integer> ids) {
        return new Layout(partitions, ids, options);
    }

    public boolean isOn(SchemaOption option) {
        return options.getOrDefault(option, false);
    }

    /** True when what a template asks for by this word holds: {@code partitions}, or an option that is on. */
    boolean holds(String word) {
        return word.equals(PARTITIONS)
                ? partitions > 0
                : SchemaOption.find(word).map(this::isOn).orElse(false);
    }

    /**
     * The shard of a partition, for every table: blocks of neighbours as equal as can be (six partitions on shards 1
     * and 2: 0 to 2 on 1, 3 to 5 on 2).
     */
    public int shardOf(int remainder) {
        return shards.get((int) ((long) remainder * shards.size() / partitions));
    }
}
