package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.KeptClasses;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packed program, started by its scripts as users start it, with its output redirected to files. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ScriptsIT {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath();
    private static final String PASSWORD = TestServers.password();
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    @BeforeAll
    static void writeProps() throws IOException {
        assertThat(REPOSITORY.resolve("target/bmsql.jar"))
                .as("mvn package has run")
                .exists();
        Files.writeString(
                folder.resolve("my.props"),
                String.join(
                        "\r\n",
                        "// To run specified transactions",
                        "db=postgres  ",
                        "driver=org.postgresql.Driver",
                        "conn=" + POSTGRES.url(),
                        "user=postgres",
                        "password=" + PASSWORD,
                        "warehouses=7",
                        "loadWorkers=2",
                        "terminals=2",
                        "runTxnsPerTerminal=0",
                        "runMins=1",
                        "limitTxnsPerMin=0",
                        "terminalWarehouseFixed=true //\u4e2d\u6587",
                        "newOrderWeight=45",
                        "paymentWeight=43",
                        "orderStatusWeight=4",
                        "deliveryWeight=4",
                        "stockLevelWeight=4",
                        "resultDirectory=my_result_%tY-%tm-%td_%tH%tM%tS",
                        ""));
    }

    @Test
    @Order(1)
    void buildTakesLoaderOptionsInAnyCase() throws Exception {
        Ended build = start("build.log", "runDatabaseBuild.sh", "my.props", "WAREHOUSES", "1")
                .end();
        assertThat(build.status).as(build.text).isZero();
        assertThat(build.text)
                .contains("Loading Warehouse      1 done", "create table bmsql_config (", "# Loading SQL file ")
                .doesNotContain("Warehouse      2");
    }

    @Test
    @Order(2)
    void redirectedRunCanBeReadByScripts() throws Exception {
        Path copy = shortRun("my.props", "short.props");
        Ended run = start("run.log", "runBenchmark.sh", copy.toString()).end();
        assertThat(run.status).as(run.text).isZero();
        assertThat(run.text).doesNotContain("\b", "\r", "\u001b");
        assertThat(run.text)
                .contains(
                        "C value for C_LAST during load: ",
                        "C value for C_LAST this run:    ",
                        "Term-00, warehouses=1");
        assertThat(awk("/Measured tpmC/{print $11}", "run.log")).matches("[0-9]+\\.[0-9]+\n");
        assertThat(awk("/Measured tpmTOTAL/{print $10}", "run.log")).matches("[0-9]+\\.[0-9]+\n");
    }

    @Test
    @Order(3)
    void theRunsNumberStandsInItsFiles() throws Exception {
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).hasContent("1");
        Path data = results().get(0).resolve("data");
        assertThat(Files.readAllLines(data.resolve("runInfo.csv")).get(1)).startsWith("1,simple,");
        assertThat(Files.readAllLines(data.resolve("result.csv")).get(1)).startsWith("1,");
    }

    @Test
    @Order(4)
    void theReportTakesADirectoryWithATrailingSlash() throws Exception {
        Path directory = results().get(0);
        Ended report = start("report.log", "generateReport.sh", directory.getFileName() + "/")
                .end();
        assertThat(report.status).as(report.text).isZero();
        assertThat(directory.resolve("report.html")).exists();
    }

    @Test
    @Order(5)
    void ctrlCEndsTheRunInGoodOrder() throws Exception {
        Running run = start("int.log", "bmsql", "run", "short.props", "-DrunMins=5", "-DresultDirectory=int");
        awaitTransactions("int");
        run.signal("INT");
        Ended ended = run.end();
        assertThat(ended.status).as(ended.text).isEqualTo(130);
        assertThat(ended.text).contains("Stopping:", "Measured tpmC (NewOrders) = ");
        assertThat(summary("int").ending().status()).isEqualTo(RunSummary.Status.INTERRUPTED);
        assertThat(summary("int").figures().tpmTotal()).isPositive();
    }

    @Test
    @Order(6)
    void wrongPropsLeaveNothingBehind() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong.props"), "db=postgres\nterminal=3\n");
        int before = results().size();
        Ended run = start("wrong.log", "runBenchmark.sh", wrong.toString()).end();
        assertThat(run.status).isEqualTo(2);
        assertThat(run.text).contains("terminals", "conn").doesNotContain("\tat ");
        assertThat(results()).hasSize(before);
    }

    @Test
    @Order(7)
    void funcsGivesOldScriptsTheirSettings() throws Exception {
        Path script = Files.writeString(
                folder.resolve("own.sh"),
                "set -- my.props\nBMSQL=" + REPOSITORY + "/run/bmsql\n. " + REPOSITORY
                        + "/run/funcs.sh \"$1\"\ngetProp db\ngetProp warehouses\nsetCP\necho \"$myCP\"\n");
        assertThat(run("own.log", List.of("sh", script.toString())).end().text)
                .startsWith("postgres\n7\n")
                .contains("bmsql.jar");
    }

    @Test
    @Order(8)
    void thePasswordStandsNowhere() throws IOException {
        TestFiles.assertNowhere(PASSWORD, folder, file -> file.toString().endsWith(".props"));
        assertThat(Files.readString(results().get(0).resolve("run.properties")))
                .contains("terminals=2\r\n", "db=postgres  \r\n", "//\u4e2d\u6587");
    }

    @Test
    @Tag("long")
    @Order(9)
    void quickstartBuildsOnceAndLeavesNothingRunning(@TempDir Path program) throws Exception {
        layOut(program);
        List<String> command = List.of(
                program.resolve("run/quickstart.sh").toString(), "--warehouses=1", "--terminals=2", "--minutes=0.02");
        Ended first = run("quickstart1.log", command).end();
        assertThat(first.status).as(first.text).isZero();
        assertThat(first.text)
                .contains("fsync=on", "Building 1 warehouse", "all 11 conditions hold", "quickstart: The report is ");
        Ended second = run("quickstart2.log", command).end();
        assertThat(second.status).as(second.text).isZero();
        assertThat(second.text).contains("Using the 1 warehouse built before").doesNotContain("Loading ITEM");
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(program.toString())))
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

    private static Path shortRun(String from, String to) throws IOException {
        String text = Files.readString(folder.resolve(from));
        return Files.writeString(
                folder.resolve(to),
                text.replace("runMins=1\r", "runMins=0.05\r")
                        .replace("warehouses=7\r", "warehouses=1\r")
                        .replace("limitTxnsPerMin=0\r", "limitTxnsPerMin=3000\r"));
    }

    private static List<Path> results() throws IOException {
        return TestFiles.in(folder).stream()
                .filter(path -> path.getFileName().toString().startsWith("my_result_"))
                .toList();
    }

    private static RunSummary summary(String directory) {
        return SummaryJson.read(folder.resolve(directory).resolve("summary.json"));
    }

    /** Until the run measures, and a first summary with numbers is on the disk. */
    private static void awaitTransactions(String directory) {
        Awaitility.await().atMost(PATIENCE).until(() -> {
            Path summary = folder.resolve(directory).resolve("summary.json");
            return Files.exists(summary) && summary(directory).figures().tpmTotal() > 0;
        });
    }

    private static String awk(String program, String file) throws Exception {
        return run("awk.log", List.of("awk", program, folder.resolve(file).toString()))
                .end()
                .text;
    }

    private static Running start(String log, String script, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(
                List.of(REPOSITORY.resolve("run").resolve(script).toString()));
        words.addAll(Arrays.asList(arguments));
        return run(log, words);
    }

    private static Running run(String log, List<String> words) throws IOException {
        Path file = folder.resolve(log);
        List<String> command = new ArrayList<>(ChildProgram.withAllSignals());
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(file.toFile());
        // Each program lives for seconds.
        List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
        options.addAll(KeptClasses.options());
        builder.environment().putAll(Map.of("BMSQL_JAVA_OPTS", String.join(" ", options), "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        process.getOutputStream().close();
        return new Running(process, file);
    }

    private record Running(Process process, Path log) {
        void signal(String name) throws Exception {
            TestFiles.command("kill", "-" + name, String.valueOf(process.pid()));
        }

        String text() throws IOException {
            return Files.readString(log);
        }

        Ended end() throws Exception {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + PATIENCE + ":\n" + text());
            }
            return new Ended(process.exitValue(), text());
        }
    }

    private record Ended(int status, String text) {}
}
