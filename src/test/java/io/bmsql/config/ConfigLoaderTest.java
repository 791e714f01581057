package io.bmsql.config;

import static io.bmsql.config.TestProps.CONNECTION;
import static io.bmsql.config.TestProps.RUN;
import static io.bmsql.config.TestProps.config;
import static io.bmsql.config.TestProps.load;
import static io.bmsql.config.TestProps.problems;
import static io.bmsql.config.TestProps.run;
import static io.bmsql.config.TestProps.runProblems;
import static io.bmsql.config.TestProps.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.SecretMask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    @TempDir
    private Path directory;

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void virtualThreadsOnAnOlderJavaAreRefused() {
        assertThatThrownBy(() -> run("virtualThreads=true\n"))
                .hasMessageContaining("p:6: virtualThreads = true: needs Java 21 or later, this is Java ");
    }

    @Test
    void aProfileIsAsLongAsTheRunAndMaySayHowLongThatIs() throws ConfigException {
        RunConfig run = config("loadProfile=0 60/min, 1m 600/min\n").run();
        assertThat(run.pace().mode()).isEqualTo(PacingMode.ARRIVAL_RATE);
        assertThat(run.pace().profile().steps())
                .last()
                .extracting(LoadProfile.Step::untilNanos)
                .isEqualTo(300_000_000_000L);
        LoadedConfig derived = run("runMins=0\nloadProfile=0 2 terminals, 90s 10 terminals, 30s end\n");
        assertThat(derived.config().run().length().runMinutes()).isEqualTo(2);
        assertThat(derived.config().run().pace().mode()).isEqualTo(PacingMode.CLOSED_LOOP);
        assertThat(setting(derived, PropertyKey.RUN_MINS))
                .isEqualTo(new EffectiveSetting("runMins", "2", "loadProfile"));
    }

    /** Each is one mistake, whatever else it makes impossible. */
    @ParameterizedTest
    @CsvFileSource(resources = "/config/mistakes.txt", delimiter = '|', quoteCharacter = '\'')
    void aSettingThatDoesNotFitIsOneMistake(String lines, String message) {
        String text = lines.replace(";", "\n") + "\n";
        assertThat(runProblems(text)).singleElement().asString().contains(message);
        assertThat(problems(ConfigPurpose.RUN, TestProps.RUN + text + "lang=zh\n"))
                .singleElement()
                .asString()
                .matches("p(:[0-9]+)?: .*\u3002.*\\p{IsHan}.*\u3002");
    }

    @Test
    void theLanguageIsThatOfTheKeyAndThenOfTheEnvironment() {
        Map<String, String> chinese = Map.of("LANG", "zh_CN.UTF-8");
        assertThatThrownBy(() -> load(ConfigPurpose.RUN, TestProps.RUN + "seed=x\n", Map.of(), chinese))
                .hasMessage(
                        "p:6: seed = x: \u4e0d\u662f\u6570\u3002\u8bf7\u53ea\u5199\u6570\u5b57\uff0c\u5c0f\u6570\u524d\u7528\u70b9\u3002");
        assertThatThrownBy(() -> load(ConfigPurpose.RUN, TestProps.RUN + "seed=x\nlang=en\n", Map.of(), chinese))
                .hasMessageContaining("is not a number. Write digits");
        assertThatThrownBy(() -> load(ConfigPurpose.RUN, TestProps.RUN + "seed=x\n", Map.of("lang", "en"), chinese))
                .hasMessageContaining("is not a number. Write digits");
    }

    @Test
    void aMissingKeyThatIsMisspeltIsAskedForInChinese() {
        assertThat(problems(ConfigPurpose.RUN, TestProps.CONNECTION + "terminal=5\nrunMins=1\nlang=zh\n"))
                .extracting(Problem::toString)
                .containsExactly("p: terminals: 没有写。p:4 处有 `terminal`：您是否想写 `terminals`？");
    }

    /** A mistake in what watches the run does not stop it: what counts instead is said and shown. */
    @ParameterizedTest
    @CsvSource({"osCollectorInterval, banana, 1", "osCollectorSSHPort, -5, 0", "dbCollector, banana, true"})
    void aMistakeOfTheCollectorsLeavesTheDefault(String key, String value, String used) throws ConfigException {
        LoadedConfig loaded = run(key + "=" + value + "\n");
        assertThat(loaded.warnings())
                .singleElement()
                .asString()
                .startsWith("p:6: " + key + " = " + value + ": is n")
                .endsWith(" The default counts: " + used + ".");
        assertThat(setting(loaded, PropertyKey.find(key).orElseThrow()))
                .isEqualTo(new EffectiveSetting(key, used, "default"));
    }

    @Test
    void aPasswordFileThatIsNotThereIsCalledSo() {
        assertThat(runProblems("passwordFile=nowhere\n"))
                .singleElement()
                .asString()
                .contains("passwordFile = nowhere: there is no such file. Give a readable file");
    }

    @Test
    void theLastOfTwoLinesCountsAndIsMentioned() throws ConfigException {
        LoadedConfig loaded = run("terminals=20\n");
        assertThat(loaded.config().run().terminals()).isEqualTo(20);
        assertThat(loaded.warnings()).containsExactly("p:6: `terminals` was set before, at p:4; the last one counts");
    }

    /** Settings that follow from what is written, in the words of the records. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    batchStatements=true                                      | run.statementForm               | BATCH
                    rampupMins=2;steadyRampupMaxMins=10                       | run.length.longestRampupMinutes | 10.0
                    warmupTime=1.5                                            | run.length.rampupMinutes        | 1.5
                    rampupMins=2;warmupTime=1.5                               | run.length.rampupMinutes        | 2.0
                    warmupTime=1.5;rampupMins=2                               | run.length.rampupMinutes        | 2.0
                    replicas=jdbc:postgresql://b/x;replicaReads=50 %          | replicas.readPercent            | 50.0
                    replicas=jdbc:postgresql://b/x;replicaReads=12.5          | replicas.readPercent            | 12.5
                    replicas=jdbc:postgresql://b/x;replicaReads=100%          | replicas.readPercent            | 100.0
                    replicaReads=0%                                           | replicas.readPercent            | 0.0
                    limitTxnsPerMin=300                                       | run.pace.limitTxnsPerMin        | 300
                    limitTxnsPerMin=5                                         | run.pace.limitTxnsPerMin        | 5
                    limitTxnsPerMin=-1                                        | run.pace.limitTxnsPerMin        | 0
                    limitTxnsPerMin=2147483647                                | run.pace.mode                   | RATE
                    limitTxnsPerMin=0;arrivalRate=2147483647                  | run.pace.mode                   | ARRIVAL_RATE
                    limitTxnsPerMin=0;arrivalRate=2147483647                  | run.pace.arrivalRate            | 2147483647
                    isolationLevel=READ_COMMITTED                             | connection.isolationLevel       | READ_COMMITTED
                    isolationLevel=read committed                             | connection.isolationLevel       | READ_COMMITTED
                    isolationLevel=Repeatable-Read                            | connection.isolationLevel       | REPEATABLE_READ
                    isolationLevel=TRANSACTION_SERIALIZABLE                   | connection.isolationLevel       | SERIALIZABLE
                    isolationLevel=default                                    | connection.isolationLevel       | SERVER_DEFAULT
                    isolationLevel=serializable // strict                     | connection.isolationLevel       | SERIALIZABLE
                    conn=jdbc:mysql://h:3306/d?a=b&c=d//e                     | connection.url                  | jdbc:mysql://h:3306/d?a=b&c=d//e
                    conn=jdbc:oracle:thin:@//h:1521/s                         | connection.url                  | jdbc:oracle:thin:@//h:1521/s
                    conn=jdbc:x:a #b //c                                      | connection.url                  | jdbc:x:a #b //c
                    'conn=jdbc:pg://h/d '                                     | connection.url                  | 'jdbc:pg://h/d '
                    'db=mysql \t'                                             | connection.db                   | mysql
                    db=mysql #note                                            | connection.db                   | mysql
                    connectionPerTransaction=true                             | run.connections.perTransaction  | true
                    'terminals=20 '                                           | run.terminals                   | 20
                    'terminalWarehouseFixed=true \t '                         | run.inputs.terminalWarehouseFixed | true
                    limitTxnsPerMin= 300                                      | run.pace.limitTxnsPerMin        | 300
                    mixDeck=false                                             | run.inputs.terminalWarehouseFixed | false
                    application=Generic                                       | run.inputs.terminalWarehouseFixed | true
                    thinkTimeMultiplier=1                                     | run.inputs.terminalWarehouseFixed | true
                    thinkTimeMultiplier=1;terminalWarehouseFixed=false        | run.inputs.terminalWarehouseFixed | false
                    thinkTimeMultiplier=0.5                                   | run.pace.thinkTimeMultiplier    | 0.5
                    keyingTimeMultiplier=0.5                                  | run.pace.keyingTimeMultiplier   | 0.5
                    mixDeck=true                                              | mix.deck                        | true
                    thinkTimeMultiplier=1                                     | mix.deck                        | true
                    thinkTimeMultiplier=1;mixDeck=false                       | mix.deck                        | false
                    """)
    void whatIsWrittenGivesASetting(String lines, String name, String value) throws ConfigException {
        assertThat(config(lines.replace(";", "\n") + "\n")).extracting(name).hasToString(value);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void workersMayBeVirtualThreads() throws ConfigException {
        assertThat(config("virtualThreads=true\n").run().virtualThreads()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "false //text|false",
                "true //text|true",
                "true//text|true",
                "true # text|true",
                "TRUE|true",
                "yes|false",
                "true \u3000//\u4e2d\u6587|true"
            })
    void aNoteBehindABooleanIsLeftOutWithAWarning(String value, boolean expected) throws ConfigException {
        LoadedConfig loaded = run("terminalWarehouseFixed=" + value + "\n");
        assertThat(loaded.config().run().inputs().terminalWarehouseFixed()).isEqualTo(expected);
        assertThat(loaded.warnings()).hasSize(value.equals("TRUE") ? 0 : 1).allMatch(line -> line.startsWith("p:6: "));
    }

    @Test
    void unknownKeysAreNamedOnceWithTheNearestKnownOne() throws ConfigException {
        LoadedConfig loaded = run("terminal=3\nterminal=4\nxyzzy=1\nrunmins=2\n");
        assertThat(loaded.warnings())
                .containsExactly(
                        "p:6: unknown key `terminal`: did you mean `terminals`?",
                        "p:8: unknown key `xyzzy`, it is ignored",
                        "p:9: unknown key `runmins`: did you mean `runMins`?");
    }

    /** Whoever typed runMinz=10 would get a run of another length; a key of BenchmarkSQL without effect here is only mentioned. */
    @ParameterizedTest
    @EnumSource(ConfigPurpose.class)
    void anUnknownKeyOnTheCommandLineIsAMistake(ConfigPurpose purpose) throws ConfigException {
        assertThatThrownBy(() -> load(purpose, RUN, Map.of("runMinz", "10", "xyzzy", "1"), Map.of()))
                .hasMessageContaining("-D: runMinz: there is no such setting. Did you mean `runMins`?")
                .hasMessageContaining("-D: xyzzy: there is no such setting. docs/properties.md lists them.");
        load(purpose, RUN, Map.of("maxDeliveryBGThreads", "12"), Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"password=\n", "", "password\n"})
    void anEmptyOrMissingPasswordWorks(String line) throws ConfigException {
        ConnectionConfig connection = config(line).connection();
        assertThat(connection.password().reveal()).isEmpty();
        assertThat(connection.user()).isEmpty();
    }

    @Test
    void theLoadTakesNoWarehousesAsItemsOnly() throws ConfigException {
        LoadedConfig loaded = load(ConfigPurpose.LOAD, CONNECTION + "warehouses=0\n");
        assertThat(loaded.config().load().warehouses()).isZero();
        assertThat(loaded.warnings()).anyMatch(line -> line.contains("only the items"));
    }

    @Test
    void moreThanTenTerminalsAWarehouseAreAcceptedWithAWarning() throws ConfigException {
        assertThat(run("terminals=100\n").warnings()).noneMatch(line -> line.contains("more than 10"));
        assertThat(run("useWarehouseFrom=5\n").warnings()).hasSize(1);
        LoadedConfig loaded = run("terminals=101\n");
        assertThat(loaded.config().run().terminals()).isEqualTo(101);
        assertThat(loaded.warnings()).anyMatch(line -> line.contains("more than 10 for each of the 10 warehouses"));
    }

    @Test
    void keysWithoutEffectAreNamedInOneWarning() throws ConfigException {
        List<String> warnings =
                run("monkeys=2\napplication=OracleStoredProc\nmaxDeliveryBGThreads=12\ntraceTerminalIO=false\n")
                        .warnings();
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .contains("monkeys (", "application (", "maxDeliveryBGThreads (")
                .doesNotContain("traceTerminalIO");
    }

    @Test
    void allProblemsAreToldAtOnceWithPlaceKeyValueAndMend() {
        assertThat(
                        problems(
                                ConfigPurpose.RUN,
                                "db=../etc\nwarehouses=ten\nterminals=0\nrunMins=1e999999999\nlimitTxnsPerMin=1.5\nisolationLevel=dirty\n"))
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "p:1: db = ../etc: is not one word of letters, digits, `.`, `_` and `-`. Write a word such as postgres.",
                        "p: conn: missing. Add a line such as conn=jdbc:postgresql://localhost:5432/bmsql.",
                        "p:2: warehouses = ten: is not a number. Write digits, with a point before decimals and nothing else.",
                        "p:3: terminals = 0: is not between 1 and 2147483647. Write a number in that range.",
                        "p:4: runMins = 1e999999999: is not a number. Write digits, with a point before decimals and nothing"
                                + " else.",
                        "p:5: limitTxnsPerMin = 1.5: is not a whole number. Write digits only.",
                        "p:6: isolationLevel = dirty: is not an isolation level. Write read committed,"
                                + " repeatable read, serializable or default.");
    }

    @Test
    void aMissingKeyNamesTheUnknownOneThatMayBeMeant() {
        assertThat(problems(ConfigPurpose.RUN, CONNECTION + "runMins=5\nterminal=10\n"))
                .extracting(Problem::toString)
                .containsExactly("p: terminals: missing. There is `terminal` at p:5: did you mean `terminals`?");
    }

    @Test
    void aBrokenEscapeInAKnownKeyIsAProblemAndElsewhereAWarning() throws ConfigException {
        assertThat(runProblems("fileLocation=C:\\users\\\n")).isEmpty();
        assertThat(run("fileLocation=C:\\users\\\n").warnings()).anyMatch(line -> line.contains("fileLocation"));
        assertThat(run("whatever=C:\\users\n").warnings()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = ConfigPurpose.class,
            names = {"SQL", "CHECK", "DESTROY"})
    void commandsThatOnlyConnectNeedNoMoreThanTheConnection(ConfigPurpose purpose) throws ConfigException {
        LoadedConfig loaded = load(purpose, "db=postgres\nconn=jdbc:x\nterminals=none\nmonkeys=1\n");
        assertThat(loaded.config().connection().url()).isEqualTo("jdbc:x");
        assertThat(loaded.warnings()).isEmpty();
        assertThat(problems(purpose, "db=postgres\n")).extracting(Problem::key).containsExactly("conn");
    }

    @Test
    void aBuildWarnsOfMistakesThatOnlyTheRunMinds() throws ConfigException {
        LoadedConfig loaded = load(ConfigPurpose.BUILD, CONNECTION + "terminals=none\n");
        assertThat(loaded.warnings()).hasSize(1).allMatch(line -> line.contains("terminals = none: is not a number"));
        assertThat(problems(ConfigPurpose.BUILD, "db=postgres\nconn=jdbc:x\n"))
                .extracting(Problem::key)
                .containsExactly("warehouses");
    }

    @Test
    void printingSqlAndWritingCsvNeedNoUrl() throws ConfigException {
        assertThat(load(ConfigPurpose.PRINT_SQL, "db=postgres\n")
                        .config()
                        .connection()
                        .url())
                .isEmpty();
        assertThat(load(ConfigPurpose.LOAD, "db=postgres\nwarehouses=1\nfileLocation=/x/\n")
                        .config()
                        .load()
                        .fileLocation())
                .isEqualTo("/x/");
    }

    @Test
    void validateNeedsWhatLoadAndRunNeed() {
        assertThat(problems(ConfigPurpose.VALIDATE, ""))
                .extracting(Problem::key)
                .containsExactly("db", "conn", "warehouses", "terminals", "runMins");
    }

    @Test
    void aFileThatIsNotThereIsAProblem() {
        Path missing = directory.resolve("none.props");
        assertThatThrownBy(() -> TestProps.loader(Map.of()).load(missing, Map.of(), ConfigPurpose.RUN))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(missing + ": props file: there is no such file");
    }

    @Test
    void theSeedIsTheGivenOneOrDrawnAndShown() throws ConfigException {
        assertThat(setting(run("seed=-9223372036854775808\n"), PropertyKey.SEED))
                .isEqualTo(new EffectiveSetting("seed", "-9223372036854775808", "p:6"));
        LoadedConfig drawn = run("");
        assertThat(setting(drawn, PropertyKey.SEED)).isEqualTo(new EffectiveSetting("seed", "4711", "drawn"));
        assertThat(drawn.config().run().inputs().seed())
                .isEqualTo(4711)
                .isEqualTo(drawn.config().load().seed());
    }

    @Test
    void environmentVariablesFillUserPasswordAndUrl() throws ConfigException {
        String text =
                RUN + "user=${DB_USER}\npassword=a${DB_PASS}b\nconn=jdbc:x://${HOST}/d\nresultDirectory=${HOST}\n";
        Map<String, String> environment = Map.of("DB_USER", "me", "DB_PASS", "$1\\", "HOST", "h1");
        BenchmarkConfig config =
                load(ConfigPurpose.RUN, text, Map.of(), environment).config();
        assertThat(config.connection().user()).isEqualTo("me");
        assertThat(config.connection().password().reveal()).isEqualTo("a$1\\b");
        assertThat(config.connection().url()).isEqualTo("jdbc:x://h1/d");
        assertThat(config.result().directoryPattern()).isEqualTo("${HOST}");
        assertThat(problems(ConfigPurpose.RUN, text))
                .extracting(Problem::key)
                .containsExactlyInAnyOrder("user", "password", "conn");
        assertThat(problems(ConfigPurpose.RUN, text).toString()).doesNotContain("a${DB_PASS}b");
    }

    /** A run reads it twice: the copy in its results would be empty, or wait for ever. */
    @Test
    void aPipeOrADeviceIsNoPropsFile() {
        Path device = Path.of("/dev/null");
        assertThatThrownBy(() -> TestProps.loader(Map.of()).load(device, Map.of(), ConfigPurpose.RUN))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("it is a pipe or a device");
    }

    @Test
    void aPasswordFileGivesItsFirstLine() throws ConfigException, IOException {
        Path secretFile = Files.writeString(directory.resolve("secret"), "from file\nsecond line\n");
        Path props = Files.writeString(directory.resolve("p"), RUN + "password=other\npasswordFile=secret\n");
        LoadedConfig loaded = TestProps.loader(Map.of()).load(props, Map.of(), ConfigPurpose.RUN);
        assertThat(loaded.config().connection().password().reveal()).isEqualTo("from file");
        assertThat(loaded.warnings()).anyMatch(line -> line.contains("`passwordFile` counts"));
        assertThat(loaded.toString()).doesNotContain("from file");
        Files.delete(secretFile);
        assertThatThrownBy(() -> TestProps.loader(Map.of()).load(props, Map.of(), ConfigPurpose.RUN))
                .hasMessageContaining("passwordFile = secret");
    }

    /** The copy of the file in the results, from which a run is repeated, must not bring it back. */
    @Test
    void overridesWinAndAnEmptyOneTakesAwayWhatTheFileSays() throws ConfigException {
        Map<String, String> overrides = Map.of("maxRetries", "", "ledger", "", "runMins", "0.2");
        LoadedConfig loaded = load(ConfigPurpose.RUN, RUN + "maxRetries=3\nledger=true\n", overrides, Map.of());
        assertThat(setting(loaded, PropertyKey.MAX_RETRIES)).isEqualTo(new EffectiveSetting("maxRetries", "10", "-D"));
        assertThat(setting(loaded, PropertyKey.LEDGER).origin()).isEqualTo("-D");
        assertThat(setting(loaded, PropertyKey.RUN_MINS)).isEqualTo(new EffectiveSetting("runMins", "0.2", "-D"));
        assertThat(loaded.config().run().length().runMinutes()).isEqualTo(0.2);
        assertThat(loaded.warnings()).isEmpty();
    }

    @Test
    void secretsAreHiddenInSettingsProblemsAndTexts() throws ConfigException {
        String lines =
                "password=s3cr3t!\npassword=s3cr3t!\nuser=u\nconn=jdbc:postgresql://u:url-p4ss@h/d?sslpassword=p4r4m\n";
        LoadedConfig loaded = run(lines);
        assertThat(loaded + loaded.settings().toString() + loaded.warnings())
                .contains("jdbc:postgresql://***@h")
                .doesNotContain("s3cr3t!", "url-p4ss", "p4r4m");
        assertThat(setting(loaded, PropertyKey.CONN).value()).isEqualTo("jdbc:postgresql://***@h/d?sslpassword=***");
        assertThat(loaded.secrets().hide("login s3cr3t! and url-p4ss and p4r4m failed"))
                .isEqualTo("login *** and *** and *** failed");
        assertThat(runProblems(lines + "password=\\u12s3cr3t!\n").toString())
                .contains("***")
                .doesNotContain("s3cr3t!");
    }

    @Test
    void aPasswordThatLooksLikeANoteIsWarnedOfButTaken() throws ConfigException {
        LoadedConfig loaded = run("password=abc #d\n");
        assertThat(loaded.config().connection().password().reveal()).isEqualTo("abc #d");
        assertThat(loaded.warnings()).hasSize(1).noneMatch(line -> line.contains("abc"));
    }

    @Test
    void aPasswordThatIsAlsoTheUserIsHiddenOnlyWhereSecretsStand() throws ConfigException {
        SecretMask mask = run("user=bench\npassword=bench\n").secrets();
        assertThat(mask.hide("user=bench password=bench x://bench:bench@h"))
                .isEqualTo("user=bench password=*** x://***@h");
    }
}
