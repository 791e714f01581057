package io.bmsql.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A stand-in for a sharded database: a coordinator and two shards, which {@code postgres_fdw} knows as shard_1 and shard_2. */
public final class ShardedServers implements Closeable {
    private static final int SHARDS = 2;
    private static final String DATABASE = "bmsql";

    /** The planner of the coordinator: joins and sums go to the shards, and each statement to the one shard that it is for. */
    private static final Map<String, String> COORDINATOR = Map.of(
            "enable_partitionwise_join", "on",
            "enable_partitionwise_aggregate", "on",
            "plan_cache_mode", "force_custom_plan",
            "jit", "off");

    /** The coordinator first. */
    private final Deque<EmbeddedServer> servers = new ArrayDeque<>();

    /** On the data directories {@code shard1}, {@code shard2} and {@code coordinator} of this folder. */
    public ShardedServers(Path folder, Map<String, String> settings) throws IOException, SQLException {
        Map<String, String> all = new HashMap<>(COORDINATOR);
        all.putAll(settings);
        List<EmbeddedServer> shards = new ArrayList<>();
        for (int shard = 1; shard <= SHARDS; shard++) {
            shards.add(start(folder.resolve("shard" + shard), settings));
        }
        EmbeddedServer coordinator = start(folder.resolve("coordinator"), all);
        try (Connection connection = coordinator.connect(DATABASE)) {
            for (int shard = 1; shard <= SHARDS; shard++) {
                EmbeddedServer server = shards.get(shard - 1);
                Map<String, String> values = Map.of(
                        "shard",
                        "shard_" + shard,
                        "port",
                        String.valueOf(server.port()),
                        "database",
                        DATABASE,
                        "user",
                        EmbeddedServer.USER,
                        "password",
                        Files.readString(server.passwordFile()));
                EmbeddedServer.execute(connection, "sql.postgres_fdw/ownServer/connectShard.sql", values);
            }
        }
    }

    private EmbeddedServer start(Path folder, Map<String, String> settings) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(folder, settings);
        servers.push(server);
        server.createDatabase(DATABASE);
        return server;
    }

    /** Of the coordinator. */
    public String jdbcUrl() {
        return servers.element().jdbcUrl(DATABASE);
    }

    /** Of the coordinator's superuser. */
    public String password() throws IOException {
        return Files.readString(servers.element().passwordFile());
    }

    @Override
    public void close() throws IOException {
        for (EmbeddedServer server : servers) {
            server.close();
        }
    }
}
