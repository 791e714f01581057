package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    // What identifies an order for the ledger, and after a blank what else is its own: the new primary gives numbers
    // out again.
    private static final String ORDERS =
            "SELECT o_w_id || '/' || o_d_id || '/' || o_id || ' ' || o_c_id || ' ' || o_entry_d FROM bmsql_oorder";
    private static final Pattern NAMED = Pattern.compile(
            "lost New-Order order w=(\\d+) d=(\\d+) o=(\\d+)|order w=(\\d+) d=(\\d+) o=(\\d+): the number was given out twice");

    @TempDir
    static Path folder;

    private static List<Integer> ports = List.of();

    @BeforeAll
    static void startPair() throws Exception {
        TestServers.loaded(folder.resolve("pair/1"), 1);
        ports = List.of(TestFiles.freePort(), TestFiles.freePort());
        pair("start", "async");
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

    private static String shell(String command) {
        return String.join(" ", script(command));
    }

    /** In a study of one failover, which may lose what was acknowledged in the last minute. */
    @Test
    void theLedgerNamesWhatOnlyTheKilledPrimaryHas() throws Exception {
        // Longer than the second without commits that makes an outage.
        String kill = shell("detach") + " && sleep 1.5 && " + shell("kill") + " && sleep 1.5";
        String[] words = {"failover", "props", "--at", "4s", "--may-lose", "1m", "--out", "study", "--kill", kill};
        String[] more = {"--promote", shell("promote"), "-DrunMins=0.4", "-DrunTxnsPerTerminal=0"};
        Stage stage = Stage.ended(folder, 0, Stage.words(more, words)).printed("That is within --may-lose 60 s.");

        JsonNode event = TestFiles.json(folder.resolve("study/results.json")).at("/events/0");
        assertThat(event.at("/status").asText()).as(stage.out()).isEqualTo("status 0");
        assertThat(event.at("/losses/broken").asLong(-1)).isZero();
        assertThat(event.at("/oldestGoneSeconds").asDouble())
                .as("until the last commit; 0 where a slow machine had a pause before")
                .isBetween(0.0, 60.0);
        Path run = folder.resolve("study/runs/001_props");
        JsonNode summary = TestFiles.json(run.resolve("summary.json"));
        assertThat(summary.at("/availability"))
                .as("also where a slow machine's pauses hide it from the event's figures")
                .anyMatch(outage -> outage.at("/outageSeconds").asDouble() > 1);

        int killed = isPrimary(1) ? 2 : 1;
        pair("alone", Integer.toString(killed));
        String violations = Files.readString(run.resolve("ledger_violations.txt"));
        long unknown = summary.at("/ledger/unknown").asLong();
        List<String> lost = rows(killed, ORDERS);
        lost.removeAll(new HashSet<>(rows(3 - killed, ORDERS)));
        lost.replaceAll(row -> row.substring(0, row.indexOf(' ')));
        Set<String> named = NAMED.matcher(violations)
                .results()
                .map(name -> IntStream.rangeClosed(1, 6)
                        .mapToObj(name::group)
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("/")))
                .collect(Collectors.toSet());
        assertThat(lost).as("only on the killed server").containsAll(named);
        assertThat(named).isNotEmpty();
        assertThat(lost.size() - named.size()).as("nobody was told of these").isLessThanOrEqualTo((int) unknown);
        assertThat(event.at("/gone").asInt()).isGreaterThanOrEqualTo(named.size());
        assertThat(violations).contains("lost Payment").containsPattern(", acknowledged 20\\d\\d-");
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
