package io.bmsql.cli;

import static io.bmsql.cli.FaultyRun.AWAY;
import static io.bmsql.cli.FaultyRun.away;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.FaultyRun.Away;
import io.bmsql.cli.FaultyRun.Deed;
import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.TcpProxy;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a PostgreSQL that is stopped, killed and cut off meanwhile. */
class OutagesIT extends OutagesContract {
    private static FaultyPostgres server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = FaultyPostgres.createLoaded(folder.resolve("data"));
        props(server);
    }

    @AfterAll
    static void stop() throws IOException {
        try {
            assertConsistent();
        } finally {
            server.close();
        }
    }

    @Override
    FaultyRun run(String... settings) throws Exception {
        return new FaultyRun(folder, server, settings);
    }

    @Override
    List<Deed> ways() {
        return List.of(server::stop, server::stopImmediately, server::killDashNine);
    }

    @Override
    void comeBack() throws Exception {
        server.start();
    }

    @Override
    String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/faults";
    }

    @Override
    int port() {
        return server.port();
    }

    private static String through(TcpProxy proxy, String parameters) {
        return "conn=jdbc:postgresql://127.0.0.1:" + proxy.port() + "/faults?" + parameters;
    }

    @Test
    @Tag("long")
    void aNetworkThatStallsOrResetsIsAnOutageAndTheAgentDoesNotHang() throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.port())) {
            FaultyRun run = run(through(proxy, "socketTimeout=2"));
            run.awaitOrders(40);
            Away away = away(proxy::stall, AWAY.multipliedBy(3), () -> {
                proxy.reset();
                proxy.flow();
            });
            run.awaitOrders(40);
            proxy.reset();
            run.awaitOrders(40);

            run.assertWhole();
            assertThat(run.outage(away).outageSeconds()).isGreaterThan(away.seconds() / 2);
        }
    }
}
