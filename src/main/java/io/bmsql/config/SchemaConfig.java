package io.bmsql.config;

import io.bmsql.spec.SchemaOption;
import java.util.List;
import java.util.Map;

/**
 * How the tables are laid out.
 *
 * @param partitions of every table with a warehouse column, 0 for what the dialect says
 * @param shards ids in the order in which partitions are dealt out, empty when the server is to be asked
 * @param options those that the settings name, true for on; the dialect decides about the others
 */
public record SchemaConfig(int partitions, List<Integer> shards, Map<SchemaOption, Boolean> options) {
    public SchemaConfig {
        shards = List.copyOf(shards);
        options = Map.copyOf(options);
    }
}
