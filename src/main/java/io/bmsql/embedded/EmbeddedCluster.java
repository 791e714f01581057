package io.bmsql.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stand-in for a sharded database: a coordinator and storage servers, all on loopback, bound together by {@code
 * postgres_fdw}. The coordinator knows the storage servers as the foreign servers {@code shard_1}, {@code shard_2} and so
 * on, whatever ports they got this time; data of an earlier start are found again.
 */
public final class EmbeddedCluster implements AutoCloseable {
    /** The database on the coordinator and on every shard. */
    public static final String DATABASE = "bmsql";

    /** The planner of the coordinator: joins and sums go to the shards, and each statement to the one shard that it is for. */
    private static final Map<String, String> COORDINATOR = Map.of(
            "enable_partitionwise_join", "on",
            "enable_partitionwise_aggregate", "on",
            "plan_cache_mode", "force_custom_plan",
            "jit", "off");

    private final List<EmbeddedServer> servers = new ArrayList<>();

    private EmbeddedCluster() {}

    /**
     * Starts all servers, the storage servers first, each on a directory of its own below this one.
     *
     * @param shards storage servers, at least 1
     * @param settings of postgresql.conf for all of them
     */
    public static EmbeddedCluster start(Path directory, int shards, Map<String, String> settings)
            throws IOException, SQLException {
        EmbeddedCluster cluster = new EmbeddedCluster();
        try {
            for (int shard = 1; shard <= shards; shard++) {
                cluster.servers.add(EmbeddedServer.start(directory.resolve("shard" + shard), settings));
            }
            Map<String, String> coordinator = new LinkedHashMap<>(COORDINATOR);
            coordinator.putAll(settings);
            cluster.servers.add(EmbeddedServer.start(directory.resolve("coordinator"), coordinator));
            cluster.connectShards();
            return cluster;
        } catch (IOException | SQLException | RuntimeException e) {
            try {
                cluster.close();
            } catch (IOException stopFailed) {
                e.addSuppressed(stopFailed);
            }
            throw e;
        }
    }

    private void connectShards() throws SQLException {
        for (EmbeddedServer server : servers) {
            server.createDatabase(DATABASE);
        }
        try (Connection connection = coordinator().connect(DATABASE)) {
            for (int shard = 1; shard < servers.size(); shard++) {
                Map<String, String> values = Map.of(
                        "shard", "shard_" + shard,
                        "port", Integer.toString(servers.get(shard - 1).port()),
                        "database", DATABASE,
                        "user", EmbeddedServer.USER);
                EmbeddedServer.execute(connection, "sql.postgres_fdw/ownServer/connectShard.sql", values);
            }
        }
    }

    private EmbeddedServer coordinator() {
        return servers.get(servers.size() - 1);
    }

    /** The coordinator's database. */
    public String jdbcUrl() {
        return coordinator().jdbcUrl(DATABASE);
    }

    /** The value of a setting of the coordinator that is in force. */
    public String setting(String name) throws SQLException {
        return coordinator().setting(name);
    }

    /** Ports of the shards and, last, of the coordinator. */
    public List<Integer> ports() {
        return servers.stream().map(EmbeddedServer::port).toList();
    }

    /** Stops all, the coordinator first; the data stay. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (int at = servers.size() - 1; at >= 0; at--) {
            try {
                servers.get(at).close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
