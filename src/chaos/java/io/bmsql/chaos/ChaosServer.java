package io.bmsql.chaos;

import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A PostgreSQL or a MariaDB of chaos' own that keeps what it acknowledged.
 *
 * @param kill SIGKILL to all its processes
 * @param stop in good order, with its clients cut off
 * @param restart after one of them, on the same data and port
 * @param main the process that all others descend from
 */
record ChaosServer(
        boolean isPostgres, int port, Deed kill, Deed stop, Deed restart, Deed close, Callable<ProcessHandle> main) {
    private static final long PATIENCE_MILLIS = 90_000;

    interface Deed {
        void run() throws Exception;
    }

    /** Starts one with its data below the folder; what it logs goes into a file. */
    static ChaosServer start(String db, Path folder, Path log) throws Exception {
        if (db.equals("mariadb")) {
            String options = "--innodb-flush-log-at-trx-commit=1 --innodb-flush-method=fsync --innodb-doublewrite=ON"
                    + " --innodb-log-file-size=96M --innodb-lock-wait-timeout=5 --log-error=" + log;
            MariaDbServer own = MariaDbServer.start(options.split(" "));
            return new ChaosServer(false, own.port(), own::kill, own::stop, own::startAgain, own::close, own::process);
        }
        // An agent that hangs would keep its locks.
        String settings =
                "max_wal_size=192MB checkpoint_timeout=30s idle_in_transaction_session_timeout=20s logging_collector=on"
                        + " log_directory=" + log.getParent() + " log_filename=" + log.getFileName();
        Map<String, String> map = Stream.of(settings.split(" "))
                .map(word -> word.split("=", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
        FaultyPostgres own = FaultyPostgres.start(TestServers.initialised(folder.resolve("data")), map);
        return new ChaosServer(true, own.port(), own::killDashNine, own::stop, own::start, own::close, own::postmaster);
    }

    /** Its database of this name, through a port of this host. */
    TestDatabase database(String name, int throughPort) {
        String url = (isPostgres ? "jdbc:postgresql" : "jdbc:mysql") + "://127.0.0.1:" + throughPort + "/" + name;
        return new TestDatabase.Named(
                isPostgres ? "postgres" : "mariadb", url, isPostgres ? "postgres" : MariaDbServer.USER);
    }

    TestDatabase database(String name) {
        return database(name, port);
    }

    /** The one that is always there. */
    TestDatabase own() {
        return database(isPostgres ? "postgres" : "mysql");
    }

    private List<ProcessHandle> children() throws Exception {
        return main.call().descendants().toList();
    }

    void signalAll(String signal) throws Exception {
        for (ProcessHandle process :
                Stream.concat(Stream.of(main.call()), children().stream()).toList()) {
            TestFiles.command("kill", "-" + signal, Long.toString(process.pid()));
        }
    }

    /** Kills one process below the main one; false when it has none. */
    boolean killOne(Random random) throws Exception {
        List<ProcessHandle> all = children();
        return !all.isEmpty() && all.get(random.nextInt(all.size())).destroyForcibly();
    }

    /** Ends so many sessions in this database, chosen at random. */
    void endSessions(String name, int most, Random random) throws SQLException {
        String query = isPostgres
                ? "select pid from pg_stat_activity where datname = '" + name
                        + "' and pid <> pg_backend_pid() order by pid"
                : "select id from information_schema.processlist where db = '" + name + "' order by id";
        List<String> sessions = new ArrayList<>(own().texts(query));
        Collections.shuffle(sessions, random);
        for (String session : sessions.subList(0, Math.min(most, sessions.size()))) {
            try (Connection connection = own().connect()) {
                Sql.executeOn(
                        connection, isPostgres ? "select pg_terminate_backend(" + session + ")" : "kill " + session);
            } catch (SQLException gone) {
                Chaos.say("     session %s was gone: %s", session, gone.getMessage());
            }
        }
    }

    /** Waits until it serves; restarts it when it has ended. */
    void ensureUp() throws Exception {
        long deadlineMillis = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (true) {
            try (Connection connection = own().connect()) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException e) {
                if (System.currentTimeMillis() > deadlineMillis) {
                    throw e;
                }
            }
            if (hasEnded()) {
                Chaos.say("     the server has ended by itself: restarted");
                restart.run();
            }
            Thread.sleep(200);
        }
    }

    private boolean hasEnded() {
        try {
            return !main.call().isAlive();
        } catch (Exception noProcess) {
            return true;
        }
    }
}
