package io.bmsql.cli;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.LoadedConfig;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.report.Words;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.ThresholdResult;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;

/** The log lines as the program's own logback.xml makes them, cut up as people's scripts do. */
@Isolated("replaces System.out")
class ConsoleLinesTest {
    @TempDir
    Path folder;

    @Test
    void scriptsFindTheNumbersInTheirFields() throws Exception {
        List<String> lines = print(logger ->
                log(Language.EN).ending(summary(), ZoneOffset.UTC).forEach(line -> logger.info("Term-00, {}", line)));

        String tpmC = find(lines, "Measured tpmC (NewOrders) = ");
        assertThat(tpmC).matches("\\d\\d:\\d\\d:\\d\\d,\\d{3} \\[[^ ]+] INFO   jTPCC : Term-00, .* = 12345678\\.25");
        assertThat(awk(tpmC, 11)).isEqualTo("12345678.25");
        String tpmTotal = find(lines, "Measured tpmTOTAL = ");
        assertThat(awk(tpmTotal, 10)).isEqualTo("27000000.0");
        assertThat(find(lines, "Term-00, Session Start     = ")).endsWith("= 2026-11-20 20:31:08");
        assertThat(find(lines, "Term-00, Session End       = ")).endsWith("= 2026-11-20 20:32:08");
        assertThat(find(lines, "Term-00, Transaction Count = ")).endsWith("= 12");
        assertThat(lines)
                .last()
                .asString()
                .endsWith("Response times, 90% / 99%: New-Order 3.00 ms / 45.0 ms, Delivery 3.00 ms / 45.0 ms");
    }

    /** What a props file of BenchmarkSQL 5 has to set is printed as there, with other words for nothing. */
    @Test
    void settingsThatNobodySetArePrintedOnlyWhenAsked() throws Exception {
        String five =
                "db=postgres\ndriver=org.postgresql.Driver\nconn=jdbc:postgresql://h/d\nuser=u\npassword=\nwarehouses=1\n"
                        + "terminals=2\nrunTxnsPerTerminal=10\nrunMins=0\nlimitTxnsPerMin=0\nterminalWarehouseFixed=true\n"
                        + "newOrderWeight=45\npaymentWeight=43\norderStatusWeight=4\ndeliveryWeight=4\nstockLevelWeight=4\n"
                        + "resultDirectory=r\n";
        LoadedConfig loaded = loaded(five);
        List<String> lines = RunLog.banner(loaded, false);
        for (String line :
                five.replace("password=\n", "").replace("runMins=0\n", "").split("\n")) {
            assertThat(lines).contains(line);
        }
        assertThat(lines).noneMatch(line -> line.contains("null") || line.contains("Multiplier"));
        assertThat(RunLog.banner(loaded, true)).contains("osCollectorScript=null", "thinkTimeMultiplier=0");

        LoadedConfig scripts =
                loaded("db=postgres\nconn=jdbc:postgresql://h/d\nuser=u\nscripts=builtin:select-only\nterminals=2\n"
                        + "runMins=1\n");
        assertThat(RunLog.banner(scripts, false))
                .noneMatch(line -> line.contains("null"))
                .hasSizeLessThan(20);
    }

    @Test
    void whoPressesCtrlCIsAnsweredInTheLanguageOfTheRun() throws Exception {
        String props =
                "db=postgres\nconn=jdbc:postgresql://h/d\nuser=u\nscripts=builtin:select-only\nterminals=2\nrunMins=1\nlang=";
        assertThat(answer(loaded(props + "en\n")))
                .isEqualTo(
                        "Stopping: transactions under way may finish, results are written. Press Ctrl-C again to abort.");
        assertThat(answer(loaded(props + "zh\n"))).isEqualTo("正在停止：进行中的事务可以完成，结果会写出。再按一次 Ctrl-C 即强行终止。");
    }

    private String answer(LoadedConfig settings) {
        Stage stopped = new Stage(folder);
        RunSession.Request request = new RunSession.Request(settings, folder, 1, "");
        new RunConsole(stopped.context(), request, ProgressMode.none, () -> {}).stopping(RunListener.Stage.RUNNING);
        return stopped.err().strip();
    }

    private LoadedConfig loaded(String text) throws Exception {
        Path props = Files.writeString(folder.resolve("p.props"), text);
        return ResolvedSettings.read(new Stage(folder).context().program(), props, Map.of(), ConfigPurpose.RUN);
    }

    @Test
    void warningsAndErrorsGoToTheErrorLogAsWell() throws Exception {
        print(logger -> logger.info("fine"));
        assertThat(folder.resolve("benchmarksql-error.log"))
                .as("nothing to say leaves nothing behind")
                .doesNotExist();
        assertThat(print(logger -> {
                    logger.info("fine");
                    logger.warn("doubtful");
                    logger.error("wrong", new IllegalStateException("because"));
                }))
                .as("without the stack trace")
                .hasSize(3)
                .last()
                .asString()
                .endsWith("ERROR  jTPCC : wrong");
        assertThat(Files.readString(folder.resolve("benchmarksql-error.log")))
                .contains("WARN   jTPCC : doubtful", "ERROR  jTPCC : wrong", "because")
                .doesNotContain("fine");
    }

    /** A server's message, or the name of a host, is read on a terminal later. */
    @Test
    void hostileTextInTheErrorLogStaysText() throws Exception {
        print(logger -> logger.warn(
                "a\u001b]0;title\u0007b\rc\u202ed\u061ce\u001b[31mf\u009bg\tline\nnext \u4ed8",
                new IllegalStateException("x\u001b[2Jy\r\u2066z")));
        assertThat(Files.readString(folder.resolve("benchmarksql-error.log")))
                .contains(
                        "a?]0;title?b?c?d?e?[31mf?g\tline\nnext \u4ed8\njava.lang.IllegalStateException: x?[2Jy??z\n");
    }

    @Test
    void anErrorLogThatCannotBeWrittenStopsNothing() throws Exception {
        Files.createDirectory(folder.resolve("benchmarksql-error.log"));
        assertThat(print(logger -> logger.warn("doubtful")))
                .singleElement()
                .asString()
                .endsWith("WARN   jTPCC : doubtful");
    }

    @Test
    void eachStepOfAShapedLoadHasALineAtTheEnd() {
        LoadStep step = new LoadStep(
                new LoadStep.Plan(LoadProfile.Unit.RATE, 600, 1200, 60, 125),
                405.25,
                899.96,
                2,
                0.1,
                31,
                List.of(new LoadStep.Type("NEW_ORDER", 5, new Latency(1, 2, 3.25, 4, 5, 6, 7))));
        assertThat(log(Language.EN).ending(summary().withSteps(List.of(step)), ZoneOffset.UTC))
                .last()
                .isEqualTo("Step 1:00-2:05, 600 → 1200/min: tpmTotal 900.0, tpmC 405.3, New-Order p50 2.0, p90 3.3,"
                        + " p99 5.0 ms, 2 failed, backlog 31");
    }

    @Test
    void whatABuildSaysIsInTheLanguageOfItsSettings() throws Exception {
        Stage stage = new Stage(folder);
        LoadedConfig settings = loaded("db=postgres\nconn=jdbc:postgresql://h/d\nuser=u\nwarehouses=1\nterminals=1\n"
                + "runMins=1\nlang=zh\n");
        BuildEcho echo = new BuildEcho(stage.context(), settings.config(), false, ProgressMode.none);
        echo.note("build.skipped.done", "tableCreates");
        echo.done("build.reset", 1, "2.0", "3", "4");
        assertThat(stage.out().lines())
                .containsExactly("# 跳过 tableCreates：已经完成", "重置用时 2.0 s，仓库 1 个；删除运行产生的行：3，恢复的行：4");
    }

    /** So that the block of progress leaves room for it. */
    @Test
    void theLogAndTheCommandsPrintToOneStream() {
        PrintStream before = System.out;
        try {
            PrintStream out = CommandContext.ofProcess().console().out();
            assertThat(out).isSameAs(System.out);
        } finally {
            System.setOut(before);
        }
    }

    private RunLog log(Language language) {
        return new RunLog(SecretMask.of(List.of()), Words.in(language));
    }

    /** Lines that old scripts cut stay as they are; the others are in the language of the run. */
    @Test
    void whatBenchmarkSqlDidNotSayIsSaidInTheLanguageOfTheRun() {
        RunSummary summary = summary();
        summary = summary.with(summary.postRun()
                .withThresholds(List.of(new ThresholdResult("newOrder.p90<5s", 6000.0, "ms", false, null))));
        List<String> lines = log(Language.ZH).ending(summary, ZoneOffset.UTC);
        assertThat(lines)
                .contains("Transaction Count = 12", "阈值 newOrder.p90<5s：6000 ms，未满足")
                .anyMatch(line -> line.startsWith("响应时间，90% / 99%：New-Order 3.00 ms"))
                .filteredOn(line -> line.matches("[ -~]+"))
                .allMatch(line -> line.matches("(Measured|Session|Transaction) .*"));
    }

    private static String find(List<String> lines, String text) {
        return lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    /** Field of a line as awk counts: separated by blanks, from 1. */
    private static String awk(String line, int field) {
        return line.trim().split("\\s+")[field - 1];
    }

    private List<String> print(Consumer<Logger> printing) throws JoranException {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        System.setProperty(
                "bmsql.errorLog", folder.resolve("benchmarksql-error.log").toString());
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure("src/main/resources/logback.xml");
            printing.accept(context.getLogger("jTPCC"));
        } finally {
            context.stop();
            System.clearProperty("bmsql.errorLog");
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static RunSummary summary() {
        List<TypeSummary> types = List.of(type("NEW_ORDER", 5), type("DELIVERY", 7), type("DELIVERY_BG", 7));
        return new RunSummary(
                Ending.PLANNED,
                RunFactsFixture.facts(1, 1).with(new Window(1_795_206_668_000L, 1_795_206_728_000L, 0, 60, 0)),
                made(Figures.class, "tpmC", 12_345_678.25, "tpmTotal", 27_000_000, "types", types),
                PostRunChecks.NONE);
    }

    private static TypeSummary type(String name, long count) {
        Latency response = new Latency(2, 1, 3, 4, 45, 50, 60);
        return made(TypeSummary.class, "type", name, "count", count, "response", response);
    }
}
