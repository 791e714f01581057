package io.bmsql.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a quickstart starts for itself, stopped in reverse; the data stay. Its props file needs these settings. */
public record OwnServer(
        String db, String jdbcUrl, String described, List<String> settings, List<EmbeddedServer> servers)
        implements Closeable {
    public static final int SHARDS = 2;
    public static final String DATABASE = "bmsql";

    /** The planner of the coordinator: joins and sums go to the shards, and each statement to the one shard that it is for. */
    private static final Map<String, String> COORDINATOR = Map.of(
            "enable_partitionwise_join", "on",
            "enable_partitionwise_aggregate", "on",
            "plan_cache_mode", "force_custom_plan",
            "jit", "off");

    public interface Start {
        OwnServer on(Path folder) throws IOException, SQLException;
    }

    public static OwnServer single(Path folder) throws IOException, SQLException {
        return started(servers -> {
            EmbeddedServer server = start(servers, folder.resolve("postgres"), Map.of());
            String described = "It listens on port " + server.port() + " of 127.0.0.1, " + durability(server)
                    + ", shared_buffers=" + server.setting("shared_buffers");
            return new OwnServer("postgres", server.jdbcUrl(DATABASE), described, List.of(), servers);
        });
    }

    /** A coordinator and two shards, which {@code postgres_fdw} knows as {@code shard_1} and {@code shard_2}. */
    public static OwnServer cluster(Path folder) throws IOException, SQLException {
        return cluster(folder, Map.of());
    }

    public static OwnServer cluster(Path folder, Map<String, String> settings) throws IOException, SQLException {
        return started(servers -> {
            for (int shard = 1; shard <= SHARDS; shard++) {
                start(servers, folder.resolve("shard" + shard), settings);
            }
            Map<String, String> all = new LinkedHashMap<>(COORDINATOR);
            all.putAll(settings);
            EmbeddedServer coordinator = start(servers, folder.resolve("coordinator"), all);
            connectShards(coordinator, servers);
            String described = "The shards and the coordinator listen on the ports "
                    + servers.stream().map(EmbeddedServer::port).toList() + " of 127.0.0.1, " + durability(coordinator);
            List<String> props = List.of("# A shard refuses where a single PostgreSQL would wait.", "maxRetries=100");
            return new OwnServer("postgres_fdw", coordinator.jdbcUrl(DATABASE), described, props, servers);
        });
    }

    private interface Starter {
        OwnServer start(List<EmbeddedServer> servers) throws IOException, SQLException;
    }

    private static OwnServer started(Starter starter) throws IOException, SQLException {
        List<EmbeddedServer> servers = new ArrayList<>();
        try {
            return starter.start(servers);
        } catch (IOException | SQLException | RuntimeException e) {
            IOException stopFailed = stop(servers);
            if (stopFailed != null) {
                e.addSuppressed(stopFailed);
            }
            throw e;
        }
    }

    private static EmbeddedServer start(List<EmbeddedServer> servers, Path folder, Map<String, String> settings)
            throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(folder, settings);
        servers.add(server);
        server.createDatabase(DATABASE);
        return server;
    }

    private static String durability(EmbeddedServer server) throws SQLException {
        return "with fsync=" + server.setting("fsync") + ", synchronous_commit=" + server.setting("synchronous_commit");
    }

    private static void connectShards(EmbeddedServer coordinator, List<EmbeddedServer> servers) throws SQLException {
        try (Connection connection = coordinator.connect(DATABASE)) {
            for (int shard = 1; shard <= SHARDS; shard++) {
                Map<String, String> values = Map.of(
                        "shard",
                        "shard_" + shard,
                        "port",
                        Integer.toString(servers.get(shard - 1).port()),
                        "database",
                        DATABASE,
                        "user",
                        EmbeddedServer.USER);
                EmbeddedServer.execute(connection, "sql.postgres_fdw/ownServer/connectShard.sql", values);
            }
        }
    }

    /** Returns the first failure, with the others attached; null when all went well. */
    private static @Nullable IOException stop(List<EmbeddedServer> servers) {
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
        return failure;
    }

    @Override
    public void close() throws IOException {
        IOException failure = stop(servers);
        if (failure != null) {
            throw failure;
        }
    }
}
