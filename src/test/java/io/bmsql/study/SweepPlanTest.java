package io.bmsql.study;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.UsageException;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepPlanTest {
    private static final String TERMINALS = "terminals=20,50,100";
    private static final String DECK = "mixDeck=false,true";

    private static Plan plan(String order, int repeats, String... vary) {
        List<Database> databases =
                List.of(new Database("pg", "/pg.props", Map.of(), 0), new Database("my", "/my.props", Map.of(), 0));
        return MadeUpStudy.plan(databases, MadeUpStudy.vary(vary), repeats, order, 4711);
    }

    private static List<Setting> settings(List<Run> runs) {
        return runs.stream().map(Run::setting).toList();
    }

    @Test
    void listedGoesThroughTheGridOfEachDatabaseInEachRepeat() throws UsageException {
        List<Run> runs = SweepPlan.runs(plan("listed", 2, TERMINALS, DECK));

        assertThat(runs).hasSize(24);
        assertThat(runs.get(0).setting()).isEqualTo(new Setting("pg", Map.of("terminals", "20", "mixDeck", "false")));
        assertThat(runs.get(1).setting()).isEqualTo(new Setting("pg", Map.of("terminals", "20", "mixDeck", "true")));
        assertThat(settings(runs.subList(0, 12))).isEqualTo(settings(runs.subList(12, 24)));
        assertThat(runs.get(11).block()).isEqualTo(1);
        assertThat(runs.get(12).block()).isEqualTo(2);
        assertThat(runs)
                .extracting(Run::number)
                .isEqualTo(IntStream.rangeClosed(1, 24).boxed().toList());
    }

    @Test
    void eachBlockHasAllPointsInAnOrderOfItsOwn() throws UsageException {
        List<Run> runs = SweepPlan.runs(plan("blocks", 3, TERMINALS, DECK));

        List<Setting> first = settings(runs.subList(0, 12));
        List<Setting> second = settings(runs.subList(12, 24));
        List<Setting> third = settings(runs.subList(24, 36));
        assertThat(first).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(second);
        assertThat(first).containsExactlyInAnyOrderElementsOf(third);
        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        assertThat(runs.subList(12, 24)).allMatch(run -> run.block() == 2);
        assertThat(SweepPlan.runs(plan("blocks", 3, TERMINALS, DECK))).isEqualTo(runs);
    }

    @Test
    void shuffledMixesTheRepeats() throws UsageException {
        List<Run> runs = SweepPlan.runs(plan("shuffled", 3, TERMINALS, DECK));

        assertThat(runs.subList(0, 12)).extracting(Run::block).contains(1, 2, 3);
        assertThat(new HashSet<>(settings(runs))).hasSize(12);
        assertThat(runs)
                .filteredOn(run -> run.block() == 2)
                .extracting(Run::setting)
                .doesNotHaveDuplicates()
                .hasSize(12);
    }

    @Test
    void directoriesAreNamedForTheirRuns() throws UsageException {
        String odd = "loadProfile=0 2000/min, 5m 4000/min;" + "../../x".repeat(30);
        List<Run> runs = SweepPlan.runs(plan("listed", 1, odd));

        assertThat(runs.get(0).directory()).isEqualTo("runs/001_pg_loadProfile0-2000-min--5m-4000-min");
        assertThat(runs.get(1).directory()).hasSizeLessThan(100).matches("runs/[A-Za-z0-9._-]+");
        assertThat(SweepPlan.runs(plan("listed", 1)).get(1).directory()).isEqualTo("runs/002_my");
    }

    @Test
    void aThousandRunsAreTheMost() throws UsageException {
        assertThat(SweepPlan.runs(plan("blocks", 500))).hasSize(1_000);
        assertThatThrownBy(() -> SweepPlan.runs(plan("blocks", 501)))
                .hasMessage("This study has 1,002 runs; the most are 1,000: vary less, or split it");
        assertThatThrownBy(() -> SweepPlan.runs(plan("blocks", Integer.MAX_VALUE, TERMINALS, DECK)))
                .hasMessageContaining("the most are 1,000");
    }

    @Test
    void valuesAreBetweenCommasOrSemicolons() throws UsageException {
        assertThat(SweepPlan.vary("terminals=20, 50,100", false))
                .isEqualTo(Map.entry("terminals", List.of("20", "50", "100")));
        assertThat(SweepPlan.vary("shards=1,2;1,2,3", true).getValue()).containsExactly("1,2", "1,2,3");
        assertThat(SweepPlan.vary("warmupTime=1,2", false).getKey()).isEqualTo("rampupMins");
        assertThat(SweepPlan.vary("partitions=0,4", true).getKey())
                .as("a build may vary when each run has one")
                .isEqualTo("partitions");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "terminals | write KEY=VALUE",
                "terminals=1,,2 | a value is empty",
                "terminals=1,2,1 | a value is there twice",
                "terminal=1,2 | did you mean `terminals`?",
                "nonsense=1,2 | there is no such property, and a variable of scripts is a part of scriptVariables",
                "password=a,b | says which database is meant",
                "user=a,b | says which database is meant",
                "conn=a,b | says which database is meant",
                "resultDirectory=a,b | the figures of a run do not depend on it",
                "loadWorkers=1,2 | the figures of a run do not depend on it",
                "partitions=0,4 | add --between rebuild"
            })
    void whatCannotVaryIsRefused(String text, String why) {
        assertThrown(UsageException.class, () -> SweepPlan.vary(text, false), why);
    }

    @Test
    void whatChangedSinceThePlanIsNamed() {
        StudyFile planned =
                study(new Database("pg", "/pg.props", Map.of("terminals", "4", "mixDeck", "true"), 0), 3, 1);
        StudyFile now = study(
                new Database("pg", "/pg.props", Map.of("terminals", "5", "ledger", "true", "mixDeck", "true"), 0),
                4,
                2);

        assertThat(SweepPlan.changes(planned, now))
                .containsExactly(
                        "--repeats was 3 and is 4",
                        "ledger of pg was not set and is true",
                        "terminals of pg was 4 and is 5");
        assertThat(SweepPlan.changes(planned, planned)).isEmpty();
    }

    private static StudyFile study(Database database, int repeats, long seed) {
        return MadeUpStudy.sweep(
                MadeUpStudy.plan(List.of(database), MadeUpStudy.vary(DECK), repeats, "blocks", seed), List.of());
    }

    @Test
    void otherLoadedDataAreAChangeOfTheStudy() {
        StudyFile planned = loaded(10);
        assertThat(SweepPlan.changes(planned, loaded(20)))
                .containsExactly("the number of loaded warehouses of pg was 10 and is 20");
        assertThat(SweepPlan.changes(planned, loaded(0)))
                .as("nobody has looked yet")
                .isEmpty();
    }

    private static StudyFile loaded(int warehouses) {
        return study(new Database("pg", "/pg.props", Map.of(), warehouses), 1, 7);
    }
}
