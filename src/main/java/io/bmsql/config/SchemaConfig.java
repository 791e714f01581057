package io.bmsql.config;

import static io.bmsql.config.PropertyKey.PARTITIONS;
import static io.bmsql.config.PropertyKey.SHARDS;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How the tables are laid out; the dialect decides on 0 partitions and on options that the settings do not name.
 * Without shards the server is asked for them.
 */
public record SchemaConfig(int partitions, List<Integer> shards, Map<SchemaOption, Boolean> options) {
    /** MySQL's own bound; far above it every statement of the build takes minutes everywhere. */
    private static final int MAX_PARTITIONS = 8_192;

    public SchemaConfig {
        shards = List.copyOf(shards);
        options = Map.copyOf(options);
    }

    static SchemaConfig read(Settings settings) {
        int partitions = settings.integer(PARTITIONS, 0);
        if (partitions > MAX_PARTITIONS) {
            settings.reject(PARTITIONS, "is above " + MAX_PARTITIONS, "Write a number in that range.");
        }
        List<Integer> shards = readShards(settings);
        if (partitions > 0 && partitions < shards.size()) {
            settings.advise(PARTITIONS, "with fewer partitions than shards some shards hold no warehouse");
        }
        return new SchemaConfig(partitions, shards, readOptions(settings));
    }

    private static Map<SchemaOption, Boolean> readOptions(Settings settings) {
        Map<SchemaOption, Boolean> options = new EnumMap<>(SchemaOption.class);
        for (SchemaOption option : SchemaOption.values()) {
            PropertyKey key = PropertyKey.find(option.word()).orElseThrow();
            if (settings.isGiven(key)) {
                options.put(option, settings.flag(key));
            }
        }
        return options;
    }

    private static List<Integer> readShards(Settings settings) {
        List<Integer> shards = new ArrayList<>();
        for (String word : settings.words(SHARDS)) {
            boolean isId = word.matches("[0-9]{1,9}");
            if (!isId || shards.contains(Integer.valueOf(word))) {
                settings.reject(
                        SHARDS,
                        isId ? "names shard " + word + " twice" : "holds " + word + ", which is not a shard id",
                        "Write whole numbers such as shards=1,2.");
                return List.of();
            }
            shards.add(Integer.valueOf(word));
        }
        return shards;
    }
}
