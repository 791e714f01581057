package io.bmsql.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    public static OwnServer single(Path folder) throws IOException, SQLException {
        return start(folder, 0, Map.of());
    }

    /** A coordinator and two shards, which {@code postgres_fdw} knows as {@code shard_1} and {@code shard_2}. */
    public static OwnServer cluster(Path folder) throws IOException, SQLException {
        return cluster(folder, Map.of());
    }

    public static OwnServer cluster(Path folder, Map<String, String> settings) throws IOException, SQLException {
        return start(folder, SHARDS, settings);
    }

    private static OwnServer start(Path folder, int shards, Map<String, String> settings)
            throws IOException, SQLException {
        List<EmbeddedServer> servers = new ArrayList<>();
        try {
            for (int shard = 1; shard <= shards; shard++) {
                start(servers, folder.resolve("shard" + shard), settings);
            }
            Map<String, String> all = new LinkedHashMap<>(shards == 0 ? Map.of() : COORDINATOR);
            all.putAll(settings);
            EmbeddedServer server = start(servers, folder.resolve(shards == 0 ? "postgres" : "coordinator"), all);
            String durability = " of 127.0.0.1, with fsync=" + server.setting("fsync") + ", synchronous_commit="
                    + server.setting("synchronous_commit");
            String url = server.jdbcUrl(DATABASE);
            if (shards == 0) {
                String described = "It listens on port " + server.port() + durability + ", shared_buffers="
                        + server.setting("shared_buffers");
                return new OwnServer("postgres", url, described, List.of(), servers);
            }
            connectShards(server, servers);
            List<Integer> ports = servers.stream().map(EmbeddedServer::port).toList();
            String described = "The shards and the coordinator listen on the ports " + ports + durability;
            List<String> props = List.of("# A shard refuses where a single PostgreSQL would wait.", "maxRetries=100");
            return new OwnServer("postgres_fdw", url, described, props, servers);
        } catch (IOException | SQLException | RuntimeException e) {
            try {
                stop(servers);
            } catch (IOException stopFailed) {
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

    private static void connectShards(EmbeddedServer coordinator, List<EmbeddedServer> servers)
            throws IOException, SQLException {
        try (Connection connection = coordinator.connect(DATABASE)) {
            for (int shard = 1; shard <= SHARDS; shard++) {
                EmbeddedServer server = servers.get(shard - 1);
                Map<String, String> values = Map.of(
                        "shard",
                        "shard_" + shard,
                        "port",
                        Integer.toString(server.port()),
                        "database",
                        DATABASE,
                        "user",
                        EmbeddedServer.USER,
                        "password",
                        server.password());
                EmbeddedServer.execute(connection, "sql.postgres_fdw/ownServer/connectShard.sql", values);
            }
        }
    }

    /** The last one first; all are stopped, also when one fails. */
    private static void stop(List<EmbeddedServer> servers) throws IOException {
        if (!servers.isEmpty()) {
            try (EmbeddedServer stoppedLast = servers.get(0)) {
                stop(servers.subList(1, servers.size()));
            }
        }
    }

    /** Holds the password of the server behind {@link #jdbcUrl}. */
    public Path passwordFile() {
        return servers.get(servers.size() - 1).passwordFile();
    }

    /** Once, whoever closes it first; from any thread. */
    @Override
    public synchronized void close() {
        try {
            stop(servers);
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL could not be stopped", e);
        } finally {
            servers.clear();
        }
    }
}
