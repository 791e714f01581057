package io.bmsql.embedded;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The server, or the servers, that a quickstart starts for itself.
 *
 * @param db the word for {@code db=}
 * @param described where it listens, and the settings that matter
 * @param settings lines of the props file that this server needs
 * @param servers closed to stop them; the data stay
 */
public record OwnServer(String db, String jdbcUrl, String described, List<String> settings, Closeable servers)
        implements Closeable {
    /** Shards of the cluster. */
    public static final int SHARDS = 2;

    /** The database of the benchmark. */
    public static final String DATABASE = "bmsql";

    /** How the servers are started on a folder. */
    public interface Start {
        OwnServer on(Path folder) throws IOException, SQLException;
    }

    /** One PostgreSQL. */
    public static OwnServer single(Path folder) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(folder.resolve("postgres"), Map.of());
        try {
            server.createDatabase(DATABASE);
            String described = "It listens on port " + server.port() + " of 127.0.0.1, with fsync="
                    + server.setting("fsync") + ", synchronous_commit=" + server.setting("synchronous_commit")
                    + ", shared_buffers=" + server.setting("shared_buffers");
            return new OwnServer("postgres", server.jdbcUrl(DATABASE), described, List.of(), server::close);
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** A coordinator and two shards. */
    public static OwnServer cluster(Path folder) throws IOException, SQLException {
        return cluster(folder, Map.of());
    }

    /** The same with settings of postgresql.conf for all its servers. */
    public static OwnServer cluster(Path folder, Map<String, String> settings) throws IOException, SQLException {
        EmbeddedCluster cluster = EmbeddedCluster.start(folder, SHARDS, settings);
        String described = "The shards and the coordinator listen on the ports " + cluster.ports()
                + " of 127.0.0.1, with fsync=" + cluster.setting("fsync") + ", synchronous_commit="
                + cluster.setting("synchronous_commit");
        List<String> props = List.of("# A shard refuses where a single PostgreSQL would wait.", "maxRetries=100");
        return new OwnServer("postgres_fdw", cluster.jdbcUrl(), described, props, cluster::close);
    }

    @Override
    public void close() throws IOException {
        servers.close();
    }
}
