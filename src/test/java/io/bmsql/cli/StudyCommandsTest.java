package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.HostProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bmsql sweep}, {@code ab} and {@code failover} do before they need a server. */
class StudyCommandsTest {
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
    void aDryRunShowsThePlanAndHowLongItTakes() throws IOException {
        sweep(0, "a.props a.props --terminals 1,2 --vary mixDeck=true,false --dry-run --order=listed")
                .printed("1  repeat 1  a: terminals=1, mixDeck=true")
                .printed("24  repeat 3  a_2: terminals=2, mixDeck=false", "24 runs, 30:00 in all");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("a.props", "large.props");

        write("long.props", "warehouses=1 runMins=10 termnials=9");
        assertThat(sweep(0, "long.props --dry-run")
                        .printed("3 runs, 30:00 in all")
                        .err())
                .containsOnlyOnce("termnials");
        sweep(0, "a.props --dry-run -D runMins=2").printed("3 runs, 6:45 in all");
        sweep(0, "a.props --dry-run -D lang=zh").printed("第 3 轮", "3 次运行，共 ");
        sweep(0, "a.props --dry-run -DrunTxnsPerTerminal=2").printed("3 runs, 0:00 in all");
        sweep(0, "a.props --find-peak --to 8000 --dry-run -D thresholds=errors<1%")
                .printed("A search from arrivalRate=1000, at most 24:00 when the first long run confirms it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            sweep a.props --terminals 1,none                     | terminals=none: .*terminals
            sweep a.props --terminals 1,2 --vary terminals=3     | terminals is given twice
            sweep a.props --terminals 1,2 -D terminals=3         | terminals is given twice
            sweep a.props --repeats 0                            | --repeats=0
            sweep a.props --repeats 1001                         | This study has 1,001 runs; the most are 1,000
            sweep a.props --repeats 100 -D runMins=1000          | take 69 days; the most are 30
            sweep a.props -D agents=3 --terminals 4,2            | a: terminals=2: .*agents
            sweep a.props large.props                            | databases of different scale cannot stand side by side
            sweep none.props                                     | there is no such file
            sweep a.props --find-peak                            | --find-peak needs thresholds
            sweep a.props --find-peak -D thresholds=errors<1% --from 9 --to 3 | an end that is not below it
            sweep a.props --find-peak -D thresholds=tpmTotal>3000 | tpmTotal>3000 fails at low values and not above a peak
            sweep a.props --find-peak -D thresholds=newOrder.count>=3 | needs thresholds such as newOrder.p90<5s
            sweep a.props --find-peak --repeats 2                | leave --repeats and --order out
            sweep a.props --to 3                                 | need --find-peak
            sweep a.props --events x                             | need --find-peak
            sweep a.props --find-peak -D thresholds=errors<1% --at 50% | give both
            sweep a.props --find-peak -D thresholds=errors<1% --events nofile | names the file nofile, which cannot be read
            sweep a.props --find-peak -D thresholds=errors<1% --events 1s;a;/none | is not a time, a name and a command
            sweep a.props --find-peak mixDeck                    | --find-peak mixDeck: this property is not a whole number
            sweep --find-peak a.props                            | Give props files, before --find-peak
            sweep --resume nowhere --terminals 3                 | --resume takes what is varied or searched from the study
            sweep --resume nowhere                               | is not the directory of a study
            ab a.props none.props                                | there is no such file
            ab a.props a.props --rounds 5                        | fewer than 6 pairs tell nothing
            failover a.props --kill true --repeats 2             | More than one run needs --between
            failover a.props a.props --kill true                 | More than one run needs --between
            failover a.props --kill true --repeats 0             | --repeats=0: 1 is the least
            failover a.props --kill true --at soon               | 'soon' is no time
            failover a.props --kill true --may-lose 5            | '5' is no time: write it as 5s, 500ms or 2m
            failover a.props --kill true -Devents=1s,a,true      | sets events itself: leave -D events out
            failover a.props --kill true -Dledger=false          | sets ledger itself
            failover a.props --kill true --at 4m                 | comes after 240 s, and the run measures 180 s
            failover a.props                                     | --kill
            """)
    void whatCannotBeIsRefusedBeforeTheFirstRun(String words, String why) {
        assertThat(Stage.line(folder, 2, words).err()).containsPattern(why);
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

    /** As an event the two commands are one, which a shell splits as events do: nothing is promoted while the primary may be alive. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
            echo killed                        ~ echo promoted     ~ killed promoted 0
            echo missed; false                 ~ echo promoted     ~ missed 1
            exit 3                             ~ echo promoted     ~ 3
            false || echo 'it'\\''s' "dead;" ~ echo next; false ~ it's dead; next 1
            echo alone                         ~                   ~ alone 0
            """)
    void nothingIsPromotedWhileThePrimaryMayBeAlive(String kill, @Nullable String promote, String said)
            throws Exception {
        String event = FailoverCommand.event(12.5, kill, promote);
        assertThat(event).startsWith("12.5s kill /bin/sh -c ");
        HostProgram shell = HostProgram.run(folder, "/bin/sh", "-c", event.substring("12.5s kill ".length()));
        assertThat(shell.text().replace("\n", " ") + shell.status()).isEqualTo(said);
    }
}
