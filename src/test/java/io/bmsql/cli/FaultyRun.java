package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.Background;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A run of the whole program in a test that spoils it meanwhile. Runs are counted, so that they come to their planned end
 * whatever the machine, and faults come after so many orders.
 */
final class FaultyRun {
    static final String ORDERS = "SELECT sum(d_next_o_id) FROM bmsql_district";
    static final Duration PATIENCE = Duration.ofMinutes(5);

    static final Duration LOOK = Duration.ofMillis(10);

    /** Longer than the second that makes an outage. */
    static final Duration AWAY = Duration.ofMillis(1_500);

    /** Commits are told to the millisecond, and the wall clock of the run is the one of its start. */
    private static final long CLOCK_MILLIS = 50;

    /** Something that is done to the server. */
    interface Deed {
        void run() throws Exception;
    }

    /** From when on nothing was to be committed any more, and until when at least; epoch milliseconds. */
    record Away(long fromMillis, long untilMillis) {
        double seconds() {
            return (untilMillis - fromMillis) / 1e3;
        }

        private boolean isIn(Outage outage) {
            // A server takes its time to stop.
            long middleMillis = fromMillis + (untilMillis - fromMillis) / 2;
            Long firstCommit = outage.firstCommitEpochMillis();
            return outage.lastCommitEpochMillis() <= middleMillis
                    && (firstCommit == null || firstCommit >= untilMillis - CLOCK_MILLIS);
        }
    }

    private final TestDatabase database;
    private final Path results;
    private final Stage stage;
    private final long ordersBefore;
    private final CompletableFuture<Integer> exit;

    /**
     * Starts it.
     *
     * @param folder with {@code props.faults}
     * @param database the server's
     * @param settings {@code key=value}, over the file's
     */
    FaultyRun(Path folder, TestDatabase database, String... settings) throws Exception {
        this.database = database;
        this.results = folder.resolve("result_" + System.nanoTime());
        this.stage = new Stage(folder);
        this.ordersBefore = database.number(ORDERS);
        List<String> args = new ArrayList<>(List.of("run", "props.faults", "-DresultDirectory=" + results));
        for (String setting : settings) {
            args.add("-D" + setting);
        }
        exit = Background.call(() -> stage.run(args.toArray(String[]::new)));
    }

    /** Waits until so many more orders are in the database. */
    void awaitOrders(int more) throws SQLException {
        // One connection for all looks: some drivers work longer for a new one than for a transaction.
        try (Connection connection = database.connect()) {
            long from = Sql.numberOn(connection, ORDERS);
            // Often, so that a fast machine is not at the end of its transactions by then.
            await().pollInterval(LOOK)
                    .atMost(PATIENCE)
                    .until(() -> exit.isDone() || Sql.numberOn(connection, ORDERS) >= from + more);
        }
        assertThat(exit.isDone())
                .as("over too early:\n%s\n%s", stage.out(), stage.err())
                .isFalse();
    }

    /** Takes the server away for a while. */
    static Away away(Deed leave, Deed comeBack) throws Exception {
        return away(leave, AWAY, comeBack);
    }

    /** Takes the server away for so long. */
    static Away away(Deed leave, Duration time, Deed comeBack) throws Exception {
        leave.run();
        long fromMillis = System.currentTimeMillis();
        await().pollDelay(time).until(() -> true);
        long untilMillis = System.currentTimeMillis();
        comeBack.run();
        return new Away(fromMillis, untilMillis);
    }

    /** The outage of this time; a machine under load may show more of them than the server was away. */
    Outage outage(Away away) {
        List<Outage> all = summary().postRun().availability();
        return all.stream()
                .filter(away::isIn)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no outage for " + away + " among " + all));
    }

    RunSummary summary() {
        return SummaryJson.read(results.resolve("summary.json"));
    }

    /** At its planned end, with all results, and with exactly the orders in the database that it says. */
    void assertWhole() throws Exception {
        await(exit::isDone);
        assertThat(exit.get()).as(stage.out() + stage.err()).isZero();
        RunSummary summary = summary();
        TypeSummary newOrders = summary.figures().types().get(0);
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(Files.readAllLines(results.resolve("data/result.csv"))).hasSizeGreaterThan(100);
        long committed = newOrders.count() - newOrders.counts().rolledBack();
        long unknown = newOrders.counts().unknown();
        assertThat(database.number(ORDERS) - ordersBefore)
                .as("orders in the database; %s of unknown outcome", unknown)
                .isBetween(committed, committed + unknown);
        assertThat(summary.figures().tpmC())
                .as("only committed ones and planned rollbacks")
                .isCloseTo(newOrders.count() * 60 / summary.run().window().windowSeconds(), within(1e-6));
    }
}
