package io.bmsql.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.config.PacingMode;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.PeakStudy.Answer;
import io.bmsql.study.PeakStudy.Trial;
import io.bmsql.study.StudyFile.Search;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeakStudyTest {
    private final List<Trial> trials = new ArrayList<>();

    @TempDir
    Path folder;

    private static Search search(long from, long to) {
        return new Search("arrivalRate", from, to, 5, 5, "", 0);
    }

    /** Searches on a server that holds what this says. */
    private Answer found(Search search, Predicate<Answer> server) {
        int said = PeakStudy.mostStepsLeft(search, trials);
        for (int runs = 0; runs < 100; runs++) {
            int mostLeft = PeakStudy.mostStepsLeft(search, trials);
            Answer step = PeakStudy.next(search, List.copyOf(trials));
            if (step.limitedBy() != null) {
                assertThat(mostLeft).isZero();
                assertThat(trials).hasSizeLessThanOrEqualTo(said);
                return step;
            }
            assertThat(mostLeft).as("runs left before " + step).isPositive();
            trials.add(new Trial(step.value(), step.isLong(), server.test(step) ? "" : "p90 at " + step.value()));
        }
        throw new AssertionError("no end: " + trials);
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 1001, 1999, 2000, 2700, 47_123, 900_000})
    void findsTheCapacityOfAServerWithinThePrecision(long capacity) {
        Answer end = found(search(1000, 0), step -> step.value() <= capacity);

        assertThat(end.isLong()).isTrue();
        assertThat(end.value()).isLessThanOrEqualTo(capacity).isGreaterThanOrEqualTo((long) (capacity / 1.05) - 1);
        assertThat(end.limitedBy()).startsWith("p90 at ");
        assertThat(trials).filteredOn(Trial::isLong).hasSize(1);
    }

    @Test
    void smallNumbersAreFoundExactly() {
        assertThat(found(search(1, 0), step -> step.value() <= 7).value()).isEqualTo(7);
    }

    @Test
    void aLongRunThatFailsSendsTheSearchOneStepDown() {
        Answer end = found(search(1000, 0), step -> step.value() <= (step.isLong() ? 4700 : 5000));

        assertThat(end.isLong()).isTrue();
        assertThat(end.value()).isBetween(4460L, 4700L);
        assertThat(trials).filteredOn(Trial::isLong).hasSizeBetween(2, 3);
    }

    @Test
    void longRunsThatNeverHoldEndTheSearch() {
        Answer end = found(search(1000, 0), step -> !step.isLong() && step.value() <= 5000);

        assertThat(end.isLong()).isFalse();
        assertThat(end.value()).isPositive();
        assertThat(trials).filteredOn(Trial::isLong).hasSize(PeakStudy.MAX_LONG_TRIALS);
    }

    /** Any step may fail once by chance: of a checkpoint, of a neighbour. */
    @ParameterizedTest
    @ValueSource(longs = {1000, 2000, 4000, 8000, 12_000, 14_000})
    void oneFailedStepDoesNotDecide(long unlucky) {
        Answer end = found(
                search(1000, 0),
                step -> step.value() <= 15_000
                        && (step.value() != unlucky || trials.stream().anyMatch(trial -> trial.value() == unlucky)));

        assertThat(end.isLong()).isTrue();
        assertThat(end.value()).isBetween((long) (15_000 / 1.05), 15_000L);
        assertThat(trials).filteredOn(trial -> trial.value() == unlucky).hasSizeBetween(2, 3);
    }

    /** Of 146 transactions in three seconds. */
    private String failed(String searched, Consumer<ObjectNode> run, Consumer<ObjectNode> change) throws IOException {
        ObjectNode summary = (ObjectNode) TestFiles.json(Path.of("src/test/resources/golden-run/summary.json"));
        run.accept((ObjectNode) summary.get("run"));
        change.accept(summary);
        Path file = folder.resolve("summary.json");
        Files.writeString(file, summary.toString());
        return PeakStudy.failed(SummaryJson.read(file), searched);
    }

    @ParameterizedTest
    @CsvSource({"2900, ''", "3090, ''", "3200, the run's verdict is Overloaded"})
    void aRateThatWasNotReachedIsAFailure(double rate, String failed) throws IOException {
        assertThat(failed(
                        "arrivalRate",
                        run -> run.put("pacing", "ARRIVAL_RATE").put("arrivalRate", rate),
                        summary -> {}))
                .isEqualTo(failed);
    }

    /** No arrival is due for the deferred part of a Delivery. */
    @Test
    void deferredDeliveriesDoNotHideThatARateWasMissed() throws IOException {
        assertThat(failed(
                        "arrivalRate",
                        run -> run.put("pacing", "ARRIVAL_RATE").put("arrivalRate", 6000),
                        summary -> ((ObjectNode) summary.at("/types/5")).put("count", 200)))
                .isEqualTo("the run's verdict is Overloaded");
    }

    /** A closed model falls behind its rate without a word, and a load generator hides whether the server would have kept up. */
    @ParameterizedTest
    @CsvSource({
        "ARRIVAL_RATE, 0, GENERATOR_PROCESSORS, arrivalRate, 'the rate was not reached: 146 of 300 transactions'",
        "RATE, 6000, CLIENT, limitTxnsPerMin, 'the rate was not reached: 146 of 300 transactions'",
        "RATE, 3200, CLIENT, limitTxnsPerMin, 'the rate was not reached: 146 of 160 transactions'",
        "RATE, 3090, CLIENT, limitTxnsPerMin, ''",
        "RATE, 6000, CLIENT, terminals, ''"
    })
    void aRateThatWasNotSentIsNoPeak(
            PacingMode pacing, double limit, LimitedBy.Cause cause, String searched, String failed) throws IOException {
        LimitedBy limitedBy = new LimitedBy(cause, "", List.of(), "", 0, null);
        assertThat(failed(
                        searched,
                        run -> run.put("pacing", pacing.name())
                                .put("arrivalRate", 6000)
                                .put("limitTxnsPerMin", limit),
                        summary -> summary.set("limit", SummaryJson.tree(limitedBy))))
                .isEqualTo(failed);
    }

    @Test
    void theLowestMayFail() {
        assertThat(found(search(1000, 0), step -> false)).isEqualTo(new Answer(0, false, "p90 at 1000"));
        assertThat(trials).hasSize(2);
    }

    @Test
    void theLimitMayBeBeyondTheEnd() {
        assertThat(found(search(1000, 5000), step -> true)).isEqualTo(new Answer(5000, true, ""));
        assertThat(trials).extracting(Trial::value).containsExactly(1000L, 2000L, 4000L, 5000L, 5000L);
        trials.clear();
        assertThat(found(search(1000, 0), step -> true).limitedBy()).isEmpty();
    }
}
