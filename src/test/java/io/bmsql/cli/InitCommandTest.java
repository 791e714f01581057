package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ProgramContext;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The props files that people begin with: those that {@code bmsql init} writes, and the samples that they copy. */
class InitCommandTest {
    private static final String[] WORDS =
            "init postgres conn=jdbc:postgresql://db1:5432/bench user=bench password=${ANY_NAME}".split(" ");

    @TempDir
    private Path folder;

    private static String[] words(String... more) {
        return Stage.words(more, WORDS);
    }

    /** With a password in both variables. */
    private String validated(String... words) {
        Stage stage = new Stage(folder, Map.of("ANY_NAME", "zebra", "BMSQL_PASSWORD", "zebra"));
        assertThat(stage.run(words)).as(stage.err()).isZero();
        return stage.out();
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void theFileIsValidAndCommentedFromTheCatalogue() throws IOException {
        Stage stage = Stage.ended(folder, 0, words("warehouses=20", "runMins=30"));

        assertThat(written("props.postgres"))
                .contains("# emulated users; required in 5.x files\nterminals=10\n", "# database user\nuser=bench\n")
                .contains("warehouses=20", "runMins=30", "password=${ANY_NAME}", "driver=org.postgresql.Driver")
                .contains("conn=jdbc:postgresql://db1:5432/bench\n", "\n#osCollectorScript=builtin\n")
                .doesNotContain("changeme", "`");
        assertThat(stage.out().lines())
                .containsExactly(
                        "props.postgres: db=postgres, 20 warehouses, about 2.2 GB on disk, 10 terminals without waits",
                        "Next:",
                        "  export ANY_NAME=…",
                        "  bmsql doctor props.postgres",
                        "  bmsql build props.postgres",
                        "  bmsql run props.postgres");

        assertThat(validated("validate", "props.postgres"))
                .contains("0 warnings")
                .doesNotContain("zebra");
    }

    @ParameterizedTest
    @CsvSource({
        "thinkTimeMultiplier=1 keyingTimeMultiplier=1, 70",
        "thinkTimeMultiplier=1 terminals=3, 3",
        "runMins=1, 10"
    })
    void usersWhoThinkAreTenAWarehouseUnlessSaidOtherwise(String more, int terminals) throws IOException {
        Stage.ended(folder, 0, words(("warehouses=7 -o own.props " + more).split(" ")));

        assertThat(written("own.props")).contains("\nterminals=" + terminals + "\n");
    }

    @Test
    void aWorkloadOfAFolderHasItsVariablesAndNothingOfTpcc() throws IOException {
        Stage.ended(folder, 0, words("--workload", "sysbench", "terminals=8"))
                .printed("props.postgres: db=postgres, workload=sysbench, 8 terminals without waits");

        assertThat(written("props.postgres"))
                .contains("\nworkload=sysbench\n", "\nterminals=8\n")
                .containsPattern("\nscriptVariables=.*table_size=10000")
                .doesNotContain("warehouses=", "newOrderWeight");
        assertThat(validated("validate", "props.postgres", "-Dtable_size=7"))
                .contains("\n  :table_size = 7\n", "\n  100.0%  oltp_read_write\n");
    }

    @Test
    void aFileThatIsThereStaysUnlessForced() throws IOException {
        Files.writeString(folder.resolve("props.postgres"), "mine");

        assertThat(Stage.ended(folder, 2, WORDS).err().lines())
                .containsExactly(
                        "props.postgres is there already: --output FILE names another one, --force replaces it");
        assertThat(written("props.postgres")).isEqualTo("mine");

        Stage.ended(folder, 0, words("--force"));
        assertThat(written("props.postgres")).contains("db=postgres");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "terminals=0                        | terminals",
                "runMinss=3                         | did you mean `runMins`?",
                "runMins                            | runMins: write runMins=VALUE",
                "=5                                 | '=5' has no key: write KEY=VALUE",
                "conn=jdbc:mysql://db1/x            | is not for such a URL; write db=mysql",
                "conn=jdbc:postgresql://h/x?password=zebra | conn: it holds a password",
                "password=zebra                     | write password='${NAME}' for an environment variable",
                "passwordFile=nosuch                | there is no such file",
                "mixDeck=perhaps                    | mixDeck",
                "warehouses=many                    | warehouses",
                "--workload sysbank                 | sysbank"
            })
    void aMistakeLeavesNoFile(String more, String message) {
        assertThat(Stage.line(folder, 2, "init postgres " + more).err())
                .contains(message)
                .doesNotContain("zebra");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({"none/x, No such file or directory", "mine/x, Not a directory"})
    void aPlaceThatIsNoneIsNamedAsTheUserNamedIt(String place, String why) throws IOException {
        Files.writeString(folder.resolve("mine"), "mine");
        Stage refused = Stage.ended(folder, 2, words("--output", place));
        assertThat(refused.err().strip())
                .isEqualTo("Cannot write the props file " + folder.resolve(place) + " (" + why
                        + "): give another place with --output");
    }

    @ParameterizedTest
    @CsvSource({
        "runMins=1, password=${BMSQL_PASSWORD}, passwordFile=",
        "password=, password=, password=$",
        "passwordFile=pw, passwordFile=pw, password="
    })
    void thePasswordStandsInNoFile(String given, String written, String without) throws IOException {
        Files.writeString(folder.resolve("pw"), "zebra");

        Stage.ended(folder, 0, "init", "postgres", given);

        assertThat(written("props.postgres")).contains("\n" + written + "\n").doesNotContain("\n" + without, "zebra");
    }

    /** The folder is all that a new database brings: URL, driver and parent, whose sample says the rest. */
    @Test
    void aDatabaseThatIsOnlyAFolderWorks() throws Exception {
        Files.createDirectory(folder.resolve("sql.newdb"));
        Files.writeString(
                folder.resolve("sql.newdb/dialect.properties"),
                "extends = postgres\nurl.example = jdbc:postgresql://new:1/db\nmegabytesPerWarehouse = 50\n");

        Stage.ended(folder, 0, "init", "newdb").printed("10 warehouses, about 500 MB on disk");

        assertThat(written("props.newdb"))
                .contains("db=newdb\n", "conn=jdbc:postgresql://new:1/db\n", "rampupMins=1\n", "driver=org.postgresql");
    }

    /** A jar alone has the folders of the databases, and no samples. */
    @Test
    void withoutSamplesTheFileIsShorterAndAsGood() throws Exception {
        Path root = Files.createDirectory(folder.resolve("root"));
        Stage stage = new Stage(folder);
        ProgramContext program = stage.context().program();
        InitCommand command = new InitCommand();
        command.context = new CommandContext(
                new ProgramContext(folder, root, Map.of(), program.clock(), program.secrets()),
                stage.context().console());

        assertThat(new CommandLine(command).execute("postgres")).isZero();

        assertThat(written("props.postgres"))
                .contains(
                        "user=benchmarksql", "warehouses=10\n", "runMins=10\n", "rampupMins=1\n", "resultDirectory=my");
        validated("validate", "props.postgres");
    }

    private static final Path RUN = Path.of("run").toAbsolutePath();

    static List<String> samples() throws IOException {
        return TestFiles.names(RUN).stream()
                .filter(name -> name.startsWith("props."))
                .toList();
    }

    @Test
    void thereIsOneUnderEachNameThatUsersKnow() throws IOException {
        assertThat(samples())
                .contains(("props.pg props.postgres props.ora props.oracle props.mysql props.mariadb props.dm "
                                + "props.fb props.informix props.lightdb")
                        .split(" "));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eachIsUsableAndNamesTheDriverAndUrlOfItsFolder(String name) throws Exception {
        Stage stage = Stage.ended(RUN, 0, "validate", name);
        assertThat(stage.out()).contains(name + " is usable");
        // Some drivers are not shipped.
        assertThat(stage.err().lines().filter(line -> !line.contains("put the driver's jar")))
                .isEmpty();

        Properties sample = new Properties();
        try (Reader reader = Files.newBufferedReader(RUN.resolve(name))) {
            sample.load(reader);
        }
        Dialect dialect = TestDatabase.folders().load(sample.getProperty("db"), "");
        assertThat(sample.getProperty("driver")).isEqualTo(dialect.properties().driver());
        assertThat(sample.getProperty("conn")).isEqualTo(dialect.properties().urlExample());
        assertThat(Files.readString(RUN.resolve(name))).startsWith("# ").contains("./bmsql validate " + name);
    }
}
