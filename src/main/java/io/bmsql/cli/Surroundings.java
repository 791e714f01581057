package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.SchemaConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.dialect.Layout;
import io.bmsql.random.RandomStream;
import io.bmsql.time.RunClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where the program finds itself: folders, environment, streams, clock. Handed to every command, so that a test can run
 * the whole program in a folder of its own.
 *
 * @param workingDirectory what relative paths of the user start from
 * @param programRoot the folder that holds {@code run/}, {@code sql.*} and {@code lib/}
 * @param shield hides secrets in everything that is shown
 * @param environment for {@code ${NAME}} in props files and terminal settings
 */
record Surroundings(
        Path workingDirectory,
        Path programRoot,
        Map<String, String> environment,
        Console console,
        RunClock clock,
        SecretShield shield) {

    /** Set by {@code run/bmsql}: the program's root folder. */
    static final String ROOT_PROPERTY = "bmsql.root";

    /** Set by {@code run/bmsql}: {@code true} when standard error is a terminal. */
    static final String TERMINAL_PROPERTY = "bmsql.terminal";

    /** Of this process. */
    static Surroundings ofProcess() {
        Path workingDirectory = Path.of("").toAbsolutePath();
        String root = System.getProperty(ROOT_PROPERTY);
        Map<String, String> environment = System.getenv();
        Console console = Console.of(System.out, System.err, Boolean.getBoolean(TERMINAL_PROPERTY), environment);
        return new Surroundings(
                workingDirectory,
                root == null ? workingDirectory : Path.of(root).toAbsolutePath(),
                environment,
                console,
                RunClock.system(),
                new SecretShield());
    }

    /** A path as the user typed it, seen from the working directory; left as typed where that makes no difference. */
    Path resolve(Path path) {
        boolean isProcessDirectory = workingDirectory.equals(Path.of("").toAbsolutePath());
        return isProcessDirectory ? path : workingDirectory.resolve(path);
    }

    /** A seed for a run that names none; it is shown and recorded, so that the run can be repeated. */
    long drawSeed() {
        return new RandomStream(clock.epochMillis() ^ clock.nanoTime()).uniform(1, Integer.MAX_VALUE);
    }

    /** The same with another working directory. */
    Surroundings in(Path directory) {
        return new Surroundings(directory, programRoot, environment, console, clock, shield);
    }

    /** The dialect of a connection, from the user's folders and the program's. */
    Dialect dialect(ConnectionConfig connection) throws DialectException {
        return dialects().load(connection.db(), connection.statementProfile());
    }

    /** The SQL folders of the user and the program. */
    DialectFolders dialects() {
        return DialectFolders.of(workingDirectory, programRoot);
    }

    /** The drivers of the user's {@code lib/} and the program's. */
    DriverFolders drivers() {
        return new DriverFolders(
                workingDirectory.equals(programRoot) ? List.of(programRoot) : List.of(workingDirectory, programRoot));
    }

    /** The dialect of a build, with its tables laid out as the settings say. */
    Dialect dialect(BenchmarkConfig config) throws DialectException {
        return dialect(config, config.connection().statementProfile());
    }

    /** The same with another overlay of statements, empty for the default ones. */
    Dialect dialect(BenchmarkConfig config, String profile) throws DialectException {
        SchemaConfig schema = config.schema();
        return dialects()
                .load(config.connection().db(), profile)
                .laidOut(new Layout(schema.partitions(), schema.shards(), schema.options()));
    }

    /** Opens the database with the drivers of the user's {@code lib/} and the program's. */
    Database open(ConnectionConfig connection, Dialect dialect, int maxConnections) throws CannotConnectException {
        return Database.open(connection, dialect, drivers(), maxConnections);
    }
}
