package io.bmsql.cli;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import io.bmsql.analysis.Thresholds;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.Threshold;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.report.Words;
import io.bmsql.result.EndingCause;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.ThresholdResult;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.testing.LogLines;
import io.bmsql.testing.Records;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;

/** What a run says at its begin and end: the lines that people's scripts cut up, the rest in the user's language, and the exit status. */
@Isolated("replaces System.out")
class RunLogTest {
    private static final String FIVE =
            """
            db=postgres
            driver=org.postgresql.Driver
            conn=jdbc:postgresql://h/d
            user=u
            password=
            warehouses=1
            terminals=2
            runTxnsPerTerminal=10
            runMins=0
            limitTxnsPerMin=0
            terminalWarehouseFixed=true
            newOrderWeight=45
            paymentWeight=43
            orderStatusWeight=4
            deliveryWeight=4
            stockLevelWeight=4
            resultDirectory=r
            """;

    private static final String SCRIPTS =
            "db=postgres\nconn=jdbc:postgresql://h/d\nuser=u\nscripts=builtin:select-only\nterminals=2\nrunMins=1\n";

    @TempDir
    Path folder;

    private static RunLog log(Language language) {
        return new RunLog(SecretMask.of(List.of()), Words.in(language));
    }

    private static List<String> said(Language language, RunSummary summary) {
        return LogLines.during(() -> log(language).exitCode(summary, null, List.of()));
    }

    private static RunSummary summary(Status status, long completed, long failed) {
        SeriesRow.Counts counts = new SeriesRow.Counts(0, failed, 0, 0, 0);
        TypeSummary type = made(TypeSummary.class, "type", "NEW_ORDER", "count", completed, "counts", counts);
        return new RunSummary(
                new Ending(status, status == Status.COMPLETE ? null : "because"),
                RunFactsFixture.facts(1, 1).with(new Window(0, 0, 0, 60, 0)),
                made(Figures.class, "tpmC", 1, "types", List.of(type)),
                PostRunChecks.NONE);
    }

    /** What else happened; the words of it are VerdictFinderTest's and AvailabilityReportTest's. */
    private static RunSummary spoiled(RunSummary run, String what) {
        Outage.Failures failures = new Outage.Failures(2, 2, 9);
        return switch (what) {
            case "nothing", "problem" -> run;
            case "broken condition" ->
                run.with(found -> found.withCheck(List.of(made(CheckResult.class, "passed", false))));
            case "loss", "surplus" ->
                run.with(found -> found.withLedger(made(
                        LedgerResult.class,
                        "passed",
                        false,
                        "checks",
                        List.of(made(
                                LedgerResult.Check.class,
                                "state",
                                LedgerResult.State.FAILED,
                                "violations",
                                1,
                                "surplus",
                                what.equals("surplus") ? 1L : 0L)))));
            case "unwritten" -> run.withUnwritten(List.of("disk full"));
            case "unchecked" -> run.withEnding(new Ending(Status.COMPLETE, "not checked"));
            case "payments alone" ->
                Records.with(
                        run, "figures.types", List.of(made(TypeSummary.class, "type", "PAYMENT", "count", 1_000L)));
            case "outage" -> run.with(PostRunChecks.of(List.of(new Outage(1, -9, 2.0, -8L, 1, 90, 1.5, failures))));
            case "away at the end" ->
                run.with(PostRunChecks.of(List.of(new Outage(3, -6_600, null, null, 6.6, 90, null, failures))));
            case "away until the drain" ->
                run.with(PostRunChecks.of(List.of(new Outage(3, -6_600, 10.0, 5L, 7, 90, null, failures))));
            default -> Thresholds.applied(Threshold.parse(what, List.of()), run);
        };
    }

    /** More than one percent of failures, or nothing at all, is no result; lost data and broken conditions come before everything else. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            COMPLETE    | 1000 |   0 |             | nothing              | OK
            COMPLETE    |  990 |  10 |             | nothing              | OK
            COMPLETE    |  989 |  11 |             | nothing              | RUN_INVALID
            COMPLETE    |    0 |   0 |             | nothing              | RUN_INVALID
            COMPLETE    |    0 |   5 |             | nothing              | RUN_INVALID
            COMPLETE    |    0 |   0 |             | payments alone       | RUN_INVALID
            INTERRUPTED |    0 |   0 | TERMINATED  | nothing              | TERMINATED
            ABORTED     |    9 |   0 | TERMINATED  | nothing              | RUN_INVALID
            COMPLETE    |    9 |   0 |             | problem              | RUN_INVALID
            COMPLETE    |    9 |   0 |             | unwritten            | RUN_INVALID
            COMPLETE    |    9 |   0 |             | unchecked            | RUN_INVALID
            COMPLETE    |    9 |   0 | TERMINATED  | unchecked            | TERMINATED
            COMPLETE    |    9 |   0 |             | broken condition     | CHECK_FAILED
            ABORTED     |    9 |   5 | TERMINATED  | broken condition     | CHECK_FAILED
            INTERRUPTED |    9 |   5 | INTERRUPTED | loss                 | CHECK_FAILED
            COMPLETE    | 1000 |   0 |             | surplus              | CHECK_FAILED
            COMPLETE    | 1000 |   0 |             | tpmC>0               | OK
            COMPLETE    | 1000 |   0 |             | tpmC>0, tpmC>5       | THRESHOLD_FAILED
            COMPLETE    |  900 | 100 |             | tpmC>5               | RUN_INVALID
            ABORTED     | 1000 |   0 |             | tpmC>5               | RUN_INVALID
            INTERRUPTED | 1000 |   0 | INTERRUPTED | tpmC>5               | INTERRUPTED
            COMPLETE    | 1000 |   0 |             | outage               | OK
            COMPLETE    | 1000 |   0 |             | away at the end      | RUN_INVALID
            COMPLETE    | 1000 |   0 |             | away until the drain | RUN_INVALID
            """)
    void theExitStatusFollowsFromWhatHappened(
            Status status, long completed, long failed, @Nullable ExitCode signal, String what, ExitCode expected) {
        RunSummary run = spoiled(summary(status, completed, failed), what);
        List<String> problems = what.equals("problem") ? List.of("disk full") : List.of();
        assertThat(log(Language.EN).exitCode(run, signal, problems)).isEqualTo(expected);
    }

    @Test
    void whatIsFoundIsSaidOnce() {
        RunSummary whole = summary(Status.COMPLETE, 1000, 0);
        assertThat(said(Language.EN, spoiled(whole, "tpmC>5")))
                .filteredOn(line -> line.contains("tpmC>5"))
                .containsExactly("Term-00, Threshold failed: tpmC>5 was asked for, and 1 was measured.");
        assertThat(said(Language.EN, spoiled(whole, "surplus")))
                .contains("Term-00, Verdict: Rows that no run made")
                .anyMatch(line -> line.contains("Rows that no run made: the database holds more"))
                .noneMatch(line -> line.contains("Data lost"));
        RunConditions weak = Records.with(RunConditions.NONE, "unsafeSettings", List.of("fsync=off"), "runsBeside", 1);
        assertThat(said(Language.EN, whole.with(weak)))
                .contains("Term-00, The server ran with fsync=off: a crash may lose committed transactions.")
                .anyMatch(line -> line.contains("Another run changed this database at the same time"));
    }

    /** As the console's Transaction Count and tpmTOTAL have it. */
    @Test
    void theCountOfARunHasEachDeliveryOnce() {
        RunSummary deliveries = Records.with(
                summary(Status.COMPLETE, 1, 0),
                "figures.types",
                List.of(type("DELIVERY", 10), type("DELIVERY_BG", 10)));
        assertThat(spoiled(deliveries, "count<=10").postRun().thresholds()).allMatch(kept -> kept.holds());
    }

    /** The sentences are VerdictFinderTest's. */
    @Test
    void theVerdictIsSaidInTheLanguageOfTheUser() {
        RunSummary stopped = summary(Status.INTERRUPTED, 900, 100)
                .withEnding(
                        new Ending(Status.INTERRUPTED, new EndingCause(EndingCause.Kind.STOPPED, "by Ctrl-C (SIGINT)")))
                .withUnwritten(List.of("disk full"));
        assertThat(said(Language.ZH, stopped))
                .anyMatch(line -> line.contains("1,000 个事务中有 100 个失败"))
                .anyMatch(line -> line.contains("Ctrl-C，SIGINT"))
                .contains("Term-00, 结论：被中断；不完整；错误过多");
        assertThat(said(Language.EN, stopped))
                .anyMatch(line -> line.contains("before its planned end by Ctrl-C (SIGINT); the figures cover 60 s"))
                .anyMatch(line -> line.endsWith("of its summary do. disk full."));
    }

    private static TypeSummary type(String name, long count) {
        Latency response = new Latency(2, 1, 3, 4, 45, 50, 60);
        return made(TypeSummary.class, "type", name, "count", count, "response", response);
    }

    private static RunSummary measured() {
        List<TypeSummary> types = List.of(type("NEW_ORDER", 5), type("DELIVERY", 7), type("DELIVERY_BG", 7));
        return new RunSummary(
                Ending.PLANNED,
                RunFactsFixture.facts(1, 1).with(new Window(1_795_206_668_000L, 1_795_206_728_000L, 0, 60, 0)),
                made(Figures.class, "tpmC", 12_345_678.25, "tpmTotal", 27_000_000, "types", types),
                PostRunChecks.NONE);
    }

    /** By the program's own logback.xml, cut up as people's scripts do it with awk. */
    @Test
    void scriptsFindTheNumbersInTheirFields() throws Exception {
        List<String> lines = print(logger ->
                log(Language.EN).ending(measured(), ZoneOffset.UTC).forEach(line -> logger.info("Term-00, {}", line)));

        String tpmC = find(lines, "Measured tpmC (NewOrders) = ");
        assertThat(tpmC).matches("\\d\\d:\\d\\d:\\d\\d,\\d{3} \\[[^ ]+] INFO   jTPCC : Term-00, .* = 12345678\\.25");
        assertThat(tpmC.trim().split("\\s+")[10]).isEqualTo("12345678.25");
        assertThat(find(lines, "Measured tpmTOTAL = ").trim().split("\\s+")[9]).isEqualTo("27000000.0");
        assertThat(find(lines, "Term-00, Session Start     = ")).endsWith("= 2026-11-20 20:31:08");
        assertThat(find(lines, "Term-00, Session End       = ")).endsWith("= 2026-11-20 20:32:08");
        assertThat(find(lines, "Term-00, Transaction Count = ")).endsWith("= 12");
        assertThat(lines)
                .last()
                .asString()
                .endsWith("Response times, 90% / 99%: New-Order 3.00 ms / 45.0 ms, Delivery 3.00 ms / 45.0 ms");
    }

    private static String find(List<String> lines, String text) {
        return lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    /** Lines that old scripts cut stay as they are; the others are in the language of the run. */
    @Test
    void whatBenchmarkSqlDidNotSayIsSaidInTheLanguageOfTheRun() {
        RunSummary summary = measured();
        summary = summary.with(summary.postRun()
                .withThresholds(List.of(new ThresholdResult("newOrder.p90<5s", 6000.0, "ms", false, null))));
        assertThat(log(Language.ZH).ending(summary, ZoneOffset.UTC))
                .contains("Transaction Count = 12", "阈值 newOrder.p90<5s：6000 ms，未满足")
                .anyMatch(line -> line.startsWith("响应时间，90% / 99%：New-Order 3.00 ms"))
                .filteredOn(line -> line.matches("[ -~]+"))
                .allMatch(line -> line.matches("(Measured|Session|Transaction) .*"));
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
        assertThat(log(Language.EN).ending(measured().withSteps(List.of(step)), ZoneOffset.UTC))
                .last()
                .isEqualTo("Step 1:00-2:05, 600 → 1200/min: tpmTotal 900.0, tpmC 405.3, New-Order p50 2.0, p90 3.3,"
                        + " p99 5.0 ms, 2 failed, backlog 31");
    }

    /** What a props file of BenchmarkSQL 5 has to set is printed as there, with other words for nothing. */
    @Test
    void settingsThatNobodySetArePrintedOnlyWhenAsked() throws Exception {
        LoadedConfig loaded = loaded(FIVE);
        assertThat(RunLog.banner(loaded, false))
                .containsAll(
                        FIVE.replaceAll("password=\n|runMins=0\n", "").lines().toList())
                .noneMatch(line -> line.contains("null") || line.contains("Multiplier"));
        assertThat(RunLog.banner(loaded, true)).contains("osCollectorScript=null", "thinkTimeMultiplier=0");
        assertThat(RunLog.banner(loaded(SCRIPTS), false))
                .noneMatch(line -> line.contains("null"))
                .hasSizeLessThan(20);
    }

    private LoadedConfig loaded(String text) throws Exception {
        Path props = Files.writeString(folder.resolve("p.props"), text);
        return ResolvedSettings.read(new Stage(folder).context().program(), props, Map.of(), ConfigPurpose.RUN);
    }

    @ParameterizedTest
    @CsvSource({
        "en, 'Stopping: transactions under way may finish, results are written. Press Ctrl-C again to abort.'",
        "zh, 正在停止：进行中的事务可以完成，结果会写出。再按一次 Ctrl-C 即强行终止。"
    })
    void whoPressesCtrlCIsAnsweredInTheLanguageOfTheRun(String language, String answer) throws Exception {
        Stage stopped = new Stage(folder);
        RunSession.Request request = new RunSession.Request(loaded(SCRIPTS + "lang=" + language + "\n"), folder, 1, "");
        new RunConsole(stopped.context(), request, ProgressMode.none, () -> {}).stopping(RunListener.Stage.RUNNING);
        assertThat(stopped.err().strip()).isEqualTo(answer);
    }

    @Test
    void whatABuildSaysIsInTheLanguageOfItsSettings() throws Exception {
        Stage stage = new Stage(folder);
        BuildEcho echo =
                new BuildEcho(stage.context(), loaded(FIVE + "lang=zh\n").config(), false, ProgressMode.none);
        echo.note("build.skipped.done", "tableCreates");
        echo.done("build.reset", 1, "2.0", "3", "4");
        assertThat(stage.out().lines())
                .containsExactly("# 跳过 tableCreates：已经完成", "重置用时 2.0 s，仓库 1 个；删除运行产生的行：3，恢复的行：4");
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
}
