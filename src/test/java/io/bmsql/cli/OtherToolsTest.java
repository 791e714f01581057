package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of pgbench and sysbench and those of BenchmarkSQL's scripts: each a setting, a command, or a sentence. */
class OtherToolsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws Exception {
        Stage.unconnected(folder.resolve("p"), "terminals=1 runMins=3 limitTxnsPerMin=9");
        Files.writeString(folder.resolve("a.sql"), "SELECT :n, :scale;\n");
        Files.writeString(folder.resolve("props.pg"), "db=postgres\n");
    }

    private Stage validate(int status, String words) {
        return Stage.line(folder, status, "validate p " + words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            -c 8 -j 4 -T 90 -n -b tpcb | terminals = 8, runMins = 1.5, runTxnsPerTerminal = 0, scripts = builtin:tpcb-like
            -c8 -t 100 -S              | terminals = 8, runMins = 0, runTxnsPerTerminal = 100, scripts = builtin:select-only
            -Nn -M prepared            | scripts = builtin:simple-update
            -R 2.5 -b simple@3 -S      | arrivalRate = 150, limitTxnsPerMin = 0, scripts = builtin:simple-update@3 builtin:select-only
            --max-tries=1 -b select    | maxRetries = 0
            --max-tries 0 -S           | maxRetries = 1000000000
            -P 5 --random-seed=7 -S    | reportIntervalSecs = 5, seed = 7
            -f a.sql@2 -D n=3 -s 20    | scripts = a.sql@2, scriptVariables = n=3 scale=20
            -S --threads=3 --time=60 --rate=10 --report-interval=2 | terminals = 3, runMins = 1, arrivalRate = 600, reportIntervalSecs = 2
            """)
    void eachIsASetting(String words, String settings) {
        String shown = validate(0, words).out().replaceAll(" +", " ");
        assertThat(shown).contains(List.of(settings.split(", ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            -T 5 -t 5         | -T and -t exclude each other
            -T 0              | -T 0 is below 1
            -R 0.001          | -R 0.001 is less than one a minute
            -M simple         | -M simple: statements with values are always prepared here; leave -M out
            -b list           | the program's scripts are tpcb-like, simple-update, select-only
            -i -s 10          | -i of pgbench or sysbench is no option here: the tables are made by 'bmsql build
            -L100             | -L of pgbench or sysbench is no option here: bound the time by -D 'thresholds=
            -C                | -C of pgbench or sysbench is no option here: write -D connectionPerTransaction=true
            -U me db          | -U of pgbench or sysbench is no option here: the user is in user
            --table-size=10   | --table-size of pgbench or sysbench is no option here: write -D table_size=
            --nonsense=1      | Unknown option: '--nonsense=1'
            """)
    void whatHasNoMeaningSaysWhatToWrite(String words, String message) {
        assertThat(validate(2, words).err()).contains(message);
    }

    @Test
    void thePageNamesEachOptionThatIsRefused() throws Exception {
        String page = Files.readString(Path.of("docs/scripts.md"));
        assertThat(ResourceBundle.getBundle("cli.other_tools", Locale.ROOT).keySet())
                .allSatisfy(option -> assertThat(page).containsPattern("`" + option + "\\b"));
    }

    @Test
    void jobsAreNamedAsWithoutMeaning() {
        assertThat(validate(0, "-j 2 -S").err()).contains("Note: -j 2 has no meaning here");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runDatabaseBuild.sh", "runDatabaseDestroy.sh", "runDatabaseDestroy.sh props.pg more",
                "runSQL.sh props.pg", "runSQL.sh props.pg one two", "runLoader.sh",
                "runBenchmark.sh", "runBenchmark.sh props.pg 3", "generateGraphs.sh",
                "generateReport.sh", "generateReport.sh dir 1 2"
            })
    void wrongNumberOfArgumentsGivesUsageAndStatus2(String call) {
        Stage stage = Stage.line(folder, 2, "--as " + call);
        assertThat(stage.err()).startsWith("usage: " + call.split(" ")[0]);
        assertThat(stage.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"runDatabaseBuild.sh", "runDatabaseDestroy.sh", "runLoader.sh", "runBenchmark.sh", "runSQL.sh"})
    void missingPropsFileGivesStatus1(String script) {
        String more = script.equals("runSQL.sh") ? " x" : "";
        Stage.line(folder, 1, "--as " + script + " none.props" + more).warned("none.props", "does not exist");
    }

    @Test
    void loaderOptionsOverrideRegardlessOfLetterCase() throws Exception {
        assertThat(translate("runLoader.sh", "props.pg", "WAREHOUSES", "2", "fileLocation", "/x/"))
                .containsExactly("load", "props.pg", "--verbose", "-Dwarehouses=2", "-DfileLocation=/x/");
        assertThat(translate("runLoader.sh", "props.pg", "terminals", "2", "warehouses"))
                .as("unknown ones and a dangling word are ignored")
                .containsExactly("load", "props.pg", "--verbose");
        assertThat(translate("runDatabaseBuild.sh", "props.pg", "loadworkers", "8"))
                .containsExactly("build", "props.pg", "--verbose", "-DloadWorkers=8");
    }

    @Test
    void reportTakesSkipMinutesBehindTheDirectory() throws Exception {
        assertThat(translate("generateReport.sh", "my_result/", "2"))
                .containsExactly("report", "my_result/", "--skip-minutes=2");
        assertThat(translate("generateGraphs.sh", "2026", "a", "b")).containsExactly("report", "2026", "a", "b");
    }

    @Test
    void nobodyElseMayBeCalledThatWay() {
        assertThatThrownBy(() -> translate("rm.sh", "x")).hasMessageContaining("--as needs the name");
    }

    private List<String> translate(String... words) throws Exception {
        return OldScript.translate(List.of(words), new Stage(folder).context());
    }
}
