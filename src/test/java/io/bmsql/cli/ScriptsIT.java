package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.HostProgram;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packed program, started by its scripts as users start it, with its output redirected to files. */
class ScriptsIT {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();
    private static final String PASSWORD = TestServers.password();
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    @BeforeAll
    static void build() throws Exception {
        assertThat(REPOSITORY.resolve("target/bmsql.jar"))
                .as("mvn package has run")
                .exists();
        String props =
                """
                // To run specified transactions
                db=postgres\s\s
                driver=org.postgresql.Driver
                conn=%s
                user=postgres
                password=%s
                warehouses=7
                loadWorkers=2
                terminals=2
                runTxnsPerTerminal=0
                runMins=5
                limitTxnsPerMin=3000
                terminalWarehouseFixed=true //\u4e2d\u6587
                newOrderWeight=45
                paymentWeight=43
                orderStatusWeight=4
                deliveryWeight=4
                stockLevelWeight=4
                resultDirectory=my_result_%%tY-%%tm-%%td_%%tH%%tM%%tS
                """
                        .formatted(POSTGRES.url(), PASSWORD);
        Files.writeString(folder.resolve("my.props"), props.replace("\n", "\r\n"));
        assertThat(ended(0, "runDatabaseBuild.sh", "my.props", "WAREHOUSES", "1"))
                .contains("Loading Warehouse      1 done", "create table bmsql_config (", "# Loading SQL file ")
                .doesNotContain("Warehouse      2");
    }

    @Test
    void aRedirectedRunThatCtrlCEndsCanBeReadByScriptsAndHasNoPasswordInItsFiles() throws Exception {
        Files.writeString(
                folder.resolve("loaded.props"),
                Files.readString(folder.resolve("my.props")).replace("warehouses=7\r", "warehouses=1\r"));
        Process run = start("runBenchmark.sh", "loaded.props");
        await(() -> !run.isAlive()
                || results().stream().anyMatch(path -> Files.exists(path.resolve("summary.json")))
                        && summary().figures().tpmTotal() > 0);
        TestFiles.command("kill", "-INT", String.valueOf(run.pid()));
        assertThat(ended(130, run))
                .doesNotContain("\b", "\r", "\u001b")
                .contains(
                        "C value for C_LAST during load: ",
                        "C value for C_LAST this run:    ",
                        "Term-00, warehouses=1",
                        "Stopping:");
        for (String program : List.of("/Measured tpmC/{print $11}", "/Measured tpmTOTAL/{print $10}")) {
            assertThat(HostProgram.run(folder, "awk", program, "log").text()).matches("[0-9]+\\.[0-9]+\n");
        }
        assertThat(summary().ending().status()).isEqualTo(RunSummary.Status.INTERRUPTED);
        assertThat(summary().figures().tpmTotal()).isPositive();
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("1");
        Path data = results().get(0).resolve("data");
        assertThat(Files.readAllLines(data.resolve("runInfo.csv")).get(1)).startsWith("1,simple,");
        assertThat(Files.readAllLines(data.resolve("result.csv")).get(1)).startsWith("1,");
        assertThat(Files.readString(results().get(0).resolve("run.properties")))
                .contains("terminals=2\r\n", "db=postgres  \r\n", "//\u4e2d\u6587");
        TestFiles.assertNowhere(PASSWORD, folder, file -> file.toString().endsWith(".props"));
    }

    private static RunSummary summary() throws IOException {
        return SummaryJson.read(results().get(0).resolve("summary.json"));
    }

    @Test
    @Tag("long")
    void aQuickstartThatIsEndedWhileItsServerStartsLeavesNone(@TempDir Path program) throws Exception {
        layOut(program);
        Process quickstart = start(program.resolve("run/quickstart.sh").toString());
        await(() -> !quickstart.isAlive() || Files.exists(program.resolve("run/quickstart/postgres/PG_VERSION")));
        TestFiles.command("kill", "-TERM", String.valueOf(quickstart.pid()));
        ended(143, quickstart);
        assertNothingRunsIn(program);
    }

    @Test
    @Tag("long")
    void quickstartBuildsOnceAndLeavesNothingRunning(@TempDir Path program) throws Exception {
        layOut(program);
        String[] words = {"--warehouses=1", "--terminals=2", "--minutes=0.2"};
        String script = program.resolve("run/quickstart.sh").toString();
        assertThat(ended(0, script, words))
                .contains("fsync=on", "Building 1 warehouse", "all 11 conditions hold", "quickstart: The report is ");
        String[] procedures = ArrayUtils.add(words, "-DuseStoredProcedures=true");
        assertThat(ended(0, script, procedures))
                .contains("Using the 1 warehouse built before", "useStoredProcedures=true")
                .doesNotContain("Loading ITEM");
        assertThat(ended(2, script, "-DuseStoredProcedure=true")).contains("Did you mean `useStoredProcedures`?");
        assertNothingRunsIn(program);
    }

    private static void assertNothingRunsIn(Path folder) {
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(folder.toString())))
                .isEmpty();
    }

    /** The program's folder as a distribution has it, but empty of anybody's data. */
    private static void layOut(Path program) throws IOException {
        Files.createDirectory(program.resolve("run"));
        for (String script : List.of("bmsql", "quickstart.sh")) {
            Files.copy(
                    REPOSITORY.resolve("run").resolve(script),
                    program.resolve("run").resolve(script));
        }
        Files.createSymbolicLink(program.resolve("target"), REPOSITORY.resolve("target"));
        for (String sql : List.of("sql.common", "sql.postgres")) {
            Files.createSymbolicLink(program.resolve(sql), REPOSITORY.resolve(sql));
        }
    }

    private static List<Path> results() throws IOException {
        return TestFiles.in(folder).stream()
                .filter(path -> path.getFileName().toString().startsWith("my_result_"))
                .toList();
    }

    /** Its output goes to a file, as with {@code >log 2>&1}. @param script in the repository's {@code run/}, or a whole path */
    private static Process start(String script, String... words) throws IOException {
        List<String> command = new ArrayList<>(ChildProgram.withAllSignals());
        command.add(REPOSITORY.resolve("run").resolve(script).toString());
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        // Each program lives for seconds.
        builder.environment().putAll(Map.of("BMSQL_JAVA_OPTS", "-XX:TieredStopAtLevel=1", "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    /** What it printed by its end, which has this status. */
    private static String ended(int status, Process process) throws Exception {
        boolean isOver = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(folder.resolve("log"));
        assertThat(isOver).as("over after %s: %s", PATIENCE, text).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(status);
        assertThat(text).doesNotContain(PASSWORD);
        return text;
    }

    private static String ended(int status, String script, String... words) throws Exception {
        return ended(status, start(script, words));
    }
}
