package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.SecretText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The command line without a database. */
class CommandLineTest {
    private static final String PROPS =
            """
            db=postgres
            conn=jdbc:postgresql://127.0.0.1:1/postgres?password=inTheUrl&user=x
            user=somebody
            password=zebraSecret
            warehouses=2
            terminals=4
            runMins=1
            """;

    @TempDir
    Path folder;

    private Stage stage;

    @BeforeEach
    void writeProps() throws IOException {
        Files.writeString(folder.resolve("props.pg"), PROPS);
        Files.writeString(folder.resolve("own.sql"), "-- weight: 2\n\\set x :n + 1\nselect :x::int;\n");
        stage = new Stage(folder);
    }

    @Test
    void validateSaysWhatAProfileMeans() {
        Stage.ended(folder, 0, "validate", "props.pg", "-DloadProfile=0 600/min, 20s 900/min, ramp 30s 1200/min")
                .printed("  0:00-0:20 600/min\n  0:20-0:50 900 → 1200/min\n  0:50-1:00 1200/min\nprops.pg is usable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run useStoredProcedures", "run batchStatements", "validate useStoredProcedures"})
    void aFormThatTheFoldersDoNotHoldIsRefusedInOneSentence(String words) throws IOException {
        Path newDb = Files.createDirectory(folder.resolve("sql.newdb"));
        Files.writeString(newDb.resolve("dialect.properties"), "extends = common\ndriver = org.newdb.Driver\n");
        String form = words.replaceFirst(".* ", "") + "=true";

        Stage.refused(
                folder,
                words.replaceFirst(" ", " props.pg -Ddb=newdb -D") + "=true",
                form + ": db=newdb has no such form, ",
                "leave " + form + " out");
    }

    @Test
    void unknownKeysAreNamedBesideAMistake() throws IOException {
        Files.writeString(folder.resolve("props.pg"), PROPS + "runMns=5\nmyOwn=1\nrampupMins=soon\n");
        Stage.refused(
                folder,
                "run props.pg",
                "props.pg:10: rampupMins = soon: is not a number",
                "props.pg:8: runMns: unknown key. Did you mean",
                "props.pg:9: myOwn: unknown key. It is ignored.");
    }

    @Test
    void devicesThatThisHostHasNotAreNamed() {
        String[] words = {
            "validate", "props.pg", "-DosCollectorScript=builtin", "-DosCollectorDevices=net_nosuch0 net_lo"
        };
        Stage local = Stage.ended(folder, 0, words).printed("1 warning").warned("this host has no net_nosuch0");
        assertThat(local.err()).doesNotContain("net_lo");
        Stage.ended(folder, 0, Stage.words(new String[] {"-DosCollectorSSHAddr=me@db1"}, words))
                .warned("osCollectorDevices is not checked: the devices are those of me@db1");
    }

    @Test
    void helpSaysSomethingOfEveryCommandAndOptionAndOfNothingElse() {
        Set<String> keys =
                new TreeSet<>(ResourceBundle.getBundle("cli.help", Locale.ROOT).keySet());
        Set<String> used = new TreeSet<>();
        requireHelp(CommandTree.create(CommandContext.ofProcess(), List.of("help")), used);

        keys.removeIf(key -> used.contains(key.replaceAll("\\.\\d+$", "")));
        assertThat(keys).as("texts in cli/help.properties of what is not there").isEmpty();
    }

    private static void requireHelp(CommandLine command, Set<String> used) {
        CommandSpec spec = command.getCommandSpec();
        String name = spec.qualifiedName(".");
        assertThat(spec.usageMessage().description()).as(name).isNotEmpty();
        // The library formats examples: a per cent sign must stand there twice.
        assertThat(spec.usageMessage().footer())
                .allSatisfy(line -> assertThat(String.format(line)).isNotEmpty());
        boolean hasProps = spec.args().stream().anyMatch(arg -> arg.paramLabel().equals("PROPS"));
        if (hasProps && !spec.usageMessage().hidden()) {
            assertThat(spec.usageMessage().footer())
                    .as(name)
                    .anyMatch(line -> line.contains(name.replace('.', ' ') + " "));
        }
        used.addAll(List.of(name + ".usage.description", name + ".usage.footer"));
        for (ArgSpec arg : spec.args()) {
            assertThat(arg.description()).as(name + " " + arg).isNotEmpty();
            String key = arg instanceof OptionSpec option
                    ? option.longestName().replaceFirst("^-+", "")
                    : arg.paramLabel() + "[" + ((PositionalParamSpec) arg).index() + "]";
            used.addAll(List.of(key, name + "." + key));
        }
        command.getSubcommands().values().forEach(below -> requireHelp(below, used));
    }

    @Test
    void versionIsPrinted() {
        assertThat(stage.run("--version")).isZero();
        assertThat(stage.out()).startsWith("bmsql ").contains("Java ");
    }

    @Test
    void helpNamesEveryCommandAndEveryExitStatus() {
        assertThat(stage.run("--help")).isZero();
        assertThat(stage.out())
                .contains("build run report check destroy load sql validate dialects completion".split(" "))
                .doesNotContain("class-path");
        Arrays.stream(ExitCode.values())
                .forEach(code -> assertThat(stage.out()).contains(String.valueOf(code.status())));
        assertThat(stage.out()).contains("Examples:");
        assertThat(stage.out().lines()).as("an ordinary terminal").allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --help", "help run", "dialect test --help"})
    void theHelpOfACommandIsPrinted(String words) {
        Stage.line(folder, 0, words).printed("PROPS", "Example");
    }

    @Test
    void noCommandAtAllIsAWrongCall() {
        assertThat(stage.run()).isEqualTo(2);
        assertThat(stage.err())
                .containsPattern("(?m)^  run a benchmark +init, .*\\brun\\b")
                .containsPattern("(?m)^  studies +.*sweep")
                .containsPattern("(?m)^  data +.*reset")
                .containsPattern("(?m)^  tools +.*validate")
                .doesNotContain("class-path", "property", "shell-files");
        assertThat(stage.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "sql props.pg tableDrops, 127.0.0.1:1",
        "check props.pg -Dconn=jdbc:postgresql://no..such..host/x, Unknown host: no..such..host",
        "check props.pg -Ddb=mysql -Dconn=jdbc:mysql://no..such..host/x, Unknown host: no..such..host"
    })
    void noServerMeansStatus3AndOneSentence(String words, String sentence) {
        assertThat(Stage.line(folder, 3, words).err().lines().filter(line -> !line.isBlank()))
                .singleElement()
                .asString()
                .contains(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "postgres, postgresql://x/y",
        "mysql, jdbc:postgresql://127.0.0.1:1/x",
        "postgres, jdbc:postgresql://x:99999/y"
    })
    void aUrlOfAnotherDatabaseIsAnsweredWithOneThatFits(String db, String url) {
        assertThat(stage.run("validate", "props.pg", "-Ddb=" + db, "-Dconn=" + url))
                .isEqualTo(2);
        assertThat(stage.run("check", "props.pg", "-Ddb=" + db, "-Dconn=" + url))
                .isEqualTo(2);

        assertThat(stage.err().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("-D: conn=" + url + ": ")
                        && line.contains(" like jdbc:" + db.replace("postgres", "postgresql") + "://"));
        assertThat(stage.out()).isEmpty();
    }

    /** A run would come to them later, or not at all. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "db=banana | p:8: db=banana: there is no folder sql.banana",
                "db=postgers | did you mean `postgres`? Available are dameng, ",
                "conn=banana | p:8: conn=banana: this is no URL of JDBC; write one like jdbc:postgresql://",
                "replicas=banana | p:8: replicas=banana: this is no URL of JDBC; write one like jdbc:postgresql://",
                "replicas=jdbc:mysql://h/d | p:8: replicas=jdbc:mysql://h/d: db=postgres is not for such a URL",
                "analyticConn=banana | p:8: analyticConn=banana: this is no URL of JDBC",
                "events=10s x no-such-program | p:8: events: the command of `x`, no-such-program, is not there",
                "events=70s x /bin/sh | p:8: events: `x` comes after 70 s, and the run measures 60 s",
                "resultDirectory=r%tX | p:8: resultDirectory=r%tX holds %tX, which is not a date field",
                "agentsKey=banana | The key of the agents",
                "workload=banana | p:8: workload=banana: there is no folder workload.banana",
                "statementProfile=banana | p:8: statementProfile=banana: none of the folders",
                "osCollectorScript=./no.py | p:8: osCollectorScript=./no.py cannot be read",
                "priceDate=2026-02-30 | p:8: priceDate = 2026-02-30: is not a date"
            })
    void validateRefusesWhatARunWouldRefuseLaterAndSaysWhereItStands(String line, String message) throws IOException {
        Files.writeString(folder.resolve("p"), PROPS + line + "\n");
        Stage refused = Stage.line(folder, 2, "validate p");
        assertThat(refused.err().replace(folder + "/", "")).contains(message);
        assertThat(refused.out()).doesNotContain("is usable");
    }

    @Test
    void aFolderForCsvFilesThatIsNotThereIsAWarning() {
        Stage.line(folder, 0, "validate props.pg -DfileLocation=" + folder + "/none/")
                .warned("there is no folder " + folder + "/none for the files of `fileLocation`");
    }

    @Test
    void aSettingWithoutAKeyIsToldWhatToWrite() throws IOException {
        Stage.refused(
                folder,
                "validate props.pg -D =5",
                "-D: =: there is no key before it. Write KEY=VALUE, such as terminals=10.");
        Stage.refused(folder, "run props.pg -Dscripts=builtin:tpcb-like -D =5", "-D: =: there is no key before it.");
        Files.writeString(folder.resolve("p"), PROPS + "=5\n");
        Stage.line(folder, 0, "validate p").warned(":8: =: there is no key before it.");
    }

    @Test
    void aCollectorScriptThatIsBuiltInIsNotStarted() {
        Stage.line(folder, 0, "validate props.pg -DosCollectorScript=./misc/os_collector_linux.py")
                .printed("osCollectorScript=./misc/os_collector_linux.py is not started: the built-in collector");
        assertThat(Stage.line(folder, 0, "validate props.pg -DosCollectorScript=builtin")
                        .out())
                .doesNotContain("is not started");
    }

    @ParameterizedTest
    @CsvSource({
        "db=postgresql, postgres",
        "db=Mysql, mysql",
        "driver=org.postgresql.Drivr, org.postgresql.Driver",
        "driver=com.mysql.cj.jdbc.Drvier, com.mysql.cj.jdbc.Driver"
    })
    void aMisspeltDatabaseOrDriverIsAnsweredWithTheNearestOne(String setting, String nearest) {
        stage.run("validate", "props.pg", "-D" + setting);
        assertThat(stage.err()).contains("did you mean `" + nearest + "`?");
    }

    @Test
    void anUnknownHostOfAnAgentIsNamed() {
        String sentence = "agents names no..such..host, but no host is known by this name";
        Stage.refused(folder, "run props.pg -Dagents=no..such..host", sentence);
    }

    @Test
    void aPastedFileForAValueDoesNotFloodTheScreen() {
        String pasted = "x".repeat(100_000);
        assertThat(stage.run("validate", "props.pg", "-Duser=" + pasted)).isZero();
        assertThat(stage.run("validate", "props.pg", "-Dterminals=" + pasted)).isEqualTo(2);

        assertThat(stage.out()).contains("x… (100000 characters)").hasSizeLessThan(20_000);
        assertThat(stage.err()).contains("x… (100000 characters)").hasSizeLessThan(2_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run props.pg --run-id=-1 | --run-id=-1 is below 0",
                "acid props.pg --start-command=x | --start-command is only used after a --kill-command",
                "acid props.pg --kill-command=x --run-secs=0 | --run-secs and --wait-secs are at least 1",
                "sql props.pg props.pg | give the path of a file whose name ends in .sql",
                "check props.pg -Dconn=jdbc:mysql://h/d | db=postgres is not for such a URL",
                "validate props.pg -Dconn=jdbc:mysql://h/d | db=postgres is not for such a URL",
                "help frobnicate | Unknown subcommand 'frobnicate'",
                "vlidate props.pg | There is no command `vlidate`: did you mean `validate`?",
                "dialect | Say what to do: test.",
                "validate none.pg | none.pg",
                "validate props.pg -Ddb=nodb | sql.nodb",
                "validate props.pg -Dterminals=x -DrunMins=y -Dwarehouses=0 | terminals runMins warehouses",
                "validate props.pg -Dterminals=2147483647 | 2,147,483 MB",
                "run props.pg -Dterminals=2147483647 | 2,147,483 MB",
                "run props.pg -DsutThreads=2147483647 | 107,374,182 MB",
                "validate props.pg -Dwarehouses=200000000 | 20,000 MB",
                "load props.pg -Dwarehouses=1000000000 | is not between 0 and 200000000",
                "build props.pg -DloadWorkers=2147483647 | is not between 1 and 10000",
                "validate props.pg -Dshards=1,2 | no template",
                "build props.pg -Dshards=1,1 --print-sql | names shard 1 twice",
                "validate props.pg -f own.sql | own.sql, line 2, column 8: no \\set or -D sets the variable :n",
                "validate props.pg -f own.sql -D n=1 -D terminal=3 | -D terminal: no script uses it, and it is no setting",
                "validate props.pg -f none.sql | the script none.sql cannot be read",
                "validate props.pg -Dworkload=chbench | leave workload out, and set analyticStreams=2",
                "run props.pg -b tpcc | -b tpcc: the program's scripts are",
                "run props.pg -b select-only -D ledger=true | cannot be used with scripts",
                "failover props.pg --kill true -D scripts=builtin:select-only | ledger = true: cannot be used with scripts"
            })
    void wordsThatMakeNoSenseAreRefusedBeforeAnythingIsDone(String words, String sentence) {
        assertThat(stage.run(words.split(" "))).isEqualTo(2);
        assertThat(stage.err())
                .contains(sentence.startsWith("terminals ") ? sentence.split(" ") : new String[] {sentence})
                .doesNotContain("Exception", "\tat ");
        assertThat(stage.out()).isEmpty();
        assertThat(folder.resolve(".jTPCC_run_seq.dat")).doesNotExist();
    }

    @Test
    void oneCommandIsSuggestedForAWordThatIsNone() {
        assertThat(stage.run("rum", "props.pg")).isEqualTo(2);
        assertThat(stage.err())
                .startsWith("There is no command `rum`: did you mean `run`?\nUsage: ")
                .doesNotContain("rerun");
    }

    @Test
    void noSecretIsEverShownAndAStackTraceOnlyToThoseWhoAsk() {
        stage.run("validate", "props.pg");
        stage.run("validate", "props.pg", "-Dterminals=zebraSecret");
        stage.run("sql", "props.pg", "zebraSecret");
        // Connector/J quotes what it could not read of a URL: here the end of the password.
        stage.run("check", "props.pg", "-Ddb=mysql", "-Dconn=jdbc:mysql://u:pa(ss,w)zebraSecret@h/d");
        stage.run("check", "props.pg", "-Ddb=mysql", "-Dconn=jdbc:mysql://(host=h,password=a,zebraSecret)/d");
        assertThat(stage.err()).doesNotContain("\tat ");
        stage.run("sql", "props.pg", "tableDrops", "--stacktrace");
        assertThat(stage.err()).contains("\tat io.bmsql.");
        assertThat(stage.out() + stage.err()).doesNotContain("zebraSecret", "inTheUrl");
    }

    @Test
    void csvFilesAreWrittenWithoutAServer() throws IOException {
        Files.createDirectory(folder.resolve("csv"));
        int status = stage.run(
                "load", "props.pg", "-Dwarehouses=0", "-DfileLocation=" + folder + "/csv/", "--progress=none");
        assertThat(status).isZero();
        assertThat(folder.resolve("csv/item.csv")).exists();
        assertThat(stage.out()).startsWith("Loaded 100,");
    }

    @Test
    void aSecretEndsWhereItsWordEnds() {
        List<String> words =
                List.of("run,p,-Dpassword=a&b c;d,-D,password=x=y;z,--pass,q&r,-DpasswordFile=f,-Duser=u".split(","));
        assertThat(SecretText.findIn(words)).containsExactly("a&b c;d", "x=y;z", "q&r");
        List<String> none = List.of("-Dpassword=", "--password", "--stacktrace");
        assertThat(SecretText.findIn(none)).isEmpty();
        assertThat(SecretText.hideIn(none)).isEqualTo(none);
        assertThat(SecretText.hideIn(words))
                .containsExactly(
                        "run p -Dpassword=*** -D password=*** --pass *** -DpasswordFile=f -Duser=u".split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"password=zebra&S3cret/42%", "-Xpassword=zebra&S3cret/42%", "--password zebra&S3cret/42%"})
    void wordsThatCannotBeReadAreRepeatedWithoutSecrets(String words) {
        Stage stage = Stage.ended(folder, 2, ("run p --no-such-option " + words).split(" "));
        assertThat(stage.out() + stage.err()).contains("--no-such-option").doesNotContain("zebra", "S3cret");
    }

    /** Also what the dialect decides where the props file says nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            jdbc:dm://h           | db=dameng     | driver = dm.jdbc.driver.DmDriver # dialect dameng, loadWorkers = 7 # -D
            jdbc:dm://h           | db=dm driver=a.B | driver = a.B # p:7, warehouses = 1 # p:3
            jdbc:postgresql://h/d | db=postgres   | orderCustomerIndex = true # default, foreignKeys = true # default
            jdbc:postgresql://h/d | db=postgres   | fillFactors = true # default, partitions = 0 # default
            jdbc:postgresql://h/d | db=klustron   | orderCustomerIndex = false # dialect klustron, foreignKeys = false # dialect klustron
            jdbc:postgresql://h/d | db=klustron   | fillFactors = false # dialect klustron, partitions = 6 # dialect klustron
            jdbc:mysql://h/d      | db=tidb foreignKeys=true | foreignKeys = true # p:7, fillFactors = false # dialect tidb
            """)
    void validateShowsEverySettingWithItsOrigin(String conn, String lines, String shown) throws Exception {
        Files.writeString(
                folder.resolve("p"),
                "conn=" + conn + "\nuser=u\nwarehouses=1\nterminals=1\nrunMins=1\n" + lines.replace(' ', '\n') + "\n");
        assertThat(Stage.line(folder, 0, "validate p -DloadWorkers=7")
                        .out()
                        .replace(folder + "/", "")
                        .replaceAll(" +", " "))
                .contains(shown.split(", "));
    }
}
