package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.ReportWriter;
import io.bmsql.report.Words.Language;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of scripts on a server that holds no TPC-C data. */
@Timeout(120)
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

    @BeforeEach
    void makeTables() throws Exception {
        POSTGRES.execute(
                "drop table if exists counter, drawn",
                "create table counter (n int)",
                "insert into counter values (0)",
                "create table drawn (client int, value bigint)");
    }

    private RunSession.Finished run(String directory, int workers, String scripts) throws Exception {
        Files.writeString(folder.resolve("add.sql"), ADD);
        Files.writeString(folder.resolve("look.sql"), LOOK);
        Files.writeString(folder.resolve("mistake.sql"), "\\set x 1 / (:scale - 1)\nSELECT :x;\n");
        Path props = folder.resolve("props");
        new TestDatabase.Named("postgres", POSTGRES.url(), "postgres")
                .props(
                        props,
                        "password=none warehouses=1 terminals=4 sutThreads=" + workers
                                + " runTxnsPerTerminal=60 isolationLevel=REPEATABLE_READ seed=7 maxRetries=1000"
                                + " resultDirectory=" + directory);
        ProgramContext program = new ProgramContext(
                folder, Path.of("").toAbsolutePath(), Map.of(), RunClock.SYSTEM, SecretMask.of(List.of()));
        LoadedConfig settings = new ConfigLoader(program.environment(), () -> 7)
                .load(props, Map.of("scripts", scripts), ConfigPurpose.RUN);
        return new RunSession(program, new RunSession.Request(settings, props, 1, "scripts"), new RunListener() {})
                .run();
    }

    private String drawn() throws Exception {
        return POSTGRES.text("select string_agg(client || ':' || value, ' ' order by client, value) from drawn");
    }

    @Test
    void aRetriedTransactionHasTheSameValuesAndIsCommittedOnce() throws Exception {
        String scripts = "add.sql@3 look.sql builtin:tpcb-like@0";
        RunSummary alone = run("alone", 1, scripts).summary();
        assertThat(alone.figures().retries()).isZero();
        String values = drawn();
        makeTables();
        RunSession.Finished together = run("together", 4, scripts);

        RunSummary summary = together.summary();
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertThat(together.problems()).isEmpty();
        assertThat(summary.figures().retries()).as("retries").isPositive();
        assertThat(summary.figures().givenUp()).isZero();
        assertThat(drawn()).isEqualTo(values);
        List<TypeSummary> types = summary.figures().types();
        assertThat(types).extracting(TypeSummary::type).containsExactly("add", "look", "tpcb-like");
        assertThat(summary.figures().foreground()).isEqualTo(240);
        assertThat(POSTGRES.number("select n from counter"))
                .isEqualTo(types.get(0).count());
        assertThat(types.get(0).count()).isBetween(150L, 210L);
        assertThat(summary.postRun().check()).isEmpty();

        ResultDirectory directory = Objects.requireNonNull(together.directory());
        ReportWriter.write(directory, RunReader.read(directory, ReportWindow.WHOLE), Language.EN);
        assertThat(Files.readString(directory.report()))
                .contains("Workload scripts", "look")
                .doesNotContain("tpmC");
    }

    @Test
    void aMistakeThatOnlyTheRunShowsEndsIt() throws Exception {
        RunSummary summary = run("mistake", 1, "mistake.sql").summary();
        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.ABORTED);
        assertThat(summary.ending().statusReason())
                .startsWith("A mistake in a script ended the run: mistake.sql, line 1")
                .contains("zero");
    }
}
