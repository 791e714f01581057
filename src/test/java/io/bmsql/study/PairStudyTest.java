package io.bmsql.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairStudyTest {
    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();

    /**
     * A study of runs that are made: A of 1,001, 1,002, ... New-Orders a minute, B of half as many, small letters for such that broke
     * off.
     */
    private PairStudy study(String sides, int mostPairs, double untilWidth) throws Exception {
        MadeUpStudy made = new MadeUpStudy(folder, List.of(PairStudy.BASE, PairStudy.NEW), Math.max(1, sides.length()))
                .make((setting, block) -> (1_000 + block) / (setting.database().equals(PairStudy.BASE) ? 1.0 : 2.0));
        StudyFile file = StudyFile.read(folder.resolve(StudyFile.NAME));
        List<Run> runs = new ArrayList<>();
        int[] used = new int[2];
        for (char side : sides.toCharArray()) {
            int which = Character.toUpperCase(side) - 'A';
            Run run = file.runs().get(2 * used[which]++ + which);
            if (Character.isLowerCase(side)) {
                made.change(run.number(), summary -> summary.put("status", "INTERRUPTED"));
            }
            int number = runs.size() + 1;
            runs.add(new Run(number, 1 + runs.size() / 2, run.setting(), run.directory(), run.state(), 1, 2, ""));
        }
        new StudyFile(1, Kind.AB, 0, "test", file.plan(), runs, null, List.of()).write(folder.resolve(StudyFile.NAME));
        return new PairStudy(StudyJournal.resume(folder), mostPairs, untilWidth, said::add);
    }

    /** A pair is A B or B A in turn; one with a run that is not valid is made again in the same order. */
    @ParameterizedTest
    @CsvSource({
        "'', base",
        "A, new",
        "AB, new",
        "ABB, base",
        "ABBA, base",
        "a, base",
        "Ab, base",
        "ABBa, new",
        "ABb, new"
    })
    void theNextRunIsOfTheOtherSide(String sides, String next) throws Exception {
        Run run = study(sides, 20, 0).next();
        assertThat(run).isNotNull();
        assertThat(run.setting().database()).isEqualTo(next);
        assertThat(run.number()).isEqualTo(sides.length() + 1);
    }

    @Test
    void theRunsOfAPairAreTakenBySideWhateverTheirOrder() throws Exception {
        PairStudy study = study("ABaBA", 20, 0);
        study.next();
        assertThat(study.baseRuns()).extracting(run -> run.rate()).containsExactly(1_001.0, 1_003.0);
        assertThat(study.newRuns()).extracting(run -> run.rate()).containsExactly(500.5, 501.0);
        assertThat(said).hasSize(3);
        assertThat(said.get(0)).isEqualTo("Pair 1 of at most 20: tpmC A 1,001, B 501, B/A 0.500");
        assertThat(said.get(1)).endsWith("003_2 is \"Interrupted\": the pair is made again");
    }

    @ParameterizedTest
    @CsvSource({"aAba, true", "aAbABa, false"})
    void threePairsInARowWithoutFiguresEndIt(String sides, boolean isLost) throws Exception {
        PairStudy study = study(sides, 20, 0);
        assertThat(study.next() == null).isEqualTo(isLost);
        assertThat(study.isLost()).isEqualTo(isLost);
    }

    @Test
    void itEndsWhenTheRatioIsKnownWellEnough() throws Exception {
        PairStudy study = study("ABBAABBAABBA", 20, 0.02);
        assertThat(study.next()).isNull();
        assertThat(study.isNarrow()).isTrue();
        assertThat(said.get(5)).contains("; so far -50.0%, 95% interval -50.0% to -50.0%");
        assertThat(said.get(4)).as("fewer pairs give no bounds").doesNotContain("so far");
    }

    @Test
    void itEndsWithTheLastPair() throws Exception {
        PairStudy study = study("ABBA", 2, 0);
        assertThat(study.next()).isNull();
        assertThat(study.isNarrow() || study.isLost()).isFalse();
    }
}
