package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bmsql sweep} says before it needs a server. */
class SweepCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        write("a.props", "warehouses=1");
        write("large.props", "warehouses=2");
    }

    private void write(String name, String more) throws IOException {
        Stage.unconnected(folder.resolve(name), "terminals=2 " + more);
    }

    private Stage sweep(int status, String more) {
        return Stage.line(folder, status, "sweep " + more);
    }

    @Test
    void aDryRunShowsThePlanAndHowLongItTakes() {
        sweep(0, "a.props a.props --terminals 1,2 --vary mixDeck=true,false --dry-run --order=listed")
                .printed("1  repeat 1  a: terminals=1, mixDeck=true")
                .printed("24  repeat 3  a_2: terminals=2, mixDeck=false", "24 runs, 30:00 in all");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.props", "large.props");
    }

    @Test
    void theLengthOfARunIsTheFilesOrTheCommandLines() throws IOException {
        write("long.props", "warehouses=1 runMins=10");

        sweep(0, "long.props --dry-run").printed("3 runs, 30:00 in all");
        sweep(0, "a.props --dry-run -D runMins=2").printed("3 runs, 6:45 in all");
        sweep(0, "a.props --dry-run -D lang=zh").printed("第 3 轮", "3 次运行，共 ");
        sweep(0, "a.props --dry-run -DrunTxnsPerTerminal=2").printed("3 runs, 0:00 in all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.props --terminals 1,none | terminals=none: .*terminals",
                "a.props --terminals 1,2 --vary terminals=3 | terminals is given twice",
                "a.props --terminals 1,2 -D terminals=3 | terminals is given twice",
                "a.props --repeats 0 | --repeats=0",
                "a.props --repeats 1001 | This study has 1,001 runs; the most are 1,000",
                "a.props --repeats 100 -D runMins=1000 | take 69 days; the most are 30",
                "a.props -D agents=3 --terminals 4,2 | a: terminals=2: .*agents",
                "a.props large.props | databases of different scale cannot stand side by side",
                "none.props | there is no such file",
                "a.props --find-peak | --find-peak needs thresholds",
                "a.props --find-peak -D thresholds=errors<1% --from 9 --to 3 | an end that is not below it",
                "a.props --find-peak -D thresholds=tpmTotal>3000 | tpmTotal>3000 fails at low values and not above a peak",
                "a.props --find-peak -D thresholds=newOrder.count>=3 | needs thresholds such as newOrder.p90<5s",
                "a.props --find-peak --repeats 2 | leave --repeats and --order out",
                "a.props --to 3 | need --find-peak",
                "a.props --events x | need --find-peak",
                "a.props --find-peak -D thresholds=errors<1% --at 50% | give both",
                "a.props --find-peak -D thresholds=errors<1% --events nofile | names the file nofile, which cannot be read",
                "a.props --find-peak -D thresholds=errors<1% --events 1s;a;/none | is not a time, a name and a command",
                "a.props --find-peak mixDeck | --find-peak mixDeck: this property is not a whole number",
                "--find-peak a.props | Give props files, before --find-peak",
                "--resume nowhere --terminals 3 | --resume takes what is varied or searched from the study",
                "--resume nowhere | is not the directory of a study"
            })
    void whatCannotBeIsRefusedBeforeTheFirstRun(String words, String why) {
        assertThat(sweep(2, words).err()).containsPattern(why);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.props", "large.props");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "db=banana | db=banana: ",
                "workload=none | workload=none: there is no folder",
                "osCollectorScript=none | osCollectorScript=none cannot be read",
                "conn=jdbc:mysql://h/x | conn=jdbc:mysql://h/x: db=postgres is not for such a URL"
            })
    void whatIsWrongInAPropsFileHasItsPlaceInEachStudy(String setting, String why) throws IOException {
        write("bad.props", "warehouses=1 " + setting);
        for (String study : List.of("sweep bad.props", "ab bad.props bad.props")) {
            assertThat(Stage.line(folder, 2, study).err()).containsPattern("bad\\.props:[0-9]+: " + Pattern.quote(why));
        }
    }

    @Test
    void whatIsDoubtfulInAPropsFileIsSaidOnce() throws IOException {
        write("odd.props", "warehouses=1 termnials=9");
        assertThat(sweep(0, "odd.props --dry-run").err()).containsOnlyOnce("termnials");
    }

    /** Nothing may grow with the grid before it is counted. */
    @Test
    void aGridOfMillionsIsRefusedAtOnce() {
        String values =
                IntStream.rangeClosed(1, 200).mapToObj(Integer::toString).collect(Collectors.joining(","));
        String grid = Stream.of("terminals", "sutThreads", "maxRetries", "rollbackPercent")
                .map(key -> " --vary=" + key + "=" + values)
                .collect(Collectors.joining());

        sweep(2, "a.props" + grid).warned("This study has 4,800,000,000 runs; the most are 1,000");
        sweep(2, "a.props" + grid + " --find-peak arrivalRate").warned("the most are 1,000");
    }

    @Test
    void aServerThatDoesNotAnswerIsFoundBeforeTheFirstRun() {
        assertThat(sweep(3, "a.props --out s").err()).contains("cannot connect").doesNotContain("hunter2");
        assertThat(folder.resolve("s")).doesNotExist();
    }

    @Test
    void aSearchSaysHowLongItTakesAtMost() {
        sweep(0, "a.props --find-peak --to 8000 --dry-run -D thresholds=errors<1%")
                .printed("A search from arrivalRate=1000, at most 24:00 when the first long run confirms it");
    }
}
