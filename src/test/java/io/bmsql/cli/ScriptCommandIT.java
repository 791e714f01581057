package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of pgbench from the command line to the report. */
class ScriptCommandIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        POSTGRES.props(folder.resolve("p"), "terminals=2 runMins=0.02 seed=5 resultDirectory=r");
        Files.writeString(folder.resolve("own.sql"), "-- weight: 2\n\\set x :n + 1\nselect :x::int;\n");
    }

    @Test
    void aRunIsReportedComparedAndRepeatedFromItsDirectory() throws Exception {
        Stage.line(folder, 0, "build p -D workload=pgbench -D scale=2");

        String counted = "-D runMins=0 -D runTxnsPerTerminal=200 -D reportAfterRun=true";
        Stage.line(folder, 0, "run p -f own.sql -b tpcb-like -D n=41 " + counted)
                .printed("Results: r; the page with charts is r/report.html");
        assertThat(Files.readString(folder.resolve("r/report.md")))
                .contains("Transactions a second")
                .doesNotContain("tpmC");
        JsonNode summary = TestFiles.json(folder.resolve("r/summary.json"));
        assertThat(summary.at("/run/workload/types").findValuesAsText("name")).containsExactly("own", "tpcb-like");
        assertThat(summary.at("/run/settings").findParents("key"))
                .as("what the tables hold is recorded like what was set")
                .filteredOn(setting -> setting.get("key").asText().equals("scriptVariables"))
                .extracting(setting -> setting.get("value").asText())
                .containsExactly("n=41 scale=2");
        assertThat(summary.at("/types/0/sharePercent").asDouble()).isBetween(55.0, 78.0);
        assertThat(POSTGRES.number("select count(*) from pgbench_history"))
                .isGreaterThanOrEqualTo(summary.at("/types/1/count").asLong())
                .isPositive();
        assertThat(POSTGRES.number("select max(bid) from pgbench_history"))
                .as("the scale of the tables")
                .isEqualTo(2);

        Files.delete(folder.resolve("own.sql"));
        Stage again = new Stage(folder, Map.of("BMSQL_PASSWORD", POSTGRES.password()));
        assertThat(again.run("rerun", "r", "-D", "reportAfterRun=false")).isZero();
        assertThat(again.out())
                .contains("; for a page with charts: bmsql report r", "tpmTotal was ", "tpmTotal changed by ")
                .doesNotContain("tpmC");
    }

    @Test
    void aMistakeIsOneSentenceBeforeAnythingIsConnected() throws Exception {
        assertThat(refused("run", "p", "-f", "own.sql"))
                .contains("own.sql, line 2, column 8: no \\set or -D sets the variable :n");
        assertThat(refused("run", "p", "-f", "own.sql", "-D", "n=1", "-D", "terminal=3"))
                .contains("-D terminal: no script uses it, and it is no setting: did you mean `terminals`?");
        assertThat(refused("run", "p", "-f", "none.sql")).contains("the script none.sql cannot be read");
        POSTGRES.execute("drop table if exists pgbench_branches");
        assertThat(refused("run", "p", "-b", "select-only"))
                .contains("make them with 'bmsql build p -D workload=pgbench'");
        assertThat(refused("run", "p", "-b", "tpcc")).contains("-b tpcc: the program's scripts are");
        assertThat(refused("run", "p", "-b", "select-only", "-D", "ledger=true"))
                .contains("cannot be used with scripts");
        assertThat(refused("failover", "p", "--kill", "true", "-D", "scripts=own.sql", "-D", "scriptVariables=n=1"))
                .contains("ledger = true: cannot be used with scripts");
        assertThat(folder.toFile().list()).doesNotContain("r");
    }

    @Test
    @Tag("long")
    void aStudyRanksItsPointsByAllTransactions() throws Exception {
        String scripts = " -D scripts=own.sql -D scriptVariables=n=1";
        Stage swept = Stage.line(folder, 0, "sweep p --terminals 1,2 --repeats 1 --out s" + scripts);

        String page = Files.readString(folder.resolve("s/study.md"));
        assertThat(page).contains("tpmTotal", "own").doesNotContain("tpmC", "New-Order");
        assertThat(swept.out()).doesNotContain("tpmC");
        double best = TestFiles.json(folder.resolve("s/results.json"))
                .at("/bestTpmTotal")
                .asDouble(-1);
        assertThat(best).isPositive();
    }

    private String refused(String... words) {
        Stage stage = Stage.ended(folder, 2, words);
        assertThat(stage.err()
                        .lines()
                        .filter(line -> !line.startsWith("Warning"))
                        .toList())
                .as(List.of(words).toString())
                .hasSizeLessThanOrEqualTo(3);
        return stage.err();
    }
}
