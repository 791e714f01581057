package io.bmsql.bench;

import io.bmsql.embedded.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The PostgreSQL server of a benchmark script: starts on the given directory, writes {@code server.env} beside it for the
 * script to source, and stops when its standard input ends.
 *
 * <p>Arguments: DATA_DIRECTORY DATABASE [setting=value ...].
 */
public final class BenchServer {
    private BenchServer() {}

    public static void main(String[] args) throws IOException, SQLException {
        Path directory = Path.of(args[0]).toAbsolutePath();
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 2; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        try (EmbeddedServer server = EmbeddedServer.start(directory, settings)) {
            server.createDatabase(args[1]);
            String postmaster =
                    Files.readAllLines(directory.resolve("postmaster.pid")).get(0);
            String facts = "SERVER_PORT=" + server.port() + "\nSERVER_PID=" + postmaster.strip() + "\nSERVER_URL="
                    + server.jdbcUrl(args[1]) + "\nSERVER_DATABASE=" + args[1] + "\nSERVER_PASSWORD="
                    + Files.readString(server.passwordFile())
                    + "\n";
            Path unfinished = directory.resolveSibling("server.env.new");
            Files.writeString(unfinished, facts);
            Files.move(unfinished, directory.resolveSibling("server.env"));
            while (System.in.read() >= 0) {
                // Whatever is typed is ignored: the end of the input is the signal.
            }
        }
    }
}
