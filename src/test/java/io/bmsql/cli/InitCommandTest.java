package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.cli.console.Dialogue;
import io.bmsql.common.ProgramContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InitCommandTest {
    private static final String[] FLAGS =
            "init postgres --conn jdbc:postgresql://db1:5432/bench --user bench --password-env ANY_NAME".split(" ");

    @TempDir
    private Path folder;

    /** Gives one answer after the other, and keeps what it is asked and told. */
    private static final class Typed implements Dialogue {
        private final Deque<String> answers;
        private final List<String> shown = new ArrayList<>();
        private final List<String> hidden = new ArrayList<>();

        Typed(String... answers) {
            this.answers = new ArrayDeque<>(Arrays.asList(answers));
        }

        @Override
        public @Nullable String ask(String question) {
            shown.add(question);
            return answers.poll();
        }

        @Override
        public @Nullable String askHidden(String question) {
            hidden.add(question);
            return answers.poll();
        }

        @Override
        public void say(String line) {
            shown.add(line);
        }
    }

    private static String[] flags(String... more) {
        return Stage.words(more, FLAGS);
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private Stage asked(Typed typed) throws Exception {
        Stage stage = new Stage(folder);
        InitCommand command = new InitCommand();
        command.context = stage.context();
        assertThat(command.call(Optional.of(typed))).isZero();
        return stage;
    }

    @Test
    void flagsAloneWriteAFileThatIsValidAndCommentedFromTheCatalogue() throws IOException {
        Stage stage = Stage.ended(folder, 0, flags("--warehouses", "20", "--minutes", "30"));

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

        Stage validated = new Stage(folder, Map.of("ANY_NAME", "zebra"));
        assertThat(validated.run("validate", "props.postgres"))
                .as(validated.err())
                .isZero();
        assertThat(validated.out()).contains("0 warning(s)").doesNotContain("zebra");
    }

    @Test
    void usersWhoWaitAreTenAWarehouse() throws IOException {
        Stage.ended(folder, 0, flags("--warehouses", "7", "--think-times", "-o", "own.props"));

        assertThat(written("own.props"))
                .contains("\nterminals=70\n", "\nkeyingTimeMultiplier=1\n", "\nthinkTimeMultiplier=1\n");
    }

    @Test
    void aWorkloadOfAFolderHasItsVariablesAndNothingOfTpcc() throws IOException {
        Stage stage = Stage.ended(folder, 0, flags("--workload", "sysbench", "--terminals", "8"));

        assertThat(written("props.postgres"))
                .contains("\nworkload=sysbench\n", "\nterminals=8\n")
                .containsPattern("\nscriptVariables=.*table_size=10000")
                .doesNotContain("warehouses=", "newOrderWeight");
        assertThat(stage.out()).contains("props.postgres: db=postgres, workload=sysbench, 8 terminals without waits");
        Stage validated = new Stage(folder, Map.of("ANY_NAME", "zebra"));
        assertThat(validated.run("validate", "props.postgres", "-D", "table_size=7"))
                .as(validated.err())
                .isZero();
        assertThat(validated.out()).contains("\n  :table_size = 7\n", "\n  100.0%  oltp_read_write\n");
    }

    @Test
    void aFileThatIsThereStaysUnlessForced() throws IOException {
        Files.writeString(folder.resolve("props.postgres"), "mine");

        assertThat(Stage.ended(folder, 2, FLAGS).err().lines())
                .containsExactly(
                        "props.postgres is there already: --output FILE names another one, --force replaces it");
        assertThat(written("props.postgres")).isEqualTo("mine");

        Stage.ended(folder, 0, flags("--force"));
        assertThat(written("props.postgres")).contains("db=postgres");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FLAGS -Dterminals=0              | terminals",
                "FLAGS -DrunMinss=3               | did you mean `runMins`?",
                "FLAGS -Dconn=jdbc:mysql://db1/x  | does not take such a URL",
                "FLAGS -Dpassword=zebra           | can be read by others",
                "FLAGS -DmixDeck=perhaps          | mixDeck",
                "FLAGS --no-password              | only one of --password-env, --password-file, --password-in-clear and",
                "init postgres --conn jdbc:postgresql://db1/x?password=zebra --user bench --no-password"
                        + "               | --conn: it holds a password",
                "init                             | no terminal to ask in, so these must be given: DB, --conn, --user, one of"
                        + " --password-env, --password-file and --no-password"
            })
    void aMistakeLeavesNoFile(String words, String message) {
        Stage stage = Stage.ended(
                folder, 2, words.replace("FLAGS", String.join(" ", FLAGS)).split(" "));

        assertThat(stage.err()).contains(message).doesNotContain("zebra");
        assertThat(folder).isEmptyDirectory();
    }

    /** The folder is all that a new database brings: URL, driver and parent, whose sample says the rest. */
    @Test
    void aDatabaseThatIsOnlyAFolderWorks() throws Exception {
        Files.createDirectory(folder.resolve("sql.newdb"));
        Files.writeString(
                folder.resolve("sql.newdb/dialect.properties"),
                "extends = postgres\nurl.example = jdbc:postgresql://new:1/db\nmegabytesPerWarehouse = 50\n");

        Stage stage = asked(new Typed("newdb", "", "", "bench", "n", "", "", "", ""));

        assertThat(written("props.newdb"))
                .contains("db=newdb\n", "conn=jdbc:postgresql://new:1/db\n", "rampupMins=1\n", "driver=org.postgresql");
        assertThat(stage.out()).contains("10 warehouses, about 500 MB on disk");
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

        assertThat(command.call(Optional.of(new Typed("postgres", "", "", "", "n", "", "", "", ""))))
                .isZero();

        assertThat(written("props.postgres"))
                .contains(
                        "user=benchmarksql", "warehouses=10\n", "runMins=10\n", "rampupMins=1\n", "resultDirectory=my");
        Stage.ended(folder, 0, "validate", "props.postgres");
    }

    @Test
    void aTerminalIsAskedForTheRestAndAgainAfterAMistake() throws Exception {
        Typed typed = new Typed("orakel", "mariadb", "", "", "", "e", "my pass", "MY_PASS", "zero", "30", "y", "", "5");

        Stage stage = asked(typed);

        assertThat(written("props.mariadb"))
                .contains("password=${MY_PASS}\n", "warehouses=30\n", "terminals=300\n", "runMins=5\n")
                .contains("conn=jdbc:mysql://localhost:3306/bmsql\n", "user=benchmarksql\n");
        assertThat(typed.shown)
                .contains(
                        "- there is no sql.orakel",
                        "- write a whole number from 1 on",
                        "Terminals [300]: ",
                        "JDBC URL, without a password [jdbc:mysql://localhost:3306/bmsql]: ");
        assertThat(stage.out()).contains("300 terminals with keying and think times");
    }

    @Test
    void eachAnswerIsCheckedWhenItIsGiven() throws Exception {
        String url = "jdbc:postgresql://db1/own";
        Typed typed = new Typed(
                ("postgres,tpcc,db1,jdbc:mysql://db1/own," + url + "," + url + ",bench,f,nosuch.txt,pw,3,n,4,0,0.2")
                        .split(","));
        Files.writeString(folder.resolve("pw"), "zebra");

        asked(typed);

        assertThat(written("props.postgres"))
                .contains("conn=" + url + "\n", "user=bench\n", "passwordFile=pw\n", "runMins=0.2\n");
        assertThat(typed.shown)
                .contains(
                        "JDBC URL, without a password [jdbc:postgresql://localhost:5432/bmsql]: ",
                        "- a JDBC URL begins with jdbc: and looks like jdbc:postgresql://localhost:5432/bmsql",
                        "- this is a URL; write the name of the database user",
                        "- write a number above 0, such as 10 or 0.5")
                .anyMatch(line -> line.startsWith("- ") && line.contains("does not take such a URL"))
                .anyMatch(line -> line.startsWith("- is not a small text file"));
    }

    @Test
    void aWorkloadOfAFolderIsAskedForItsTerminalsAlone() throws Exception {
        Typed typed = new Typed("postgres", "sysbank", "smallbank", "", "bench", "e", "PGPASSWORD", "8", "");

        Stage stage = asked(typed);

        assertThat(written("props.postgres"))
                .contains("\nworkload=smallbank\n", "\nterminals=8\n", "\nscriptVariables=")
                .doesNotContain("warehouses=");
        assertThat(typed.shown)
                .contains("Workload [tpcc]: ", "- there is no workload.sysbank")
                .anyMatch(line -> line.startsWith("Workloads: ") && line.contains("smallbank"));
        assertThat(stage.out()).contains("props.postgres: db=postgres, workload=smallbank, 8 terminals without waits");
    }

    @Test
    void theWorkloadIsAmongTheAnswersToGiveAgain() throws Exception {
        Stage stage = new Stage(folder);
        InitCommand command = new InitCommand();
        command.context = stage.context();

        assertThatThrownBy(() -> command.call(Optional.of(new Typed("postgres", "smallbank"))))
                .hasMessage("there was no answer, so nothing was written");

        assertThat(stage.err()).contains("as flags: bmsql init postgres --workload smallbank\n");
    }

    @Test
    void whatWasAnsweredCanBeGivenAgain() {
        Stage stage = new Stage(folder);
        InitCommand command = new InitCommand();
        command.context = stage.context();

        assertThatThrownBy(() -> command.call(Optional.of(new Typed(
                        "postgres", "", "jdbc:postgresql://h/d?ssl=true&a=b", "", "e", "PGPASSWORD", "5", "y"))))
                .hasMessage("there was no answer, so nothing was written");

        assertThat(folder).isEmptyDirectory();
        assertThat(stage.err())
                .contains(
                        "The answers so far, as flags: bmsql init postgres --conn 'jdbc:postgresql://h/d?ssl=true&a=b'"
                                + " --user benchmarksql --password-env PGPASSWORD --warehouses 5 --think-times");
    }

    @Test
    void aPasswordIsInClearOnlyForWhoeverWantsThatAndThenForNobodyElse() throws Exception {
        Typed typed = new Typed("postgres", "", "", "", "w", "zebra\\1", "", "", "", "");

        Stage stage = asked(typed);

        Path file = folder.resolve("props.postgres");
        assertThat(Files.readString(file)).contains("password=zebra\\\\1\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(typed.hidden).containsExactly("Password (is not shown): ");
        assertThat(stage.out() + stage.err() + typed.shown).doesNotContain("zebra");
    }
}
