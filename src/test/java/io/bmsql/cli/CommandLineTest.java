package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.SecretText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        stage = new Stage(folder);
    }

    @Test
    void validateSaysWhatAProfileMeans() {
        assertThat(stage.run("validate", "props.pg", "-DloadProfile=0 600/min, 20s 900/min, ramp 30s 1200/min"))
                .isZero();
        assertThat(stage.out())
                .contains("  0:00-0:20 600/min\n  0:20-0:50 900 → 1200/min\n  0:50-1:00 1200/min\nprops.pg is usable");
    }

    @ParameterizedTest
    @CsvSource({"run, useStoredProcedures", "run, batchStatements", "validate, useStoredProcedures"})
    void aFormThatTheFoldersDoNotHoldIsRefusedInOneSentence(String command, String key) throws IOException {
        Path newDb = Files.createDirectory(folder.resolve("sql.newdb"));
        Files.writeString(newDb.resolve("dialect.properties"), "extends = common\ndriver = org.newdb.Driver\n");

        assertThat(stage.run(command, "props.pg", "-Ddb=newdb", "-D" + key + "=true"))
                .isEqualTo(2);

        assertThat(stage.err()).contains(key + "=true: db=newdb has no such form, ", "leave " + key + "=true out");
    }

    @Test
    void aMistypedCommandIsAnsweredWithTheNearestOne() {
        assertThat(stage.run("rnu", "props.pg")).isEqualTo(2);
        assertThat(stage.err()).contains("There is no command `rnu`: did you mean `run`?");
    }

    @Test
    void unknownKeysAreNamedBesideAMistake() throws IOException {
        Files.writeString(folder.resolve("props.pg"), PROPS + "runMns=5\nmyOwn=1\nrampupMins=soon\n");

        assertThat(stage.run("run", "props.pg")).isEqualTo(2);

        assertThat(stage.err())
                .contains(
                        "props.pg:10: rampupMins = soon: is not a number",
                        "props.pg:8: runMns: unknown key. Did you mean")
                .contains("props.pg:9: myOwn: unknown key. It is ignored.");
    }

    @Test
    void devicesThatThisHostHasNotAreNamed() {
        String[] words = {
            "validate", "props.pg", "-DosCollectorScript=builtin", "-DosCollectorDevices=net_nosuch0 net_lo"
        };
        assertThat(stage.run(words)).isZero();
        assertThat(stage.err()).contains("this host has no net_nosuch0").doesNotContain("net_lo");
        assertThat(stage.out()).contains("1 warning(s)");

        Stage overSsh = new Stage(folder);
        List<String> more = new ArrayList<>(List.of(words));
        more.add("-DosCollectorSSHAddr=me@db1");
        assertThat(overSsh.run(more.toArray(String[]::new))).isZero();
        assertThat(overSsh.err()).contains("osCollectorDevices is not checked: the devices are those of me@db1");
    }

    @Test
    void aFileInUtf16SaysItsEncoding() throws IOException {
        Files.writeString(folder.resolve("props.pg"), PROPS, StandardCharsets.UTF_16);
        assertThat(stage.run("validate", "props.pg")).isEqualTo(2);
        assertThat(stage.err()).contains("it is in UTF-16: save it as UTF-8").doesNotContain("missing");
    }

    /** The library formats examples: a per cent sign must stand there twice. */
    @Test
    void everyExampleCanBeFormatted() {
        CommandTree.create(CommandContext.ofProcess(), List.of("help")).getSubcommands().values().stream()
                .flatMap(command ->
                        Arrays.stream(command.getCommandSpec().usageMessage().footer()))
                .forEach(line -> assertThat(String.format(line)).isNotEmpty());
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
    @ValueSource(strings = {"build", "load", "run", "check", "destroy", "sql", "validate"})
    void everyCommandHasHelpWithAnExample(String command) {
        assertThat(stage.run(command, "--help")).isZero();
        assertThat(stage.out()).contains("PROPS", "Example", "bmsql " + command + " props.pg");
    }

    @Test
    void theTestOfADialectHasHelpWithAnExampleAndItsStatus() {
        assertThat(stage.run("dialect", "test", "--help")).isZero();
        assertThat(stage.out()).contains("PROPS", "Exit status 7", "bmsql dialect test props.newdb");

        assertThat(stage.run("dialect")).isEqualTo(2);
        assertThat(stage.err()).contains("Say what to do: test.");
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

    @Test
    void validatePrintsEverySettingWithItsOrigin() {
        assertThat(stage.run("validate", "props.pg", "-D", "terminals=7", "-Dseed=5"))
                .isZero();
        assertThat(stage.out().lines())
                .anyMatch(line -> line.matches("terminals +=( )7 +# -D"))
                .anyMatch(line -> line.matches("warehouses +=( )2 +# .*props.pg:5"))
                .anyMatch(line -> line.matches("loadWorkers +=( )4 +# default"));
    }

    @Test
    void noServerMeansStatus3AndOneSentence() {
        assertThat(stage.run("sql", "props.pg", "tableDrops")).isEqualTo(3);
        assertThat(stage.err().lines().filter(line -> !line.isBlank())).hasSize(1);
        assertThat(stage.err()).contains("127.0.0.1:1").doesNotContain("\tat ");
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
                .isEqualTo(3);

        assertThat(stage.err().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("conn=" + url + ": ")
                        && line.contains(" like jdbc:" + db.replace("postgres", "postgresql") + "://"));
        assertThat(stage.out()).isEmpty();
    }

    @Test
    void validateRefusesACollectorScriptThatIsNotThere() {
        assertThat(stage.run("validate", "props.pg", "-DosCollectorScript=./no.py"))
                .isEqualTo(2);
        assertThat(stage.err())
                .startsWith("osCollectorScript=./no.py cannot be read")
                .contains("`builtin`");
        assertThat(stage.out()).doesNotContain("is usable");
        assertThat(stage.run("validate", "props.pg", "-DosCollectorScript=./misc/os_collector_linux.py"))
                .isZero();
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
    void validateOnlyWarnsOfADriverThatIsNotOnThisMachine() {
        assertThat(stage.run("validate", "props.pg", "-Ddriver=org.newdb.Driver"))
                .isZero();
        assertThat(stage.err().lines())
                .singleElement()
                .asString()
                .startsWith("Warning: the JDBC driver class org.newdb.Driver is not in any jar; put ");
        assertThat(stage.out()).contains("1 warning(s)");
    }

    @Test
    void anUnknownHostOfAnAgentIsNamed() {
        assertThat(stage.run("run", "props.pg", "-Dagents=no..such..host", "-Dconn=jdbc:postgresql://127.0.0.1:1/x"))
                .isEqualTo(2);
        assertThat(stage.err()).contains("agents names no..such..host, but no host is known by this name");
    }

    @ParameterizedTest
    @CsvSource({"postgres, postgresql", "mysql, mysql"})
    void anUnknownHostIsNamed(String db, String scheme) {
        assertThat(stage.run("check", "props.pg", "-Ddb=" + db, "-Dconn=jdbc:" + scheme + "://no..such..host/x"))
                .isEqualTo(3);
        assertThat(stage.err().lines()).singleElement().asString().contains("Unknown host: no..such..host");
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
                "help frobnicate | Unknown subcommand 'frobnicate'",
                "vlidate props.pg | validate",
                "validate none.pg | none.pg",
                "validate props.pg -Ddb=nodb | sql.nodb",
                "validate props.pg -Dterminals=x -DrunMins=y -Dwarehouses=0 | terminals runMins warehouses"
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
    void helpIsACommandToo() {
        assertThat(stage.run("help", "run")).isZero();
        assertThat(stage.out()).contains("bmsql run props.pg");
    }

    @Test
    void noSecretIsEverShownAndAStackTraceOnlyToThoseWhoAsk() {
        stage.run("validate", "props.pg");
        stage.run("validate", "props.pg", "-Dterminals=zebraSecret");
        stage.run("sql", "props.pg", "zebraSecret");
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
        assertThat(SecretText.hideIn(words))
                .containsExactly(
                        "run p -Dpassword=*** -D password=*** --pass *** -DpasswordFile=f -Duser=u".split(" "));
    }

    @Test
    void anEmptyValueAndAnOptionAfterAnOptionAreNoSecrets() {
        List<String> words = List.of("-Dpassword=", "--password", "--stacktrace");
        assertThat(SecretText.findIn(words)).isEmpty();
        assertThat(SecretText.hideIn(words)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"password=zebra&S3cret/42%", "-Xpassword=zebra&S3cret/42%", "--password zebra&S3cret/42%"})
    void wordsThatCannotBeReadAreRepeatedWithoutSecrets(String words) {
        Stage stage = Stage.ended(folder, 2, ("run p --no-such-option " + words).split(" "));
        assertThat(stage.out() + stage.err()).contains("--no-such-option").doesNotContain("zebra", "S3cret");
    }

    /** {@code validate} shows what the dialect decides where the props file says nothing. */
    private String validated(String conn, String lines) throws Exception {
        Files.writeString(
                folder.resolve("p"),
                "conn=" + conn + "\nuser=u\nwarehouses=1\nterminals=1\nrunMins=1\n" + lines + "\n");
        Stage ended = Stage.ended(folder, 0, "validate", "p");
        return ended.out().replace(folder + "/", "").replaceAll(" +", " ");
    }

    @Test
    void theDriverIsTheDialectsOwn() throws Exception {
        assertThat(validated("jdbc:dm://h", "db=dameng")).contains("driver = dm.jdbc.driver.DmDriver # dialect dameng");
        assertThat(validated("jdbc:dm://h", "db=dm\ndriver=a.B")).contains("driver = a.B # p:7");
    }

    @Test
    void schemaOptionsAreShownAsTheyWillBe() throws Exception {
        assertThat(validated("jdbc:postgresql://h/d", "db=postgres"))
                .contains("orderCustomerIndex = true # default", "foreignKeys = true # default")
                .contains("fillFactors = true # default")
                .contains("partitions = 0 # default");
        assertThat(validated("jdbc:postgresql://h/d", "db=klustron"))
                .contains("orderCustomerIndex = false # dialect klustron", "foreignKeys = false # dialect klustron")
                .contains("fillFactors = false # dialect klustron")
                .contains("partitions = 6 # dialect klustron");
        assertThat(validated("jdbc:mysql://h/d", "db=tidb\nforeignKeys=true"))
                .contains("foreignKeys = true # p:7", "fillFactors = false # dialect tidb");
    }
}
