package io.bmsql.dialect;

import java.util.List;
import java.util.Set;

/**
 * How the tables are cut into partitions and spread over shards: what the templates among the scripts are filled with.
 *
 * @param partitions of every table with a warehouse column; 0 when the tables are whole
 * @param shards their ids, in the order in which the partitions are dealt out; empty when none are known
 * @param options words that a template may ask for, such as {@code tablegroups}
 */
public record Layout(int partitions, List<Integer> shards, Set<String> options) {
    /** Whole tables, no shards. */
    public static final Layout WHOLE = new Layout(0, List.of(), Set.of());

    public Layout {
        if (partitions < 0) {
            throw new IllegalArgumentException("partitions " + partitions + " is below 0");
        }
        shards = List.copyOf(shards);
        options = Set.copyOf(options);
    }

    /** The same with the ids that the server told. */
    public Layout withShards(List<Integer> ids) {
        return new Layout(partitions, ids, options);
    }

    /**
     * The shard of a partition: the same for every table, and blocks of neighbours as equal as can be (six partitions on
     * shards 1 and 2: 0 to 2 on 1, 3 to 5 on 2).
     *
     * @param remainder from 0 to {@code partitions - 1}
     */
    public int shardOf(int remainder) {
        return shards.get((int) ((long) remainder * shards.size() / partitions));
    }
}
