package io.bmsql.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The server, or the servers, that a quickstart starts for itself. */
public interface OwnServer {
    /** Shards of the cluster. */
    int SHARDS = 2;

    /** The database of the benchmark. */
    String DATABASE = "bmsql";

    /** How the servers are started on a folder. */
    interface Start {
        OwnServer on(Path folder) throws IOException, SQLException;
    }

    /** The word for {@code db=}. */
    String db();

    String jdbcUrl();

    /** A sentence: where it listens, and the settings that matter. */
    String described() throws SQLException;

    /** Lines of the props file that this server needs. */
    List<String> settings();

    /** Stops the server; the data stay. */
    void close() throws IOException;

    /** One PostgreSQL. */
    static OwnServer single(Path folder) throws IOException, SQLException {
        EmbeddedServer server = EmbeddedServer.start(folder.resolve("postgres"), Map.of());
        server.createDatabase(DATABASE);
        return new OwnServer() {
            @Override
            public String db() {
                return "postgres";
            }

            @Override
            public String jdbcUrl() {
                return server.jdbcUrl(DATABASE);
            }

            @Override
            public String described() throws SQLException {
                return "It listens on port " + server.port() + " of 127.0.0.1, with fsync=" + server.setting("fsync")
                        + ", synchronous_commit=" + server.setting("synchronous_commit") + ", shared_buffers="
                        + server.setting("shared_buffers");
            }

            @Override
            public List<String> settings() {
                return List.of();
            }

            @Override
            public void close() throws IOException {
                server.close();
            }
        };
    }

    /** A coordinator and two shards. */
    static OwnServer cluster(Path folder) throws IOException, SQLException {
        return cluster(folder, Map.of());
    }

    /** The same with settings of postgresql.conf for all its servers. */
    static OwnServer cluster(Path folder, Map<String, String> settings) throws IOException, SQLException {
        EmbeddedCluster cluster = EmbeddedCluster.start(folder, SHARDS, settings);
        return new OwnServer() {
            @Override
            public String db() {
                return "postgres_fdw";
            }

            @Override
            public String jdbcUrl() {
                return cluster.jdbcUrl();
            }

            @Override
            public String described() throws SQLException {
                return "The shards and the coordinator listen on the ports " + cluster.ports() + " of 127.0.0.1, with"
                        + " fsync=" + cluster.setting("fsync") + ", synchronous_commit="
                        + cluster.setting("synchronous_commit");
            }

            @Override
            public List<String> settings() {
                return List.of("# A shard refuses where a single PostgreSQL would wait.", "maxRetries=100");
            }

            @Override
            public void close() throws IOException {
                cluster.close();
            }
        };
    }
}
