package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.check.ConditionPieces.Finding;
import io.bmsql.check.ConditionPieces.Piece;
import io.bmsql.dialect.NamedSql;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.ViolationsFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionPiecesTest {
    private static final Finding NOTHING = new Finding(0, List.of(), 0.5);
    private static final Map<String, Finding> FINE = Map.of("1", NOTHING, "6", NOTHING);

    private final List<CheckResult> heard = new ArrayList<>();

    private static NamedSql whole(String clause) {
        return new NamedSql("Check." + clause, "about " + clause, "", "select", "file:1", List.of());
    }

    private static NamedSql cut(String clause) {
        return new NamedSql(
                "Check." + clause, "about " + clause, "", "select ? ?", "file:2", List.of("first_w_id", "last_w_id"));
    }

    private ConditionPieces pieces(int warehouses, NamedSql... conditions) {
        return new ConditionPieces(List.of(conditions), warehouses, false, new ViolationsFile(null), heard::add);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 2, 1", "7, 7, 1", "1000, 1000, 1", "1001, 501, 2", "2500, 834, 3", "10000, 1000, 10"})
    void everyNumberIsInOnePiece(int warehouses, int count, int perPiece) {
        List<Piece> all = pieces(warehouses, cut("6")).inOrderFor(1);

        assertThat(all).hasSize(count);
        assertThat(all.get(0).first()).isEqualTo(Integer.MIN_VALUE);
        assertThat(all.get(count - 1).last()).isEqualTo(Integer.MAX_VALUE);
        for (int at = 1; at < count; at++) {
            assertThat(all.get(at - 1).last()).isEqualTo(at * perPiece);
            assertThat(all.get(at).first()).isEqualTo(at * perPiece + 1);
        }
    }

    /** Each piece would read the whole history. */
    @Test
    void withoutAnIndexOnTheHistoryThereAreFewPieces() {
        NamedSql history = new NamedSql(
                "Check.10", "", "", "select ? ? from bmsql_history", "file:2", List.of("first_w_id", "last_w_id"));
        assertThat(pieces(1_000, history).inOrderFor(1)).hasSize(8);
        assertThat(new ConditionPieces(List.of(history), 1_000, true, new ViolationsFile(null), heard::add).count())
                .isEqualTo(1_000);
    }

    @Test
    void aConditionWithoutARangeIsOnePiece() {
        assertThat(pieces(7, whole("1")).inOrderFor(1)).hasSize(1);
    }

    @Test
    void severalWorkersBeginWithTheLongestConditions() {
        ConditionPieces pieces = pieces(2, whole("1"), cut("12"));

        assertThat(pieces.inOrderFor(1).get(0).condition().name()).isEqualTo("Check.1");
        assertThat(pieces.inOrderFor(4).get(0).condition().name()).isEqualTo("Check.12");
    }

    @Test
    void resultsComeInTheOrderOfTheConditionsWhenAllTheirPiecesAreDone() {
        ConditionPieces pieces = pieces(2, whole("1"), cut("6"));
        List<Piece> all = pieces.inOrderFor(1);

        pieces.add(all.get(2), FINE);
        pieces.add(all.get(1), FINE);
        assertThat(heard).isEmpty();
        pieces.add(all.get(0), FINE);

        assertThat(heard).extracting(CheckResult::clause).containsExactly("1", "6");
        assertThat(heard).allMatch(CheckResult::passed);
        assertThat(heard).extracting(CheckResult::seconds).containsExactly(0.5, 1.0);
        assertThat(pieces.passedOn()).isEqualTo(heard);
    }

    @Test
    void violationsAreAddedUpAndTheFirstWarehousesGiveTheSamples() {
        ConditionPieces pieces = pieces(3, cut("6"));
        List<Piece> all = pieces.inOrderFor(1);

        pieces.add(all.get(2), Map.of("6", new Finding(4, List.of("w_id=3", "w_id=4", "w_id=5"), 1)));
        pieces.add(all.get(1), Map.of("6", new Finding(2, List.of("w_id=2", "w_id=2a"), 1)));
        pieces.add(all.get(0), FINE);

        assertThat(heard).singleElement().satisfies(result -> {
            assertThat(result.passed()).isFalse();
            assertThat(result.violations()).isEqualTo(6);
            assertThat(result.samples()).containsExactly("w_id=2", "w_id=2a", "w_id=3");
        });
    }

    @Test
    void aQueryAnswersForTheConditionsThatAreAskedWithIt() {
        NamedSql with = new NamedSql("Check.7", "about 7", "Check.6", "", "file:3", List.of());
        ConditionPieces pieces = pieces(2, cut("6"), with);
        List<Piece> all = pieces.inOrderFor(1);
        assertThat(all).hasSize(2);
        assertThat(all.get(0).answers("7")).isTrue();
        assertThat(all.get(0).answers("8")).isFalse();

        pieces.add(all.get(0), Map.of("6", NOTHING, "7", new Finding(1, List.of("o_id=3"), 0)));
        pieces.add(all.get(1), Map.of("6", NOTHING, "7", new Finding(2, List.of("o_id=9"), 0)));

        assertThat(heard).extracting(CheckResult::clause).containsExactly("6", "7");
        assertThat(heard).extracting(CheckResult::violations).containsExactly(0L, 3L);
        assertThat(heard).extracting(CheckResult::samples).containsExactly(List.of(), List.of("o_id=3", "o_id=9"));
        assertThat(heard).extracting(CheckResult::seconds).as("counted once").containsExactly(1.0, 0.0);
    }
}
