package io.bmsql.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.report.Words;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.run.RunStop;
import io.bmsql.run.StartGate;
import io.bmsql.run.TimedRun;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.testing.Records;
import io.bmsql.testing.TestRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairStudyTest {
    @TempDir
    Path folder;

    private StudyJournal journal;
    private final List<String> said = new ArrayList<>();

    /**
     * A study of runs that are made: A of 1,001, 1,002, ... New-Orders a minute, B of half as many, small letters for such that broke
     * off.
     */
    private PairStudy study(String sides, int mostPairs, double untilWidth) throws Exception {
        return study(sides, mostPairs, untilWidth, "pairs", 0);
    }

    private PairStudy study(String sides, int mostPairs, double untilWidth, String order, long seed) throws Exception {
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
        Plan plan = Records.with(
                file.plan(), "repeats", mostPairs, "order", order, "seed", seed, "processors", List.of("0", "1"));
        new StudyFile(1, Kind.AB, 0, "test", plan, runs, null, List.of()).write(folder.resolve(StudyFile.NAME));
        journal = StudyJournal.resume(folder);
        return new PairStudy(journal, untilWidth, Words.in(Words.Language.EN), said::add);
    }

    /** The pairs of this seed are B A, A B, A B; one with a run that is not valid is made again in the same order. */
    @ParameterizedTest
    @CsvSource({"'', new", "B, base", "BA, base", "Ba, new", "BAA, new", "BAAB, base", "BAa, base"})
    void theOrderOfEachPairIsDrawn(String sides, String next) throws Exception {
        Run run = study(sides, 20, 0, "pairs", 3).next();
        assertThat(run).isNotNull();
        assertThat(run.setting().database()).isEqualTo(next);
    }

    /** Without a seed, as in studies of older versions, a pair is A B or B A in turn. */
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
        PairStudy study = study(sides, 20, 0);
        Run run = study.next();
        assertThat(run).isNotNull();
        assertThat(study.beside(run)).isNull();
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

    /** Sides swap from pair to pair, also where a pair had to be made again: of such a pair both runs are there. */
    @ParameterizedTest
    @CsvSource({"'', base, new", "AB, new, base", "ABBA, base, new", "aB, base, new", "Ab, base, new", "ABbA, new, base"
    })
    void bothRunsOfAPairAreMadeTogether(String sides, String next, String beside) throws Exception {
        PairStudy study = study(sides, 20, 0, PairStudy.TOGETHER, 0);
        Run first = study.next();
        assertThat(first).isNotNull();
        assertThat(first.setting().database()).isEqualTo(next);
        Run other = study.beside(first);
        assertThat(other).isNotNull();
        assertThat(other.setting().database()).isEqualTo(beside);
        assertThat(other.number()).isEqualTo(sides.length() + 2);
        assertThat(other.block()).isEqualTo(first.block());
    }

    /** Each run waits until both are ready, and has then the processors of its place. */
    @ParameterizedTest
    @CsvSource({"'', base 0, new 1", "AB, new 0, base 1"})
    void theSidesBeginAtOneMomentOnSwappedProcessors(String sides, String first, String second) throws Exception {
        PairStudy study = study(sides, 20, 0, PairStudy.TOGETHER, 0);
        Set<String> bound = ConcurrentHashMap.newKeySet();
        Map<String, Long> starts = new ConcurrentHashMap<>();
        CountDownLatch isStopped = new CountDownLatch(1);
        StudyRunner.Runs runs = new StudyRunner.Runs() {
            @Override
            public void prepare(Run run) {}

            @Override
            public void bind(Run run, int place) {
                bound.add(run.setting().database() + " " + place);
            }

            @Override
            public TimedRun session(Run run, Path directory, StartGate gate) {
                RunStop stop = new RunStop(new RunListener() {
                    @Override
                    public void stopping(Stage stage) {
                        isStopped.countDown();
                    }
                });
                return new TimedRun() {
                    @Override
                    public RunSession.Finished run() throws UsageException, InterruptedException {
                        starts.put(run.setting().database(), gate.awaitStart(RunClock.SYSTEM));
                        if (run.setting().database().equals(PairStudy.NEW)) {
                            throw new UsageException("the new side is gone");
                        }
                        isStopped.await();
                        throw new UsageException("the base is stopped");
                    }

                    @Override
                    public RunStop stop() {
                        return stop;
                    }
                };
            }
        };
        assertThatThrownBy(new StudyRunner(journal, TestRuns.program(folder), study, runs)::run)
                .as("the first reason")
                .hasMessage("the new side is gone");
        assertThat(bound).containsExactlyInAnyOrder(first, second);
        assertThat(starts.get(PairStudy.BASE)).isEqualTo(starts.get(PairStudy.NEW));
    }

    @Test
    void itEndsWithTheLastPair() throws Exception {
        PairStudy study = study("ABBA", 2, 0);
        assertThat(study.next()).isNull();
        assertThat(study.isNarrow() || study.isLost()).isFalse();
    }
}
