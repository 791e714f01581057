package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.common.RunClock;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.stub.StubServer;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCheckTest {
    /** As when Ctrl-C interrupts the reading: the figures of the run are there all the same. */
    @Test
    void aLedgerThatCannotBeReadLeavesTheRunComplete(@TempDir Path folder) throws Exception {
        Path props = folder.resolve("p");
        new TestDatabase.Named("postgres", "jdbc:postgresql://127.0.0.1:1/none", "u", "p")
                .props(props, "warehouses=1 terminals=1 runMins=0.1 checkAfterRun=true");
        LoadedConfig loaded = new ConfigLoader(Map.of(), () -> 7).load(props, Map.of(), ConfigPurpose.RUN);
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        Files.writeString(directory.ledger(), "no ledger");
        Benchmark benchmark = (Benchmark) Proxy.newProxyInstance(
                Benchmark.class.getClassLoader(),
                new Class<?>[] {Benchmark.class},
                (self, method, arguments) -> method.getReturnType() == int.class ? (Object) 1 : List.of());
        RunListener listener = new RunListener() {};
        RunSummary measured = SummaryJson.read(TestFiles.RECORDED.resolve(ResultDirectory.SUMMARY));
        try (StubServer server = new StubServer();
                Database database = server.open(RunCheck.CONNECTIONS)) {
            RunSession.Finished finished = new RunCheck(
                            RunClock.SYSTEM, loaded, database, new RunStop(listener), listener, benchmark)
                    .conclude(measured, directory, UnaryOperator.identity(), List::of, new RunPage(null, listener));
            assertThat(finished.summary().ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
            assertThat(finished.summary().ending().statusReason()).contains("ledger.bin");
        }
    }

    @Test
    void aLedgerThatATimeLimitEndedSaysWhatWasNotDoneAndWhatHelps() {
        SQLException limit = new SQLException("ERROR: canceling statement due to statement timeout", "57014");
        SQLException told = RunCheck.notCompared(limit, ErrorClass.TIMEOUT);
        assertThat(told.getMessage())
                .contains("the ledger was not compared with the database: ERROR: canceling", "time limits");
        assertThat(told.getSQLState()).isEqualTo("57014");
        assertThat(RunCheck.notCompared(limit, ErrorClass.OTHER).getMessage()).doesNotContain("time limits");
    }
}
