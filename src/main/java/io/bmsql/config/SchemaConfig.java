package io.bmsql.config;

import java.util.List;

/**
 * How the tables are laid out.
 *
 * @param partitions of every table with a warehouse column, 0 for what the dialect says
 * @param shards ids in the order in which partitions are dealt out, empty when the server is to be asked
 * @param tablegroups true to put the partitions of a shard into a group
 */
public record SchemaConfig(int partitions, List<Integer> shards, boolean tablegroups) {
    public SchemaConfig {
        shards = List.copyOf(shards);
    }
}
