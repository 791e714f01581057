package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import io.bmsql.tpcc.Scale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that is killed under load, and its copy that takes over: a real pair, by the script that users have. */
@Tag("long")
class PostgresPairIT {
    private static final String SCRIPT =
            Path.of("run/pairs/postgres-pair.sh").toAbsolutePath().toString();

    // What identifies a row for the ledger, and after a blank what else is its own: numbers are given out again by the
    // new primary.
    private static final String ORDERS =
            "SELECT o_w_id || '/' || o_d_id || '/' || o_id || ' ' || o_c_id || ' ' || o_entry_d FROM bmsql_oorder";
    private static final String PAYMENTS =
            "SELECT h_w_id || '/' || h_d_id || '/' || h_c_w_id || '/' || h_c_d_id || '/' || h_c_id"
                    + " || '/' || h_amount || ' ' || h_date FROM bmsql_history";
    private static final String DELIVERIES =
            "SELECT DISTINCT ol_w_id || '/' || ol_d_id || '/' || ol_o_id || ' ' || ol_delivery_d"
                    + " FROM bmsql_order_line WHERE ol_o_id > 2100 AND ol_delivery_d IS NOT NULL";

    private static final String ORDER = "order w=(\\d+) d=(\\d+) o=(\\d+)";

    @TempDir
    static Path folder;

    private static List<Integer> ports = List.of();

    @BeforeAll
    static void startPair() throws Exception {
        TestServers.loaded(folder.resolve("pair/1"), 1);
        ports = List.of(TestFiles.freePort(), TestFiles.freePort());
        pair("start", "sync");
        String url = "jdbc:postgresql://127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1) + "/"
                + TestServers.loaded(1) + "?targetServerType=primary&hostRecheckSeconds=1";
        new TestDatabase.Named("postgres", url, EmbeddedServer.USER)
                .props(
                        folder.resolve("props"),
                        "warehouses=1 terminals=4 limitTxnsPerMin=6000 runTxnsPerTerminal=150 reportIntervalSecs=0"
                                + " osCollectorInterval=60 checkAfterRun=true");
    }

    @AfterAll
    static void stopPair() throws Exception {
        pair("stop");
    }

    private static List<String> script(String... words) {
        List<String> command = new ArrayList<>(List.of(
                SCRIPT,
                folder.resolve("pair").toString(),
                ports.get(0).toString(),
                ports.get(1).toString()));
        command.addAll(List.of(words));
        return command;
    }

    private static void pair(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(script(words)).inheritIO();
        builder.environment().put("PG_OPTIONS", "-c fsync=off -c full_page_writes=off");
        assertThat(builder.start().waitFor()).as(String.join(" ", words)).isZero();
    }

    /** A run with these events before its primary is killed and its copy promoted; it lasts until enough is done. */
    private static JsonNode failover(String directory, int status, String... events) throws IOException {
        List<String> all = new ArrayList<>(List.of(events));
        all.add("2s kill " + String.join(" ", script("kill")));
        all.add("2s promote " + String.join(" ", script("promote")));
        Stage.ended(
                folder, status, "run", "props", "-DresultDirectory=" + directory, "-Devents=" + String.join("; ", all));
        JsonNode summary = TestFiles.json(folder.resolve(directory).resolve("summary.json"));
        assertThat(summary.at("/events").findValuesAsText("status")).containsOnly("status 0");
        assertThat(summary.at("/status").asText()).isEqualTo("COMPLETE");
        assertThat(summary.at("/check").findValuesAsText("passed")).containsOnly("true");
        return summary;
    }

    @Test
    void nothingIsLostWhereACommitWaitsForTheCopy() throws Exception {
        pair("rebuild", "sync");
        JsonNode summary = failover("sync", ExitCode.OK.status());
        assertThat(summary.at("/ledger/checks").findValuesAsText("verdict")).containsOnly("OK");
    }

    @Test
    void theLedgerNamesWhatOnlyTheKilledPrimaryHas() throws Exception {
        pair("rebuild", "async");
        JsonNode summary =
                failover("async", ExitCode.CHECK_FAILED.status(), "0.5s detach " + String.join(" ", script("detach")));
        int killed = isPrimary(1) ? 2 : 1;
        pair("alone", Integer.toString(killed));
        String names = Files.readString(folder.resolve("async/ledger_violations.txt"));
        long unknown = summary.at("/ledger/unknown").asLong();

        assertThat(lost(
                        killed,
                        ORDERS,
                        unknown,
                        names,
                        "lost New-Order " + ORDER,
                        ORDER + ": the number was given out twice"))
                .isPositive();
        assertThat(lost(
                        killed,
                        PAYMENTS,
                        unknown,
                        names,
                        "lost Payment w=(\\d+) d=(\\d+) customer (\\d+)/(\\d+)/(\\d+) amount ([0-9.]+)"))
                .isPositive();
        lost(
                killed,
                DELIVERIES,
                unknown * Scale.DISTRICTS_PER_WAREHOUSE,
                names,
                "lost Delivery of " + ORDER,
                ORDER + ": it was delivered twice");
    }

    /** Compares the names with the rows that only the killed server has; those may be more by what nobody was told of. */
    private static int lost(int killed, String query, long unknown, String text, String... patterns)
            throws SQLException {
        List<String> rows = rows(killed, query);
        rows.removeAll(new HashSet<>(rows(3 - killed, query)));
        List<String> there =
                rows.stream().map(row -> row.substring(0, row.indexOf(' '))).toList();
        List<String> names = Stream.of(patterns)
                .flatMap(pattern -> Pattern.compile(pattern).matcher(text).results())
                .map(name -> IntStream.rangeClosed(1, name.groupCount())
                        .mapToObj(name::group)
                        .collect(Collectors.joining("/")))
                .collect(Collectors.toCollection(ArrayList::new));
        if (patterns.length > 1) {
            names = new ArrayList<>(new TreeSet<>(names));
        }
        List<String> unnamed = new ArrayList<>(there);
        for (String name : names) {
            assertThat(unnamed.remove(name))
                    .as("%s is on the killed server, and not on the other", name)
                    .isTrue();
        }
        assertThat(unnamed)
                .as("of %d rows on the killed server only", there.size())
                .hasSizeLessThanOrEqualTo((int) unknown);
        return names.size();
    }

    private static List<String> rows(int number, String query) throws SQLException {
        return new ArrayList<>(Sql.texts(connect(number), query));
    }

    private static Connection connect(int number) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + ports.get(number - 1) + "/" + TestServers.loaded(1),
                EmbeddedServer.USER,
                TestServers.password());
    }

    private static boolean isPrimary(int number) {
        try (Connection connection = connect(number)) {
            return Sql.textsOn(connection, "SELECT pg_is_in_recovery()").equals(List.of("f"));
        } catch (SQLException e) {
            return false;
        }
    }
}
