package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.FaultyRun.Deed;
import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestServers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a MariaDB that is stopped, killed and cut off meanwhile. */
@Tag("long")
class MariaDbOutagesIT extends OutagesContract {
    private static final String DATABASE = TestServers.loaded(1);

    private static MariaDbServer server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = MariaDbServer.startLoaded("--innodb-flush-log-at-trx-commit=1");
        // Nobody listens on the first one.
        String hosts = server.jdbcUrl(DATABASE).replace("127.0.0.1", "127.0.0.1:1,127.0.0.1");
        props(new TestDatabase.Named("mariadb", hosts, "root"));
    }

    @AfterAll
    static void stop() {
        try {
            assertConsistent();
        } finally {
            server.close();
        }
    }

    @Override
    FaultyRun run(String... settings) throws Exception {
        return new FaultyRun(folder, server.database(DATABASE), settings);
    }

    @Override
    List<Deed> ways() {
        return List.of(server::stop, server::kill);
    }

    @Override
    void comeBack() throws Exception {
        server.startAgain();
    }

    @Override
    String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + DATABASE;
    }

    @Override
    int port() {
        return server.port();
    }

    /** Two addresses of one server, as of a cluster that moves its service: the data are the same behind both. */
    @Test
    void ofSeveralHostsInTheUrlTheNextOneTakesOverAndTheFirstOneMayComeBack() throws Exception {
        TcpProxy first = new TcpProxy(server.port());
        try (TcpProxy second = new TcpProxy(server.port())) {
            String hosts = "127.0.0.1:" + first.port() + ",127.0.0.1:" + second.port();
            // The driver looks for the first host again after so many seconds or queries, between two transactions.
            FaultyRun run = run(
                    "runTxnsPerTerminal=250",
                    "conn=jdbc:mysql://" + hosts + "/" + DATABASE
                            + "?secondsBeforeRetrySource=1&queriesBeforeRetrySource=100");
            run.awaitOrders(40);
            assertThat(second.taken()).isZero();
            first.close();
            run.awaitOrders(40);
            assertThat(second.taken()).isPositive();
            try (TcpProxy back = new TcpProxy(server.port(), first.port())) {
                await(() -> back.taken() > 0);
                run.awaitOrders(40);
                run.assertWhole();
            }
            assertThat(run.summary().figures().errors()).isNotEmpty().allMatch(error -> error.errorClass()
                    .equals("CONNECTION"));
        } finally {
            first.close();
        }
    }
}
