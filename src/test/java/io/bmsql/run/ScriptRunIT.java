package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.PacingMode;
import io.bmsql.report.ReportWriter;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.StatementTime;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestRuns;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of scripts on a server that holds no TPC-C data. */
class ScriptRunIT {
    private static final String ADD =
            """
            \\set drawn random(1, 1000000000)
            BEGIN;
            UPDATE counter SET n = n + 1;
            INSERT INTO drawn VALUES (:client_id, :drawn);
            END;
            """;
    private static final String LOOK = "-- read-only\nSELECT n FROM counter;\n";

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();
    private String url = POSTGRES.url();

    @BeforeEach
    void makeTables() throws Exception {
        POSTGRES.execute(
                "drop table if exists counter, drawn",
                "create table counter (n int)",
                "insert into counter values (0)",
                "create table drawn (client int, value bigint)");
    }

    /** Of the first script three times as much as of a second one. */
    private RunSession.Finished run(String directory, int workers, List<String> scripts, String... more)
            throws Exception {
        Path props = folder.resolve("props");
        Files.writeString(folder.resolve("add.sql"), scripts.get(0));
        if (scripts.size() > 1) {
            Files.writeString(folder.resolve("look_at.sql"), scripts.get(1));
        }
        new TestDatabase.Named("postgres", url, "postgres")
                .props(
                        props,
                        "terminals=4 sutThreads=" + workers
                                + " isolationLevel=REPEATABLE_READ maxRetries=1000 resultDirectory=" + directory,
                        "scripts=add.sql@3" + (scripts.size() > 1 ? " look_at.sql@1" : ""));
        Map<String, String> overrides = new HashMap<>(Map.of("runTxnsPerTerminal", "60"));
        for (String setting : more) {
            overrides.put(setting.replaceFirst("=.*", ""), setting.replaceFirst(".*?=", ""));
        }
        RunListener listener = new RunListener() {
            @Override
            public void warn(String line) {
                warnings.add(line);
            }
        };
        return TestRuns.session(folder, props, 1, overrides, listener).run();
    }

    private String drawn() throws Exception {
        return POSTGRES.text("select string_agg(client || ':' || value, ' ' order by client, value) from drawn");
    }

    @Test
    void aRetriedTransactionHasTheSameValuesAndIsCommittedOnce() throws Exception {
        RunSummary alone = run("alone", 1, List.of(ADD, LOOK)).summary();
        assertThat(alone.figures().retries()).isZero();
        String values = drawn();
        makeTables();
        RunSession.Finished together = run("together", 4, List.of(ADD, LOOK));

        RunSummary summary = together.summary();
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(together.problems()).isEmpty();
        assertThat(summary.figures().retries()).as("retries").isPositive();
        assertThat(summary.figures().givenUp()).isZero();
        assertThat(drawn()).isEqualTo(values);
        List<TypeSummary> types = summary.figures().types();
        assertThat(types).extracting(TypeSummary::type).containsExactly("add", "look_at");
        assertThat(summary.figures().foreground()).isEqualTo(240);
        assertThat(POSTGRES.number("select n from counter"))
                .isEqualTo(types.get(0).count());
        assertThat(types.get(0).count()).isBetween(150L, 210L);
        assertThat(summary.postRun().check()).isEmpty();
    }

    /** A SELECT may call a function that writes: when its answer is lost nobody knows what it did, and it must not be sent again. */
    @Test
    void aQueryWhoseAnswerIsLostIsNotSentAgainUnlessItsScriptIsReadOnly() throws Exception {
        POSTGRES.execute("create or replace function ins(k bigint) returns bigint language sql as"
                + " 'insert into drawn values (1, k); select k from pg_sleep(case (select count(*) from drawn) when 20 then 2"
                + " when 60 then 2 else 0 end)'");
        String write = "\\set k random(1, 1000000000)\nSELECT ins(:k);\n";
        TypeSummary counted = cutTwice("cut", write);
        assertThat(counted.count()).isEqualTo(238);
        assertThat(counted.counts().unknown()).isEqualTo(2);
        assertThat(POSTGRES.number("select count(*) from drawn")).isEqualTo(240);

        // What says that it only reads is believed, and sent again.
        makeTables();
        counted = cutTwice("again", "-- read-only\n" + write);
        assertThat(counted.count()).isEqualTo(240);
        assertThat(counted.counts().unknown()).isZero();
        assertThat(POSTGRES.number("select count(*) from drawn")).isEqualTo(242);
    }

    /** Through a link that is cut twice while the server works on a statement, which it ends and commits. */
    private TypeSummary cutTwice(String directory, String script) throws Exception {
        try (TcpProxy proxy = new TcpProxy(
                URI.create(POSTGRES.url().substring("jdbc:".length())).getPort())) {
            Thread cutter = new Thread(() -> {
                long cutOff = 0;
                for (int cut = 1; cut <= 2; cut++) {
                    cutOff = awaitSleeper(cutOff);
                    assertThatCode(proxy::reset).doesNotThrowAnyException();
                }
            });
            cutter.start();
            url = POSTGRES.url().replaceFirst(":[0-9]+/", ":" + proxy.port() + "/");
            RunSummary summary = run(directory, 1, List.of(script)).summary();
            cutter.join();
            return summary.figures().types().get(0);
        }
    }

    /** The number of a server process that sleeps, another than this. */
    private static long awaitSleeper(long other) {
        String sleeper = "select coalesce(max(pid), 0) from pg_stat_activity where wait_event = 'PgSleep' and datname ="
                + " current_database() and pid <> " + other;
        return Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> POSTGRES.number(sleeper), pid -> pid > 0);
    }

    /** Four clients on one connection: they wait most of the time. */
    @Test
    void clientsThinkAsTheScriptSays() throws Exception {
        List<String> script = List.of("-- keying: 10ms\n-- think: 40ms\nSELECT 1;\n");
        RunSummary summary = run("waits", 1, script, "keyingTimeMultiplier=1", "thinkTimeMultiplier=0.5")
                .summary();
        assertThat(summary.figures().foreground()).isEqualTo(240);
        assertThat(summary.run().pace().pacing()).isEqualTo(PacingMode.THINK_TIME);
        assertThat(summary.figures().thinkTimes()).singleElement().satisfies(think -> {
            assertThat(think.requiredMeanMs()).isEqualTo(20);
            assertThat(think.measured().meanMs()).isBetween(15.0, 25.0);
        });
        assertThat(summary.run().window().windowSeconds()).as("60 x 30 ms").isGreaterThan(1.2);
    }

    @Test
    void aPipelineIsSentInBatchesAndThatIsSaid() throws Exception {
        String script =
                "\\set a 1\n\\set b 2\n\\startpipeline\nINSERT INTO drawn VALUES (:a, 1);\nINSERT INTO drawn VALUES (:b, 1);\n"
                        + "UPDATE counter SET n = n + 1;\n\\endpipeline\n";
        RunSession.Finished finished = run("pipeline", 1, List.of(script));
        RunSummary summary = finished.summary();
        long count = summary.figures().foreground();
        assertThat(POSTGRES.number("select n from counter")).isEqualTo(count);
        assertThat(POSTGRES.number("select count(*) from drawn where client = 1"))
                .isEqualTo(count);
        assertThat(POSTGRES.number("select count(*) from drawn where client = 2"))
                .isEqualTo(count);
        assertThat(warnings)
                .anyMatch(line -> line.startsWith("JDBC has no pipeline: those of add are one transaction"));
        assertThat(summary.run().environment().get("pipelines")).contains("as one batch");
        Path times = StatementTime.CSV.in(Objects.requireNonNull(finished.directory()));
        assertThat(Files.readAllLines(times))
                .as("two inserts of a transaction are one round trip")
                .anyMatch(line -> line.matches("add,\"?INSERT INTO drawn.*,1\\.0*,[0-9.]+,[0-9.]+"));
    }

    @Test
    void aMistakeThatOnlyTheRunShowsEndsIt() throws Exception {
        RunSummary summary = run("mistake", 1, List.of("\\set x 1 / (:scale - 1)\nSELECT :x;\n"))
                .summary();
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.ABORTED);
        assertThat(summary.ending().statusReason())
                .startsWith("A mistake in a script ended the run: add.sql, line 1")
                .contains("zero");
    }

    /** Keys that the tables have not: all succeeds, and nothing is done. */
    @Test
    void writesThatTouchNoRowAreSaid() throws Exception {
        String none =
                """
                UPDATE counter SET n = n + 1 WHERE n < 0;
                WITH gone AS (DELETE FROM drawn WHERE client < 0 RETURNING value) SELECT value FROM gone;
                \\startpipeline
                DELETE FROM drawn WHERE client < 0;
                \\endpipeline
                """;
        String one = "UPDATE counter SET n = n + 1;\nUPDATE counter SET n = n + 1 WHERE n < 0;\n";
        RunSession.Finished finished = run("nothing", 2, List.of(none, one));
        List<TypeSummary> types = finished.summary().figures().types();
        assertThat(types.get(0).writesWithoutRow()).isEqualTo(3 * types.get(0).count());
        assertThat(types.get(1).writesWithoutRow()).isZero();
        assertThat(Verdict.of(finished.summary())).contains(Verdict.NOTHING_WRITTEN);

        ResultDirectory directory = Objects.requireNonNull(finished.directory());
        ReportWriter.write(directory, RunReader.read(directory, ReportWindow.WHOLE), Language.EN);
        String sentence = " " + types.get(0).writesWithoutRow() + " of add; are the tables built with other sizes?";
        for (Path page : List.of(directory.report(), directory.root().resolve("report.md"))) {
            assertThat(Files.readString(page).replace(",", "")).contains("Writes touched no row", sentence);
        }
        assertThat(Files.readString(directory.summary()))
                .contains("\"writesWithoutRow\" : " + types.get(0).writesWithoutRow(), "\"NOTHING_WRITTEN\"");
    }

    /** What the server says of a mistake comes at once, with the place in the script, and again at the end, which comes early. */
    @Test
    @Tag("long")
    void aColumnThatIsMissingIsSaidAndEndsTheRun() throws Exception {
        List<String> scripts = List.of(ADD.replace("n + 1", "amuont + 1"), LOOK);
        RunSummary summary =
                run("missing", 2, scripts, "runTxnsPerTerminal=0", "runMins=30").summary();
        String error = "add.sql, line 3 (UPDATE counter SET n = amuont + 1): ERROR: column \"amuont\" does not exist";
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.ABORTED);
        assertThat(summary.ending().statusReason())
                .startsWith("Ended early: every add of the first 10 seconds failed, and no repeat will help: " + error);
        assertThat(warnings).singleElement().asString().startsWith("Error in add (other, SQL state 42703): " + error);
        assertThat(summary.figures().errors().get(0).line()).isEqualTo(warnings.get(0));
    }

    /** A row that is there already: the server's words are on the console though no transaction was completed. */
    @Test
    void aConstraintThatRefusesEachRowIsSaid() throws Exception {
        POSTGRES.execute("alter table drawn add primary key (client)", "insert into drawn values (7, 7)");
        run("refused", 1, List.of("\\set k 7\nINSERT INTO drawn (client) VALUES (:k);\n"), "runTxnsPerTerminal=2");
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith(
                        "Error in add (constraint, SQL state 23505): add.sql, line 2 (INSERT INTO drawn (client) VALUES (?)):"
                                + " ERROR: duplicate key value violates unique constraint \"drawn_pkey\"");
    }
}
